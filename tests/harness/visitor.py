"""Somebody with a browser without scripts, who looks at a running site over the network."""

import math
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urljoin

from tests.harness.reading import Form, Reading

#: What a site answers that is busy for a moment: the same form is sent again.
BUSY = frozenset({HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS})


@dataclass(frozen=True)
class Seen:
    """A page as it came: its status, the address to which it led, its text and how long to wait before the next try."""

    status: int
    address: str
    text: str
    wait: int = 0

    def form(self, number: int = 0) -> Form:
        """The page's form of this number inside ``main``."""
        return [form for form in Reading(self.text).forms if form.in_main][number]


class _Timed(urllib.request.HTTPRedirectHandler):
    """Notes when the site answered, before the page is fetched to which the answer leads."""

    answered = 0.0

    def redirect_request(self, *answer: Any) -> urllib.request.Request | None:
        """To the next page."""
        self.answered = time.monotonic()
        return super().redirect_request(*answer)


class Visitor:
    """Cookies, pages and forms. ``busy`` counts the pages that said “busy right now”, ``cut_off`` the answers that never came."""

    def __init__(self, site: str, *, patience: float = 120, most_wait: float = math.inf) -> None:
        self.site = site
        self.patience = patience
        self.most_wait = most_wait  # who presses “Send again” does not wait as long as the page does
        self.busy = self.cut_off = 0
        self._redirects = _Timed()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), self._redirects)

    @property
    def answered(self) -> float:
        """When the last form that led elsewhere was answered, by ``time.monotonic``."""
        return self._redirects.answered

    def look(self, address: str) -> Seen:
        """The page; tried again while nothing answers."""
        return self._until(address, None)

    def send(self, seen: Seen, form: Form, typed: Mapping[str, str]) -> Seen:
        """Send a form of the page with what was typed; the page that it leads to.

        A busy page's own form is sent when it says so, and a form whose answer never came is sent once more, as people do.
        """
        fields = [pair for pair in form.fields if pair[0] not in typed] + list(typed.items())
        return self._until(urljoin(seen.address, form.action), fields)

    def tap(self, seen: Seen, form: Form, typed: Mapping[str, str]) -> Seen:
        """Send a form once; whatever comes of it, status 0 for nothing at all."""
        fields = [pair for pair in form.fields if pair[0] not in typed] + list(typed.items())
        return self._once(urljoin(seen.address, form.action), fields)

    def glance(self, address: str) -> Seen:
        """Ask for a page once; whatever comes, status 0 for nothing at all."""
        return self._once(address, None)

    def _once(self, address: str, fields: list[tuple[str, str]] | None) -> Seen:
        try:
            return self._ask(address, fields)
        except (HTTPException, OSError):
            return Seen(0, address, "")

    def _until(self, address: str, fields: list[tuple[str, str]] | None) -> Seen:
        limit = time.monotonic() + self.patience
        while True:
            try:
                seen = self._ask(address, fields)
            except (HTTPException, OSError):
                self.cut_off += 1
                assert time.monotonic() < limit, f"nothing answers at {address}"
                time.sleep(0.3)
                continue
            if seen.status not in BUSY:
                return seen
            assert time.monotonic() < limit, f"{address} is busy: {seen.text[-500:]}"
            self.busy += 1
            time.sleep(min(seen.wait, self.most_wait))
            if fields is not None:  # the page itself must hold everything that was typed
                again = seen.form()
                address, fields = urljoin(seen.address, again.action), again.fields

    def _ask(self, address: str, fields: list[tuple[str, str]] | None) -> Seen:
        data = None if fields is None else urlencode(fields).encode()
        request = urllib.request.Request(urljoin(self.site, address), data)
        try:
            answer = self._opener.open(request, timeout=self.patience)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
            return Seen(answer.status, answer.url, text, int(answer.headers.get("Retry-After") or 0))
