"""Which player of a record sits where at the table, and what follows: scores by seat, who began."""

from games.engine.crossword.compare import against_first as began
from games.engine.crossword.compare import against_result as ended
from games.engine.crossword.findings import Finding
from games.engine.crossword.report import Report
from tournaments.inputs import ResultInput
from tournaments.models import Pairing


def names(pairing: Pairing) -> tuple[str, str]:
    """The names of the first and the last at the table."""
    by_seat = [seat.entry.name for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    return by_seat[0], by_seat[-1]


def turned(report: Report, pairing: Pairing) -> bool:
    """Whether the record's first player sits second: by the names if they tell, else by who made the first turn."""
    named = _turned_by_name(report, pairing)
    if named is not None:
        return named
    return bool(report.turns) and report.turns[0].player == 1


def _turned_by_name(report: Report, pairing: Pairing) -> bool | None:
    """False: the record names the players in the order of the seats; True: the other way round; None: cannot be told."""
    if len(report.record.players) != 2:
        return None
    first, second = (_plain(name) for name in names(pairing))
    one, two = ({_plain(player.name), _plain(player.nick)} for player in report.record.players)
    straight, turned = first in one and second in two, first in two and second in one
    return turned if straight != turned else None


def _plain(name: str) -> str:
    """A name without case, order of its parts, commas and underscores."""
    return " ".join(sorted(name.replace(",", " ").replace("_", " ").casefold().split()))


def scores_by_seat(report: Report, pairing: Pairing) -> tuple[int, int] | None:
    """The record's final scores as (first, second); None when it does not give two."""
    if len(report.final_scores) != 2:
        return None
    one, two = report.final_scores
    return (two, one) if turned(report, pairing) else (one, two)


def _scores(result: ResultInput) -> tuple[int, int] | None:
    if result.kind != "played" or result.first_score is None or result.second_score is None:
        return None
    return result.first_score, result.second_score


def against_first(report: Report, pairing: Pairing) -> tuple[Finding, ...]:
    """Whether somebody else began than sits first; nothing where the record's names do not tell."""
    other_way = _turned_by_name(report, pairing)
    if other_way is None:
        return ()
    seated = names(pairing)
    return began(report, int(other_way), seated[::-1] if other_way else seated)


def lost_on_time(report: Report, pairing: Pairing) -> str:
    """Who lost on time by the record: first, second or nobody ("")."""
    if report.lost_on_time is None:
        return ""
    return "second" if report.lost_on_time != int(turned(report, pairing)) else "first"


def against_result(report: Report, result: ResultInput, pairing: Pairing) -> tuple[Finding, ...]:
    """The end of the record against a result, seat by seat."""
    order = (1, 0) if turned(report, pairing) else (0, 1)
    late = {"first": order[0], "second": order[1]}.get(result.lost_on_time)
    return ended(report, _scores(result), order, late)
