"""The Norwegian spread system (T. G. Seierstad, 2011) and the variant the CoCo clubs use.

Each game is a measurement of the player: the opponent's rating plus `beta` points for every point of the margin.
https://github.com/cocoscrabble/ratings describes the second.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from ratings.engine.common import (
    PlayerGames,
    Side,
    game_line,
    games_by_player,
    round_half_up,
    settle,
    whole_change,
)
from ratings.engine.curves import normal
from ratings.engine.system import System
from ratings.engine.types import Event, GameLine, Newcomer, PlayerChange, Rating


class Belief(NamedTuple):
    """Mean and deviation of a rating, in points."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Norwegian(System):
    """beta: rating points for a point of spread; tau: spread of one game around its expectation, in points of the game.

    start: a newcomer's rating where nobody else is rated; deviation_start: a newcomer's deviation, and the largest one;
    deviation_opening: that of a rating from another list.  drift: deviation² added a day, as its root.  whole: whether
    ratings are carried as whole points and deviations with two decimals.  slow_from, slow_to: career games between
    which a veteran's change falls from all to half of it (0: never); strong_share, master_share: its upper limit above
    1800 and 2000.  newcomer_rounds, settled: passes over the newcomers, and the change at which they stop.
    """

    beta: float = 5.0
    tau: float = 90.0
    start: float = 1500.0
    deviation_start: float = 400.0
    deviation_opening: float = 150.0
    drift: float = 10.0
    floor: int = 300
    whole: bool = False
    slow_from: int = 0
    slow_to: int = 0
    strong_share: float = 1.0
    master_share: float = 1.0
    newcomer_rounds: int = 50
    settled: float = 1e-4
    provisional_deviation: float = 90.0

    def belief(self, rating: Rating | None) -> Belief:
        """What the system believes of a rating; a newcomer's mean is `start`."""
        if rating is not None and len(rating.state) == 2:
            return Belief(*rating.state)
        if rating is None or rating.value is None:
            return Belief(self.start, self.deviation_start)
        return Belief(float(rating.value), self.deviation_opening)

    def update(self, own: Belief, games: list[tuple[Belief, int, float]]) -> Belief:
        """The belief after games given as (opponent, own spread, weight)."""
        precision, pull = 1 / own.deviation**2, 0.0
        for opponent, spread, weight in games:
            noise = ((self.beta * self.tau) ** 2 + opponent.deviation**2) / weight
            precision += 1 / noise
            pull += (opponent.mean + self.beta * spread - own.mean) / noise
        return Belief(own.mean + pull / precision, math.sqrt(1 / precision))

    def share(self, rating: float, games: int | None) -> float:
        """How much of a change counts, by rating and career games before the event."""
        if not self.slow_to or games is None or games < self.slow_from:
            return 1.0
        if games > self.slow_to:
            return 0.5
        limit = self.master_share if rating > 2000 else self.strong_share if rating > 1800 else 1.0
        return min(limit, 1 - games / 1800)

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        games = games_by_player(event, before)
        rated = {
            player: self.belief(self.on_day(own.before, event.date))
            for player, own in games.items()
            if own.before.value is not None
        }
        newcomers = self._newcomers({player: own for player, own in games.items() if player not in rated}, rated)
        beliefs = rated | self._unsure({player: first.result for player, first in newcomers.items()})
        return tuple(self._change(own, beliefs, newcomers) for own in games.values())

    def _unsure(self, ratings: Mapping[int, float]) -> dict[int, Belief]:
        """These ratings with the deviation of a newcomer."""
        return {player: Belief(mean, self.deviation_start) for player, mean in ratings.items()}

    def _newcomers(self, games: Mapping[int, PlayerGames], rated: Mapping[int, Belief]) -> dict[int, Newcomer]:
        """First ratings, all together: passes in which each newcomer's result is the next pass's own rating.

        They begin at the average of the rated players.  They settle on the performance: the rating that needs no change.
        """

        def updated(current: Mapping[int, float]) -> dict[int, float]:
            beliefs = {**rated, **self._unsure(current)}
            return {
                player: self.update(beliefs[player], _measurements(own.sides, beliefs)).mean
                for player, own in games.items()
            }

        average = sum(belief.mean for belief in rated.values()) / len(rated) if rated else self.start
        first, settled = settle(
            dict.fromkeys(games, average), updated, distance=max, limit=self.settled, passes=self.newcomer_rounds
        )
        return {player: Newcomer(average, mean, None, mean, settled) for player, mean in first.items()}

    def _change(
        self, games: PlayerGames, beliefs: Mapping[int, Belief], newcomers: Mapping[int, Newcomer]
    ) -> PlayerChange:
        own, newcomer = beliefs[games.player], newcomers.get(games.player)
        after = self.update(own, _measurements(games.sides, beliefs))
        gain = 0.0 if newcomer else after.deviation**2 * self.beta
        lines = [
            self._line(side, own, beliefs[side.opponent], gain, new=side.opponent in newcomers) for side in games.sides
        ]
        share = self.share(own.mean, games.before.games)
        change = 0.0 if newcomer else after.mean - own.mean
        end = own.mean + change * share
        mean, deviation = self._carried(end, after.deviation)
        return whole_change(
            games,
            lines,
            start=own.mean,
            end=end,
            scaling=change * (share - 1),
            floor=self.floor,
            deviation=(own.deviation, deviation),
            state=(mean, deviation),
            newcomer=newcomer,
        )

    def _line(self, side: Side, own: Belief, theirs: Belief, gain: float, *, new: bool) -> GameLine:
        k = gain * side.weight / ((self.beta * self.tau) ** 2 + theirs.deviation**2)
        expected_spread = (own.mean - theirs.mean) / self.beta
        return game_line(
            side,
            theirs.mean,
            new=new,
            expected=self._win(own, theirs),
            k=k,
            points=k * (side.spread - expected_spread),
            expected_spread=expected_spread,
            deviation=theirs.deviation,
        )

    def _carried(self, mean: float, deviation: float) -> tuple[float, float]:
        """What the next event starts from."""
        if not self.whole:
            return mean, deviation
        return float(max(self.floor, round_half_up(mean))), math.floor(deviation * 100 + 0.5) / 100

    def _win(self, one: Belief, other: Belief) -> float:
        return normal((one.mean - other.mean) / math.hypot(self.beta * self.tau, one.deviation, other.deviation))

    def on_day(self, rating: Rating, day: date) -> Rating:
        """The deviation grows with the days since the last event."""
        if rating.last is None or len(rating.state) != 2:
            return rating
        mean, deviation = rating.state
        grown = math.sqrt(deviation**2 + self.drift**2 * max(0, (day - rating.last).days))
        deviation = min(self.deviation_start, grown)
        return replace(rating, deviation=deviation, state=(mean, deviation))

    def _chance(self, one: Rating, other: Rating) -> float:
        """The chance of a positive spread."""
        return self._win(self.belief(one), self.belief(other))

    def provisional(self, rating: Rating) -> bool:
        """A deviation above `provisional_deviation`."""
        return self.belief(rating).deviation > self.provisional_deviation


def _measurements(sides: list[Side], beliefs: Mapping[int, Belief]) -> list[tuple[Belief, int, float]]:
    return [(beliefs[side.opponent], side.spread, side.weight) for side in sides]
