"""Glicko-2 (M. Glickman, http://www.glicko.net/glicko/glicko2.pdf), and Glicko-225, in which the margin counts too.

Glicko-225 is woogles.io's: a game's result is a number between 0 and 1 that grows with the margin, up to a cap.  An
event is one rating period: all its games count together, from the ratings before it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from ratings.engine.common import PlayerGames, Side, game_line, games_by_player, whole_change
from ratings.engine.curves import logistic
from ratings.engine.system import System
from ratings.engine.types import Event, GameLine, PlayerChange, Rating

_CENTRE = 1500.0
_SCALE = 173.7178


class Belief(NamedTuple):
    """A rating with its deviation (both in points) and volatility."""

    rating: float
    deviation: float
    volatility: float


class Update(NamedTuple):
    """What a period's games did: `variance` and `improvement` are Glickman's v and Δ."""

    after: Belief
    variance: float
    improvement: float
    weight: float


class _Game(NamedTuple):
    """A game, what the system believes of the opponent that day, and the opponent's rating."""

    side: Side
    theirs: Belief
    rating: Rating


def weakening(deviation: float) -> float:
    """Glickman's g: how much an opponent's uncertainty weakens a result; `deviation` in points."""
    phi = deviation / _SCALE
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


@dataclass(frozen=True, slots=True)
class Glicko2(System):
    """Glicko-2.  The state is (rating, deviation, volatility), exact.

    period_days: the time in which the volatility adds once to the deviation.  deviation_opening: that of a rating
    from another list.  deviation_least, deviation_most: bounds.  provisional_deviation: from which on a
    rating is provisional.  tau, tolerance, iterations: of the volatility.
    """

    start: float = 1500.0
    deviation_start: float = 350.0
    deviation_opening: float = 120.0
    volatility_start: float = 0.06
    deviation_least: float = 1.0
    deviation_most: float = 350.0
    volatility_most: float = 1.0
    tau: float = 0.5
    period_days: float = 30.0
    tolerance: float = 1e-6
    iterations: int = 1000
    provisional_deviation: float = 90.0
    floor: int = 1

    def belief(self, rating: Rating | None) -> Belief:
        """What the system believes of a rating."""
        if rating is not None and len(rating.state) == 3:
            return Belief(*rating.state)
        if rating is None or rating.value is None:
            return Belief(self.start, self.deviation_start, self.volatility_start)
        return Belief(float(rating.value), self.deviation_opening, self.volatility_start)

    def credit(self, spread: int, earned: float, own: float, theirs: float) -> float:  # noqa: ARG002 - Glicko-225 does
        """What a game counts as, 0 to 1."""
        return earned

    def expectation(self, own: float, theirs: float, deviation: float) -> float:
        """Expected result against an opponent with this deviation."""
        return logistic(weakening(deviation) * (own - theirs) / _SCALE)

    def waited(self, deviation: float, volatility: float, periods: float) -> float:
        """The deviation after `periods` without play."""
        phi = math.hypot(deviation / _SCALE, math.sqrt(periods) * volatility)
        return max(self.deviation_least, min(self.deviation_most, phi * _SCALE))

    def periods(self, rating: Rating, day: date) -> float:
        """Rating periods since the player's last event; 0 before the first one."""
        return 0.0 if rating.last is None else max(0, (day - rating.last).days) / self.period_days

    def update(self, own: Belief, games: list[tuple[float, float, float, float]], periods: float) -> Update:
        """The belief after games given as (opponent's rating, opponent's deviation, credit, weight)."""
        precision = surprise = 0.0
        for theirs, deviation, credit, weight in games:
            g, expected = weakening(deviation), self.expectation(own.rating, theirs, deviation)
            # Where the outcome was certain, a game says nothing: the bound keeps 1/v finite.
            precision += weight * g * g * max(expected * (1 - expected), 1e-12)
            surprise += weight * g * (credit - expected)
        variance = 1 / precision
        volatility = self._volatility(own, variance, variance * surprise)
        phi = math.hypot(own.deviation / _SCALE, math.sqrt(periods) * volatility)
        square = 1 / (1 / (phi * phi) + precision)
        deviation = max(self.deviation_least, min(self.deviation_most, math.sqrt(square) * _SCALE))
        after = Belief(own.rating + square * surprise * _SCALE, deviation, volatility)
        return Update(after, variance, variance * surprise, square * _SCALE)

    def _volatility(self, own: Belief, variance: float, improvement: float) -> float:
        """Step 5 of the paper: the root of f by the Illinois variant of regula falsi."""
        spread, centre = (own.deviation / _SCALE) ** 2 + variance, math.log(own.volatility**2)

        def f(x: float) -> float:
            e = math.exp(x)
            return e * (improvement**2 - spread - e) / (2 * (spread + e) ** 2) - (x - centre) / self.tau**2

        low = centre
        if improvement**2 > spread:
            high = math.log(improvement**2 - spread)
        else:
            steps = 1
            while f(centre - steps * self.tau) < 0:
                steps += 1
            high = centre - steps * self.tau
        at_low, at_high = f(low), f(high)
        for _ in range(self.iterations):
            if abs(high - low) <= self.tolerance:
                break
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = f(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return min(self.volatility_most, math.exp(low / 2))

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        return tuple(self._change(games) for games in games_by_player(event, before).values())

    def _change(self, games: PlayerGames) -> PlayerChange:
        own, day = self.belief(games.before), games.event.date
        played = [_Game(side, self.belief(self.on_day(rating, day)), rating) for side, rating in games.opponents()]
        credits = [self.credit(game.side.spread, game.side.earned, own.rating, game.theirs.rating) for game in played]
        credited = list(zip(played, credits, strict=True))
        measured = [(game.theirs.rating, game.theirs.deviation, credit, game.side.weight) for game, credit in credited]
        periods = self.periods(games.before, day)
        update = self.update(own, measured, periods)
        return whole_change(
            games,
            [self._line(game, own, credit, update.weight) for game, credit in credited],
            start=own.rating,
            end=update.after.rating,
            floor=self.floor,
            deviation=(self.waited(own.deviation, own.volatility, periods), update.after.deviation),
            state=tuple(update.after),
            facts=(
                ("variance", update.variance),
                ("improvement", update.improvement),
                ("volatility_before", own.volatility),
                ("volatility_after", update.after.volatility),
            ),
        )

    def _line(self, game: _Game, own: Belief, credit: float, weight: float) -> GameLine:
        side, theirs = game.side, game.theirs
        k = weight * weakening(theirs.deviation) * side.weight
        expected = self.expectation(own.rating, theirs.rating, theirs.deviation)
        return game_line(
            side,
            theirs.rating,
            new=game.rating.value is None,
            expected=expected,
            k=k,
            points=k * (credit - expected),
            credit=None if credit == side.earned else credit,
            deviation=theirs.deviation,
        )

    def on_day(self, rating: Rating, day: date) -> Rating:
        """The deviation grows with the days since the last event."""
        if rating.last is None or len(rating.state) != 3:
            return rating
        own = self.belief(rating)
        deviation = self.waited(own.deviation, own.volatility, self.periods(rating, day))
        return replace(rating, deviation=deviation, state=(own.rating, deviation, own.volatility))

    def _chance(self, one: Rating, other: Rating) -> float:
        """The expected result, weakened by both deviations."""
        first, second = self.belief(one), self.belief(other)
        return self.expectation(first.rating, second.rating, math.hypot(first.deviation, second.deviation))

    def provisional(self, rating: Rating) -> bool:
        """A deviation above `provisional_deviation`."""
        return self.belief(rating).deviation > self.provisional_deviation


@dataclass(frozen=True, slots=True)
class Glicko225(Glicko2):
    """Glicko-225: a win counts `boost` + ½ at least and 1 at a margin of `margin_scale`.

    The boost grows from `boost_least` to ½ with the mean rating of the two, at the rate `steepness`.
    """

    deviation_least: float = 60.0
    volatility_most: float = 0.1
    period_days: float = 4.0
    margin_scale: float = 125.0
    boost_least: float = 1 / 3
    steepness: float = 0.005

    def boost(self, own: float, theirs: float) -> float:
        """What the win itself counts above one half."""
        rise = logistic(self.steepness * ((own + theirs) / 2 - _CENTRE))
        return (0.5 - self.boost_least) * rise + self.boost_least

    def credit(self, spread: int, earned: float, own: float, theirs: float) -> float:
        """What a margin counts as, 0 to 1."""
        boost = self.boost(own, theirs)
        if boost >= 0.5:
            return earned
        slack = 4 * self.margin_scale * boost / (1 - 2 * boost)
        counted = spread / (2 * self.margin_scale + slack) + 2 * boost * (earned - 0.5)
        return max(-0.5, min(0.5, counted)) + 0.5
