"""The seed order of a division as pages and the API show it."""

from dataclasses import dataclass

from django.db.models import Max

from audit.models import ActionLog
from tournaments.models import Division, Entry
from tournaments.queries.events import entries_of
from tournaments.queries.snapshot import in_seed_order


@dataclass(frozen=True, slots=True)
class SeedLine:
    """A player's place in the seed order; ``entry.seed`` is None where the rating decides it.

    ``is_new``: entered after somebody last changed the seeds.
    """

    place: int
    entry: Entry
    is_new: bool = False


def seed_lines(division: Division) -> list[SeedLine]:
    """Everybody in seed order. Three queries."""
    entries = {entry.pk: entry for entry in entries_of(division)}
    order = in_seed_order(entries.values())
    last = ActionLog.objects.filter(
        scope=f"event:{division.event_id}", verb="division.seeded", target_id=str(division.pk)
    ).aggregate(last=Max("created_at"))["last"]
    new = set()
    if last is not None:
        added = ActionLog.objects.filter(scope=f"event:{division.event_id}", verb="entry.added", created_at__gt=last)
        new = {int(entry) for entry in added.values_list("target_id", flat=True)}
    return [SeedLine(player.number, entries[player.id], player.id in new) for player in order]
