"""What players have made so far, in many events at once: arrays (event, player) that tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Numbers = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of the field, which is in order of standing. `points`: match points. Who is not active plays no new round.

    The rest matters only where the order of tie-breaks needs it: `won` and `lost` in half wins, byes and forfeits
    included; `full_spread` without caps; `scores`: total points scored; `met`: (index of the opponent in the field, own
    half wins) of every game played.
    """

    id: int
    points: int
    spread: int
    active: bool = True
    won: int = 0
    lost: int = 0
    full_spread: int = 0
    scores: int = 0
    rating: int | None = None
    met: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Records:
    """What each player of each event has (see `Contender`). `played`: (opponent or -1, own half wins) by game."""

    players: tuple[Contender, ...]
    points: Ints
    spread: Ints
    full_spread: Ints
    won: Ints
    lost: Ints
    scores: Ints
    played: list[tuple[NDArray[np.int16], NDArray[np.int16]]] = field(default_factory=list, init=False)

    @classmethod
    def at_start(cls, players: Sequence[Contender], events: int) -> Records:
        """Every event as it stands today."""

        def column(name: str) -> Ints:
            numbers = (getattr(one, name) for one in players)
            return np.tile(np.fromiter(numbers, dtype=np.int64, count=len(players)), (events, 1))

        columns = ("points", "spread", "full_spread", "won", "lost", "scores")
        records = cls(tuple(players), **{name: column(name) for name in columns})
        for number in range(max((len(one.met) for one in players), default=0)):
            games = [one.met[number] if number < len(one.met) else (-1, 0) for one in players]
            opponent, half = np.array(games, dtype=np.int16).T
            shape = (events, len(players))
            records.played.append((np.broadcast_to(opponent, shape), np.broadcast_to(half, shape)))
        return records

    def remember(self, first: Ints, second: Ints, half: Ints) -> None:
        """Games of one turn: half wins of the first against the second (event, game)."""
        opponents = np.full(self.points.shape, -1, dtype=np.int16)
        halves = np.zeros(self.points.shape, dtype=np.int16)
        rows = np.arange(len(first))[:, None]
        opponents[rows, first], opponents[rows, second] = second, first
        halves[rows, first], halves[rows, second] = half, 2 - half
        self.played.append((opponents, halves))

    def against(self, values: Ints) -> Iterator[tuple[NDArray[np.bool_], Ints, Ints]]:
        """For every game: whether there was one, the opponent's value, the own half wins."""
        for opponent, half in self.played:
            played = opponent >= 0
            index = np.where(played, opponent, 0).astype(np.intp)
            yield played, np.take_along_axis(values, index, axis=1), half.astype(np.int64)
