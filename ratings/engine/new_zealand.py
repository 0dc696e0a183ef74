"""The New Zealand system and its earlier forms (facts from https://github.com/stevenb-nz/nzasp-ratings)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.common import Side, game_line, round_half_up, sides, whole_change
from ratings.engine.curves import logistic
from ratings.engine.types import Event, Newcomer, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class NewZealand:
    """R += K · (W − E), E = 1 / (1 + e^(−d/scale)), K = (top − R) / 1000 · m, nobody below 0.

    m: the multiplier; m_games: whether it is the number of games played instead.
    double_from: unexpected wins (in units of K) above which a gain counts double, and the opponent of each game gets
    `feedback` of the extra; 0: never.  double_provisional: whether that is for provisional players or for the others.
    participation: points for each game played.  The first rating is a performance (see `_newcomers`); the original
    blends it with earlier games of provisional players in a way the sources do not tell, and this does not.
    """

    scale: float = 313.0
    top: float = 3000.0
    m: float = 15.0
    m_games: bool = False
    double_from: float = 3.5
    double_provisional: bool = True
    feedback: float = 0.05
    participation: float = 0.0
    start: float = 1500.0
    provisional_games: int = 30
    settled: float = 0.5
    newcomer_rounds: int = 100
    floor: int = 0

    def expectation(self, difference: float) -> float:
        """Expected wins in one game against somebody `difference` points weaker."""
        return logistic(difference / self.scale)

    def k_factor(self, rating: float, games: int) -> float:
        """K at this rating in an event of `games` games."""
        return max(0.0, self.top - rating) / 1000 * (games if self.m_games else self.m)

    def performance(self, wins: float, games: int, average: float) -> float:
        """The rating of `wins` in `games` against opponents of this average; a short record is drawn towards it."""
        drawn = (wins - games / 2) * max(0, games - 2) / games + games / 2
        share = drawn / games
        return average - self.scale * math.log(1 / share - 1)

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        seen = sides(event.games)
        rated = {p: float(v) for p in seen if (v := before.get(p, Rating()).value) is not None}
        newcomers = self._newcomers({p: played for p, played in seen.items() if p not in rated}, rated)
        strength = rated | {p: float(max(self.floor, round_half_up(n.result))) for p, n in newcomers.items()}
        given = {}
        for player in rated:
            gain = self._gain(strength[player], seen[player], strength)
            extra = self._extra(before[player], strength[player], gain, len(seen[player]))
            if extra:
                given[player] = extra
        return tuple(
            self._change(player, before.get(player, Rating()), played, event, strength, given, newcomers)
            for player, played in seen.items()
        )

    def _newcomers(self, new: Mapping[int, list[Side]], rated: Mapping[int, float]) -> dict[int, Newcomer]:
        """Performances of all newcomers together, repeated until they move by less than `settled` in sum."""
        current = dict.fromkeys(new, self.start)
        for player, played in new.items():
            known = [rated[side.opponent] for side in played if side.opponent in rated]
            current[player] = sum(known) / len(known) if known else self.start
        initial = dict(current)
        settled = not new
        for _ in range(self.newcomer_rounds):
            strength = {**rated, **current}
            following = {}
            for player, played in new.items():
                average = sum(strength[side.opponent] for side in played) / len(played)
                following[player] = self.performance(sum(side.earned for side in played), len(played), average)
            moved = sum(abs(following[player] - current[player]) for player in new)
            current = following
            if moved < self.settled:
                settled = True
                break
        return {
            player: Newcomer(initial[player], value, None, max(float(self.floor), value), settled)
            for player, value in current.items()
        }

    def _gain(self, own: float, played: list[Side], strength: Mapping[int, float]) -> float:
        k = self.k_factor(own, len(played))
        return sum(k * side.weight * (side.earned - self.expectation(own - strength[side.opponent])) for side in played)

    def _extra(self, old: Rating, own: float, gain: float, games: int) -> float:
        if not self.double_from or self.provisional(old) is not self.double_provisional:
            return 0.0
        return max(0.0, gain - self.double_from * self.k_factor(own, games))

    def _change(
        self,
        player: int,
        old: Rating,
        played: list[Side],
        event: Event,
        strength: Mapping[int, float],
        given: Mapping[int, float],
        newcomers: Mapping[int, Newcomer],
    ) -> PlayerChange:
        own, newcomer = strength[player], newcomers.get(player)
        k = 0.0 if newcomer else self.k_factor(own, len(played))
        lines = []
        for side in played:
            theirs = strength[side.opponent]
            expected = self.expectation(own - theirs)
            points = k * side.weight * (side.earned - expected)
            feedback = 0.0 if newcomer else given.get(side.opponent, 0.0) * self.feedback * side.weight
            new = side.opponent in newcomers
            lines.append(
                game_line(side, theirs, new=new, expected=expected, k=k * side.weight, points=points, feedback=feedback)
            )
        acceleration = given.get(player, 0.0)
        feedback = sum(line.feedback for line in lines)
        participation = 0.0 if newcomer else self.participation * sum(side.weight for side in played)
        end = own + sum(line.points for line in lines) + acceleration + feedback + participation
        return whole_change(
            player,
            old,
            event,
            tuple(lines),
            start=own,
            end=newcomer.result if newcomer else end,
            acceleration=acceleration,
            feedback=feedback,
            participation=participation,
            floor=self.floor,
            newcomer=newcomer,
        )

    def on_day(self, rating: Rating, day: date) -> Rating:  # noqa: ARG002 - the protocol's signature
        """Nothing changes without playing."""
        return rating

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The expectation of the two ratings."""
        if one.value is None or other.value is None:
            return None
        return self.expectation(one.value - other.value)

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.games is not None and rating.games < self.provisional_games
