"""Standings of a division, from one function everywhere."""

from dataclasses import dataclass

from tournaments.engine.standings import Row
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings: the engine's row with the names that belong to it."""

    row: Row
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None


def standings_of(division: Division, after_round: int | None = None) -> list[StandingsLine]:
    """The standings after a round (None: now), best first. Two queries, whatever the size."""
    raise NotImplementedError
