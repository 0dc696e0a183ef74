"""Public pages from a read replica: a copy of the database that PostgreSQL keeps some moments behind (``DATABASE_REPLICA_URL``).

Only what everybody may see, and only for visitors without a session: officials see the site's own database (the *primary*), and so, for a
while, does whoever has just sent a form. A request reads all it shows from one of the two. That matters for pages that are stored: the
event's version and what is stored under it must come from one database, or an older page could be stored under a newer version.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core.breaker import Breaker

REPLICA: Final = "replica"
#: Tells that the visitor has sent something, and for how long they see the primary: a replica is far less behind.
WROTE: Final = "wrote"
WROTE_SECONDS: Final = 30
#: Where the choice stands in a request once it has been made.
CHOSEN: Final = "wordhall.database"

_reading: ContextVar[str] = ContextVar("reading", default=DEFAULT_DB_ALIAS)
#: A replica that is away is left alone; the primary answers.
_breaker = Breaker(seconds=5)

Handler = Callable[[HttpRequest], HttpResponseBase]


class Router:
    """Django's database router: reads of public pages may go to the replica, everything else to the primary."""

    def db_for_read(self, _model: type[Model], **_hints: object) -> str:
        """Where the current request reads; the primary inside its transactions, which see what they have written."""
        return DEFAULT_DB_ALIAS if connection.in_atomic_block else _reading.get()

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        """Always the primary."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Model, _other: Model, **_hints: object) -> bool:
        """Rows of both are rows of one database."""
        return True

    def allow_migrate(self, db: str, _app_label: str, **_hints: object) -> bool | None:
        """PostgreSQL brings the tables over."""
        return False if db == REPLICA else None


def reading_from() -> str:
    """The alias of the database that the current request reads from, for statements written by hand."""
    return _reading.get()


@contextmanager
def reading(alias: str) -> Iterator[None]:
    """Inside, what is read comes from this database."""
    token = _reading.set(alias)
    try:
        yield
    finally:
        _reading.reset(token)


def public_reads(request: HttpRequest) -> AbstractContextManager[None]:
    """Inside, public data is read for this request: from the replica, if there is one and the visitor may see it. Chosen once."""
    alias = request.META.get(CHOSEN)
    if alias is None:
        alias = request.META[CHOSEN] = choose(request)
    return reading(alias)


def choose(request: HttpRequest) -> str:
    """The alias of the database that public data may be read from for this request."""
    return REPLICA if _may_lag(request) and _answers() else DEFAULT_DB_ALIAS


def replica_failed() -> None:
    """It did not answer: leave it alone for some seconds."""
    _breaker.failed()


def _may_lag(request: HttpRequest) -> bool:
    if REPLICA not in connections.settings or request.method not in {"GET", "HEAD"}:
        return False
    return {settings.SESSION_COOKIE_NAME, WROTE}.isdisjoint(request.COOKIES)


def _answers() -> bool:
    """Whether the replica can be reached, over this thread's connection to it."""
    if not _breaker.may_try():
        return False
    replica: Any = connections[REPLICA]
    try:
        replica.close_if_health_check_failed()
        replica.ensure_connection()
    except DatabaseError:
        replica_failed()
        return False
    _breaker.answered()
    return True


def remember_writers(get_response: Handler) -> Handler:
    """Middleware: who has sent something sees the primary for a while, so that they see it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if REPLICA in connections.settings and request.method not in {"GET", "HEAD", "OPTIONS"}:
            response.set_cookie(
                WROTE, "1", WROTE_SECONDS, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
            )
        return response

    return middleware
