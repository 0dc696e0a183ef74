"""Standings of a division, from one function everywhere."""

from dataclasses import dataclass

from tournaments.engine.model import Snapshot
from tournaments.engine.standings import Row, standings
from tournaments.models import Division, Entry
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import conditions_of, players_of, seeded, settings_of


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
    fields = ("pk", "player_id", "number", "name", "rating", "withdrawn_after")
    entries = {row[0]: row for row in Entry.objects.filter(division=division).values_list(*fields)}
    players = seeded(
        (pk, number, rating, left is None) for pk, _player, number, _name, rating, left in entries.values()
    )
    lines = []
    for row in standings(players, facts_of(division), settings_of(division), after_round):
        pk, player_id, number, name, rating, _left = entries[row.player.id]
        lines.append(StandingsLine(row, pk, player_id, number, name, rating))
    return lines


def snapshot_of(division: Division, round_number: int) -> Snapshot:
    """All that pairing ``round_number`` depends on. Six queries, whatever the size."""
    players = players_of(division, in_round=round_number)
    conditions = conditions_of(division, round_number, players)
    return Snapshot(
        absent=conditions.absent,
        requested_byes=conditions.requested_byes,
        blocked=conditions.blocked,
        locked=conditions.locked,
        round=round_number,
        players=players,
        games=tuple(game for game in facts_of(division) if game.round < round_number),
        settings=settings_of(division),
    )
