"""Public pages kept ready: one rendering, and one compression, for a whole hall of phones.

A page is kept under its address, its language and the event's public version, so that it is never out of date: whatever changes
what the public sees raises the version in the same transaction; while a clock runs in the hall its pages are kept for a minute, for they
say how many are left. Only visitors without any cookie of ours get a kept page; it
holds no name, no message and no form token. Kept pages are answered by the middleware below, before sessions, accounts and
messages are looked at; what these would add to the page's headers is kept with it.
"""

import gzip
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language, get_language_from_request
from django.views.decorators.gzip import gzip_page

from core.cache import cache_get, cache_set_many
from core.release import release
from tournaments.queries.events import PublicVersion, public_version

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, str, P], HttpResponse]
Answer = Callable[[HttpRequest], HttpResponseBase]
#: A page's headers, its bytes, and its bytes compressed.
Kept = tuple[Mapping[str, str], bytes, bytes]

#: Long enough for an event's day; a newer version makes the page unreachable long before.
KEEP_SECONDS = 6 * 3600
#: A page's parameters that have pages of their own, and the longest number that each knows; anything else would let a visitor
#: fill the cache with copies of one page.
LONGEST = {"round": 3, "live": 10}
#: Headers of one answer; all others belong to the page.
OWN_HEADERS = frozenset({"Content-Length", "Content-Encoding", "X-Request-ID"})
#: Tells the middleware that a page may be kept, and under which key; never leaves the server.
KEEP_AS = "X-Keep-As"
#: Where the middleware leaves the version that it has read, so that it is not read twice.
ASKED = "wordhall.version"
#: Where pages about events are, and which of them are kept: others are not looked for.
EVENTS = "/e/"
_KEPT_PAGES = re.compile(
    r"/e/[-\w]+/(prizes/|[-\w]+/(standings|handicap|rules|wall-chart|roster|(rounds|players)/[0-9]+)/)?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page that may be kept: of which event (its address), what tells it from others, in which language.

    ``live``: only the part of it that moves, for an open page that shows this version of the event.
    """

    event: str
    address: str
    language: str
    live: str | None


def public_page(view: View[P]) -> View[P]:
    """A page about an event (the view's first argument after the request is the event's address).

    An open page that asks ``?live=<version>`` gets 204 for as long as nothing has changed; a visitor without cookies gets 304 for
    a page already had, or a page that is kept from then on; everybody else gets it made anew.
    """
    anew = gzip_page(view)

    @wraps(view)
    def wrapper(request: HttpRequest, event: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        anonymous, live = not _our_cookies(request), request.GET.get("live")
        version = _version(request, event) if anonymous or live is not None else None
        if version is not None and live == str(version[1]):
            return HttpResponse(status=204)
        if version is None or not anonymous:
            return anew(request, event, *args, **kwargs)
        etag = etag_of(version, get_language())
        unchanged = get_conditional_response(request, etag=etag) if live is None else None
        if unchanged is not None:
            return unchanged
        address = _address(request) if request.method == "GET" else ""
        if not address:
            return anew(request, event, *args, **kwargs)
        response = view(request, event, *args, **kwargs)
        response[KEEP_AS] = key_of(etag, address)
        if live is None:
            response["ETag"] = etag
            patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
        return response

    return cast("View[P]", wrapper)  # wraps() keeps the parameters' names, which a plain Callable has none of


def kept_pages(get_response: Answer) -> Answer:
    """Middleware: answer kept pages at once, and keep pages that may be. Behind it is everything but transport security."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = _found(request)
        if answer is not None:
            return answer
        response = get_response(request)
        if KEEP_AS not in response.headers:
            return response
        key = response.headers[KEEP_AS]
        del response.headers[KEEP_AS]
        if not isinstance(response, HttpResponse) or response.status_code != 200 or response.cookies:
            return response
        headers = {name: value for name, value in response.headers.items() if name not in OWN_HEADERS}
        found = (headers, response.content, gzip.compress(response.content, 6, mtime=0))
        cache_set_many({key: found}, KEEP_SECONDS)
        made = _answer(request, found)
        if "X-Request-ID" in response.headers:
            made["X-Request-ID"] = response["X-Request-ID"]
        return made

    return middleware


def wanted(request: HttpRequest) -> Wanted | None:
    """What is asked for, if it may be a kept page and the visitor nobody in particular. Raises DisallowedHost."""
    if request.method not in {"GET", "HEAD"} or not _KEPT_PAGES.fullmatch(request.path_info) or _our_cookies(request):
        return None
    address = _address(request)
    if not address:
        return None
    request.get_host()  # refuses what is not a name of this site, as every other page does
    event = request.path_info.removeprefix(EVENTS).split("/", 1)[0]
    return Wanted(event, address, get_language_from_request(request), request.GET.get("live"))


def key_of(etag: str, address: str) -> str:
    """Under which a page is kept."""
    return f"page:{etag}:{address}"


def found(
    request: HttpRequest, page: Wanted, version: PublicVersion, look_up: Callable[[str], Kept | None]
) -> HttpResponseBase | None:
    """What can be said without making a page: that nothing is new, that it has not changed, or the page as it is kept."""
    if page.live == str(version[1]):
        return HttpResponse(status=204)
    etag = etag_of(version, page.language)
    kept = look_up(key_of(etag, page.address))
    if kept is None:
        return None
    unchanged = get_conditional_response(request, etag=etag) if page.live is None else None
    return unchanged or _answer(request, kept)


def _found(request: HttpRequest) -> HttpResponseBase | None:
    page = wanted(request)
    version = _version(request, page.event) if page else None
    if page is None or version is None:
        return None
    request.META[ASKED] = version
    return found(request, page, version, cache_get)


def _answer(request: HttpRequest, found: Kept) -> HttpResponse:
    """The kept page, compressed for those who take that."""
    headers, plain, compressed = found
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    body = compressed if takes_gzip else plain
    answer = HttpResponse(body, headers={**headers, "Content-Length": str(len(body))})
    if takes_gzip:
        answer["Content-Encoding"] = "gzip"
    return answer


def _version(request: HttpRequest, event: str) -> PublicVersion | None:
    """The event's public version, as the middleware has read it or read now."""
    known: PublicVersion | None = request.META.get(ASKED)
    return known or public_version(event)


def etag_of(version: PublicVersion, language: str | None) -> str:
    """Of all the event's pages at this version. Weak: the compressed and the plain bytes are one page."""
    return "W/" + quote_etag(f"{version[0]}.{version[1]}{_minute(version[2])}.{language}.{release()}")


def _minute(clock_until: int | None) -> str:
    """The minute, as long as a clock runs: then pages show how many are left."""
    now = time.time()
    return f".{int(now // 60)}" if clock_until is not None and now * 1000 < clock_until else ""


def _our_cookies(request: HttpRequest) -> bool:
    """Whether the visitor may be somebody: signed in, or with a message waiting."""
    return not {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}.isdisjoint(request.COOKIES)


def _address(request: HttpRequest) -> str:
    """What tells this page from others; "" for an address written in a way that no page of ours writes it."""
    parts = []
    for name, values in request.GET.lists():
        longest = LONGEST.get(name, 0)
        if len(values) != 1 or not values[0].isdecimal() or len(values[0]) > longest:
            return ""
        # whatever version an open page shows, what it gets is the newest
        parts.append(name if name == "live" else f"{name}={int(values[0])}")
    return f"{request.path}?{'&'.join(sorted(parts))}"
