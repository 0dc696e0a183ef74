"""Pairing systems and their options in the API, made from their declarations (``engine.pairing.options``)."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.engine.pairing import systems
from tournaments.engine.pairing.options import MOST_VALUES, Kind, Option, all_options


class SystemField(serializers.ChoiceField):
    """The key of a pairing system."""

    def __init__(self, **about: Any) -> None:
        super().__init__(choices=[system.key for system in systems()], **about)


class PairingOptionsSerializer(serializers.Serializer[None]):
    """Options of the pairing systems; what is not sent keeps its default, and those of other systems do nothing."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """A field for each option that a director can choose."""
        return {name: _field(option) for name, option in all_options().items()}


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 999}})
class CountsField(serializers.DictField):
    """A number for each name."""


def _field(option: Option) -> serializers.Field[Any, Any, Any, Any]:
    """The field of an option."""
    text = " ".join(f"{part}." if part[-1] not in ".…" else part for part in (option.label, option.help) if part)
    about: dict[str, Any] = {"required": False, "help_text": text}
    low, high = option.bounds or (None, None)
    bounds: dict[str, Any] = {"min_value": low, "max_value": high}
    match option.kind:
        case Kind.SWITCH:
            return serializers.BooleanField(**about)
        case Kind.WHOLE:
            return serializers.IntegerField(**bounds, **about)
        case Kind.NUMBER:
            return serializers.FloatField(**bounds, **about)
        case Kind.TEXT:
            return serializers.CharField(max_length=option.longest, **about)
        case Kind.CHOICE:
            return serializers.ChoiceField(choices=list(map(_plain, option.choices)), **about)
        case Kind.COUNTS:
            return CountsField(child=serializers.IntegerField(**bounds), **about)
        case Kind.RANGES:
            child: Any = serializers.ListField(child=serializers.IntegerField(**bounds), min_length=2, max_length=2)
        case Kind.NUMBERS:
            child = serializers.FloatField(**bounds)
        case _:
            child = serializers.IntegerField(**bounds)
    return serializers.ListField(child=child, max_length=MOST_VALUES, allow_empty=not option.at_least_one, **about)


def _plain(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)
