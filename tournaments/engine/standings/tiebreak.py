"""What a tie-break is, and the table of those there are.

To add one, write a subclass and `register` it: forms, columns, the API, contention and the documents read the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.model import Scored
from tournaments.engine.standings.records import Contender, Ints, Numbers, Records
from tournaments.engine.standings.row import StandingsRow

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Limits = tuple[float, float]  # least and most


@dataclass(frozen=True, slots=True)
class Facts:
    """What tie-breaks look at: the rows, and each player's played games."""

    rows: Mapping[int, StandingsRow]
    games: Mapping[int, Sequence[Scored]]

    def of(self, player: int) -> Sequence[Scored]:
        """The games of a player."""
        return self.games.get(player, ())


@dataclass(frozen=True, slots=True)
class Rest:
    """What can still happen in an event: the players as they stand, their games left, what a game is worth.

    `points`: the least and most match points of each; `spread`: the most that the spread of each can change; `most`:
    the most that one game can change the full spread; `win`, `loss`: match points.
    """

    field: tuple[Contender, ...]
    left: tuple[int, ...]
    points: tuple[Limits, ...]
    spread: tuple[int, ...]
    most: int
    win: int
    loss: int

    def opponents(self, player: int) -> list[int]:
        """Who may still be an opponent."""
        if not self.left[player]:
            return []
        return [other for other, games in enumerate(self.left) if games and other != player]

    def coming(self, player: int) -> Limits:
        """The least and most points of an opponent to come; 0 if there is none."""
        others = [self.points[other] for other in self.opponents(player)]
        return min((low for low, _ in others), default=0), max((high for _, high in others), default=0)

    def met(self, player: int) -> list[tuple[Limits, int]]:
        """The opponents' points and the own half wins of the games played."""
        return [(self.points[opponent], half) for opponent, half in self.field[player].met]


@dataclass(frozen=True, slots=True)
class Level:
    """[one, other]: whether two can be, and whether they must be, level in everything that decides before."""

    possibly: Bools
    surely: Bools


class Tiebreak(ABC):
    """What may decide between players; more is better.

    `head`: the column's, short enough for a phone. `always_shown`: standings have a column for it anyway.
    `percent`: the values are shares of a win. `additive`: a sum over games, so that some of them can be left out.
    `of_opponents`: depends on who played whom. `bounded` False: while games are left it can come to anything.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    head: ClassVar[str] = ""
    always_shown: ClassVar[bool] = False
    percent: ClassVar[bool] = False
    additive: ClassVar[bool] = False
    of_opponents: ClassVar[bool] = False
    bounded: ClassVar[bool] = False

    @abstractmethod
    def value(self, facts: Facts, player: int, tied: Collection[int]) -> Fraction | float:
        """A player's value; `tied`: who is level with the player so far, the player included."""

    @abstractmethod
    def simulated(self, records: Records, group: Ints) -> Numbers:
        """The same for all players of many events, in any unit; `group`: who is level so far has the same number."""

    def limits(self, rest: Rest, player: int) -> Limits:
        """The least and the most that a player can end with; by default nothing is known while games are left."""
        if rest.left[player] or (self.of_opponents and any(rest.left)):
            return -np.inf, np.inf
        records = Records.at_start(rest.field, 1)
        value = float(self.simulated(records, np.zeros_like(records.points))[0, player])
        return value, value

    def win_worth(self, _rest: Rest) -> int:
        """How much more a win is worth than a loss, for tie-breaks that count wins directly."""
        return 0

    def most_and_least(self, rest: Rest, level: Level) -> tuple[Floats, Floats, Level]:
        """[one, other]: the most of `one` and the least of `other` if the two are level so far; and who is level afterwards."""
        size = len(rest.left)
        table = np.array([self.limits(rest, player) for player in range(size)], dtype=np.float64).reshape(-1, 2)
        low, high = table[:, 0], table[:, 1]
        after = Level(
            level.possibly & (high[:, None] >= low[None, :]) & (low[:, None] <= high[None, :]),
            level.surely & (low[:, None] == high[None, :]) & (high[:, None] == low[None, :]),
        )
        return np.broadcast_to(high[:, None], (size, size)), np.broadcast_to(low[None, :], (size, size)), after


#: The tie-breaks there are, by key, in the order in which forms offer them.
TIEBREAKS: dict[str, Tiebreak] = {}


def register(kind: type[Tiebreak]) -> type[Tiebreak]:
    """Add a tie-break to the table."""
    TIEBREAKS[kind.key] = kind()
    return kind
