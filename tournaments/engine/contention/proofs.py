"""What no results can change: for each tie-break the least and the most that a player can end with, and what follows.

A player stays behind another if, by the division's own order of tie-breaks, the player can at best be level in the
first, in the second, and so on, until one in which even the player's best is worse than the other's worst. That is
one-sided and exact, as long as everybody plays on and no game changes a spread by more than `most`. Total scores have
no bound while games are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.engine.contention.case import Case, games_left
from tournaments.engine.standings import TIEBREAKS
from tournaments.engine.standings.tiebreak import Bools, Floats, Level, Rest


@dataclass(frozen=True, slots=True)
class _Layer:
    """What one tie-break can come to: `most` [one, other] of `one`, `least` of `other`. `worth`: how much a win changes it."""

    worth: int
    most: Floats
    least: Floats


@dataclass(frozen=True, slots=True)
class Proofs:
    """The limits of every tie-break, the most important first, and what follows from them."""

    case: Case
    layers: tuple[_Layer, ...]

    def stays_behind(self) -> Bools:
        """[one, other]: `one` ends behind `other` whatever happens."""
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
        """Who ends behind the player after this many wins; opponents beaten in all games left have less to come."""
        size = len(self.case.field)
        behind, at_best_level = np.zeros(size, dtype=bool), np.ones(size, dtype=bool)
        beaten = _opponents(self.case, player) if wins == left else np.zeros(size)
        for layer in self.layers:
            most = layer.most[:, player] - layer.worth * beaten
            least = layer.least[:, player] + layer.worth * wins
            behind |= at_best_level & (most < least)
            at_best_level &= most <= least
        return behind


def _opponents(case: Case, player: int) -> Floats:
    """How many games each of the field still has against the player, as far as they are paired."""
    counts = np.zeros(len(case.field))
    for pair in (pair for games in case.paired for pair in games if player in pair):
        counts[pair[0] if pair[1] == player else pair[1]] += 1
    return counts


def proofs_of(case: Case) -> Proofs:
    """What can be proved of the case."""
    rest = _rest(case)
    everybody = np.ones((len(case.field), len(case.field)), dtype=bool)
    level = Level(everybody, everybody)
    layers = []
    for key in case.order:
        most, least, level = TIEBREAKS[key].most_and_least(rest, level)
        layers.append(_Layer(TIEBREAKS[key].win_worth(rest), most, least))
    return Proofs(case, tuple(layers))


def stays_behind(case: Case) -> Bools:
    """[one, other]: `one` ends behind `other` whatever happens."""
    return proofs_of(case).stays_behind()


def bounds(case: Case) -> tuple[tuple[int, int], ...]:
    """For each of the field the best and the worst place that nothing rules out yet."""
    behind = stays_behind(case)
    size = len(case.field)
    return tuple((1 + int(behind[index].sum()), size - int(behind[:, index].sum())) for index in range(size))


def _rest(case: Case) -> Rest:
    left = games_left(case)
    points = tuple(
        (float(one.points + games * case.loss), float(one.points + games * case.win))
        for one, games in zip(case.field, left, strict=True)
    )
    return Rest(case.field, left, points, _spreads(case), most=case.most, win=case.win, loss=case.loss)


def _spreads(case: Case) -> tuple[int, ...]:
    """By how much the capped spread of each can still change."""
    change = [0] * len(case.field)
    turns = len(case.paired) + case.rounds
    most = [case.most if (cap := case.cap_of(turn)) is None else min(case.most, cap) for turn in range(turns)]
    for turn, games in enumerate(case.paired):
        for player in (player for pair in games for player in pair):
            change[player] += most[turn]
    new = case.a_round * sum(most[len(case.paired) :])
    return tuple(now + new * one.active for now, one in zip(change, case.field, strict=True))
