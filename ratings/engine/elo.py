"""Plain Elo, and the Elo of the Internet Scrabble Club whose K grows with the margin.

https://isc.ro/en/commands/rating.html .  Both count an event's games together, from the ratings before it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ratings.engine.common import PlayerGames, Side, game_line, games_by_player, whole_change
from ratings.engine.curves import logistic
from ratings.engine.system import System
from ratings.engine.types import Event, GameLine, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class Elo(System):
    """R += k · (W − E), E = 1 / (1 + 10^(−d/scale)).

    The state is the exact rating.  Newcomers begin with `start`; under `provisional_games` career games a rating is
    provisional; `floor` is the lowest rating shown (the exact one may be lower, so that no points are made).
    """

    k: float = 20.0
    scale: float = 400.0
    start: float = 1500.0
    provisional_games: int = 50
    floor: int = 1

    def expectation(self, difference: float) -> float:
        """Expected wins in one game against somebody `difference` points weaker."""
        return logistic(difference * math.log(10) / self.scale)

    def exact(self, rating: Rating | None) -> float:
        """The exact rating: that of the state, else the value, else a newcomer's."""
        if rating is None or rating.value is None:
            return self.start
        return rating.state[0] if rating.state else float(rating.value)

    def game_k(self, spread: int, opponent_games: int | None) -> float:  # noqa: ARG002 - ISC's depends on both
        """K of one game by its margin and the opponent's career games (None: many)."""
        return self.k

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        return tuple(self._change(games) for games in games_by_player(event, before).values())

    def _change(self, games: PlayerGames) -> PlayerChange:
        own = self.exact(games.before)
        lines = [
            self._line(side, own, opponent, self.game_k(side.spread, opponent.games) * side.weight)
            for side, opponent in games.opponents()
        ]
        end = own + sum(line.points for line in lines)
        return whole_change(games, lines, start=own, end=end, floor=self.floor, state=(end,))

    def _line(self, side: Side, own: float, opponent: Rating, k: float) -> GameLine:
        rating = self.exact(opponent)
        return game_line(side, rating, new=opponent.value is None, expected=self.expectation(own - rating), k=k)

    def _chance(self, one: Rating, other: Rating) -> float:
        return self.expectation(self.exact(one) - self.exact(other))

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.fewer_games_than(self.provisional_games)


@dataclass(frozen=True, slots=True)
class Isc(Elo):
    """Internet Scrabble Club: k = 20 + (margin, at most 200) / 10.

    A provisional player (under `provisional_games` games) is rated m + 133 · ln(wins / losses), m being the mean of the
    established opponents so far; with no wins or no losses m ∓ `shutout`.  Two provisional players do not change each
    other.  Against a provisional opponent with n − 1 games, k is divided by 11 − n: the club's page says "scaled".
    The state is the exact rating and, while provisional, the sum of opponents, their number and the wins.
    """

    provisional_games: int = 10
    margin_cap: int = 200
    margin_share: float = 0.1
    provisional_scale: float = 133.0
    shutout: float = 400.0

    def game_k(self, spread: int, opponent_games: int | None) -> float:
        """K of one game by its margin and the opponent's career games (None: many)."""
        k = self.k + min(abs(spread), self.margin_cap) * self.margin_share
        if opponent_games is None or opponent_games >= self.provisional_games:
            return k
        return k / (self.provisional_games - opponent_games)

    def _change(self, games: PlayerGames) -> PlayerChange:
        return self._provisional_change(games) if self.provisional(games.before) else Elo._change(self, games)

    def performance(self, opponents: float, games: float, wins: float) -> float:
        """The rating of a provisional player by the sum of the opponents, their number and the wins."""
        if 0 < wins < games:
            return opponents / games + self.provisional_scale * math.log(wins / (games - wins))
        return opponents / games + (self.shutout if wins else -self.shutout)

    def _provisional_change(self, games: PlayerGames) -> PlayerChange:
        own, state = self.exact(games.before), games.before.state
        total, counted, wins = state[1:] if len(state) == 4 else (0.0, 0.0, 0.0)
        for side, opponent in games.opponents():
            if not self.provisional(opponent):
                total, counted, wins = total + self.exact(opponent), counted + 1, wins + side.earned
        lines = [replace(self._line(side, own, opponent, k=0.0), points=0.0) for side, opponent in games.opponents()]
        end = self.performance(total, counted, wins) if counted else own
        facts = (("opponents", total / counted), ("counted_games", counted), ("counted_wins", wins)) if counted else ()
        return whole_change(
            games,
            lines,
            start=own,
            end=end,
            joint=end - own,
            floor=self.floor,
            state=(end, total, counted, wins),
            facts=facts,
        )
