"""The British system before 1999 (http://absp.org.uk/results/JAGrn1.shtml), on its scale of about 50 to 200.

A game is worth the opponent's rating, 50 more for a win, 50 less for a loss; the average of the games is the rating.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.common import Side, game_line, round_half_up, sides, whole_change
from ratings.engine.types import Event, Newcomer, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class Absp:
    """step: what a win is worth above the opponent; clamp: how far a rated opponent may count from one's own rating.

    Newcomers are estimated from their rated opponents first, then once more with the other newcomers' estimates; rated
    players meet the newcomers' second values.  floor, newcomer_floor: the lowest ratings.  start: for a newcomer who
    met nobody with a rating.  window: a rating is the average of that many games, the old rating standing for the
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
        seen = sides(event.games)
        rated = {p: float(v) for p in seen if (v := before.get(p, Rating()).value) is not None}
        first = {player: self._average(played, rated) for player, played in seen.items() if player not in rated}
        known = rated | first
        second = {player: self._average(seen[player], known) for player in first}
        strength = rated | {p: float(max(self.newcomer_floor, round_half_up(v))) for p, v in second.items()}
        changes = []
        for player, played in seen.items():
            old = before.get(player, Rating())
            newcomer = None
            if player in first:
                result = max(float(self.newcomer_floor), second[player])
                newcomer = Newcomer(first[player], second[player], None, result, True)
            changes.append(self._change(player, old, played, event, strength, rated, newcomer))
        return tuple(changes)

    def _average(self, played: list[Side], known: Mapping[int, float]) -> float:
        worths = [self.worth(known[side.opponent], side.earned, None) for side in played if side.opponent in known]
        return sum(worths) / len(worths) if worths else self.start

    def _change(
        self,
        player: int,
        old: Rating,
        played: list[Side],
        event: Event,
        strength: Mapping[int, float],
        rated: Mapping[int, float],
        newcomer: Newcomer | None,
    ) -> PlayerChange:
        own = strength[player]
        earlier = self.window if old.games is None else old.games
        weight = sum(side.weight for side in played)
        kept = max(0.0, min(earlier, self.window - weight))
        share = 0.0 if newcomer else 2 * self.step / (kept + weight)
        lines = []
        for side in played:
            theirs = strength[side.opponent]
            worth = self.worth(theirs, side.earned, own if side.opponent in rated and not newcomer else None)
            expected = side.earned - (worth - own) / (2 * self.step)
            k = share * side.weight
            points = k * (side.earned - expected)
            within = max(0.0, min(1.0, expected))
            new = side.opponent not in rated
            lines.append(game_line(side, theirs, new=new, expected=within, k=k, points=points))
        end = newcomer.result if newcomer else own + sum(line.points for line in lines)
        floor = self.newcomer_floor if newcomer else self.floor
        return whole_change(player, old, event, tuple(lines), start=own, end=end, floor=floor, newcomer=newcomer)

    def on_day(self, rating: Rating, day: date) -> Rating:  # noqa: ARG002 - the protocol's signature
        """Nothing changes without playing."""
        return rating

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The share of wins at which nothing changes: ½ and 1 % for each point, at most 40 points."""
        if one.value is None or other.value is None:
            return None
        difference = max(-self.clamp, min(self.clamp, one.value - other.value))
        return 0.5 + difference / (2 * self.step)

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `provisional_games` career games."""
        return rating.games is not None and rating.games < self.provisional_games
