"""What a meeting came to, game by game and seat by seat, as one short text.

``0-4 3-0 0-2``: three games of Word Basket, the cards that each seat had left; who went out has none. ``320/281/305``: one
crossword game at a table of three, the points of each seat. ``x`` in place of a number: the player did not come.

>>> games = parse("0-4 3-0 0-2")
>>> games_won(games, 2), margin(games)
((2, 1), 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

ABSENT: Final = "x"
CARDS: Final = "-"
POINTS: Final = "/"

#: One value by seat: cards left or points; None for a player who did not come.
Game = tuple[int | None, ...]


class TallyError(ValueError):
    """A meeting that cannot be. ``code`` names the rule, ``game`` the game (from 1; 0 for the meeting as a whole)."""

    def __init__(self, code: str, game: int = 0) -> None:
        self.code = code
        self.game = game
        super().__init__(f"{code} in game {game}")


@dataclass(frozen=True, slots=True)
class Meeting:
    """What may come of a pairing: how many sit there, how many games, and whether cards are left or points are made.

    Two players at Word Basket stop as soon as one has won more than half of ``best_of`` games; a table of more plays all.
    """

    seats: int
    best_of: int = 1
    cards: bool = True


def parse(text: str) -> tuple[Game, ...]:
    """The games of a tally. Raises TallyError("form") for any other text."""
    try:
        return tuple(
            tuple(None if value == ABSENT else int(value) for value in game.split(POINTS if POINTS in game else CARDS))
            for game in text.split(" ")
            if text
        )
    except ValueError:
        raise TallyError("form") from None


def write(games: Sequence[Game], *, cards: bool) -> str:
    """The games as a tally's text."""
    sign = CARDS if cards else POINTS
    return " ".join(sign.join(ABSENT if value is None else str(value) for value in game) for game in games)


def check(games: Sequence[Game], meeting: Meeting) -> None:
    """Raise TallyError naming the first thing that cannot be."""
    if not games:
        raise TallyError("no_game")
    if len(games) > meeting.best_of:
        raise TallyError("too_many_games")
    for number, game in enumerate(games, 1):
        _check_game(game, meeting, number)
    if meeting.seats == 2:
        _check_decided(games, meeting)
    elif len(games) < meeting.best_of:
        raise TallyError("too_few_games")


def _check_game(game: Game, meeting: Meeting, number: int) -> None:
    if len(game) != meeting.seats:
        raise TallyError("seats", number)
    present = [value for value in game if value is not None]
    if meeting.seats == 2 and len(present) < 2:
        raise TallyError("absent", number)
    if not present:
        raise TallyError("nobody", number)
    if meeting.cards and present.count(0) != 1:
        raise TallyError("no_winner" if 0 not in present else "two_winners", number)
    if meeting.cards and max(present) > 60 - len(present):
        raise TallyError("too_many_cards", number)


def _check_decided(games: Sequence[Game], meeting: Meeting) -> None:
    """Two players: somebody has won enough games, and with the last one."""
    needed = meeting.best_of // 2 + 1
    if not meeting.cards:
        return
    for number in range(1, len(games) + 1):
        if max(games_won(games[:number], 2)) >= needed and number < len(games):
            raise TallyError("played_on", number)
    if max(games_won(games, 2)) < needed:
        raise TallyError("not_decided")


def games_won(games: Sequence[Game], seats: int) -> tuple[int, ...]:
    """How many games each seat won: went out in, at Word Basket."""
    return tuple(sum(game[seat] == 0 for game in games) for seat in range(seats))


def margin(games: Sequence[Game]) -> int:
    """Two seats at Word Basket: the cards that the second was left with less those that the first was."""
    return sum((game[1] or 0) - (game[0] or 0) for game in games)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two seats of a table compared in one game: points 1–0 or 0–0 (equal), and by how much the first is ahead."""

    first: int
    second: int
    points: tuple[int, int]
    margin: int


def duels(games: Sequence[Game], *, cards: bool) -> tuple[Duel, ...]:
    """Every two who sat in the same game, as a result between them: fewer cards, or more points, is ahead."""
    found = []
    for game in games:
        for one, other in combinations(range(len(game)), 2):
            first, second = game[one], game[other]
            if first is None or second is None:
                continue
            ahead = second - first if cards else first - second
            found.append(Duel(one, other, (int(ahead > 0), int(ahead < 0)), ahead))
    return tuple(found)


def places(games: Sequence[Game], *, cards: bool) -> tuple[tuple[int, ...], ...]:
    """The seats in order of finish, those who share a place together: by players left behind, then by margins.

    Whoever did not come to any game has no place.
    """
    seats = {seat for game in games for seat, value in enumerate(game) if value is not None}
    worth = {seat: [0, 0] for seat in seats}
    for duel in duels(games, cards=cards):
        half = 1 + duel.points[0] - duel.points[1]
        for seat, points, ahead in ((duel.first, half, duel.margin), (duel.second, 2 - half, -duel.margin)):
            worth[seat][0] += points
            worth[seat][1] += ahead
    ordered = sorted({tuple(value) for value in worth.values()}, reverse=True)
    return tuple(tuple(sorted(seat for seat in seats if tuple(worth[seat]) == key)) for key in ordered)
