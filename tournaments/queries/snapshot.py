"""Rows of the database as values of the engine."""

from tournaments.engine.model import DivisionSettings, PlayerSnapshot
from tournaments.models import Division, Entry


def settings_of(division: Division) -> DivisionSettings:
    """The division's settings of standings. No query."""
    return DivisionSettings(
        bye_spread=division.bye_spread,
        forfeit_spread=division.forfeit_spread,
        spread_cap=division.spread_cap,
    )


def snapshot_player(entry_id: int, number: int, rating: int | None = None, *, active: bool = True) -> PlayerSnapshot:
    """An entry as the engine knows it."""
    return PlayerSnapshot(id=entry_id, number=number, rating=rating, active=active)


def players_of(division: Division, *, in_round: int | None = None) -> tuple[PlayerSnapshot, ...]:
    """The division's entries; who has withdrawn before ``in_round`` (None: at all) is not active. One query."""
    rows = Entry.objects.filter(division=division).order_by("number").values_list("pk", "number", "rating", "withdrawn_after")
    return tuple(
        snapshot_player(pk, number, rating, active=left_after is None or (in_round is not None and left_after >= in_round))
        for pk, number, rating, left_after in rows
    )
