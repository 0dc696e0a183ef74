"""The seed order of a division as pages and the API show it."""

from dataclasses import dataclass

from tournaments.models import Division, Entry
from tournaments.queries.events import entries_of
from tournaments.queries.snapshot import candidate_of, seeded


@dataclass(frozen=True, slots=True)
class SeedLine:
    """A player's place in the seed order; ``entry.seed`` is None where that is the rating's doing."""

    place: int
    entry: Entry


def seed_lines(division: Division) -> list[SeedLine]:
    """Everybody in seed order. One query."""
    entries = {entry.pk: entry for entry in entries_of(division)}
    order = seeded((candidate_of(entry), entry.withdrawn_after is None) for entry in entries.values())
    return [SeedLine(player.number, entries[player.id]) for player in order]
