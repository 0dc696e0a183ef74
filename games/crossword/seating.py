"""Which player of a record sits where at the table, and what follows: scores by seat, who began."""

from __future__ import annotations

from games.engine.crossword.compare import against_first as began
from games.engine.crossword.compare import against_result as ended
from games.engine.crossword.compare import tie_won_by_other
from games.engine.crossword.findings import Finding
from games.engine.crossword.record_check import RecordCheck
from games.engine.names import plain
from games.game import LEVEL, SEATS, Seating, Stated


def is_reversed(check: RecordCheck, seating: Seating) -> bool:
    """Whether the record's first player sits second: by name if possible, else by who made the first turn."""
    by_name = _reversed_by_name(check, seating)
    if by_name is not None:
        return by_name
    return bool(check.turns) and check.turns[0].player == 1


def _reversed_by_name(check: RecordCheck, seating: Seating) -> bool | None:
    """False: the record names the players in the order of the seats; True: in reverse; None: unclear."""
    if len(check.record.players) != 2:
        return None
    first, second = plain(seating.names[0]), plain(seating.names[-1])
    one, two = ({plain(player.name), plain(player.nick)} for player in check.record.players)
    straight, is_reversed = first in one and second in two, first in two and second in one
    return is_reversed if straight != is_reversed else None


def scores_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, int] | None:
    """The record's final scores as (first, second); None when it does not give two."""
    if len(check.final_scores) != 2:
        return None
    one, two = check.final_scores
    return (two, one) if is_reversed(check, seating) else (one, two)


def points_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, ...] | None:
    """Everybody's final points at a table of more than two: by the names if they tell, else in the record's order."""
    if len(check.final_scores) != len(seating.names):
        return None
    return tuple(check.final_scores[player] for player in players_by_seat(check, seating))


def players_by_seat(check: RecordCheck, seating: Seating) -> tuple[int, ...]:
    """The record's players in the order of the seats; beyond two by the names if they tell, else in the record's order."""
    count = len(seating.names)
    if count == 2:
        return (1, 0) if is_reversed(check, seating) else (0, 1)
    known = {plain(name): seat for seat, name in enumerate(seating.names)}
    seats = [known.get(plain(player.name), known.get(plain(player.nick))) for player in check.record.players]
    if None in seats or len(set(seats)) < len(seats) or len(seats) != count:
        return tuple(range(count))
    return tuple(sorted(range(count), key=lambda player: seats[player] or 0))


def against_first(check: RecordCheck, seating: Seating) -> tuple[Finding, ...]:
    """A finding if the player who began does not sit first; none where the names leave it unclear."""
    reversed_order = _reversed_by_name(check, seating)
    if reversed_order is None:
        return ()
    seated = (seating.names[0], seating.names[-1])
    return began(check, int(reversed_order), seated[::-1] if reversed_order else seated)


def lost_on_time(check: RecordCheck, seating: Seating) -> str:
    """Who lost on time by the record: first, second or nobody ("")."""
    if check.lost_on_time is None:
        return ""
    return "second" if check.lost_on_time != int(is_reversed(check, seating)) else "first"


def led_before(check: RecordCheck, seating: Seating) -> str:
    """Who wins equal best totals by the record: a seat, "level" when several led or nobody did; "" where it does not tell."""
    scores = check.final_scores
    if not check.complete or not scores or len(scores) != len(seating.names) or scores.count(max(scores)) < 2:
        return ""
    if len(check.winners) != 1:
        return LEVEL
    return SEATS[players_by_seat(check, seating).index(check.winners[0])]


def against_result(check: RecordCheck, stated: Stated, seating: Seating) -> tuple[Finding, ...]:
    """The end of the record against a result, seat by seat."""
    order = players_by_seat(check, seating)
    late = dict(zip(SEATS, order, strict=False)).get(stated.lost_on_time)
    found = ended(check, stated.scores, order, late)
    leader = led_before(check, seating)
    if found or not stated.led_before or leader in {"", stated.led_before}:
        return found
    return (tie_won_by_other(_name(stated.led_before, seating), _name(leader, seating)),)


def _name(seat: str, seating: Seating) -> str:
    return "–" if seat == LEVEL else seating.names[SEATS.index(seat)]
