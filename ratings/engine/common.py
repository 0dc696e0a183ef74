"""What all systems need: games seen from each side, rounding, and putting a change together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ratings.engine.types import LOSS, TIE, WIN, Event, GameLine, Newcomer, PlayerChange, RatedGame, Rating, Segment


class Side(NamedTuple):
    """One game from one side."""

    key: str
    round: int
    opponent: int
    score: int
    opponent_score: int
    earned: float
    weight: float = 1.0

    @property
    def spread(self) -> int:
        """Own score minus the opponent's."""
        return self.score - self.opponent_score


def _earned(score: int, opponent_score: int) -> float:
    return WIN if score > opponent_score else LOSS if score < opponent_score else TIE


def sides(games: Sequence[RatedGame]) -> dict[int, list[Side]]:
    """Everybody's games by player, players and games in an order of their own: sums never depend on the input's."""
    found: dict[int, list[Side]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.key)):
        one, other = game.player_score, game.opponent_score
        earned = _earned(one, other)
        found.setdefault(game.player, []).append(
            Side(game.key, game.round, game.opponent, one, other, earned, game.weight)
        )
        found.setdefault(game.opponent, []).append(
            Side(game.key, game.round, game.player, other, one, 1 - earned, game.weight)
        )
    return {player: found[player] for player in sorted(found)}


def round_half_up(value: float) -> int:
    """floor(x + ½): Python's own `round` would send 1500.5 to 1500."""
    return math.floor(value + 0.5)


def add_games(games: int | None, more: int) -> int | None:
    """Career games after `more`; unknown stays unknown."""
    return None if games is None else games + more


def game_line(
    side: Side,
    opponent: float,
    *,
    new: bool,
    expected: float,
    k: float,
    points: float,
    feedback: float = 0.0,
    credit: float | None = None,
    expected_spread: float | None = None,
    deviation: float | None = None,
) -> GameLine:
    """A line of the working; `opponent` is the rating the opponent counted with."""
    return GameLine(
        key=side.key,
        round=side.round,
        opponent=side.opponent,
        opponent_rating=round_half_up(opponent),
        opponent_new=new,
        score=side.score,
        opponent_score=side.opponent_score,
        earned=side.earned,
        expected=expected,
        k=k,
        points=points,
        feedback=feedback,
        credit=credit,
        expected_spread=expected_spread,
        opponent_deviation=deviation,
    )


def whole_change(
    player: int,
    old: Rating,
    event: Event,
    lines: tuple[GameLine, ...],
    *,
    start: float,
    end: float,
    joint: float = 0.0,
    acceleration: float = 0.0,
    feedback: float = 0.0,
    participation: float = 0.0,
    scaling: float = 0.0,
    floor: int | None = None,
    deviation: tuple[float, float] | None = None,
    state: tuple[float, ...] = (),
    newcomer: Newcomer | None = None,
    facts: tuple[tuple[str, float], ...] = (),
) -> PlayerChange:
    """The change of an event rated in one piece, from the exact rating `start` to the exact `end`.

    What is shown is `end` rounded, at least `floor`.
    """
    rounded = round_half_up(end)
    shown = rounded if floor is None else max(floor, rounded)
    known = start if old.value is None else old.value
    segment = Segment(
        first_round=1,
        last_round=event.rounds,
        start=None if newcomer else round_half_up(known),
        end=shown,
        games=lines,
        newcomer=newcomer,
        carried=0.0 if newcomer else start - round_half_up(known),
        rounding=(shown if newcomer else rounded) - end,
        floor=0.0 if newcomer else float(shown - rounded),
        deviation=deviation,
        facts=facts,
        joint=joint,
        acceleration=acceleration,
        feedback=feedback,
        participation=participation,
        scaling=scaling,
    )
    after = Rating(shown, add_games(old.games, len(lines)), deviation[1] if deviation else None, state)
    return PlayerChange(player, old, after, (segment,))
