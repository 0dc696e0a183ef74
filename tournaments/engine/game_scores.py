"""What happened in a match, game by game and seat by seat, as one short text.

``0-4 3-0 0-2``: three games of Word Basket, the cards that each seat had left; who went out has none. ``320/281/305``: one
crossword game at a table of three, the points of each seat. ``x`` in place of a number: the player was not there.

>>> games = parse("0-4 3-0 0-2")
>>> games_won(games, 2), margin(games)
((2, 1), 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

ABSENT: Final = "x"
CARDS: Final = "-"
POINTS: Final = "/"

#: One value by seat: cards left or points; None for a player who did not come.
Game = tuple[int | None, ...]


class GameScoresError(ValueError):
    """Impossible game scores. ``code`` names the rule, ``game`` the game (from 1; 0 for the match as a whole)."""

    def __init__(self, code: str, game: int = 0) -> None:
        self.code = code
        self.game = game
        super().__init__(f"{code} in game {game}")


@dataclass(frozen=True, slots=True)
class Match:
    """The form of a pairing's result: how many players, how many games, and whether cards left or points are counted.

    Two players at Word Basket stop as soon as one has won more than half of ``best_of`` games; a table of more plays all.
    """

    seats: int
    best_of: int = 1
    cards: bool = True


def parse(text: str) -> tuple[Game, ...]:
    """The games of a text. Raises GameScoresError("form") for any other text."""
    try:
        return tuple(
            tuple(None if value == ABSENT else int(value) for value in game.split(POINTS if POINTS in game else CARDS))
            for game in text.split(" ")
            if text
        )
    except ValueError:
        raise GameScoresError("form") from None


def write(games: Sequence[Game], *, cards: bool) -> str:
    """The games as text."""
    sign = CARDS if cards else POINTS
    return " ".join(sign.join(ABSENT if value is None else str(value) for value in game) for game in games)


def check(games: Sequence[Game], match: Match) -> None:
    """Raise GameScoresError naming the first impossible thing."""
    if not games:
        raise GameScoresError("no_game")
    if len(games) > match.best_of:
        raise GameScoresError("too_many_games")
    for number, game in enumerate(games, 1):
        _check_game(game, match, number)
    if match.seats == 2:
        _check_decided(games, match)
    elif len(games) < match.best_of:
        raise GameScoresError("too_few_games")


def _check_game(game: Game, match: Match, number: int) -> None:
    if len(game) != match.seats:
        raise GameScoresError("seats", number)
    present = [value for value in game if value is not None]
    if match.seats == 2 and len(present) < 2:
        raise GameScoresError("absent", number)
    if not present:
        raise GameScoresError("nobody", number)
    if match.cards and present.count(0) != 1:
        raise GameScoresError("no_winner" if 0 not in present else "two_winners", number)
    if match.cards and max(present) > 60 - len(present):
        raise GameScoresError("too_many_cards", number)


def _check_decided(games: Sequence[Game], match: Match) -> None:
    """Two players: somebody has won enough games, and with the last one."""
    if not match.cards:
        return
    needed = match.best_of // 2 + 1
    for number in range(1, len(games) + 1):
        if max(games_won(games[:number], 2)) >= needed and number < len(games):
            raise GameScoresError("played_on", number)
    if max(games_won(games, 2)) < needed:
        raise GameScoresError("not_decided")


def games_won(games: Sequence[Game], seats: int) -> tuple[int, ...]:
    """How many games each seat won, that is went out in, at Word Basket."""
    return tuple(sum(game[seat] == 0 for game in games) for seat in range(seats))


def match_win_chance(game: float, best_of: int) -> float:
    """The chance of winning more than half of `best_of` (odd) games, each won independently with chance `game` (0 to 1).

    Whether the match stops once it is decided does not matter: later games change nothing.
    """
    needed = best_of // 2 + 1
    return sum(comb(best_of, won) * game**won * (1 - game) ** (best_of - won) for won in range(needed, best_of + 1))


def margin(games: Sequence[Game]) -> int:
    """Two seats at Word Basket: the second's cards left less the first's, over all games."""
    return sum((game[1] or 0) - (game[0] or 0) for game in games)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two seats of a table compared in one game: points 1–0, 0–1 or 0–0 (equal), and how far the first is ahead."""

    first: int
    second: int
    points: tuple[int, int]
    margin: int


def tied_at_top(games: Sequence[Game]) -> tuple[int, ...]:
    """The seats that share the most points; () unless several do in a single game of points."""
    if len(games) != 1:
        return ()
    most = max((value for value in games[0] if value is not None), default=None)
    seats = tuple(seat for seat, value in enumerate(games[0]) if value is not None and value == most)
    return seats if len(seats) > 1 else ()


def duels(games: Sequence[Game], *, cards: bool, winner: int | None = None) -> tuple[Duel, ...]:
    """A result between every two who sat in the same game: fewer cards, or more points, is ahead.

    ``winner``: the seat that beats the others with the same points.
    """
    results = []
    for game in games:
        present = [(seat, value) for seat, value in enumerate(game) if value is not None]
        for (one, first), (other, second) in combinations(present, 2):
            ahead = second - first if cards else first - second
            won = ahead or (one == winner) - (other == winner)
            results.append(Duel(one, other, (int(won > 0), int(won < 0)), ahead))
    return tuple(results)


def places(games: Sequence[Game], *, cards: bool, winner: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The seats in order of finish, those who share a place together: by opponents beaten, then by margins.

    Whoever was at none of the games has no place. ``winner`` as for :func:`duels`.
    """
    beaten = {seat: [0, 0] for game in games for seat, value in enumerate(game) if value is not None}
    for duel in duels(games, cards=cards, winner=winner):
        half_wins = 1 + duel.points[0] - duel.points[1]
        for seat, won, ahead in ((duel.first, half_wins, duel.margin), (duel.second, 2 - half_wins, -duel.margin)):
            beaten[seat][0] += won
            beaten[seat][1] += ahead
    ordered = sorted({tuple(totals) for totals in beaten.values()}, reverse=True)
    return tuple(tuple(sorted(seat for seat, totals in beaten.items() if tuple(totals) == key)) for key in ordered)
