"""Standings of many events at once in any order of criteria: what `tiebreaks` does for one, on arrays (event, player).

All values are whole numbers or quotients of small ones, so that two of them are equal as floating point numbers exactly
if they are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.contention.case import Contender
from tournaments.engine.model import USUAL_ORDER, Criterion

Ints = NDArray[np.int64]
Numbers = NDArray[np.int64] | NDArray[np.float64]

#: A spread larger than any event's, to pack points and spread into one number.
_WIDE = 1 << 20
#: Criteria that depend on who met whom.
OF_OPPONENTS = frozenset(
    {
        Criterion.BUCHHOLZ,
        Criterion.MEDIAN,
        Criterion.SONNEBORN_BERGER,
        Criterion.HEAD_TO_HEAD,
        Criterion.PERFORMANCE,
    }
)


@dataclass(slots=True)
class Records:
    """What each player of each event has (see `Contender`). `meetings`: (opponent or -1, half wins against him) by game."""

    players: tuple[Contender, ...]
    points: Ints
    spread: Ints
    full_spread: Ints
    won: Ints
    lost: Ints
    scores: Ints
    meetings: list[tuple[NDArray[np.int16], NDArray[np.int16]]] = field(default_factory=list)

    @classmethod
    def at_start(cls, players: Sequence[Contender], events: int) -> Records:
        """Every event as it stands today."""

        def column(values: Iterator[int]) -> Ints:
            return np.tile(np.fromiter(values, dtype=np.int64, count=len(players)), (events, 1))

        found = cls(
            players=tuple(players),
            points=column(one.points for one in players),
            spread=column(one.spread for one in players),
            full_spread=column(one.full_spread for one in players),
            won=column(one.won for one in players),
            lost=column(one.lost for one in players),
            scores=column(one.scores for one in players),
        )
        for number in range(max((len(one.met) for one in players), default=0)):
            met = [one.met[number] if number < len(one.met) else (-1, 0) for one in players]
            opponent, half = np.array(met, dtype=np.int16).T
            shape = (events, len(players))
            found.meetings.append((np.broadcast_to(opponent, shape), np.broadcast_to(half, shape)))
        return found

    def remember(self, first: Ints, second: Ints, half: Ints) -> None:
        """Games of one turn: half wins of the first against the second (event, game)."""
        opponents = np.full(self.points.shape, -1, dtype=np.int16)
        halves = np.zeros(self.points.shape, dtype=np.int16)
        rows = np.arange(len(first))[:, None]
        opponents[rows, first], opponents[rows, second] = second, first
        halves[rows, first], halves[rows, second] = half, 2 - half
        self.meetings.append((opponents, halves))

    def against(self, values: Ints) -> Iterator[tuple[NDArray[np.bool_], Ints, Ints]]:
        """For every game: whether there was one, the opponent's value, the own half wins."""
        for opponent, half in self.meetings:
            met = opponent >= 0
            index = np.where(met, opponent, 0).astype(np.intp)
            yield met, np.take_along_axis(values, index, axis=1), half.astype(np.int64)


def by_place(records: Records, order: Sequence[Criterion]) -> Ints:
    """Players by place; full ties in the order of the field."""
    if tuple(order) == USUAL_ORDER:
        packed: Ints = np.argsort(-(records.points * _WIDE + records.spread), axis=1, kind="stable")
        return packed
    found: Ints = np.argsort(ranks(records, order), axis=1, kind="stable")
    return found


def ranks(records: Records, order: Sequence[Criterion]) -> Ints:
    """Each player's rank from 0, without gaps; equals share it."""
    group = np.zeros_like(records.points)
    for criterion in order:
        value = _VALUES[criterion](records, group)
        ordered = np.lexsort((-value, group), axis=1)
        sorted_value, sorted_group = (np.take_along_axis(item, ordered, axis=1) for item in (value, group))
        new = (np.diff(sorted_value, axis=1) != 0) | (np.diff(sorted_group, axis=1) != 0)
        place = np.concatenate((np.zeros((len(group), 1), dtype=np.int64), np.cumsum(new, axis=1)), axis=1)
        group = np.zeros_like(group)
        np.put_along_axis(group, ordered, place, axis=1)
    return group


def _quotient(above: Numbers, below: Numbers) -> NDArray[np.float64]:
    """0 where nothing counts."""
    result = np.zeros(above.shape, dtype=np.float64)
    np.divide(above, below, out=result, where=below > 0)
    return result


def _percent(records: Records, _group: Ints) -> Numbers:
    return _quotient(2 * records.points, records.won + records.lost)


def _buchholz(records: Records, _group: Ints) -> Numbers:
    total = np.zeros_like(records.points)
    for met, points, _half in records.against(records.points):
        total += np.where(met, points, 0)
    return total


def _median(records: Records, group: Ints) -> Numbers:
    count, best = np.zeros_like(records.points), np.full_like(records.points, -1)
    worst = np.full_like(records.points, np.iinfo(np.int64).max)
    for met, points, _half in records.against(records.points):
        count += met
        best = np.where(met, np.maximum(best, points), best)
        worst = np.where(met, np.minimum(worst, points), worst)
    return _buchholz(records, group) - np.where(count > 2, best + worst, 0)


def _sonneborn_berger(records: Records, _group: Ints) -> Numbers:
    total = np.zeros_like(records.points)
    for met, points, half in records.against(records.points):
        total += np.where(met, half * points, 0)
    return total


def _head_to_head(records: Records, group: Ints) -> Numbers:
    total = np.zeros_like(records.points)
    for met, other, half in records.against(group):
        total += np.where(met & (other == group), half, 0)
    return total


def _performance(records: Records, _group: Ints) -> Numbers:
    ratings = np.array([-1 if one.rating is None else one.rating for one in records.players], dtype=np.int64)
    total, count = np.zeros_like(records.points), np.zeros_like(records.points)
    for met, rating, half in records.against(np.broadcast_to(ratings, records.points.shape)):
        rated = met & (rating >= 0)
        total += np.where(rated, rating + 400 * (half - 1), 0)
        count += rated
    return _quotient(total, count)


_VALUES: dict[Criterion, Callable[[Records, Ints], Numbers]] = {
    Criterion.POINTS: lambda records, _group: records.points,
    Criterion.PERCENT: _percent,
    Criterion.WINS: lambda records, _group: records.won,
    Criterion.LOSSES: lambda records, _group: -records.lost,
    Criterion.SPREAD: lambda records, _group: records.spread,
    Criterion.FULL_SPREAD: lambda records, _group: records.full_spread,
    Criterion.SUM_OF_SCORES: lambda records, _group: records.scores,
    Criterion.BUCHHOLZ: _buchholz,
    Criterion.MEDIAN: _median,
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
    Criterion.HEAD_TO_HEAD: _head_to_head,
    Criterion.PERFORMANCE: _performance,
}
