"""Short ways to write events in tests."""

from dataclasses import replace
from datetime import date

from ratings.engine.types import Event, RatedGame, Rating

#: A game as (round, player, opponent, player's score, opponent's score).
Played = tuple[int, int, int, int, int]


def event(games: list[Played], *, rounds: int, number: int = 1, day: date = date(2026, 1, 10)) -> Event:
    """An event whose games are keyed by their place in the list."""
    return Event(number, day, rounds, tuple(RatedGame(f"g{index}", *played) for index, played in enumerate(games)))


def one_against(
    own: int, others: list[tuple[int, float]], *, career: int | None = None
) -> tuple[Event, dict[int, Rating]]:
    """Player 0 meets one opponent of each (rating, earned) in a round of its own; opponents are established."""
    scores = {1.0: (400, 300), 0.5: (350, 350), 0.0: (300, 400)}
    games = [(number, 0, number, *scores[earned]) for number, (_, earned) in enumerate(others, 1)]
    before = {0: Rating(own, career)} | {number: Rating(rating, None) for number, (rating, _) in enumerate(others, 1)}
    return event(games, rounds=len(others)), before


def turned(game: RatedGame) -> RatedGame:
    """The same game from the other side."""
    return replace(
        game,
        player=game.opponent,
        opponent=game.player,
        player_score=game.opponent_score,
        opponent_score=game.player_score,
    )
