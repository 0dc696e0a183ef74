"""The seed order of a division as pages and the API show it."""

from dataclasses import dataclass

from tournaments.models import Division, Entry
from tournaments.queries.events import entries_of
from tournaments.queries.snapshot import in_seed_order


@dataclass(frozen=True, slots=True)
class SeedLine:
    """A player's place in the seed order; ``entry.seed`` is None where the rating decides it."""

    place: int
    entry: Entry


def seed_lines(division: Division) -> list[SeedLine]:
    """Everybody in seed order. One query."""
    entries = {entry.pk: entry for entry in entries_of(division)}
    order = in_seed_order(entries.values())
    return [SeedLine(player.number, entries[player.id]) for player in order]
