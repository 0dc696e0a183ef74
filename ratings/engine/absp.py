"""The British system before 1999 (http://absp.org.uk/results/JAGrn1.shtml), on its scale of about 50 to 200.

A game is worth the opponent's rating, 50 more for a win, 50 less for a loss; the average of the games is the rating.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.engine.common import (
    PlayerGames,
    game_line,
    games_by_player,
    rated_players,
    whole_change,
    with_first_ratings,
)
from ratings.engine.system import System
from ratings.engine.types import Event, Newcomer, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class Absp(System):
    """step: what a win is worth above the opponent; clamp: how far a rated opponent may count from one's own rating.

    Newcomers are estimated from their rated opponents first, then once more with the other newcomers' estimates; rated
    players are compared with the newcomers' second values.  floor, newcomer_floor: the lowest ratings.  start: for a newcomer
    whose opponents have no rating.  window: a rating is the average of that many games, the old rating standing for the
    earlier ones.  The sources give the event's average, not the window: it is a setting.
    """

    step: float = 50.0
    clamp: float = 40.0
    floor: int = 40
    newcomer_floor: int = 80
    start: float = 100.0
    window: int = 100
    provisional_games: int = 15

    def worth(self, opponent: float, earned: float, own: float | None) -> float:
        """Points of one game; `own` clamps the opponent's rating (None: it is taken as it is)."""
        if own is not None:
            opponent = max(own - self.clamp, min(own + self.clamp, opponent))
        return opponent + self.step * (2 * earned - 1)

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        games = games_by_player(event, before)
        rated = rated_players(games)
        first = {player: self._average(own, rated) for player, own in games.items() if player not in rated}
        estimates = rated | first
        second = {player: self._average(games[player], estimates) for player in first}
        newcomers = {
            player: Newcomer(first[player], value, None, max(float(self.newcomer_floor), value), True)
            for player, value in second.items()
        }
        strength = with_first_ratings(rated, newcomers, self.newcomer_floor)
        return tuple(self._change(own, strength, newcomers) for own in games.values())

    def _average(self, games: PlayerGames, ratings: Mapping[int, float]) -> float:
        """The average worth of the games against opponents who have one of these ratings."""
        counted = [side for side in games.sides if side.opponent in ratings]
        worths = [self.worth(ratings[side.opponent], side.earned, None) for side in counted]
        return sum(worths) / len(worths) if worths else self.start

    def _change(
        self, games: PlayerGames, strength: Mapping[int, float], newcomers: Mapping[int, Newcomer]
    ) -> PlayerChange:
        own, newcomer = strength[games.player], newcomers.get(games.player)
        earlier = self.window if games.before.games is None else games.before.games
        earlier_weight = max(0.0, min(earlier, self.window - games.weight))
        share = 0.0 if newcomer else 2 * self.step / (earlier_weight + games.weight)
        lines = []
        for side in games.sides:
            theirs, new = strength[side.opponent], side.opponent in newcomers
            worth = self.worth(theirs, side.earned, None if new or newcomer else own)
            expected = side.earned - (worth - own) / (2 * self.step)
            k = share * side.weight
            points = k * (side.earned - expected)
            within = max(0.0, min(1.0, expected))
            lines.append(game_line(side, theirs, new=new, expected=within, k=k, points=points))
        end = newcomer.result if newcomer else own + sum(line.points for line in lines)
        floor = self.newcomer_floor if newcomer else self.floor
        return whole_change(games, lines, start=own, end=end, floor=floor, newcomer=newcomer)

    def _chance(self, one: Rating, other: Rating) -> float:
        """The share of wins at which nothing changes: ½ and 1 % for each point, at most 40 points."""
        difference = max(-self.clamp, min(self.clamp, (one.value or 0) - (other.value or 0)))
        return 0.5 + difference / (2 * self.step)

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.fewer_games_than(self.provisional_games)
