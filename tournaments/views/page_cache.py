"""Public pages kept ready: one rendering, and one compression, for a whole hall of phones.

A page is kept under its address, its language and the event's public version, so that it is never out of date: whatever changes
what the public sees raises the version in the same transaction. Only visitors without any cookie of ours get a kept page; it
holds no name, no message and no form token.
"""

import gzip
from collections.abc import Callable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache as store
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page

from tournaments.queries.events import public_version

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, str, P], HttpResponse]

#: Long enough for an event's day; a newer version makes the page unreachable long before.
KEEP_SECONDS = 6 * 3600
#: A page's parameters that have pages of their own; anything else would let a visitor fill the cache with copies of one page.
KNOWN_PARAMETERS = frozenset({"round"})
#: No number that a page knows is longer.
LONGEST_VALUE = 3
#: Headers that belong to the page; the others are set for each answer by the middleware.
KEPT_HEADERS = ("Content-Type", "ETag", "Cache-Control", "Vary")


def public_page(view: View[P]) -> View[P]:
    """A page about an event (the view's first argument after the request is the event's address).

    An open page that asks ``?live=<version>`` gets 204 for as long as nothing has changed; a visitor without cookies gets 304 for
    a page already had, or the page as it is kept; everybody else gets it made anew.
    """
    anew = gzip_page(view)

    @wraps(view)
    def wrapper(request: HttpRequest, event: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        anonymous = not _our_cookies(request)
        version = public_version(event) if anonymous or "live" in request.GET else None
        if version is not None and request.GET.get("live") == str(version[1]):
            return HttpResponse(status=204)
        if version is None or not anonymous or "live" in request.GET:
            return anew(request, event, *args, **kwargs)
        # Weak: the compressed and the plain bytes are one page
        etag = "W/" + quote_etag(f"{version[0]}.{version[1]}.{get_language()}.{_release()}")
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return unchanged

        def build() -> HttpResponse:
            response = view(request, event, *args, **kwargs)
            response["ETag"] = etag
            patch_cache_control(response, no_cache=True)
            return response

        return _kept(request, etag, build)

    return cast("View[P]", wrapper)  # wraps() keeps the parameters' names, which a plain Callable has none of


def _our_cookies(request: HttpRequest) -> bool:
    """Whether the visitor may be somebody: signed in, or with a message waiting."""
    return not {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}.isdisjoint(request.COOKIES)


def _kept(request: HttpRequest, etag: str, build: Callable[[], HttpResponse]) -> HttpResponse:
    """The page from the cache, or built and put there; compressed for those who take that."""
    address = _address(request)
    key = f"page:{etag}:{address}"
    found: tuple[Mapping[str, str], bytes, bytes] | None = store.get(key) if address else None
    if found is None:
        response = build()
        patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
        headers = {name: response[name] for name in KEPT_HEADERS if name in response}
        found = (headers, response.content, gzip.compress(response.content, 6, mtime=0))
        if address:
            store.set(key, found, KEEP_SECONDS)
    page_headers, plain, compressed = found
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(compressed if takes_gzip else plain, headers=dict(page_headers))
    if takes_gzip:
        answer["Content-Encoding"] = "gzip"
    return answer


def _address(request: HttpRequest) -> str:
    """What tells this page from others; "" for an address written in a way that no page of ours writes it."""
    parts = []
    for name, values in request.GET.lists():
        if (
            name not in KNOWN_PARAMETERS
            or len(values) != 1
            or not values[0].isdecimal()
            or len(values[0]) > LONGEST_VALUE
        ):
            return ""
        parts.append(f"{name}={int(values[0])}")
    return f"{request.path}?{'&'.join(sorted(parts))}"


@cache
def _release() -> int:
    """Changes when the pages themselves change: the age of the newest template."""
    return max(int(path.stat().st_mtime) for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html"))
