"""The wall chart: everybody's results round by round."""

from dataclasses import dataclass, replace

from tournaments.engine import game_scores as tally
from tournaments.engine.standings import standings
from tournaments.models import Division, Entry, Result, ResultKind, Round
from tournaments.queries.results import facts_of_line, winning_seat
from tournaments.queries.rounds import PairingLine, pairing_lines, public_seats
from tournaments.queries.snapshot import in_seed_order, settings_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. ``outcome``: win, loss, tie, or "" while undecided or without play; ``opponent`` None for a bye.

    ``led_before``: a win of equal totals. ``place``: order of finish at a table of more than two, "2/4". ``pairing``: 0 for what
    is no game; ``recorded``: it can be replayed.
    """

    opponent: int | None
    first: bool
    outcome: str
    own_score: int | None
    opponent_score: int | None
    kind: str
    place: str = ""
    led_before: bool = False
    pairing: int = 0
    recorded: bool = False


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A player with one cell a round (None: not paired) and the totals."""

    number: int
    name: str
    withdrawn: bool
    cells: tuple[Cell | None, ...]
    wins: float
    losses: float
    spread: int


def wall_chart(division: Division, rounds: list[Round]) -> list[ChartRow]:
    """The division's chart by player number. Two queries, whatever the size."""
    entries = list(Entry.objects.filter(division=division).order_by("number"))
    lines = pairing_lines(public_seats(division))
    players = in_seed_order(entries)
    totals = {
        row.player.id: row
        for row in standings(players, [fact for line in lines for fact in facts_of_line(line)], settings_of(division))
    }
    cells = {
        (seat.entry_id, line.round): _linked(
            line, _table_cell(line, index) if line.others else _cell(line, first=not index)
        )
        for line in lines
        for index, seat in enumerate(line.seats)
    }
    return [
        ChartRow(
            entry.number,
            entry.name,
            entry.withdrawn_after is not None,
            tuple(cells.get((entry.pk, round_.number)) for round_ in rounds),
            totals[entry.pk].wins,
            totals[entry.pk].losses,
            totals[entry.pk].spread,
        )
        for entry in entries
    ]


def _linked(line: PairingLine, cell: Cell) -> Cell:
    """The cell with the way to its game."""
    if line.second is None:
        return cell
    recorded = bool(line.record_uuid) and line.state == Result.State.CONFIRMED
    return replace(cell, pairing=line.pairing_id, recorded=recorded)


def _table_cell(line: PairingLine, seat: int) -> Cell:
    """A seat of a table of more than two."""
    confirmed = line.state == Result.State.CONFIRMED
    cards, winner = tally.POINTS not in line.tally, winning_seat(line.led_before)
    finish = tally.places(tally.parse(line.tally), cards=cards, winner=winner) if confirmed else ()
    ahead = 0
    for tied in finish:
        if seat in tied:
            outcome = "loss" if ahead else "win"
            return Cell(None, False, outcome, None, None, line.result_kind, f"{ahead + 1}/{len(line.seats)}")
        ahead += len(tied)
    return Cell(None, False, "", None, None, line.result_kind if confirmed else "", "–")


def _cell(line: PairingLine, *, first: bool) -> Cell:
    other = line.second if first else line.first
    confirmed = line.state == Result.State.CONFIRMED
    scores = (line.first_score, line.second_score) if first else (line.second_score, line.first_score)
    return Cell(
        opponent=other.number if other else None,
        first=first and line.starter_known,
        outcome=_outcome(line, first=first) if confirmed else "",
        own_score=scores[0] if confirmed else None,
        opponent_score=scores[1] if confirmed else None,
        kind=line.result_kind if confirmed else "",
        led_before=confirmed and winning_seat(line.led_before) is not None,
    )


def _outcome(line: PairingLine, *, first: bool) -> str:
    if line.result_kind == ResultKind.PLAYED and line.first_score is not None and line.second_score is not None:
        ahead = line.first_score - line.second_score or {"first": 1, "second": -1}.get(line.led_before, 0)
        margin = ahead if first else -ahead
        return "win" if margin > 0 else "loss" if margin < 0 else "tie"
    if line.result_kind == ResultKind.BYE:
        return "win"
    if line.result_kind in {ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS}:
        return "win" if first == (line.result_kind == ResultKind.FORFEIT_WIN) else "loss"
    return "loss" if line.result_kind == ResultKind.DOUBLE_FORFEIT else ""
