"""Settings from the time when each was a column of its own: in backups, and in databases that are brought over."""

import json
from collections.abc import Mapping
from typing import Any

from games.registry import GAMES
from tournaments.settings.codec import from_json
from tournaments.settings.metadata import Kind, settings_in

#: Today's name → the column's.
RENAMED = {"play_type": "setting"}


def columns(cls: type[Any]) -> frozenset[str]:
    """The columns that settings of this class may have had."""
    return frozenset(RENAMED.get(name, name) for name in settings_in(cls))


def from_columns(cls: type[Any], row: Mapping[str, Any]) -> Any:
    """The settings of a row with a column for each, as a database or a backup gives its values."""
    known = settings_in(cls)
    read = {
        name: _value(one.kind, row[column])
        for name, one in known.items()
        if (column := RENAMED.get(name, name)) in row and str(row["game"]) in GAMES and one.fits(str(row["game"]))
    }
    return from_json(cls, read)


def _value(kind: Kind, value: Any) -> Any:
    if kind in {Kind.NUMBERS, Kind.OPTIONS} and isinstance(value, str):
        return json.loads(value)
    return bool(value) if kind is Kind.FLAG else value
