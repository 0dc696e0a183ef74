"""The answers when a request fails on our side.

Most of that is temporary: somebody else is writing, the disk is full, the database restarts. Nothing was saved then, and nothing that was
typed may be lost: the page holds it and sends it again.
"""

import errno
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import psycopg
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

#: How long a failed page waits before it tries again.
AGAIN_SECONDS: Final = 5
_FULL_SECONDS: Final = 60
_READ_ONLY_SECONDS: Final = 15
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_SQLITE_FULL: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_POSTGRES_FULL: Final = (psycopg.errors.DiskFull,)
_POSTGRES_READ_ONLY: Final = (psycopg.errors.ReadOnlySqlTransaction,)
#: Too many people at once, or a lock that another one holds. Whatever else goes wrong in operation is a server that does not answer.
_POSTGRES_BUSY: Final = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.QueryCanceled,
    psycopg.errors.SerializationFailure,
    psycopg.errors.TooManyConnections,
)
_POSTGRES_AWAY: Final = (psycopg.OperationalError, psycopg.InterfaceError)


@dataclass(frozen=True, slots=True)
class TemporaryFailure:
    """A failure that passes without a fix: its name for programs, words for people, when to try again."""

    kind: str
    heading: str
    words: str
    seconds: int
    status: int = HTTPStatus.SERVICE_UNAVAILABLE


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's ``handler500``: called while the exception is being handled."""
    trouble = temporary_failure(sys.exc_info()[1])
    if trouble is not None:
        return try_later(request, trouble)
    words = _(
        "Something went wrong on our side. Anything saved before is safe. Please try again; if it happens again, "
        "tell the director what time it was."
    )
    if _is_program(request):
        return _as_json("server_error", words, HTTPStatus.INTERNAL_SERVER_ERROR)
    page = render_to_string("500.html", {"words": words})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def temporary_failure(error: BaseException | None) -> TemporaryFailure | None:
    """The temporary failure behind an exception; None for a bug."""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return _full()
    if not isinstance(error, (DatabaseError, InterfaceError)):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # without its finer shades
    if code in _SQLITE_FULL or isinstance(cause, _POSTGRES_FULL):
        return _full()
    if code == sqlite3.SQLITE_READONLY or isinstance(cause, _POSTGRES_READ_ONLY):
        return TemporaryFailure(
            "read_only",
            _("Nothing can be saved right now"),
            _("Pages can be read, but the database is not accepting changes. Tell the director, and keep the slips."),
            _READ_ONLY_SECONDS,
        )
    if code == sqlite3.SQLITE_CANTOPEN or (isinstance(cause, _POSTGRES_AWAY) and not isinstance(cause, _POSTGRES_BUSY)):
        return TemporaryFailure(
            "database_away",
            _("The site’s database is not responding"),
            _("Anything saved before is safe. Until the database responds, write results down and keep the slips."),
            AGAIN_SECONDS,
        )
    if code in _LOCKED or isinstance(cause, _POSTGRES_BUSY):
        return TemporaryFailure(
            "busy",
            _("Busy right now"),
            _("Many people are saving at once, and your change has not been saved yet."),
            AGAIN_SECONDS,
        )
    return None


def _full() -> TemporaryFailure:
    return TemporaryFailure(
        "disk_full",
        _("The site’s disk is full"),
        _("Nothing can be saved until space is freed. Tell the director, and keep the slips."),
        _FULL_SECONDS,
    )


def try_later(request: HttpRequest, trouble: TemporaryFailure) -> HttpResponse:
    """When to try again, in the header and in words; the page holds what was typed and sends it again."""
    answer: HttpResponse
    if _is_program(request):
        answer = _as_json(trouble.kind, f"{trouble.heading}. {trouble.words}", trouble.status)
    else:
        answer = HttpResponse(_page(request, trouble), status=trouble.status)
    answer["Retry-After"] = str(trouble.seconds)
    add_never_cache_headers(answer)
    return answer


def _page(request: HttpRequest, trouble: TemporaryFailure) -> str:
    fields = list(_typed(request))
    context = {
        "trouble": trouble,
        "address": request.get_full_path(),
        "is_form": request.method == "POST",
        "fields": fields,
        "has_secret": any("password" in name for name, _value in fields),
        "has_files": bool(fields and request.FILES),
    }
    return render_to_string("again.html", context)  # without the request: nothing of it may ask the database


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Every field of the form as sent; nothing if it cannot be read."""
    if request.method != "POST":
        return
    try:
        sent = request.POST
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError, OSError):
        return
    for name, values in sent.lists():
        for value in values:
            yield name, str(value)


def _is_program(request: HttpRequest) -> bool:
    """Whether the request comes from a program, or from a script of our pages."""
    return request.path_info.startswith("/api/") or request.headers.get("Accept", "") == "application/json"


def _as_json(kind: str, detail: str, status: int) -> JsonResponse:
    """In the form of every API error."""
    return JsonResponse({"type": kind, "detail": detail, "errors": []}, status=status)
