"""The limiter in front of the API.

The general rates, by token and by address, are counted in the cache: cheap, and let everybody through when it does not answer. What an
attacker would try again and again (keys of slips, words) goes through the site's own limiter (``limits.services``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from limits.services import count, must_wait, network

if TYPE_CHECKING:  # REST framework's views import this module, by the settings
    from rest_framework.views import APIView


class _Rate(SimpleRateThrottle):
    """A rate from the settings, read on each use."""

    def get_rate(self) -> str:
        """Such as ``600/min``."""
        rates = cast("Mapping[str, str]", settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
        return rates[str(self.scope)]

    def get_ident(self, request: Request) -> str:
        """Where it comes from."""
        return network(request._request)

    def _key(self, who: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": who}


class AnonymousThrottle(_Rate):
    """Requests without a token, by address."""

    scope = "anonymous"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is REST framework's
        """The address; None (not counted) for who is signed in."""
        return None if request.user.is_authenticated else self._key(self.get_ident(request))


class _TokenThrottle(_Rate):
    """Requests of one token; of one user where a page of this site asks."""

    reads = True

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is REST framework's
        """The token; None for the other kind of request and without a token."""
        if not request.user.is_authenticated or (request.method in {"GET", "HEAD", "OPTIONS"}) is not self.reads:
            return None
        # With a session (a page of this site asks) there is no token.
        return self._key(f"u{request.user.pk}" if request.auth is None else f"t{request.auth.pk}")


class ReadThrottle(_TokenThrottle):
    """What a token reads."""

    scope = "read"


class WriteThrottle(_TokenThrottle):
    """What a token changes."""

    scope = "write"
    reads = False


class Limit(BaseThrottle):
    """A rate of the site's own limiter; what is counted the subclass says."""

    _seconds = 0

    def tries(self, request: Request, view: APIView) -> Sequence[tuple[str, object]]:
        """The rates that the request counts under, each with who tried."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count it."""
        self._seconds = next(filter(None, (count(name, who) for name, who in self.tries(request, view))), 0)
        return not self._seconds

    def wait(self) -> float:
        """When to try again."""
        return self._seconds


class WordsThrottle(Limit):
    """Look-ups, by user: enough for a study tool, too little to read a dictionary out, and no more by making more tokens."""

    def tries(self, request: Request, view: APIView) -> Sequence[tuple[str, object]]:  # noqa: ARG002 - REST framework's
        """The user; the network for who is about to be told to sign in."""
        user = request.user
        return [("words", f"u{user.pk}" if user.is_authenticated else network(request._request))]


class SlipThrottle(Limit):
    """One slip or personal link, and all of one network: a hall of players behind one address must not be locked out.

    Wrong keys are counted by the view that looks the key up.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count it, unless too many keys were wrong already."""
        self._seconds = must_wait("wrong_key", network(request._request))
        return not self._seconds and super().allow_request(request, view)

    def tries(self, request: Request, view: APIView) -> Sequence[tuple[str, object]]:
        """The slip's key and the network."""
        key = next(view.kwargs[name] for name in ("key", "link", "registration") if name in view.kwargs)
        return [("slip", key), ("slip_network", network(request._request))]
