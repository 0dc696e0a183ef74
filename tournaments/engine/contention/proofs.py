"""What no results can change: for each criterion the least and the most that a player can end with, and what follows.

A player stays behind another if, by the division's own order, he can at best be level in what decides first, in what
decides next, and so on, until something in which even his best is worse than the other's worst. That is one-sided and
exact, as long as everybody plays on and no game changes a spread by more than `most`. Sums of scores have no bound while
there are games left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.contention.case import Case, games_left
from tournaments.engine.model import Criterion

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Limits = tuple[float, float]  # least and most


@dataclass(frozen=True, slots=True)
class _Facts:
    """`points`: the least and most match points of each; `spread`: the most by which the spread of each can change."""

    case: Case
    left: tuple[int, ...]
    points: tuple[Limits, ...]
    spread: tuple[int, ...]

    def opponents(self, player: int) -> list[int]:
        """Whom he may still meet."""
        if not self.left[player]:
            return []
        return [other for other, games in enumerate(self.left) if games and other != player]

    def coming(self, player: int) -> Limits:
        """The least and most points of one whom he may still meet; nobody's are 0."""
        others = [self.points[other] for other in self.opponents(player)]
        return min((low for low, _ in others), default=0), max((high for _, high in others), default=0)


@dataclass(frozen=True, slots=True)
class _Layer:
    """What one criterion can come to. `most`: [one, other], the most of `one`; `least`: the least of `other`."""

    criterion: Criterion
    most: Floats
    least: Floats


@dataclass(frozen=True, slots=True)
class Proofs:
    """The limits of every criterion, the first that decides first, and what follows from them."""

    case: Case
    layers: tuple[_Layer, ...]

    def stays_behind(self) -> Bools:
        """[one, other]: `one` ends behind `other` in any case."""
        size = len(self.case.field)
        behind = np.zeros((size, size), dtype=bool)
        at_best_level = np.ones((size, size), dtype=bool)
        for layer in self.layers:
            behind |= at_best_level & (layer.most < layer.least)
            at_best_level &= layer.most <= layer.least
        return behind

    def enough_wins(self, player: int, others: Sequence[int], place: int) -> int | None:
        """The fewest wins in the games left that put the player at this place of these or a better one, whatever else
        happens; None = no number of wins does."""
        left = games_left(self.case)[player]
        for wins in range(left + 1):
            if int(self._behind_with(player, wins, left)[list(others)].sum()) > len(others) - place:
                return wins
        return None

    def _behind_with(self, player: int, wins: int, left: int) -> Bools:
        """Who ends behind the player if he wins so many games; who loses to him in all of them has less to come."""
        size = len(self.case.field)
        behind, at_best_level = np.zeros(size, dtype=bool), np.ones(size, dtype=bool)
        beaten = _opponents(self.case, player) if wins == left else np.zeros(size)
        for layer in self.layers:
            unit = _worth(layer.criterion, self.case)
            most = layer.most[:, player] - unit * beaten
            least = layer.least[:, player] + unit * wins
            behind |= at_best_level & (most < least)
            at_best_level &= most <= least
        return behind


def _worth(criterion: Criterion, case: Case) -> int:
    """By how much a win instead of a loss changes a criterion, where it does so by itself."""
    if criterion is Criterion.POINTS:
        return case.win - case.loss
    return 2 if criterion in {Criterion.WINS, Criterion.LOSSES} else 0


def _opponents(case: Case, player: int) -> Floats:
    """How many games each of the field still has against the player, as far as they are paired."""
    found = np.zeros(len(case.field))
    for pair in (pair for games in case.paired for pair in games if player in pair):
        found[pair[0] if pair[1] == player else pair[1]] += 1
    return found


def proofs_of(case: Case) -> Proofs:
    """What can be proved of the case."""
    facts = _facts(case)
    size = len(case.field)
    may_be_level = np.ones((size, size), dtype=bool)
    surely_level = np.ones((size, size), dtype=bool)
    layers = []
    for criterion in case.order:
        if criterion is Criterion.HEAD_TO_HEAD:
            most, least = _head_to_head(facts, may_be_level, surely_level)
        else:
            low, high = _limits(criterion, facts)
            most, least = np.broadcast_to(high[:, None], (size, size)), np.broadcast_to(low[None, :], (size, size))
            may_be_level &= (high[:, None] >= low[None, :]) & (low[:, None] <= high[None, :])
            surely_level &= (low[:, None] == high[None, :]) & (high[:, None] == low[None, :])
        layers.append(_Layer(criterion, most, least))
    return Proofs(case, tuple(layers))


def stays_behind(case: Case) -> Bools:
    """[one, other]: `one` ends behind `other` in any case."""
    return proofs_of(case).stays_behind()


def bounds(case: Case) -> tuple[tuple[int, int], ...]:
    """For each of the field the best and the worst place that are still possible, as far as that is proved."""
    behind = stays_behind(case)
    size = len(case.field)
    return tuple((1 + int(behind[index].sum()), size - int(behind[:, index].sum())) for index in range(size))


def _facts(case: Case) -> _Facts:
    left = games_left(case)
    points = tuple(
        (float(one.points + games * case.loss), float(one.points + games * case.win))
        for one, games in zip(case.field, left, strict=True)
    )
    return _Facts(case, left, points, _spreads(case))


