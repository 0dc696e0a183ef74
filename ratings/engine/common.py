"""What all systems need: games from each side, rounding, first ratings that settle, and putting a change together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ratings.engine.types import (
    LOSS,
    TIE,
    UNRATED,
    WIN,
    Event,
    GameLine,
    Newcomer,
    PlayerChange,
    RatedGame,
    Rating,
    Segment,
)

#: What equal scores are worth to the player, by who won them.
_TIES = {"player": WIN, "opponent": LOSS, "": TIE}


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


def earned_by_player(game: RatedGame) -> float:
    """What the game was worth to its `player`: a win, a tie or a loss; equal scores as the rules of the game say."""
    one, other = game.player_score, game.opponent_score
    return WIN if one > other else LOSS if one < other else _TIES[game.tie_won_by]


def sides(games: Sequence[RatedGame]) -> dict[int, list[Side]]:
    """Everybody's games by player, players and games in a fixed order: sums never depend on the input's."""
    by_player: dict[int, list[Side]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.key)):
        one, other, earned = game.player_score, game.opponent_score, earned_by_player(game)
        by_player.setdefault(game.player, []).append(
            Side(game.key, game.round, game.opponent, one, other, earned, game.weight)
        )
        by_player.setdefault(game.opponent, []).append(
            Side(game.key, game.round, game.player, other, one, 1 - earned, game.weight)
        )
    return {player: by_player[player] for player in sorted(by_player)}


class PlayerGames(NamedTuple):
    """A player's games of an event, and everybody's `ratings` before it."""

    player: int
    sides: list[Side]
    event: Event
    ratings: Mapping[int, Rating]

    @property
    def before(self) -> Rating:
        """The player's own rating before the event."""
        return self.ratings.get(self.player, UNRATED)

    @property
    def weight(self) -> float:
        """What the games count together."""
        return sum(side.weight for side in self.sides)

    def opponents(self) -> list[tuple[Side, Rating]]:
        """Each game with the opponent's rating before the event."""
        return [(side, self.ratings.get(side.opponent, UNRATED)) for side in self.sides]


def games_by_player(event: Event, before: Mapping[int, Rating]) -> dict[int, PlayerGames]:
    """The games of everybody who played, by player."""
    return {player: PlayerGames(player, played, event, before) for player, played in sides(event.games).items()}


def rated_players(games: Mapping[int, PlayerGames]) -> dict[int, float]:
    """The ratings of those who had one before the event; the others are its newcomers."""
    return {player: float(value) for player, own in games.items() if (value := own.before.value) is not None}


def with_first_ratings(rated: Mapping[int, float], newcomers: Mapping[int, Newcomer], floor: int) -> dict[int, float]:
    """What everybody counts with as an opponent: newcomers with their first rating in whole points, at least `floor`."""
    firsts = {player: float(max(floor, round_half_up(first.result))) for player, first in newcomers.items()}
    return {**rated, **firsts}


def settle(
    values: Mapping[int, float],
    following: Callable[[Mapping[int, float]], dict[int, float]],
    *,
    distance: Callable[[Iterable[float]], float],
    limit: float,
    passes: int,
) -> tuple[Mapping[int, float], bool]:
    """Repeat `following` until the `distance` of all moves is below `limit`; whether it was, within `passes` passes."""
    for _ in range(passes if values else 0):
        before, values = values, following(values)
        if distance(abs(values[player] - before[player]) for player in before) < limit:
            return values, True
    return values, not values


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
    points: float | None = None,
    feedback: float = 0.0,
    credit: float | None = None,
    expected_spread: float | None = None,
    deviation: float | None = None,
) -> GameLine:
    """A line of the working; `opponent` is the rating the opponent counted with, `points` by default k · (earned − expected)."""
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
        points=k * (side.earned - expected) if points is None else points,
        feedback=feedback,
        credit=credit,
        expected_spread=expected_spread,
        opponent_deviation=deviation,
    )


def whole_change(
    games: PlayerGames,
    lines: Sequence[GameLine],
    *,
    start: float,
    end: float,
    floor: int | None = None,
    deviation: tuple[float, float] | None = None,
    state: tuple[float, ...] = (),
    newcomer: Newcomer | None = None,
    facts: tuple[tuple[str, float], ...] = (),
    **parts: float,
) -> PlayerChange:
    """The change of an event rated in one piece, from the exact rating `start` to the exact `end`.

    What is shown is `end` rounded, at least `floor`.  `parts`: the ADJUSTMENTS that the system itself makes.
    """
    rounded = round_half_up(end)
    shown = rounded if floor is None else max(floor, rounded)
    old = games.before
    printed = round_half_up(start) if old.value is None else old.value
    if newcomer is None:
        parts |= {"carried": start - printed, "rounding": rounded - end, "floor": float(shown - rounded)}
    else:
        parts |= {"rounding": shown - end}
    segment = Segment(
        first_round=1,
        last_round=games.event.rounds,
        start=None if newcomer else printed,
        end=shown,
        games=tuple(lines),
        newcomer=newcomer,
        deviation=deviation,
        facts=facts,
        **parts,  # type: ignore[arg-type]  # ADJUSTMENTS are floats
    )
    after = Rating(shown, add_games(old.games, len(lines)), deviation[1] if deviation else None, state)
    return PlayerChange(games.player, old, after, (segment,))
