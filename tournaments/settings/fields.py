"""A frozen dataclass of settings as one JSON column, and the database's own checks of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import CheckConstraint, JSONField, Q
from django.db.models.fields.json import KeyTransform

from games.registry import GAMES
from tournaments.settings.codec import former_columns, from_columns, from_json, to_json
from tournaments.settings.metadata import Kind, Setting, settings_in

_ST_contra = TypeVar("_ST_contra", contravariant=True)
_GT_co = TypeVar("_GT_co", covariant=True)
if TYPE_CHECKING:

    class _Column(JSONField[_ST_contra, _GT_co]):
        pass
else:

    class _Column(JSONField):
        def __class_getitem__(cls, _types):
            return cls


class DataclassField(_Column[_ST_contra, _GT_co]):
    """A JSON column whose value in Python is a frozen dataclass of settings."""

    def __init__(self, dataclass: type[Any], **options: Any) -> None:
        self.dataclass = dataclass
        super().__init__(**{"default": dataclass, **options})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """With the class, for migrations and copies."""
        name, path, args, options = super().deconstruct()
        del options["default"]
        return name, path, args, {**options, "dataclass": self.dataclass}

    def get_default(self) -> Any:
        """All settings at their defaults."""
        return self.dataclass()

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The settings; of a look-up of one of them its value."""
        if isinstance(expression, KeyTransform) or not isinstance(value, str):
            return super().from_db_value(value, expression, connection)
        return self.to_python(value)

    def to_python(self, value: Any) -> Any:
        """The settings from JSON or text. Raises ValidationError."""
        if isinstance(value, str):
            return _read(self.dataclass, value)  # type: ignore[arg-type]  # a class is hashable
        return from_json(self.dataclass, value) if isinstance(value, Mapping) else value

    def get_prep_value(self, value: Any) -> Any:
        """The settings as JSON; values of look-ups as they are."""
        return super().get_prep_value(_plain(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001 - Django's
        """Likewise, as this database takes it."""
        return super().get_db_prep_value(_plain(value), connection, prepared)

    def older_columns(self) -> frozenset[str]:
        """The columns that this one replaces."""
        return former_columns(self.dataclass)

    def from_older_columns(self, row: Mapping[str, Any]) -> Any:
        """The settings of a row that has a column for each."""
        return from_columns(self.dataclass, row)

    def validate(self, value: Any, model_instance: Any) -> None:
        """The dataclass has checked itself."""

    def value_to_string(self, obj: Any) -> Any:
        """For dumps of the database."""
        return to_json(self.value_from_object(obj))


@lru_cache(maxsize=1024)
def _read(dataclass: type[Any], text: str) -> Any:
    """The settings of a text; one cached value for the same text, as divisions are loaded far more often than changed."""
    read = json.loads(text)
    return from_json(dataclass, read) if isinstance(read, Mapping) else read


def _plain(value: Any) -> Any:
    """Settings as JSON; values of look-ups as they are."""
    return to_json(value) if is_dataclass(value) else value


def check_constraints(cls: type[Any], *, column: str, prefix: str) -> list[CheckConstraint]:
    """One constraint for each setting, made from its declaration, and one that none is missing.

    The model has a column ``game``.
    """
    declared = settings_in(cls)
    complete = CheckConstraint(condition=Q(**{f"{column}__has_keys": sorted(declared)}), name=f"{prefix}_complete")
    return [complete, *(check for one in declared.values() for check in _checks(one, column, prefix))]


def _checks(one: Setting, column: str, prefix: str) -> Iterator[CheckConstraint]:
    path = f"{column}__{one.name}"
    condition = _values(one, path)
    if one.optional and condition:
        condition = Q(**{path: None}) | condition
    games = sorted(game for game in GAMES if one.fits(game))
    if len(games) < len(GAMES) and not callable(one.bounds):  # a game's own bounds leave nothing but the default
        usual = (Q(**{path: value}) for value in (one.default, *one.former))
        condition &= Q(Q(game__in=games), *usual, _connector=Q.OR)
    if condition:
        yield CheckConstraint(condition=condition, name=f"{prefix}_{one.name}")


def _values(one: Setting, path: str) -> Q:
    """The values that are declared; no check for lists, whose numbers the database cannot look at."""
    if one.kind is Kind.FLAG:
        return Q(**{f"{path}__in": [True, False]})
    if one.pattern:
        return Q(**{f"{path}__regex": one.pattern})
    chosen = Q() if one.fixed_choices is None else Q(**{f"{path}__in": list(one.fixed_choices)})
    if callable(one.bounds):
        each = (Q(game=key) & _between(path, *one.bounds(game)) for key, game in GAMES.items())
        return chosen & Q(*each, _connector=Q.OR)
    return _between(path, *one.bounds) if one.bounds else chosen


def _between(path: str, low: int, high: int) -> Q:
    return Q(**{f"{path}__gte": low, f"{path}__lte": high})
