"""Pages for the hall: where players find their tables, and a screen on the wall that shows its pages in turn."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar
from zlib import crc32

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.names import in_order, name_key
from core.typed import searched
from tournaments.models import Division, Event, HallScreens, Round, Seat
from tournaments.pages.public.event import public_crumbs
from tournaments.queries.broadcast import screens_of
from tournaments.queries.clock import ClockReading, clock_for, clock_of_round, clocks_of, milliseconds
from tournaments.queries.next_games import next_games, rounds_in_play
from tournaments.queries.public_standings import public_standings_of
from tournaments.queries.queue import queue_view
from tournaments.queries.rounds import PairingLine, SeatLine, pairing_lines, pairings_of
from tournaments.queries.schedule import schedule_of
from tournaments.queries.table_times import table_times_of
from tournaments.web.event_tabs import event_tabs
from tournaments.web.qr import qr_code, short_or_long

#: Lines that can be read from the back of a hall.
GAMES_IN_COLUMN = 12
COLUMNS = 3
PLACES_ON_SCREEN = 16
NAMES_ON_SCREEN = 36
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
    """One page of the display: games or names of the round in play, places of the standings, all clocks, a text.

    ``division`` None: of the whole event. ``waiting``: who is in the queue, of a division with rolling pairing.
    """

    kind: str
    part: int = 1
    parts: int = 1
    rows: Sequence[Any] = ()
    division: Division | None = None
    round: Round | None = None
    waiting: Sequence[str] = ()
    #: Of the division's games in play, and how many have a result.
    games: int = 0
    done: int = 0

    @property
    def columns(self) -> list[Sequence[Any]]:
        """The rows side by side: as few columns as hold them, equally long."""
        count = -(-len(self.rows) // GAMES_IN_COLUMN)
        return _parts(self.rows, -(-len(self.rows) // count)) if count else [()]


def find_page(request: HttpRequest, round_: Round) -> HttpResponse:
    """All players' tables by name: in the round, or in their next game if that is in another one; ``?q=`` part of a name."""
    if round_.state == Round.State.DRAFT:
        raise Http404
    query = searched(request.GET.get("q", ""))
    lines = by_name(_next_tables(round_, pairings_of(round_)))
    context = _context(round_.division) | {
        "round": round_,
        "names": [line for line in lines if name_key(query) in name_key(line.seat.name)],
        "query": query,
        "shown": clock_of_round(round_),
        "tabs": event_tabs(round_.division.event, "find_table", round_.division),
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
    """One screen of the wall display of a division; the browser loads the next one automatically, with or without JavaScript."""
    here = reverse("tournaments:display", args=[division.event.slug, division.slug])
    return _display(request, division.event, screens_of(division.event), [division], here)


def event_display_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The same for the divisions that the director has chosen, all of them at first."""
    remote = screens_of(event)
    divisions = list(Division.objects.filter(event=event).order_by("position", "pk"))
    for division in divisions:
        division.event = event
    shown = [division for division in divisions if remote.division_id in {None, division.pk}]
    return _display(request, event, remote, shown, reverse("tournaments:event_display", args=[event.slug]))


def _display(
    request: HttpRequest, event: Event, remote: HallScreens, divisions: Sequence[Division], here: str
) -> HttpResponse:
    """A screen as the director's choice (``remote``) has it. An open one asks every few seconds, and starts anew after another choice."""
    stamp = str(crc32(f"{remote.shows} {remote.division_id} {remote.seconds} {remote.text}".encode()))
    if "live" in request.GET and request.GET.get("as") != stamp:
        return HttpResponse(headers={"HX-Refresh": "true", "Cache-Control": "no-store"})
    if request.GET.get("live") == str(event.version):
        return HttpResponse(status=204)
    clocks = clocks_of(event)
    screens = _screens(remote, divisions, rounds_in_play(event), clocks)
    number = request.GET.get("screen", "")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    at %= len(screens)
    screen = screens[at]
    public = short_or_long(request, event)
    clock = clock_for(clocks, screen.division) if screen.division is not None else None
    context = {
        "event": event,
        "division": screen.division,
        "crumbs": public_crumbs(event),
        "screen": screen,
        "at": at + 1,
        "screens": len(screens),
        "round": screen.round,
        "following": (following := _following(event, screen)),
        "following_at": _expected_at(event, following, clock) if following else None,
        "text": remote.text,
        "code": qr_code(public, label=_("Address of %(event)s") % {"event": event.name}),
        "public": public.partition("://")[2],
        "shown": clock,
        "table_times": table_times_of(event, clocks) if event.state == Event.State.RUNNING else [],
        "next": f"{here}?screen={(at + 1) % len(screens)}",
        "live_url": f"{here}?{urlencode({'screen': str(at), 'live': str(event.version), 'as': stamp})}",
    }
    response = render(request, "tournaments/public/display.html", context)
    # A header, not part of the page: someone who reads it on a phone is no screen on a wall, and can stop the reload.
    response["Refresh"] = f"{remote.seconds};url={context['next']}"
    response["Cache-Control"] = "no-cache"
    return response


def _following(event: Event, screen: Screen) -> int | None:
    """The number of the division's round after the one on the screen; None after the last, and where rounds are not played together."""
    division = screen.division
    if division is None or screen.round is None or event.state != Event.State.RUNNING or division.settings.rolling:
        return None
    number = screen.round.number + 1
    return number if number <= division.settings.rounds_planned else None


def _expected_at(event: Event, number: int, clock: ClockReading | None) -> datetime | None:
    """When a round is to be expected by the event's schedule, not before the clock of the round in play ends; None if the schedule does
    not name it.
    """
    lines = schedule_of(event, timezone.now())
    planned = next((line.starts_at for line in lines if line.item.round_number == number), None)
    ends_at = clock.state.ends_at if clock is not None else None
    return planned if planned is None or ends_at is None else max(planned, ends_at)


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


def _screens(
    remote: HallScreens, divisions: Sequence[Division], playing: Mapping[int, Round], clocks: Sequence[ClockReading]
) -> list[Screen]:
    """At least one; of each division the pairings first. One query and those of the standings, whatever is shown."""
    shows = HallScreens.Shows(remote.shows)
    if shows is HallScreens.Shows.TEXT:
        return [Screen("text")]
    if shows is HallScreens.Shows.CLOCK:
        return [Screen("clock", rows=clocks)]
    screens: list[Screen] = []
    turn = shows is HallScreens.Shows.TURN
    shows_standings_only = shows is HallScreens.Shows.STANDINGS
    games = {} if shows_standings_only else _games_of(divisions, playing)
    standings = turn or shows_standings_only
    places = public_standings_of(divisions[0].event, divisions) if standings and divisions else {}
    for division in divisions:
        round_, lines = playing.get(division.pk), games.get(division.pk, [])
        if division.settings.rolling and not shows_standings_only and division.event.state != Event.State.FINISHED:
            screens += _queue_screens(division)
            lines = []
        if turn or shows is HallScreens.Shows.PAIRINGS:
            parts = _pages("pairings", _parts(lines, COLUMNS * GAMES_IN_COLUMN), division, round_)
            played = [line.state == "confirmed" for line in lines if line.second is not None]
            screens += [replace(part, games=len(played), done=sum(played)) for part in parts]
        if shows is HallScreens.Shows.NAMES:
            screens += _pages("names", _parts(by_name(tables_of(lines)), NAMES_ON_SCREEN), division, round_)
        if standings:
            screens += _pages("standings", _parts(places[division.pk], PLACES_ON_SCREEN) or [[]], division, round_)
    return screens or [Screen("nothing")]


def _pages(kind: str, parts: Sequence[Sequence[Any]], division: Division, round_: Round | None) -> list[Screen]:
    return [Screen(kind, part, len(parts), rows, division, round_) for part, rows in enumerate(parts, start=1)]


def _queue_screens(division: Division) -> list[Screen]:
    """The games in play and who waits, of a division with rolling pairing: its players are in different rounds. Four queries."""
    view = queue_view(division)
    waiting = [line.name for line in view.waiting]
    parts = _parts(view.playing, GAMES_IN_COLUMN) or [[]]
    return [
        Screen("queue", part, len(parts), rows, division, waiting=waiting) for part, rows in enumerate(parts, start=1)
    ]


def _games_of(divisions: Sequence[Division], playing: Mapping[int, Round]) -> dict[int, list[PairingLine]]:
    """The games of each division's round in play, by the division's id. One query for one division, otherwise two."""
    rounds = [playing[division.pk] for division in divisions if division.pk in playing]
    if len(rounds) < 2:
        return {round_.division_id: pairings_of(round_) for round_ in rounds}
    seats = Seat.objects.filter(round__in=rounds)
    of_pairing = dict(seats.values_list("pairing", "round__division"))
    games: dict[int, list[PairingLine]] = defaultdict(list)
    for line in pairing_lines(seats):
        games[of_pairing[line.pairing_id]].append(line)
    return games


def _parts(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _context(division: Division) -> dict[str, Any]:
    return {"event": division.event, "division": division, "crumbs": public_crumbs(division.event)}
