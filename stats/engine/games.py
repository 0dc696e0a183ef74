"""A game as statistics see it: who met whom, when, with what scores, and what its record says of each player's turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from games.engine.figures import PlayerFigures


@dataclass(frozen=True, slots=True)
class Game:
    """A played game of two by seats, the one who went first first. ``event`` and ``division`` are addresses.

    ``scores`` are points or, of a match at cards, games won; ``cards``: by how many cards the first was ahead in it, None for points.
    ``winner``: the seat for which the result counts, None for a tie. ``turns`` is empty without a complete record; ``has_record``:
    there is one to replay.
    """

    event: str
    pairing: int
    round: int
    players: tuple[int, int]
    names: tuple[str, str]
    scores: tuple[int, int]
    winner: int | None
    cards: int | None = None
    turns: tuple[PlayerFigures, ...] = ()
    event_name: str = ""
    day: date = date.min
    division: str = ""
    has_record: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A game as one of its players had it. ``own`` and ``other`` are scores; turns are None without a record."""

    game: Game
    seat: int

    @property
    def player(self) -> int:
        """Whose side it is."""
        return self.game.players[self.seat]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.game.names[self.seat]

    @property
    def opponent(self) -> int:
        """The other player."""
        return self.game.players[1 - self.seat]

    @property
    def opponent_name(self) -> str:
        """The other player's name."""
        return self.game.names[1 - self.seat]

    @property
    def own(self) -> int:
        """The player's score."""
        return self.game.scores[self.seat]

    @property
    def other(self) -> int:
        """The other player's score."""
        return self.game.scores[1 - self.seat]

    @property
    def has_points(self) -> bool:
        """Whether the scores are points; else they are games won, and ``cards`` counts."""
        return self.game.cards is None

    @property
    def spread(self) -> int:
        """Points (or games of a match) ahead; negative if behind."""
        return self.own - self.other

    @property
    def cards(self) -> int:
        """Cards ahead in a match at cards; negative if behind."""
        ahead = self.game.cards or 0
        return -ahead if self.seat else ahead

    @property
    def outcome(self) -> str:
        """``won``, ``lost`` or ``tied``."""
        winner = self.game.winner
        return "tied" if winner is None else "won" if winner == self.seat else "lost"

    @property
    def turns(self) -> PlayerFigures | None:
        """What the record says of the player."""
        return self.game.turns[self.seat] if self.game.turns else None

    @property
    def other_turns(self) -> PlayerFigures | None:
        """What the record says of the other player."""
        return self.game.turns[1 - self.seat] if self.game.turns else None

    @property
    def comeback(self) -> int:
        """How far the winner was behind at worst; 0 for everybody else."""
        return self.turns.behind if self.turns and self.outcome == "won" else 0


def winner_of(scores: tuple[int, int], late: str = "", led: str = "") -> int | None:
    """The seat that won, None for a tie: ``late`` ("first", "second") lost on time; ``led`` wins equal totals.

    >>> winner_of((400, 389)), winner_of((400, 389), late="first"), winner_of((400, 400), led="second"), winner_of((400, 400), led="level")
    (0, 1, 1, None)
    """
    seats = {"first": 0, "second": 1}
    if late:
        return 1 - seats[late]
    if scores[0] == scores[1]:
        return seats.get(led)
    return 0 if scores[0] > scores[1] else 1


def sides_of(game: Game) -> tuple[Side, Side]:
    """The game as each of its players had it."""
    return Side(game, 0), Side(game, 1)
