"""The one limiter: counts tries in the database, and says how long to wait.

A period begins with the first try and ends by the clock; then the next one begins. One statement counts and looks, so that tries of
several processes at the same moment are all counted. When the database cannot count at once, the request passes: it needs the database
anyway.
"""

import contextlib
import ipaddress
import logging
import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, cast

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from core.errors import WordhallError
from limits.models import Tally

logger = logging.getLogger(__name__)

#: How long counting waits for a locked SQLite file.
_PATIENCE_MS: Final = 500
_RATE: Final = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,3})?(s|sec|second|m|min|minute|h|hour|d|day)s?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
#: By how much at most one of two processes that count at once may lag behind with its reading of the clock.
_AHEAD_MS: Final = 5000

_COUNT: Final = """
INSERT INTO limits_tally (key, tries, ends_ms) VALUES {rows}
ON CONFLICT (key) DO UPDATE SET
  tries = CASE WHEN limits_tally.ends_ms BETWEEN %s AND excluded.ends_ms + {ahead}
    THEN limits_tally.tries + excluded.tries ELSE excluded.tries END,
  ends_ms = CASE WHEN limits_tally.ends_ms BETWEEN %s AND excluded.ends_ms + {ahead} THEN limits_tally.ends_ms ELSE excluded.ends_ms END
RETURNING key, tries, ends_ms
"""


class BadRateError(ValueError):
    """A rate in the settings that cannot be read; the message names it."""


class TooOftenError(WordhallError):
    """Tried too often; ``seconds`` says how long to wait."""

    kind = "throttled"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too often; again in {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of tries in a number of seconds."""

    tries: int
    seconds: int

    @classmethod
    def read(cls, text: str) -> "Rate":
        """From ``60/min`` or ``30/10min``. Raises BadRateError."""
        match = _RATE.fullmatch(text.strip())
        if match is None:
            raise BadRateError(f"{text!r} is no rate; write it as 60/min or 30/10min.")
        return cls(int(match[1]), int(match[2] or 1) * _SECONDS[match[3][0]])


def rate(name: str) -> Rate:
    """The rate of this name in the settings. Raises KeyError, BadRateError."""
    return Rate.read(cast("Mapping[str, str]", settings.RATES)[name])


def count(name: str, who: object) -> int:
    """Count one try; how many seconds to wait, 0 if it is within the rate."""
    return count_each((name, who))[0]


def count_each(*tries: tuple[str, object], beside: Sequence[tuple[str, object]] = ()) -> list[int]:
    """Count one try of each, in one statement and always in this order; for each how many seconds to wait, 0 within its rate.

    ``beside``: what is looked at and not counted, as by ``must_wait``; its seconds come after those of the tries.
    """
    now = _now()
    rates = {_key(name, who): rate(name) for name, who in (*tries, *beside)}
    steps = [1] * len(tries) + [0] * len(beside)
    # what ends much later than a whole period from now was written before the clock was set back
    periods = [now + 1000 * allowed.seconds for allowed in rates.values()]
    rows = [value for row in zip(rates, steps, periods, strict=True) for value in row]
    statement = _COUNT.format(rows=", ".join(["(%s, %s, %s)"] * len(rates)), ahead=_AHEAD_MS)
    try:
        with _quickly(), connection.cursor() as cursor:
            cursor.execute(statement, [*rows, now + 1, now + 1])
            counted = {key: (count, ends) for key, count, ends in cursor.fetchall()}
    except DatabaseError as error:
        logger.warning("A try of %s could not be counted: %s", " and ".join(name for name, _who in tries), error)
        return [0] * len(rates)
    return [
        0 if counted[key][0] + 1 - step <= allowed.tries else _seconds(counted[key][1] - now)
        for (key, allowed), step in zip(rates.items(), steps, strict=True)
    ]


def must_wait(name: str, who: object) -> int:
    """How many seconds to wait before one more try, 0 if there is one left; counts nothing."""
    allowed, now = rate(name), _now()
    most = now + 1000 * allowed.seconds + _AHEAD_MS
    row = Tally.objects.filter(
        key=_key(name, who), tries__gte=allowed.tries, ends_ms__gt=now, ends_ms__lte=most
    ).first()
    return 0 if row is None else _seconds(row.ends_ms - now)


def take_back(name: str, who: object) -> None:
    """Uncount a try whose password was right."""
    with contextlib.suppress(DatabaseError), _quickly(), connection.cursor() as cursor:
        cursor.execute("UPDATE limits_tally SET tries = tries - 1 WHERE key = %s AND tries > 0", [_key(name, who)])


def forget_ended() -> int:
    """Delete rows whose period has ended, or that date from before the clock was set back; how many."""
    far_ahead = _now() + 2 * 1000 * _SECONDS["d"]
    ended = Tally.objects.filter(ends_ms__lt=_now()) | Tally.objects.filter(ends_ms__gt=far_ahead)
    return ended.delete()[0]


def network(request: HttpRequest) -> str:
    """Where a request comes from: the address that the nearest proxy saw, of IPv6 the part that one household or hall shares."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    proxies = int(cast("int", settings.REST_FRAMEWORK["NUM_PROXIES"]))
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if proxies and forwarded:
        address = forwarded[-min(proxies, len(forwarded))]
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return str(address)[:60]
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def _key(name: str, who: object) -> str:
    return str(salted_hmac("limits", f"{name} {who}", algorithm="sha256").hexdigest())


def _now() -> int:
    return time.time_ns() // 1_000_000


def _seconds(milliseconds: int) -> int:
    return max(1, math.ceil(milliseconds / 1000))


@contextlib.contextmanager
def _quickly() -> Iterator[None]:
    """A separate transaction that does not wait for a locked SQLite file."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    connection.ensure_connection()
    lite = connection.connection
    (before,) = lite.execute("PRAGMA busy_timeout").fetchone()
    lite.execute(f"PRAGMA busy_timeout = {min(before, _PATIENCE_MS)}")
    try:
        with transaction.atomic():
            yield
    finally:
        lite.execute(f"PRAGMA busy_timeout = {before}")
