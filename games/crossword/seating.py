"""Which player of a record sits where at the table, and what follows: scores by seat, who began."""

from __future__ import annotations

from games.engine.crossword.compare import against_first as began
from games.engine.crossword.compare import against_result as ended
from games.engine.crossword.findings import Finding
from games.engine.crossword.report import Report
from games.engine.names import plain
from games.game import Seating, Stated


def turned(report: Report, seating: Seating) -> bool:
    """Whether the record's first player sits second: by the names if they tell, else by who made the first turn."""
    named = _turned_by_name(report, seating)
    if named is not None:
        return named
    return bool(report.turns) and report.turns[0].player == 1


def _turned_by_name(report: Report, seating: Seating) -> bool | None:
    """False: the record names the players in the order of the seats; True: the other way round; None: cannot be told."""
    if len(report.record.players) != 2:
        return None
    first, second = plain(seating.names[0]), plain(seating.names[-1])
    one, two = ({plain(player.name), plain(player.nick)} for player in report.record.players)
    straight, turned = first in one and second in two, first in two and second in one
    return turned if straight != turned else None


def scores_by_seat(report: Report, seating: Seating) -> tuple[int, int] | None:
    """The record's final scores as (first, second); None when it does not give two."""
    if len(report.final_scores) != 2:
        return None
    one, two = report.final_scores
    return (two, one) if turned(report, seating) else (one, two)


def points_by_seat(report: Report, seating: Seating) -> tuple[int, ...] | None:
    """Everybody's final points at a table of more than two: by the names if they tell, else in the record's order."""
    scores, players = report.final_scores, report.record.players
    if len(scores) != len(seating.names):
        return None
    known = {plain(name): seat for seat, name in enumerate(seating.names)}
    seats = [known.get(plain(player.name), known.get(plain(player.nick))) for player in players]
    if None in seats or len(set(seats)) < len(seats):
        return scores
    return tuple(score for _, score in sorted(zip(seats, scores, strict=True)))


def against_first(report: Report, seating: Seating) -> tuple[Finding, ...]:
    """Whether somebody else began than sits first; nothing where the record's names do not tell."""
    other_way = _turned_by_name(report, seating)
    if other_way is None:
        return ()
    seated = (seating.names[0], seating.names[-1])
    return began(report, int(other_way), seated[::-1] if other_way else seated)


def lost_on_time(report: Report, seating: Seating) -> str:
    """Who lost on time by the record: first, second or nobody ("")."""
    if report.lost_on_time is None:
        return ""
    return "second" if report.lost_on_time != int(turned(report, seating)) else "first"


def against_result(report: Report, stated: Stated, seating: Seating) -> tuple[Finding, ...]:
    """The end of the record against a result, seat by seat."""
    order = (1, 0) if turned(report, seating) else (0, 1)
    late = {"first": order[0], "second": order[1]}.get(stated.lost_on_time)
    return ended(report, stated.scores, order, late)
