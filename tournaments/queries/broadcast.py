"""The games that a broadcast shows: the one at a table, a player's, the newest result, the next match. All public."""

from dataclasses import dataclass, field
from typing import Final

from tournaments.models import Division, Entry, Event, HallScreens, Pairing, Result, Seat, TableClaim
from tournaments.queries.next_games import rounds_in_play
from tournaments.queries.public_standings import public_standings
from tournaments.queries.rounds import PairingLine, pairing_lines, pairings_of, public_seats
from tournaments.queries.standings import StandingsLine

#: What an address can follow besides a table.
NEWEST, NEXT = "newest", "next"
FOLLOWED: Final = (NEWEST, NEXT)
#: How the address of a player's game begins, before the player's number.
PLAYER: Final = "player-"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game on a screen, with its players' lines of the standings (by entry). ``line`` None: there is no such game now."""

    line: PairingLine | None = None
    places: dict[int, StandingsLine] = field(default_factory=dict)


def shown_at_table(division: Division, table: int) -> ShownGame:
    """The game at this table in the division's round in play. Five queries and those of the standings."""
    playing = rounds_in_play(division.event).get(division.pk)
    lines = pairings_of(playing) if playing is not None else []
    return _shown(division, next((line for line in lines if line.table_number == table), None))


def shown_followed(division: Division, followed: str) -> ShownGame:
    """The newest result of the division, or its next match. Two queries and those of the standings.

    The next match is the first table of the earliest round of which nothing has been reported yet.
    """
    games = Pairing.objects.filter(kind=Pairing.Kind.GAME, seats__in=public_seats(division).filter(position=1))
    if followed == NEWEST:
        confirmed = games.filter(result__state=Result.State.CONFIRMED)
        chosen = confirmed.order_by("-result__confirmed_at", "-pk").first()
    else:
        chosen = games.filter(result__isnull=True).order_by("round__number", "table_number").first()
    lines = pairing_lines(Seat.objects.filter(pairing=chosen)) if chosen is not None else []
    return _shown(division, lines[0] if lines else None)


def shown_of_player(division: Division, number: int) -> ShownGame | None:
    """The game that this player is to play now, or else their latest; None for a number that nobody has. Three queries and those of the
    standings.
    """
    if not Entry.objects.filter(division=division, number=number).exists():
        return None
    own = Pairing.objects.filter(kind=Pairing.Kind.GAME, seats__in=public_seats(division).filter(entry__number=number))
    ahead = own.exclude(result__state=Result.State.CONFIRMED).order_by("round__number")
    chosen = ahead.first() or own.order_by("-round__number").first()
    lines = pairing_lines(Seat.objects.filter(pairing=chosen)) if chosen is not None else []
    return _shown(division, lines[0] if lines else None)


def _shown(division: Division, line: PairingLine | None) -> ShownGame:
    if line is None:
        return ShownGame()
    at_table = {seat.entry_id for seat in line.seats}
    standings = public_standings(division)
    return ShownGame(line, {one.entry_id: one for one in standings if one.entry_id in at_table})


def tables_of_round(division: Division) -> list[PairingLine]:
    """The games of the division's round in play, by table. Four queries."""
    playing = rounds_in_play(division.event).get(division.pk)
    lines = pairings_of(playing) if playing is not None else []
    return [line for line in lines if line.table_number is not None]


def screens_of(event: Event) -> HallScreens:
    """What the screens of the hall show; as at first where nobody has chosen anything. One query."""
    return HallScreens.objects.filter(event=event).first() or HallScreens(event=event)


def claims_of(event: Event) -> list[TableClaim]:
    """Who annotates tables of the event, with and without a table now, by their numbers. One query."""
    return list(TableClaim.objects.filter(event=event).select_related("user", "division").order_by("stream"))


def shown_to_stream(event: Event, stream: int) -> ShownGame | None:
    """The game at the table of this annotator now; None for a number that nobody has. One query more than of a table."""
    claim = TableClaim.objects.filter(event=event, stream=stream).select_related("division").first()
    if claim is None:
        return None
    if claim.division is None or claim.table_number is None:
        return ShownGame()
    claim.division.event = event
    return shown_at_table(claim.division, claim.table_number)
