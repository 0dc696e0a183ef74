"""The rest of an event, simulated: who wins how many of the games to come, and who is first at the end.

Each round to come is paired by the standings as they are in that simulation, first against second, third against fourth:
how the rounds will really be paired is not known, and most systems come to that in the end.  A game's spread is drawn from
a normal distribution whose sign has the chance that the rating system gives, so that wins and spread fit together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

# Standard error of the spread of a game between equals, measured on 107,000 games (docs/performance.md).
_SPREAD_OF_A_GAME = 98.0
_BYE_SPREAD = 50.0
_LEAST_CHANCE = 0.001
_MOST_PLAYERS = 500
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player of an open event: wins so far (a tie is one half) and the sum of spreads."""

    player: int
    wins: float
    spread: int


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's simulated finish: mean wins at the end, and the shares of simulations in first and in the first three."""

    player: int
    wins: float
    first: float
    top_three: float


def simulate(
    scores: Sequence[PlayerScore], chances: FloatArray, rounds: int, *, simulations: int, seed: int
) -> tuple[Finish, ...]:
    """Play `rounds` more rounds `simulations` times; best finish first.  The same seed gives the same answer.

    chances: [i, j] is the chance that player i of `scores` beats player j.  An odd player out has a bye, as in a Swiss
    event.  Raises ValueError for more than 500 players or an array of another shape.
    """
    players = len(scores)
    if players > _MOST_PLAYERS or chances.shape != (players, players):
        raise ValueError(f"at most {_MOST_PLAYERS} players, with a chance for each pair")
    generator = np.random.default_rng(seed)
    wins = np.tile(np.array([line.wins for line in scores]), (simulations, 1))
    spread = np.tile(np.array([float(line.spread) for line in scores]), (simulations, 1))
    expected = _expected_spreads(chances)
    for _round in range(rounds):
        order = _ranking(wins, spread)
        _play(order, wins, spread, expected, generator)
    order = _ranking(wins, spread)
    first = np.bincount(order[:, 0], minlength=players) / simulations
    top = np.bincount(order[:, :3].ravel(), minlength=players) / simulations
    mean = wins.mean(axis=0)
    finishes = [
        Finish(line.player, float(mean[place]), float(first[place]), float(top[place]))
        for place, line in enumerate(scores)
    ]
    return tuple(sorted(finishes, key=lambda one: (-one.first, -one.wins, one.player)))


def _expected_spreads(chances: FloatArray) -> FloatArray:
    normal = NormalDist(sigma=_SPREAD_OF_A_GAME)
    within = np.clip(chances, _LEAST_CHANCE, 1 - _LEAST_CHANCE)
    return np.asarray(np.vectorize(normal.inv_cdf, otypes=[float])(within))


def _ranking(wins: FloatArray, spread: FloatArray) -> NDArray[np.int64]:
    """The players of each simulation, best first: by wins, then spread."""
    return np.lexsort((-spread, -wins), axis=1)


def _play(
    order: NDArray[np.int64],
    wins: FloatArray,
    spread: FloatArray,
    expected: FloatArray,
    generator: np.random.Generator,
) -> None:
    """One round of every simulation, in place."""
    simulations, players = order.shape
    row = np.arange(simulations)[:, None]
    even = players - players % 2
    one, two = order[:, 0:even:2], order[:, 1:even:2]
    margin = expected[one, two] + generator.normal(0.0, _SPREAD_OF_A_GAME, one.shape)
    wins[row, one] += margin > 0
    wins[row, two] += margin <= 0
    spread[row, one] += margin
    spread[row, two] -= margin
    if players % 2:
        last = order[:, -1]
        wins[row[:, 0], last] += 1
        spread[row[:, 0], last] += _BYE_SPREAD
