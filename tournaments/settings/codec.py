"""Settings as JSON values and back; also from the time when each setting was a column of its own, as in old backups."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from games.registry import GAMES
from tournaments.settings.metadata import Kind, settings_in

T = TypeVar("T")


def to_json(settings: Any) -> dict[str, Any]:
    """The values by name; lists for tuples."""
    values = {one.name: getattr(settings, one.name) for one in fields(settings)}
    return {name: plain(value) for name, value in values.items()}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def from_json(cls: type[T], values: Mapping[str, Any]) -> T:
    """The settings with these values: unknown names are dropped, missing ones have their default.

    Raises ValidationError for a value that its setting cannot have.
    """
    declared = settings_in(cls)
    numbers = {name for name, one in declared.items() if one.kind is Kind.NUMBERS}
    present = {name: value for name, value in values.items() if name in declared}
    return cls(**{name: tuple(value) if name in numbers else value for name, value in present.items()})


#: A setting's name → the name of its former column, where they differ.
RENAMED = {"play_type": "setting"}


def former_columns(cls: type[Any]) -> frozenset[str]:
    """The columns that settings of this class may have had."""
    return frozenset(RENAMED.get(name, name) for name in settings_in(cls))


def from_columns(cls: type[Any], row: Mapping[str, Any]) -> Any:
    """The settings of a row with a column for each, as a database or a backup gives its values."""
    game = str(row["game"])
    fitting = {name: one for name, one in settings_in(cls).items() if game in GAMES and one.fits(game)}
    columns = {name: RENAMED.get(name, name) for name in fitting}
    values = {name: _value(fitting[name].kind, row[column]) for name, column in columns.items() if column in row}
    return from_json(cls, values)


def _value(kind: Kind, value: Any) -> Any:
    if kind in {Kind.NUMBERS, Kind.OPTIONS} and isinstance(value, str):
        return json.loads(value)
    return bool(value) if kind is Kind.FLAG else value