def _spreads(case: Case) -> tuple[int, ...]:
    """By how much the capped spread of each can still change."""
    change = [0] * len(case.field)
    turns = len(case.paired) + case.rounds
    usual = [case.most if (cap := case.cap_of(turn)) is None else min(case.most, cap) for turn in range(turns)]
    for turn, games in enumerate(case.paired):
        for player in (player for pair in games for player in pair):
            change[player] += usual[turn]
    new = case.a_round * sum(usual[len(case.paired) :])
    return tuple(now + new * one.active for now, one in zip(change, case.field, strict=True))


def _head_to_head(facts: _Facts, may_be_level: Bools, surely_level: Bools) -> tuple[Floats, Floats]:
    """[one, other]: the most of `one`, the least of `other`, if the two are level.

    At most all count who may be level with both; at least their own games do, and those with who is level with `other`
    in any case.
    """
    size = len(facts.left)
    made = np.zeros((size, size))
    for player, one in enumerate(facts.case.field):
        for opponent, half in one.met:
            made[player, opponent] += half
    most = np.where(may_be_level, made, 0) @ may_be_level + 2 * np.array(facts.left)[:, None]
    sure = np.where(surely_level, made, 0)
    least = sure.sum(axis=1)[None, :] + (made - sure).T
    return most, least


def _limits(criterion: Criterion, facts: _Facts) -> tuple[Floats, Floats]:
    found = [_LIMITS[criterion](facts, player) for player in range(len(facts.left))]
    table = np.array(found, dtype=np.float64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _mean(total: float, count: float, worst: float, best: float, more: float) -> Limits:
    """The mean of `count` values with this total when 0 to `more` values between worst and best join it; no values are 0."""
    found = [0.0 if not count else total / count]
    if more:
        found += [(total + more * value) / (count + more) for value in (worst, best)]
        if not count:
            found += [worst, best]
    return min(found), max(found)


def _percent(facts: _Facts, player: int) -> Limits:
    one, case = facts.case.field[player], facts.case
    return _mean(one.points, (one.won + one.lost) / 2, case.loss, case.win, facts.left[player])


def _wins(facts: _Facts, player: int) -> Limits:
    won = facts.case.field[player].won
    return won, won + 2 * facts.left[player]


def _losses(facts: _Facts, player: int) -> Limits:
    lost = facts.case.field[player].lost
    return -lost - 2 * facts.left[player], -lost


def _spread(facts: _Facts, player: int) -> Limits:
    now, change = facts.case.field[player].spread, facts.spread[player]
    return now - change, now + change


def _full_spread(facts: _Facts, player: int) -> Limits:
    now, change = facts.case.field[player].full_spread, facts.left[player] * facts.case.most
    return now - change, now + change


def _scores(facts: _Facts, player: int) -> Limits:
    now = facts.case.field[player].scores
    return (-np.inf, np.inf) if facts.left[player] else (now, now)


def _met(facts: _Facts, player: int) -> list[tuple[Limits, int]]:
    """Points and own half wins of the games played."""
    return [(facts.points[opponent], half) for opponent, half in facts.case.field[player].met]


def _buchholz(facts: _Facts, player: int) -> Limits:
    low = sum(points[0] for points, _ in _met(facts, player))
    high = sum(points[1] for points, _ in _met(facts, player))
    coming = facts.coming(player)
    return low + facts.left[player] * min(0, coming[0]), high + facts.left[player] * max(0, coming[1])


def _median(facts: _Facts, player: int) -> Limits:
    """How many opponents there will be is not certain: a bye brings none."""
    low, high = facts.coming(player)
    met = [points for points, _ in _met(facts, player)]
    more = range(facts.left[player] + 1 if facts.opponents(player) else 1)
    lows = [_middle([points[0] for points in met] + [low] * count) for count in more]
    highs = [_middle([points[1] for points in met] + [high] * count) for count in more]
    return min(lows), max(highs)


def _middle(points: list[float]) -> float:
    return sum(sorted(points)[1:-1] if len(points) > 2 else points)


def _sonneborn_berger(facts: _Facts, player: int) -> Limits:
    low = sum(half * points[0] for points, half in _met(facts, player))
    high = sum(half * points[1] for points, half in _met(facts, player))
    return low, high + 2 * facts.left[player] * max(0, facts.coming(player)[1])


def _performance(facts: _Facts, player: int) -> Limits:
    field = facts.case.field
    rated = [(rating, half) for other, half in field[player].met if (rating := field[other].rating) is not None]
    coming = [rating for other in facts.opponents(player) if (rating := field[other].rating) is not None]
    total = sum(rating + 400 * (half - 1) for rating, half in rated)
    if not coming:
        return _mean(total, len(rated), 0, 0, 0)
    return _mean(total, len(rated), min(coming) - 400, max(coming) + 400, facts.left[player])


_LIMITS: dict[Criterion, Callable[[_Facts, int], Limits]] = {
    Criterion.POINTS: lambda facts, player: facts.points[player],
    Criterion.PERCENT: _percent,
    Criterion.WINS: _wins,
    Criterion.LOSSES: _losses,
    Criterion.SPREAD: _spread,
    Criterion.FULL_SPREAD: _full_spread,
    Criterion.SUM_OF_SCORES: _scores,
    Criterion.BUCHHOLZ: _buchholz,
    Criterion.MEDIAN: _median,
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
    Criterion.PERFORMANCE: _performance,
}
