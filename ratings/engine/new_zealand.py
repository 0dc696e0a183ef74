"""The New Zealand system and its earlier forms (facts from https://github.com/stevenb-nz/nzasp-ratings)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ratings.engine.common import (
    PlayerGames,
    game_line,
    games_by_player,
    rated_players,
    settle,
    whole_change,
    with_first_ratings,
)
from ratings.engine.curves import logistic
from ratings.engine.system import System
from ratings.engine.types import Event, Newcomer, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class NewZealand(System):
    """R += K · (W − E), E = 1 / (1 + e^(−d/scale)), K = (top − R) / 1000 · m, nobody below 0.

    m: the multiplier; m_games: whether it is the number of games played instead.
    double_from: unexpected wins (in units of K) above which a gain counts double, and the opponent of each game gets
    `feedback` of the extra; 0: never.  double_provisional: whether that is for provisional players or for the others.
    participation: points for each game played.  The first rating is a performance (see `_newcomers`); the original
    blends it with earlier games of provisional players; the sources do not say how, so this does not.
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
        games = games_by_player(event, before)
        rated = rated_players(games)
        newcomers = self._newcomers({player: own for player, own in games.items() if player not in rated}, rated)
        strength = with_first_ratings(rated, newcomers, self.floor)
        extras = {player: extra for player in rated if (extra := self._extra(games[player], strength))}
        return tuple(self._change(own, strength, extras, newcomers) for own in games.values())

    def _newcomers(self, games: Mapping[int, PlayerGames], rated: Mapping[int, float]) -> dict[int, Newcomer]:
        """Performances of all newcomers together, repeated until they move by less than `settled` in sum."""

        def performances(current: Mapping[int, float]) -> dict[int, float]:
            strength = {**rated, **current}
            return {player: self._performance(own, strength) for player, own in games.items()}

        initial = {player: self._average(own, rated) for player, own in games.items()}
        first, settled = settle(initial, performances, distance=sum, limit=self.settled, passes=self.newcomer_rounds)
        return {
            player: Newcomer(initial[player], value, None, max(float(self.floor), value), settled)
            for player, value in first.items()
        }

    def _average(self, games: PlayerGames, ratings: Mapping[int, float]) -> float:
        """The average of the opponents who have one of these ratings."""
        counted = [ratings[side.opponent] for side in games.sides if side.opponent in ratings]
        return sum(counted) / len(counted) if counted else self.start

    def _performance(self, games: PlayerGames, strength: Mapping[int, float]) -> float:
        wins = sum(side.earned for side in games.sides)
        return self.performance(wins, len(games.sides), self._average(games, strength))

    def _extra(self, games: PlayerGames, strength: Mapping[int, float]) -> float:
        """The part of a gain that counts double."""
        if not self.double_from or self.provisional(games.before) is not self.double_provisional:
            return 0.0
        own = strength[games.player]
        k = self.k_factor(own, len(games.sides))
        gain = sum(
            k * side.weight * (side.earned - self.expectation(own - strength[side.opponent])) for side in games.sides
        )
        return max(0.0, gain - self.double_from * k)

    def _change(
        self,
        games: PlayerGames,
        strength: Mapping[int, float],
        extras: Mapping[int, float],
        newcomers: Mapping[int, Newcomer],
    ) -> PlayerChange:
        own, newcomer = strength[games.player], newcomers.get(games.player)
        k, feedback_share, participation = 0.0, 0.0, 0.0
        if newcomer is None:
            k, feedback_share = self.k_factor(own, len(games.sides)), self.feedback
            participation = self.participation * games.weight
        lines = [
            game_line(
                side,
                strength[side.opponent],
                new=side.opponent in newcomers,
                expected=self.expectation(own - strength[side.opponent]),
                k=k * side.weight,
                feedback=extras.get(side.opponent, 0.0) * feedback_share * side.weight,
            )
            for side in games.sides
        ]
        acceleration = extras.get(games.player, 0.0)
        feedback = sum(line.feedback for line in lines)
        end = own + sum(line.points for line in lines) + acceleration + feedback + participation
        return whole_change(
            games,
            lines,
            start=own,
            end=newcomer.result if newcomer else end,
            acceleration=acceleration,
            feedback=feedback,
            participation=participation,
            floor=self.floor,
            newcomer=newcomer,
        )

    def _chance(self, one: Rating, other: Rating) -> float:
        return self.expectation((one.value or 0) - (other.value or 0))

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.fewer_games_than(self.provisional_games)
