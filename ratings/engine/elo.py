"""Plain Elo, and the Elo of the Internet Scrabble Club whose K grows with the margin.

https://isc.ro/en/commands/rating.html .  Both count an event's games together, from the ratings before it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.common import Side, game_line, sides, whole_change
from ratings.engine.curves import logistic
from ratings.engine.types import Event, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class Elo:
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
        """The exact rating: of the state, else as brought along, else a newcomer's."""
        if rating is None or rating.value is None:
            return self.start
        return rating.state[0] if rating.state else float(rating.value)

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        return tuple(self._change(player, played, event, before) for player, played in sides(event.games).items())

    def _change(self, player: int, played: list[Side], event: Event, before: Mapping[int, Rating]) -> PlayerChange:
        old = before.get(player, Rating())
        own = self.exact(old)
        lines = []
        for side in played:
            theirs = before.get(side.opponent, Rating())
            expected = self.expectation(own - self.exact(theirs))
            k = self.k * side.weight
            points = k * (side.earned - expected)
            new = theirs.value is None
            lines.append(game_line(side, self.exact(theirs), new=new, expected=expected, k=k, points=points))
        end = own + sum(line.points for line in lines)
        return whole_change(player, old, event, tuple(lines), start=own, end=end, floor=self.floor, state=(end,))

    def on_day(self, rating: Rating, day: date) -> Rating:  # noqa: ARG002 - the protocol's signature
        """Nothing changes without playing."""
        return rating

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The expectation of the two ratings."""
        if one.value is None or other.value is None:
            return None
        return self.expectation(self.exact(one) - self.exact(other))

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.games is not None and rating.games < self.provisional_games


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

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change; see `System`."""
        changes = []
        for player, played in sides(event.games).items():
            old = before.get(player, Rating())
            rated = self._first if self.provisional(old) else self._established
            changes.append(rated(player, old, played, event, before))
        return tuple(changes)

    def _established(
        self, player: int, old: Rating, played: list[Side], event: Event, before: Mapping[int, Rating]
    ) -> PlayerChange:
        own = self.exact(old)
        lines = []
        for side in played:
            theirs = before.get(side.opponent, Rating())
            expected = self.expectation(own - self.exact(theirs))
            k = self.game_k(side.spread, theirs.games) * side.weight
            points = k * (side.earned - expected)
            new = theirs.value is None
            lines.append(game_line(side, self.exact(theirs), new=new, expected=expected, k=k, points=points))
        end = own + sum(line.points for line in lines)
        return whole_change(player, old, event, tuple(lines), start=own, end=end, floor=self.floor, state=(end,))

    def performance(self, opponents: float, games: float, wins: float) -> float:
        """The rating of a provisional player by the sum of the opponents, their number and the wins."""
        if 0 < wins < games:
            return opponents / games + self.provisional_scale * math.log(wins / (games - wins))
        return opponents / games + (self.shutout if wins else -self.shutout)

    def _first(
        self, player: int, old: Rating, played: list[Side], event: Event, before: Mapping[int, Rating]
    ) -> PlayerChange:
        own = self.exact(old)
        total, games, wins = old.state[1:] if len(old.state) == 4 else (0.0, 0.0, 0.0)
        lines = []
        for side in played:
            theirs = before.get(side.opponent, Rating())
            rating = self.exact(theirs)
            if not self.provisional(theirs):
                total, games, wins = total + rating, games + 1, wins + side.earned
            new = theirs.value is None
            expected = self.expectation(own - rating)
            lines.append(game_line(side, rating, new=new, expected=expected, k=0.0, points=0.0))
        end = self.performance(total, games, wins) if games else own
        facts = (("opponents", total / games), ("counted_games", games), ("counted_wins", wins)) if games else ()
        return whole_change(
            player,
            old,
            event,
            tuple(lines),
            start=own,
            end=end,
            joint=end - own,
            floor=self.floor,
            state=(end, total, games, wins),
            facts=facts,
        )
