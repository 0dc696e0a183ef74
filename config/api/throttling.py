"""How often the API may be asked: by one token, by one user for words, by one address without a token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:  # REST framework's views import this module, by the settings
    from rest_framework.views import APIView


class _Rate(SimpleRateThrottle):
    """A rate of the settings, looked up when it is asked for."""

    def get_rate(self) -> str:
        """Such as ``600/min``."""
        rates = cast("Mapping[str, str]", settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
        return rates[str(self.scope)]

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


class WordsThrottle(_Rate):
    """Look-ups, by user: enough for a study tool, too little to read a dictionary out, and no more by making more tokens."""

    scope = "words"

    def get_cache_key(self, request: Request, view: APIView) -> str:  # noqa: ARG002 - the signature is REST framework's
        """The user; the address for who is about to be told to sign in."""
        user = request.user
        return self._key(f"u{user.pk}" if user.is_authenticated else self.get_ident(request))
