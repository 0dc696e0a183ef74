"""API output from frozen rows: the types of a row declare its fields."""

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from django.db import models
from rest_framework import serializers
from rest_framework.fields import Field

Row = TypeVar("Row")
_FIELDS: Mapping[Any, type[Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    Fraction: serializers.FloatField,
    str: serializers.CharField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
}
_COLUMNS: Mapping[type[models.Field[Any, Any]], Any] = {
    models.BooleanField: bool,
    models.IntegerField: int,
    models.FloatField: float,
    models.CharField: str,
    models.DateTimeField: datetime,
    models.DateField: date,
}
_serializers: dict[Any, list["type[RowSerializer[Any]]"]] = {}


class RowSerializer(serializers.Serializer[Any], Generic[Row]):
    """A dataclass as output: ``class NoteSerializer(RowSerializer[Note])`` shows all its fields.

    A field declared in the class stays as it is declared. A row within a row is shown by its one serializer.
    """

    #: The dataclass, from the brackets.
    row: ClassVar[type]
    #: Fields and properties to show, if not all fields; ``line.rank`` is the ``rank`` of ``line``, ``id=pairing_id`` another name.
    names: ClassVar[str] = ""
    #: What the schema says of a field.
    help: ClassVar[Mapping[str, str]] = {}
    #: The values of a text that has only these.
    choices: ClassVar[Mapping[str, Iterable[Any]]] = {}

    def __class_getitem__(cls, row: Any) -> Any:
        return types.new_class(f"{cls.__name__}[{row.__name__}]", (cls,), exec_body=lambda body: body.update(row=row))

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if any("row" in vars(base) for base in cls.__bases__):
            cls._declared_fields = _fields_of(cls, cls._declared_fields)
            _serializers.setdefault(cls.row, []).append(cls)


def _fields_of(serializer: type[RowSerializer[Any]], declared: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in the order of ``names``, then those that are declared only."""
    names = serializer.names.split() or [field.name for field in dataclasses.fields(serializer.row)]
    fields: dict[str, Any] = {}
    for alias, _equals, path in (item.rpartition("=") for item in names):
        name = alias or path.rpartition(".")[2]
        options: dict[str, Any] = {} if name == path else {"source": path}
        options |= {"help_text": serializer.help[name]} if name in serializer.help else {}
        options |= {"choices": serializer.choices[name]} if name in serializer.choices else {}
        fields[name] = declared.get(name) or _field(_type_at(serializer.row, path), options)
    if unknown := {*serializer.help, *serializer.choices} - (fields.keys() - declared.keys()):
        raise TypeError(f"{serializer.__name__} has help or choices for {sorted(unknown)}, which it does not make.")
    return fields | {name: field for name, field in declared.items() if name not in fields}


def _type_at(row: Any, path: str) -> Any:
    """The type of what ``path`` leads to; None is in it if it is anywhere on the way."""
    kind, nullable = row, False
    for name in path.split("."):
        kind, none = _without_none(_type_of(kind, name))
        nullable = nullable or none
    return kind | None if nullable else kind


def _without_none(kind: Any) -> tuple[Any, bool]:
    """A type without None, and whether None was in it. A union of text and number counts as text."""
    if typing.get_origin(kind) not in (types.UnionType, typing.Union):
        return kind, False
    kinds = [one for one in typing.get_args(kind) if one is not types.NoneType]
    return str if str in kinds else kinds[0], types.NoneType in typing.get_args(kind)


def _type_of(row: Any, name: str) -> Any:
    """The type of a field or property of a row, or of a model in it."""
    member = getattr(row, name, None)
    if isinstance(member, property) and name != "pk":
        return typing.get_type_hints(member.fget)["return"]
    if not issubclass(row, models.Model):
        return typing.get_type_hints(row)[name]
    column: Any = row._meta.pk if name == "pk" else row._meta.get_field(name)
    kind = column.related_model or next(
        kind for column_class, kind in _COLUMNS.items() if isinstance(column, column_class)
    )
    return kind | None if column.null else kind


def _field(kind: Any, options: Mapping[str, Any]) -> Field[Any, Any, Any, Any]:
    """The field for a type. Raises TypeError for one that has to be declared."""
    kind, nullable = _without_none(kind)
    options = {**options, "allow_null": True} if nullable else options
    if "choices" in options:
        return serializers.ChoiceField(**options)
    if typing.get_origin(kind) is tuple:
        member = typing.get_args(kind)[0]
        if member in _serializers:
            return _serializer(member)(many=True, **options)
        return serializers.ListField(child=_field(member, {}), **options)
    if kind in _serializers:
        return _serializer(kind)(**options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return serializers.ChoiceField(choices=[item.value for item in kind], **options)
    if kind not in _FIELDS:
        raise TypeError(f"There is no field for {kind}: declare one.")
    return _FIELDS[kind](**options)


def _serializer(row: type) -> type[RowSerializer[Any]]:
    """The one serializer of a row within a row. Raises TypeError where there are several."""
    one, *others = _serializers[row]
    if others:
        raise TypeError(f"{row.__name__} has several serializers: declare which one is meant.")
    return one
