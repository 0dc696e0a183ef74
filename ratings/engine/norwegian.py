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

from ratings.engine.common import Side, game_line, round_half_up, sides, whole_change
from ratings.engine.curves import normal
from ratings.engine.types import Event, Newcomer, PlayerChange, Rating


class Belief(NamedTuple):
    """Mean and deviation of a rating, in points."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Norwegian:
    """beta: rating points for a point of spread; tau: spread of one game around its expectation, in points of the game.

    start: a newcomer's rating where nobody else is rated; deviation_start: a newcomer's deviation, and the largest one;
    deviation_opening: that of a rating brought along.  drift: deviation² added a day, as its root.  whole: whether
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
        seen = sides(event.games)
        known = {player: self.on_day(before.get(player, Rating()), event.date) for player in seen}
        beliefs = {player: self.belief(rating) for player, rating in known.items()}
        new = [player for player, rating in known.items() if rating.value is None]
        firsts, settled = self._newcomers(seen, beliefs, new)
        initial = {player: beliefs[player].mean for player in new}
        beliefs |= {player: Belief(mean, self.deviation_start) for player, mean in firsts.items()}
        return tuple(
            self._change(
                player,
                before.get(player, Rating()),
                played,
                event,
                beliefs,
                firsts,
                Newcomer(initial[player], firsts[player], None, firsts[player], settled) if player in firsts else None,
            )
            for player, played in seen.items()
        )

    def _newcomers(
        self, seen: Mapping[int, list[Side]], beliefs: dict[int, Belief], new: list[int]
    ) -> tuple[dict[int, float], bool]:
        """First ratings, all together: passes in which each newcomer's result is the next pass's own rating.

        They begin where the field is.  What this settles on is the performance: the rating that needs no change.
        """
        rated = [belief.mean for player, belief in beliefs.items() if player not in set(new)]
        field = sum(rated) / len(rated) if rated else self.start
        current = dict.fromkeys(new, field)
        beliefs |= {player: Belief(field, self.deviation_start) for player in new}
        for _ in range(self.newcomer_rounds):
            now = {**beliefs, **{player: Belief(mean, self.deviation_start) for player, mean in current.items()}}
            following = {player: self.update(now[player], _facts(seen[player], now)).mean for player in new}
            moved = max((abs(following[player] - current[player]) for player in new), default=0.0)
            current = following
            if moved < self.settled:
                return current, True
        return current, not new

    def _change(
        self,
        player: int,
        old: Rating,
        played: list[Side],
        event: Event,
        beliefs: Mapping[int, Belief],
        firsts: Mapping[int, float],
        newcomer: Newcomer | None,
    ) -> PlayerChange:
        own = beliefs[player]
        after = self.update(own, _facts(played, beliefs))
        gain = after.deviation**2 * self.beta
        lines = []
        for side in played:
            theirs = beliefs[side.opponent]
            k = 0.0 if newcomer else gain * side.weight / ((self.beta * self.tau) ** 2 + theirs.deviation**2)
            expected_spread = (own.mean - theirs.mean) / self.beta
            lines.append(
                game_line(
                    side,
                    theirs.mean,
                    new=side.opponent in firsts,
                    expected=self._win(own, theirs),
                    k=k,
                    points=k * (side.spread - expected_spread),
                    expected_spread=expected_spread,
                    deviation=theirs.deviation,
                )
            )
        share = self.share(own.mean, old.games)
        change = 0.0 if newcomer else after.mean - own.mean
        end = own.mean + change * share
        shown, deviation = self._kept(end, after.deviation)
        return whole_change(
            player,
            old,
            event,
            tuple(lines),
            start=own.mean,
            end=end,
            scaling=change * (share - 1),
            floor=self.floor,
            deviation=(own.deviation, deviation),
            state=(shown, deviation),
            newcomer=newcomer,
        )

    def _kept(self, mean: float, deviation: float) -> tuple[float, float]:
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

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The chance of a positive spread."""
        if one.value is None or other.value is None:
            return None
        return self._win(self.belief(one), self.belief(other))

    def provisional(self, rating: Rating) -> bool:
        """A deviation above `provisional_deviation`."""
        return self.belief(rating).deviation > self.provisional_deviation


def _facts(played: list[Side], beliefs: Mapping[int, Belief]) -> list[tuple[Belief, int, float]]:
    return [(beliefs[side.opponent], side.spread, side.weight) for side in played]
