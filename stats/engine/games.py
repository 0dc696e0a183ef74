"""A game as statistics see it: who met whom, when, with what scores, and what its record says of each player's turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from games.engine.figures import PlayerFigures


@dataclass(frozen=True, slots=True)
class Game:
    """A played game of two by seats, the one who went first first. ``event`` and ``division`` are addresses.

    ``turns`` is empty without a complete record; ``has_record``: there is one to replay.
    """

    event: str
    pairing: int
    round: int
    players: tuple[int, int]
    names: tuple[str, str]
    scores: tuple[int, int]
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
    def spread(self) -> int:
        """Points won by; negative for a loss."""
        return self.own - self.other

    @property
    def outcome(self) -> str:
        """``won``, ``lost`` or ``tied``."""
        return "won" if self.spread > 0 else "lost" if self.spread < 0 else "tied"

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
        return self.turns.behind if self.turns and self.spread > 0 else 0


def sides_of(game: Game) -> tuple[Side, Side]:
    """The game as each of its players had it."""
    return Side(game, 0), Side(game, 1)
