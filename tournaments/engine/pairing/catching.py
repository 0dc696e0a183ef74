"""Who can still catch whom in the rounds that are left, and who plays whom for the prizes of a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.engine.pairing.pool import Pool

T = TypeVar("T", int, float)


@dataclass(frozen=True, slots=True)
class Totals:
    """Half wins and spread of one rank."""

    half_wins: int
    spread: int


def totals_of(pool: Pool) -> tuple[Totals, ...]:
    """The totals of the pool's players, by place."""
    return tuple(Totals(round(2 * row.wins), row.spread) for row in pool.rows)


def by_rounds_left(values: Sequence[T], left: int) -> T:
    """The value for this many rounds left: the first is for the last round, the last one for all earlier rounds."""
    return values[min(left, len(values)) - 1]


def spread_left(spreads: Sequence[int], rounds: int) -> int:
    """The most by which a gap in spread can change: both players' games, the last round's number first."""
    return 2 * sum(by_rounds_left(spreads, left) for left in range(1, rounds + 1))


def can_catch(ahead: Totals, behind: Totals, rounds: int, spread: int) -> bool:
    """Whether the one behind can draw level with the one ahead in this many rounds.

    `spread`: the most by which their gap can change in all of them together (both players' games).
    """
    gap = ahead.half_wins - behind.half_wins
    return gap < 2 * rounds or (gap == 2 * rounds and ahead.spread - behind.spread <= spread)


def class_finals(
    field: Sequence[Totals], members: Sequence[int], available: int, spread: int, rounds: int = 1
) -> Iterator[tuple[int, int]]:
    """Pairs of a class for its prizes: `members` (places, best first) who win nothing else, `available` prizes for them.

    Two neighbours are paired unless the lower cannot catch the upper, who then has the prize. Once the prizes are used
    up, the next two still play as long as they can catch the last winner.
    """
    last_winner: int | None = None
    k = 0
    while k + 1 < len(members):
        one, two = members[k], members[k + 1]
        if available <= 0 and (last_winner is None or not can_catch(field[last_winner], field[one], rounds, spread)):
            return
        if not can_catch(field[one], field[two], rounds, spread):
            available -= 1
            k += 1
            continue
        yield one, two
        if available in {1, 2}:
            last_winner = one if available == 1 else two
        available -= 2
        k += 2
