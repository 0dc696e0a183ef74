"""Public pages from a cache: one rendering, and one compression, for a whole hall of phones.

A page is stored under its address, its language and the event's public version, so that it is never out of date: whatever changes
what the public sees raises the version in the same transaction. While a clock runs in the hall its pages are stored for one minute,
because they say how many are left. Only visitors without any cookie of ours get a cached page; it holds no name, no message and no
form token.

Cached pages are answered twice: in front of Django (``CachedPages``, in ``config/wsgi.py``), and where that is not in use, as under
``runserver``, by the middleware ``cached_pages``, which also stores them. Both send the same pages to the same visitors with the
same headers. Whatever is not simply a cached page – another address, a visitor who may be signed in, a name that is not this site's,
a page not stored yet, a database or cache that does not answer – goes on to Django as if there were no cache.
"""

import gzip
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.module_loading import import_string
from django.views.decorators.gzip import gzip_page

from core.cache import cache_get, cache_set_many
from core.language_choice import requested_language
from core.release import release
from core.replica import CHOSEN, choose, public_reads, reading, reading_from, replica_failed
from tournaments.queries.events import PublicVersion, public_version

K = TypeVar("K")
V = TypeVar("V")
View = Callable[..., HttpResponseBase]
Handler = Callable[[HttpRequest], HttpResponseBase]

#: Long enough for an event's day; a newer version makes the page unreachable long before.
STORE_SECONDS: Final = 6 * 3600
#: The parameters that a page may have, and how many digits each may have; any others would let a visitor fill the cache with copies
#: of one page.
PARAMETERS: Final = {"round": 3, "live": 10}
#: Headers of one answer; all others belong to the page.
OWN_HEADERS: Final = frozenset({"Content-Length", "Content-Encoding", "X-Request-ID"})
#: Tells the middleware that a page may be stored, and under which key; never leaves the server.
STORE_AS: Final = "X-Keep-As"
#: Where the version stands in a request once it has been read.
VERSION: Final = "wordhall.version"
#: Where pages about events are, and which of them are cached.
EVENTS: Final = "/e/"
_CACHEABLE: Final = re.compile(
    r"/e/[-\w]+/(prizes/|tourney\.js|[-\w]+/(standings|handicap|rules|wall-chart|games|bracket|teams|roster|(rounds|players)/[0-9]+)/"
    r"|([-\w]+/)?live/[-\w]+(/([-\w]+\.txt)?|\.txt))?",
    re.ASCII,
)


class StoredPage(NamedTuple):
    """A page in the cache: its headers, its bytes, and its bytes compressed."""

    headers: Mapping[str, str]
    plain: bytes
    compressed: bytes


@dataclass(frozen=True, slots=True)
class CacheablePage:
    """A page that may be cached: of which event (its address), what tells it from others, in which language (empty: the club's).

    ``live``: only the part of it that moves, for an open page that shows this version of the event.
    """

    event: str
    address: str
    language: str
    live: str | None


