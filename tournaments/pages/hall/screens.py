"""Pages for the hall: where players find their tables, and a screen on the wall that shows its pages in turn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.names import in_order, name_key
from tournaments.models import Division, Event, Round, Seat
from tournaments.pages.public.event import public_crumbs
from tournaments.queries.clock import ClockReading, clock_for, clock_of_round, clocks_of, milliseconds
from tournaments.queries.next_games import next_games, rounds_in_play
from tournaments.queries.public_standings import public_standings
from tournaments.queries.rounds import PairingLine, SeatLine, pairing_lines, pairings_of
from tournaments.web.qr import absolute, qr_code

#: Lines that can be read from the back of a hall, and seconds to read them.
GAMES_ON_SCREEN = 12
PLACES_ON_SCREEN = 16
SECONDS = 15
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line in the list of names. ``opponent`` None: no game; ``first``: the player goes first.

    ``others`` are the rest of a table of more than two.
    """

    seat: SeatLine
    line: PairingLine
    first: bool
    opponent: SeatLine | None
    others: tuple[SeatLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """One page of the display: games of the round in play, or places of the standings."""

    kind: str
    part: int
    parts: int
    rows: Sequence[Any]


def find_page(request: HttpRequest, round_: Round) -> HttpResponse:
    """All players' tables by name: in the round, or in their next game if that is in another one; ``?q=`` part of a name."""
    if round_.state == Round.State.DRAFT:
        raise Http404
    query = request.GET.get("q", "").strip()[:80]
    lines = by_name(_next_tables(round_, pairings_of(round_)))
    context = _context(round_.division) | {
        "round": round_,
        "names": [line for line in lines if name_key(query) in name_key(line.seat.name)],
        "query": query,
        "shown": clock_of_round(round_),
    }
    return render(request, "tournaments/public/find.html", context)


def _next_tables(round_: Round, lines: list[PairingLine]) -> dict[int, PairingLine]:
    """Each player's table in the round, or in a later one for players who have finished the round in play."""
    tables = tables_of(lines)
    event = round_.division.event
    upcoming = next_games(event)
    if rounds_in_play(event, upcoming)[round_.division_id].number != round_.number:
        return tables
    played = [pk for pk, line in tables.items() if line.second is not None]
    later = {pk: upcoming[pk].pairing for pk in played if pk in upcoming and upcoming[pk].round > round_.number}
    games = pairing_lines(Seat.objects.filter(pairing__in=later.values())) if later else []
    by_id = {line.pairing_id: line for line in games}
    return tables | {pk: by_id[pairing] for pk, pairing in later.items()}


def tables_of(lines: Iterable[PairingLine]) -> dict[int, PairingLine]:
    """The line of each entry."""
    return {seat.entry_id: line for line in lines for seat in line.seats}


def by_name(tables: Mapping[int, PairingLine]) -> list[PlayerLine]:
    """The players by name, each with a table; ``tables``: the line of each entry."""
    lines = [
        _player_line(line, seat) for entry, line in tables.items() for seat in line.seats if seat.entry_id == entry
    ]
    return sorted(lines, key=lambda line: (*in_order(line.seat.name), line.seat.number))


def _player_line(line: PairingLine, seat: SeatLine) -> PlayerLine:
    others = tuple(other for other in line.seats if other is not seat)
    first = seat is line.first and line.second is not None
    return PlayerLine(seat, line, first, others[0] if others else None, others[1:])


def display_page(request: HttpRequest, division: Division) -> HttpResponse:
    """One screen of the wall display; the browser loads the next one automatically, with or without JavaScript."""
    event = division.event
    playing = rounds_in_play(event).get(division.pk)
    screens = _screens(division, playing)
    number = request.GET.get("screen", "")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    at %= len(screens)
    here = reverse("tournaments:display", args=[event.slug, division.slug])
    public = absolute(request, reverse("tournaments:event", args=[event.slug]))
    context = _context(division) | {
        "screen": screens[at],
        "at": at + 1,
        "screens": len(screens),
        "round": playing,
        "code": qr_code(public, label=_("Address of %(event)s") % {"event": event.name}),
        "public": public,
        "shown": clock_for(clocks_of(event), division),
        "next": f"{here}?screen={(at + 1) % len(screens)}",
    }
    response = render(request, "tournaments/public/display.html", context)
    # A header, not part of the page: someone who reads it on a phone is no screen on a wall, and can stop the reload.
    response["Refresh"] = f"{SECONDS};url={context['next']}"
    response["Cache-Control"] = "no-cache"
    return response


def clock_time(_request: HttpRequest, event: Event) -> HttpResponse:
    """What time it is, and what the event's clocks show: for scripts that count down in between."""
    clocks = {
        shown.clock.pk: {"seen": shown.seen, "left": shown.state.left, "ends": shown.ends_ms, "text": _words(shown)}
        for shown in clocks_of(event)
    }
    response = JsonResponse({"now": milliseconds(timezone.now()), "clocks": clocks})
    response["Cache-Control"] = "no-store"
    return response


def _words(reading: ClockReading) -> str:
    """The words beside the time left."""
    if reading.state.ends_at is None:
        return pgettext("clock", "paused")
    text = _("since %(end)s") if reading.state.over else _("until %(end)s")
    return text % {"end": time_format(timezone.localtime(reading.state.ends_at))}


def _screens(division: Division, playing: Round | None) -> list[Screen]:
    """At least one; pairings first."""
    games = _parts(pairings_of(playing), GAMES_ON_SCREEN) if playing else []
    places = _parts(public_standings(division), PLACES_ON_SCREEN) or [[]]
    return [
        *(Screen("pairings", part, len(games), rows) for part, rows in enumerate(games, start=1)),
        *(Screen("standings", part, len(places), rows) for part, rows in enumerate(places, start=1)),
    ]


def _parts(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _context(division: Division) -> dict[str, Any]:
    return {"event": division.event, "division": division, "crumbs": public_crumbs(division.event)}
