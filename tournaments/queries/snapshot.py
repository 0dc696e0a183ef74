"""The facts of a division as the engine takes them."""

from tournaments.engine.model import DivisionSettings, Snapshot
from tournaments.models import Division


def settings_of(division: Division) -> DivisionSettings:
    """The division's settings of standings. No query."""
    raise NotImplementedError


def snapshot_of(division: Division, round_number: int) -> Snapshot:
    """All that pairing ``round_number`` depends on. Two queries, whatever the size."""
    raise NotImplementedError
