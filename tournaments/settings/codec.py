"""Settings as JSON values and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

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
    known = settings_in(cls)
    numbers = {name for name, one in known.items() if one.kind is Kind.NUMBERS}
    given = {name: value for name, value in values.items() if name in known}
    return cls(**{name: tuple(value) if name in numbers else value for name, value in given.items()})