def public_page(view: View) -> View:
    """A page about an event, which its address names as ``event``.

    An open page that asks ``?live=<version>`` gets 204 for as long as nothing has changed; a visitor without cookies gets 304 for
    a page the browser already has, or a page that is cached from then on; for everyone else the page is rendered.
    """
    uncached = gzip_page(view)

    @wraps(view)
    def wrapper(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        anonymous, live = not _our_cookies(request), request.GET.get("live")
        version = _version_of(request, parts["event"]) if anonymous or live is not None else None
        if version is not None and live == str(version[1]):
            return HttpResponse(status=204)
        if version is None or not anonymous:
            return uncached(request, **parts)
        etag = _etag(version, requested_language(request))
        unchanged = get_conditional_response(request, etag=etag) if live is None else None
        if unchanged is not None:
            return unchanged
        address = _address(request) if request.method == "GET" else ""
        if not address:
            return uncached(request, **parts)
        response = view(request, **parts)
        response[STORE_AS] = _key(etag, address)
        if live is None:
            response["ETag"] = etag
            patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
        return response

    return wrapper


def cached_pages(get_response: Handler) -> Handler:
    """Middleware: answer cached pages at once, and store pages that may be. In front of it is only transport security."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        cached = _cached_response(request)
        if cached is not None:
            return cached
        response = get_response(request)
        if STORE_AS not in response.headers:
            return response
        key = response.headers[STORE_AS]
        del response.headers[STORE_AS]
        if not isinstance(response, HttpResponse) or response.status_code != 200 or response.cookies:
            return response
        headers = {name: value for name, value in response.headers.items() if name not in OWN_HEADERS}
        page = StoredPage(headers, response.content, gzip.compress(response.content, 6, mtime=0))
        cache_set_many({key: page}, STORE_SECONDS)
        answer = _response(request, page)
        if "X-Request-ID" in response.headers:
            answer["X-Request-ID"] = response["X-Request-ID"]
        return answer

    return middleware


def _cached_response(request: HttpRequest) -> HttpResponseBase | None:
    page = cacheable_page(request)
    with public_reads(request):
        version = _version_of(request, page.event) if page else None
    if page is None or version is None:
        return None
    request.META[VERSION] = version
    return cached_response(request, page, version, cache_get)


def cacheable_page(request: HttpRequest) -> CacheablePage | None:
    """The page that is requested, if it may be cached and the visitor is anonymous. Raises DisallowedHost."""
    if request.method not in {"GET", "HEAD"} or not _CACHEABLE.fullmatch(request.path_info) or _our_cookies(request):
        return None
    address = _address(request)
    if not address:
        return None
    request.get_host()  # refuses what is not a name of this site, as every other page does
    event = request.path_info.removeprefix(EVENTS).split("/", 1)[0]
    return CacheablePage(event, address, requested_language(request), request.GET.get("live"))


def cached_response(
    request: HttpRequest, page: CacheablePage, version: PublicVersion, look_up: Callable[[str], StoredPage | None]
) -> HttpResponseBase | None:
    """What needs no rendering: that nothing is new, that the page has not changed, or the page from the cache."""
    if page.live == str(version[1]):
        return HttpResponse(status=204)
    etag = _etag(version, page.language)
    stored = look_up(_key(etag, page.address))
    if stored is None:
        return None
    unchanged = get_conditional_response(request, etag=etag) if page.live is None else None
    return unchanged or _response(request, stored)


def _response(request: HttpRequest, page: StoredPage) -> HttpResponse:
    """The page, compressed for those who take that."""
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    body = page.compressed if takes_gzip else page.plain
    response = HttpResponse(body, headers={**page.headers, "Content-Length": str(len(body))})
    if takes_gzip:
        response["Content-Encoding"] = "gzip"
    return response


def _version_of(request: HttpRequest, event: str) -> PublicVersion | None:
    """The event's public version: the one that the request carries, or read now."""
    version: PublicVersion | None = request.META.get(VERSION)
    return version or public_version(event)


def _key(etag: str, address: str) -> str:
    return f"page:{etag}:{address}"


def _etag(version: PublicVersion, language: str) -> str:
    """Of all the event's pages at this version. Weak: the compressed and the plain bytes are one page."""
    return "W/" + quote_etag(f"{version[0]}.{version[1]}{_minute(version[2])}.{language}.{release()}")


def _minute(clock_until: int | None) -> str:
    """The minute, as long as a clock runs: then pages show how many are left."""
    now = time.time()
    return f".{int(now // 60)}" if clock_until is not None and now * 1000 < clock_until else ""


def _our_cookies(request: HttpRequest) -> bool:
    """Whether the visitor may be signed in, or have a message waiting."""
    return not {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}.isdisjoint(request.COOKIES)


def _address(request: HttpRequest) -> str:
    """What tells this page from others; "" for an address that no page of ours links to."""
    parts = []
    for name, values in request.GET.lists():
        if len(values) != 1 or not values[0].isdecimal() or len(values[0]) > PARAMETERS.get(name, 0):
            return ""
        # whatever version an open page shows, what it gets is the newest
        parts.append(name if name == "live" else f"{name}={int(values[0])}")
    return f"{request.path}?{'&'.join(sorted(parts))}"


#: The parts of a request that decide which page is meant, for whom and how; and what tells of TLS in front of the site
#: (``SECURE_PROXY_SSL_HEADER``). Nothing else is read.
_DECISIVE: Final = (
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_COOKIE",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "SERVER_NAME",
    "SERVER_PORT",
    "wsgi.url_scheme",
)
#: Conditions that no browser puts on a page; Django answers them.
_RARE: Final = ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
#: What a process remembers is bounded, in number and in the length of what a visitor sends: a page has some 100 kB.
_MAX_REQUESTS: Final = 2048
_MAX_ANSWERS: Final = 128
_MAX_PAGES: Final = 32
_MAX_LENGTH: Final = 1000

_Parts = tuple[str, ...]
_PageRequest = tuple[WSGIRequest, CacheablePage]
_Answer = tuple[str, list[tuple[str, str]], bytes]


class CachedPages:
    """The site (a WSGI application) with its cached pages in front of it: most of what a hall of phones asks for.

    A process remembers requests that it has parsed, pages from the cache, and whole answers; these under the page's ETag, so that
    none is sent once its event has changed.
    """

    def __init__(self, site: WSGIApplication) -> None:
        self._site = site
        tls: tuple[str, str] | None = settings.SECURE_PROXY_SSL_HEADER
        self._decisive = (*_DECISIVE, tls[0]) if tls else _DECISIVE
        self._requests: dict[_Parts, _PageRequest | None] = {}
        self._pages: dict[str, StoredPage] = {}
        self._answers: dict[tuple[_Parts, str], _Answer] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer, as PEP 3333 has it."""
        answer = self._cached_answer(environ)
        if answer is None:
            return self._site(environ, start_response)
        status, headers, body = answer
        start_response(status, headers)
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]

    def sizes(self) -> tuple[int, int, int]:
        """How many requests, pages and answers are remembered."""
        return len(self._requests), len(self._pages), len(self._answers)

    def _cached_answer(self, environ: WSGIEnvironment) -> _Answer | None:
        """Status, headers and body of a cached page, or None for whatever Django has to answer."""
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"} or not environ.get("PATH_INFO", "").startswith(EVENTS):
            return None
        if any(name in environ for name in _RARE):
            return None
        parts = tuple([environ.get(name, "") for name in self._decisive])
        if len("".join(parts)) > _MAX_LENGTH:
            return None
        try:
            page_request = self._requests[parts]
        except KeyError:
            page_request = _remember(self._requests, parts, self._parse(parts), _MAX_REQUESTS)
        if page_request is None:
            return None
        try:
            version = self._version(environ, *page_request)
            if version is None:
                return None
            environ[VERSION] = version
            return self._answer(parts, page_request, version)
        except DatabaseError:
            return None

    @staticmethod
    def _version(environ: WSGIEnvironment, request: WSGIRequest, page: CacheablePage) -> PublicVersion | None:
        """The event's version, from the database that Django will read from too, should it have to make the page."""
        alias = environ[CHOSEN] = choose(request)
        try:
            with reading(alias):
                return _read_version(page.event)
        except DatabaseError:
            del environ[CHOSEN]
            if alias != DEFAULT_DB_ALIAS:
                replica_failed()
            raise

    def _parse(self, parts: _Parts) -> _PageRequest | None:
        """The request, made of nothing but its decisive parts, if it is for a page that may be cached."""
        environ = {name: value for name, value in zip(self._decisive, parts, strict=True) if value}
        request = WSGIRequest({**environ, "REQUEST_METHOD": "GET", "wsgi.input": BytesIO()})
        try:
            page = cacheable_page(request)
        except (BadRequest, SuspiciousOperation, UnicodeError):
            return None  # Django says what is wrong with it
        return None if page is None else (request, page)

    def _answer(self, parts: _Parts, page_request: _PageRequest, version: PublicVersion) -> _Answer | None:
        request, page = page_request
        etag = _etag(version, page.language)
        if answer := self._answers.get((parts, etag)):
            return answer
        cached = cached_response(request, page, version, self._look_up)
        if cached is None:
            return None
        response = _with_outer_middleware(lambda _request: cached)(request)
        answer = (f"{response.status_code} {response.reason_phrase}", [*response.items()], b"".join(response))
        return _remember(self._answers, (parts, etag), answer, _MAX_ANSWERS)

    def _look_up(self, key: str) -> StoredPage | None:
        page: StoredPage | None = self._pages.get(key) or cache_get(key)
        return None if page is None else _remember(self._pages, key, page, _MAX_PAGES)


def _remember(memory: dict[K, V], key: K, value: V, most: int) -> V:
    if len(memory) >= most:
        memory.clear()
    memory[key] = value
    return value


def _read_version(event: str) -> PublicVersion | None:
    """The event's public version, over this thread's own connection, which is looked after as Django does around a request.

    Only its health check is left out, which would be a second query: a connection that turns out to be dead is closed, and
    Django answers over a new one.
    """
    connection: Any = connections[reading_from()]
    connection.close_if_unusable_or_obsolete()
    connection.health_check_done = True
    try:
        return public_version(event)
    except DatabaseError:
        connection.close()
        raise
    finally:
        connection.close_if_unusable_or_obsolete()


def _with_outer_middleware(handler: Handler) -> Handler:
    """With all middleware in front of ``cached_pages``: what it adds, or refuses, it does here too."""
    here = f"{cached_pages.__module__}.{cached_pages.__name__}"
    for name in reversed(settings.MIDDLEWARE[: settings.MIDDLEWARE.index(here)]):
        handler = import_string(name)(handler)
    return handler
