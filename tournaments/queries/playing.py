"""Who is playing: whoever has a game without a confirmed result in a published round of a running event.

That is known of accounts whose player is entered, and of devices on which a player's own page or the slip of a game has been opened:
they carry a signed cookie with the entries, which holds nothing else and is read only where words are looked up.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.models import Event, Pairing, Result, Round, Seat

COOKIE = "wordhall-playing"
#: A weekend; players open a slip in every round.
_COOKIE_SECONDS = 3 * 24 * 3600
#: The latest entries of a device that are remembered: a family's phone, or the tablet of a hall.
_MOST = 60

R = TypeVar("R", bound=HttpResponseBase)


def games_being_played() -> QuerySet[Seat]:
    """The seats at which somebody is playing now."""
    seats = Seat.objects.filter(
        pairing__kind=Pairing.Kind.GAME,
        round__state=Round.State.PUBLISHED,
        round__division__event__state=Event.State.RUNNING,
    )
    return seats.exclude(pairing__result__state=Result.State.CONFIRMED)


def is_playing(request: HttpRequest) -> bool:
    """Whether the request comes from an account or a device that is playing. One query each, none for a visitor without either."""
    user = request.user
    if user.is_authenticated and games_being_played().filter(entry__player__user=user).exists():
        return True
    return device_is_playing(request)


def device_is_playing(request: HttpRequest) -> bool:
    """Whether a slip of a player who is playing now was opened on this device. One query, none without the cookie."""
    entries = _entries_on(request)
    return bool(entries) and games_being_played().filter(entry__in=entries).exists()


def remember(request: HttpRequest, response: R, entries: Iterable[int]) -> R:
    """Let the device remember for whom a slip was opened on it."""
    stored = _entries_on(request)
    new = [pk for pk in entries if pk not in stored]
    if new:
        response.set_signed_cookie(
            COOKIE,
            "-".join(map(str, [*stored, *new][-_MOST:])),
            salt=COOKIE,
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def _entries_on(request: HttpRequest) -> list[int]:
    text = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=_COOKIE_SECONDS)
    return [int(part) for part in (text or "").split("-") if part]
