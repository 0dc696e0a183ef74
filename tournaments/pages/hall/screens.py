"""Pages for the hall: where a player finds the own table, and a screen on the wall that turns its pages by itself."""

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

from clubs.access import reached
from clubs.names import in_order, name_key
from tournaments.access import DivisionPath, EventPath, RoundPath
from tournaments.models import Division, Round, Seat
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
class Found:
    """A player's line in the list of names. ``opponent`` None: no game; ``first``: the player plays first.

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


def find_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Everybody's table by name: that of the round, or of their next game if it is in another one; ``?q=`` part of a name."""
    shown = reached(request, RoundPath(event, division, number))
    found = shown.division
    if shown.state == Round.State.DRAFT:
        raise Http404
    wanted = request.GET.get("q", "").strip()[:80]
    everybody = by_name(_next_tables(shown, pairings_of(shown)))
    names = [item for item in everybody if name_key(wanted) in name_key(item.seat.name)]
    context = _context(found) | {"round": shown, "names": names, "wanted": wanted}
    context["shown"] = clock_of_round(shown)
    return render(request, "tournaments/public/find.html", context)


def _next_tables(round_: Round, lines: list[PairingLine]) -> dict[int, PairingLine]:
    """Each player's table in the round; who has played the round in play and is on to a later one finds the table of that one."""
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


def by_name(tables: Mapping[int, PairingLine]) -> list[Found]:
    """The players by name, each with a table; ``tables``: the line of each entry."""
    found = [_found(line, seat) for entry, line in tables.items() for seat in line.seats if seat.entry_id == entry]
    return sorted(found, key=lambda item: (*in_order(item.seat.name), item.seat.number))


def _found(line: PairingLine, seat: SeatLine) -> Found:
    others = tuple(other for other in line.seats if other is not seat)
    first = seat is line.first and line.second is not None
    return Found(seat, line, first, others[0] if others else None, others[1:])


def display_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """One screen of the wall display; the browser goes on to the next by itself, with or without JavaScript."""
    found = reached(request, DivisionPath(event, division))
    playing = rounds_in_play(found.event).get(found.pk)
    screens = _screens(found, playing)
    asked = request.GET.get("screen", "")
    at = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0
    at %= len(screens)
    where = reverse("tournaments:display", args=[found.event.slug, found.slug])
    public = absolute(request, reverse("tournaments:event", args=[found.event.slug]))
    context = _context(found) | {
        "screen": screens[at],
        "at": at + 1,
        "screens": len(screens),
        "round": playing,
        "code": qr_code(public, label=_("Address of %(event)s") % {"event": found.event.name}),
        "public": public,
        "shown": clock_for(clocks_of(found.event), found),
        "next": f"{where}?screen={(at + 1) % len(screens)}",
    }
    response = render(request, "tournaments/public/display.html", context)
    # A header and no element of the page: a person who stops at it is not a screen on a wall, and can stop the browser.
    response["Refresh"] = f"{SECONDS};url={context['next']}"
    response["Cache-Control"] = "no-cache"
    return response


def clock_time(request: HttpRequest, event: str) -> HttpResponse:
    """What time it is, and what the event's clocks show: for scripts that count down in between."""
    found = reached(request, EventPath(event))
    known = {
        shown.clock.pk: {"seen": shown.seen, "left": shown.state.left, "ends": shown.ends_ms, "text": _words(shown)}
        for shown in clocks_of(found)
    }
    response = JsonResponse({"now": milliseconds(timezone.now()), "clocks": known})
    response["Cache-Control"] = "no-store"
    return response


def _words(shown: ClockReading) -> str:
    """What stands beside the time that is left."""
    if shown.state.ends_at is None:
        return pgettext("clock", "paused")
    text = _("since %(end)s") if shown.state.over else _("until %(end)s")
    return text % {"end": time_format(timezone.localtime(shown.state.ends_at))}


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
    event = division.event
    crumbs = [
        (event.club.name, reverse("clubs:club", args=[event.club.slug])),
        (event.name, reverse("tournaments:event", args=[event.slug])),
    ]
    return {"event": event, "division": division, "crumbs": crumbs}
