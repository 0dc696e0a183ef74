"""Contenders and leaders, after the manner of Chew pairings: who can still win a prize plays who can still catch them.

From the top prize down, the contenders for the highest prize still open form a flight: everybody down to the lowest
who can reach it, an even number, in the top flight no more than the rounds left can sort out. Its four leaders play
first against last, its others and everybody below the prizes as in a Swiss. While the top flight is the whole field,
that is a Swiss. Who can reach what is judged player against player, without simulating the rest as tsh does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import gibson, terms
from tournaments.engine.pairing.catching import Totals, by_rounds_left, can_catch, spread_left, totals_of
from tournaments.engine.pairing.core import Setup, WeighedSystem, setup_of
from tournaments.engine.pairing.matching import Term
from tournaments.engine.pairing.options import GibsonOptions, Shape, pairing_system
from tournaments.engine.pairing.pool import Groups, Pool, make_groups, make_pool
from tournaments.engine.words import gettext_noop as _

#: The largest top flight with one, two, three, four or more rounds left.
FLIGHT_CAP = (2, 4, 8, 12)
LEADERS = 4
_STEP = 4  # between flights, in half wins; between leaders and other contenders it is 1


@dataclass(frozen=True, slots=True)
class Flight:
    """Places `start` to `end` (not included). `open`: a prize is still at stake."""

    start: int
    end: int
    open: bool


def flights(best: Sequence[int], prizes: int, left: int) -> tuple[Flight, ...]:
    """Cut the field by the best finishes (ranks from 1) of its places."""
    count, start = len(best), 0
    cut: list[Flight] = []
    while start < min(prizes, count):
        lowest = max((place for place in range(start, count) if best[place] <= start + 1), default=start)
        size = lowest + 1 - start
        size += size % 2
        if start == 0:
            size = min(size, by_rounds_left(FLIGHT_CAP, left))
        end = min(count, start + size)
        cut.append(Flight(start, end, open=True))
        start = end
    if start < count:
        cut.append(Flight(start, count, open=False))
    return tuple(cut)


@pairing_system("chew", _("Chew – contenders for the prizes play those who can still catch them"), place=4)
class Chew(GibsonOptions, WeighedSystem):
    """Flights of contenders for the highest open prize, their leaders first against last."""

    for_prizes: ClassVar = True

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """State a round. Raises SnapshotError, and RulesError when the number of rounds is not known."""
        pool = make_pool(snapshot, self)
        left = self.rounds_left(snapshot.round)
        spread = spread_left(self.gibson_spreads, left)
        field = totals_of(pool)
        best = gibson.best_finishes(field, left, spread)
        cut = flights(best, self.prize_count(len(field)), self.matches_left(snapshot.round))
        sure = gibson.gibsons_of(pool, self, snapshot.round)
        shape = Shape(win_groups=True, avoid_repeats=True)
        groups = _groups(pool, make_groups(pool, shape), cut)
        order = [
            gibson.sure_place(pool, sure),
            terms.byes(pool),
            *gibson.victim_terms(pool, sure),
            *terms.apart_terms(snapshot, self, pool),
            terms.consecutive(pool),
            terms.bye_place(pool),
            _cannot_catch(field, cut, left, spread),
            terms.groups(groups),
            terms.floats(groups),
            *([terms.starts(pool)] if self.balance_starts else []),
            terms.distance(groups),
        ]
        return setup_of(snapshot, self, pool, groups, shape, order, near=False, notes=gibson.notes(pool, sure))


def _cannot_catch(field: Sequence[Totals], cut: Sequence[Flight], left: int, spread: int) -> Term:
    """1 where a contender's lower-placed opponent cannot catch up any more."""
    last_open = max((flight.end for flight in cut if flight.open), default=0)

    def value(i: int, j: int) -> int:
        if i >= last_open or j >= len(field):
            return 0
        return 0 if can_catch(field[i], field[j], left, spread - 1) else 1

    return Term("no_catch", value, 1 if last_open else 0)


def _groups(pool: Pool, swiss: Groups, cut: Sequence[Flight]) -> Groups:
    """Flights as groups above the win groups of those below the prizes; leaders play first against last."""
    if len(cut) == 1 and cut[0].end > LEADERS:
        return swiss
    count = len(pool.rows)
    start, size, points, gap = ([0] * count for _ in range(4))
    above = (swiss.points[0] if count else 0) + _STEP * len(cut)
    for flight in cut:
        parts = _parts(flight, swiss)
        for number, (first, end) in enumerate(parts):
            for place in range(first, end):
                start[place], size[place] = first, end - first
                fold = flight.open and number == 0
                gap[place] = 2 * (first + end - 1 - 2 * place) if fold else end - first
                points[place] = above - number if flight.open else swiss.points[place]
        above -= _STEP
    return Groups(tuple(start), tuple(size), tuple(points), tuple(gap), tuple(members - 1 for members in size))


def _parts(flight: Flight, swiss: Groups) -> list[tuple[int, int]]:
    """The groups of a flight: leaders and other contenders, or the win groups below the prizes."""
    if flight.open:
        split = min(flight.start + LEADERS, flight.end)
        return [part for part in ((flight.start, split), (split, flight.end)) if part[0] < part[1]]
    firsts = [
        place
        for place in range(flight.start, flight.end)
        if place == flight.start or swiss.points[place] != swiss.points[place - 1]
    ]
    return list(zip(firsts, [*firsts[1:], flight.end], strict=True))
