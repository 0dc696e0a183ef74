"""Frozen rows as JSON holds them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def row_as_json(row: DataclassInstance) -> dict[str, object]:
    """A dataclass by the names of its fields: lists for tuples, plain texts for names of a kind."""
    return {field.name: _plain(getattr(row, field.name)) for field in fields(row)}


def _plain(value: Any) -> object:
    if isinstance(value, tuple):
        return [_plain(member) for member in value]
    return str(value) if isinstance(value, str) else value
