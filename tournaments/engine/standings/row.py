"""One line of the standings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.model import EntrySnapshot


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings.

    `rank` is shared by equals. `points` are match points in half wins. `wins` and `losses` hold halves for ties and
    include byes and forfeits. `spread` is capped per game if the division caps it, `full_spread` never. `firsts`,
    `seconds` and `opponents` (in round order) count played games only, starts where they are known.
    `values`: what decided, for each tie-break of the settings' order; empty where that is the default. `by_bracket`: a
    knock-out decides the rank first.
    """

    rank: int
    player: EntrySnapshot
    points: int
    wins: float
    losses: float
    ties: int
    spread: int
    played: int
    byes: int
    forfeits: int
    firsts: int
    seconds: int
    opponents: tuple[int, ...]
    full_spread: int = 0
    values: tuple[Fraction, ...] = ()
    by_bracket: bool = False

    @property
    def withdrawn(self) -> bool:
        """Whether the player has left the event."""
        return not self.player.active
