"""Kept pages answered before Django's own handling of a request begins: most of what a hall of phones asks for.

The middleware in ``page_cache`` decides what a kept page is, and makes it; here it is only found and sent: the same pages, to the
same visitors, with the same headers. Whatever is not simply a kept page – another address, a visitor who may be signed in, a name
that is not this site's, a page not kept yet, a database or cache that does not answer – goes on to Django as if nothing had been
asked.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import Final, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error as DatabaseError
from django.db import connection
from django.utils.module_loading import import_string

from core.cache import cache_get
from tournaments.queries.events import PublicVersion, public_version
from tournaments.web import page_cache

K = TypeVar("K")
V = TypeVar("V")

#: All of a request that decides which page is asked for, by whom and how; and what tells of TLS in front of the site
#: (``SECURE_PROXY_SSL_HEADER``). Nothing else is looked at.
_ASKED_BY: Final = (
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
_QUESTIONS: Final = 2048
_ANSWERS: Final = 128
_PAGES: Final = 32
_LONGEST: Final = 1000

_Asked = tuple[str, ...]
_Question = tuple[WSGIRequest, page_cache.Wanted]
_Sent = tuple[str, list[tuple[str, str]], bytes]


class KeptFirst:
    """The site (a WSGI application) with its kept pages in front of it.

    A process remembers requests that it has understood, pages that it has fetched, answers put together; these under the page's
    ETag, so that none is sent once its event has changed.
    """

    def __init__(self, site: WSGIApplication) -> None:
        self._site = site
        tls: tuple[str, str] | None = settings.SECURE_PROXY_SSL_HEADER
        self._asked_by = (*_ASKED_BY, tls[0]) if tls else _ASKED_BY
        self._questions: dict[_Asked, _Question | None] = {}
        self._pages: dict[str, page_cache.Kept] = {}
        self._answers: dict[tuple[_Asked, str], _Sent] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer, as PEP 3333 has it."""
        sent = self.sent(environ)
        if sent is None:
            return self._site(environ, start_response)
        status, headers, body = sent
        start_response(status, headers)
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]

    def remembered(self) -> tuple[int, int, int]:
        """How many requests, pages and answers are remembered."""
        return len(self._questions), len(self._pages), len(self._answers)

    def sent(self, environ: WSGIEnvironment) -> _Sent | None:
        """Status, headers and body of a kept page, or None for whatever Django has to answer."""
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return None
        if not environ.get("PATH_INFO", "").startswith(page_cache.EVENTS):
            return None
        if any(name in environ for name in _RARE):
            return None
        asked = tuple([environ.get(name, "") for name in self._asked_by])
        if len("".join(asked)) > _LONGEST:
            return None
        try:
            question = self._questions[asked]
        except KeyError:
            question = _remember(self._questions, asked, self._understood(asked), _QUESTIONS)
        if question is None:
            return None
        try:
            version = _version(question[1].event)
            if version is None:
                return None
            environ[page_cache.ASKED] = version
            return self._answer(asked, question, version)
        except DatabaseError:
            return None

    def _understood(self, asked: _Asked) -> _Question | None:
        """The request, made of nothing but what is looked at, if it is for a page that may be kept."""
        environ = {name: value for name, value in zip(self._asked_by, asked, strict=True) if value}
        request = WSGIRequest({**environ, "REQUEST_METHOD": "GET", "wsgi.input": BytesIO()})
        try:
            page = page_cache.wanted(request)
        except (BadRequest, SuspiciousOperation, UnicodeError):
            return None  # Django says what is wrong with it
        return None if page is None else (request, page)

    def _answer(self, asked: _Asked, question: _Question, version: PublicVersion) -> _Sent | None:
        request, page = question
        etag = page_cache.etag_of(version, page.language)
        known = self._answers.get((asked, etag))
        if known is not None:
            return known
        made = page_cache.found(request, page, version, self._look_up)
        if made is None:
            return None
        response = _outer(lambda _request: made)(request)
        sent = (f"{response.status_code} {response.reason_phrase}", [*response.items()], b"".join(response))
        return _remember(self._answers, (asked, etag), sent, _ANSWERS)

    def _look_up(self, key: str) -> page_cache.Kept | None:
        kept: page_cache.Kept | None = self._pages.get(key) or cache_get(key)
        return None if kept is None else _remember(self._pages, key, kept, _PAGES)


def _remember(known: dict[K, V], key: K, value: V, most: int) -> V:
    if len(known) >= most:
        known.clear()
    known[key] = value
    return value


def _version(event: str) -> PublicVersion | None:
    """The event's public version, over this thread's own connection, which is looked after as Django does around a request.

    Only its health check is left out, which would be a second question: a connection that turns out to be dead is closed, and
    Django answers over a new one.
    """
    connection.close_if_unusable_or_obsolete()
    connection.health_check_done = True  # type: ignore[attr-defined]  # the stubs forget it
    try:
        return public_version(event)
    except DatabaseError:
        connection.close()
        raise
    finally:
        connection.close_if_unusable_or_obsolete()


def _outer(get_response: page_cache.Answer) -> page_cache.Answer:
    """With all middleware that is in front of the kept pages: what it adds, or refuses, it does here too."""
    here = f"{page_cache.kept_pages.__module__}.{page_cache.kept_pages.__name__}"
    for name in reversed(settings.MIDDLEWARE[: settings.MIDDLEWARE.index(here)]):
        get_response = import_string(name)(get_response)
    return get_response
