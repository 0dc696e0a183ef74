"""Rows of the database as values of the engine."""

from collections.abc import Iterable

from tournaments.engine.model import DivisionSettings, PlayerSnapshot
from tournaments.models import Division, Entry


def settings_of(division: Division) -> DivisionSettings:
    """The division's settings of standings. No query."""
    return DivisionSettings(
        bye_spread=division.bye_spread,
        forfeit_spread=division.forfeit_spread,
        spread_cap=division.spread_cap,
    )


def players_of(division: Division, *, in_round: int | None = None) -> tuple[PlayerSnapshot, ...]:
    """The division's entries as seeded; who has withdrawn before ``in_round`` (None: at all) is not active. One query.

    The engine's ``number`` is the seed: by rating, then by the number on the slips, so that a strong late entry is
    seeded where it belongs while everybody keeps the number that is printed.
    """
    rows = Entry.objects.filter(division=division).values_list("pk", "number", "rating", "withdrawn_after")
    return seeded(
        (pk, number, rating, left is None or (in_round is not None and left >= in_round))
        for pk, number, rating, left in rows
    )


def seeded(rows: Iterable[tuple[int, int, int | None, bool]]) -> tuple[PlayerSnapshot, ...]:
    """(entry, number, rating, active) as players in seed order."""
    ordered = sorted(rows, key=lambda row: (row[2] is None, -(row[2] or 0), row[1]))
    return tuple(
        PlayerSnapshot(id=pk, number=seed, rating=rating, active=active)
        for seed, (pk, _number, rating, active) in enumerate(ordered, start=1)
    )
