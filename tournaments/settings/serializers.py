"""Fields of the API from the declarations of settings; the schema follows from them."""

import re
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.settings.metadata import Kind, Setting, settings_in


@extend_schema_field({"type": "object", "additionalProperties": {}, "example": {"rack_size": 9}})
class OptionsField(serializers.DictField):
    """Changed parameters of the rules; the rules themselves say which there are."""

    default_error_messages = {"option": _("“{name}” is not an option of the rules.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The options; their values are checked by the rules."""
        clean: dict[str, Any] = super().to_internal_value(data)
        for name in clean:
            if not re.fullmatch("[a-z_]{1,40}", name):
                self.fail("option", name=name[:40])
        return clean


def serializer_fields(cls: type[Any], *, source: str) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """A field for each setting that the API has, read from and written to the part ``source``. All are optional."""
    return {
        name: _field(one, required=False, source=f"{source}.{name}", help_text=str(one.help or one.label))
        for name, one in settings_in(cls).items()
        if one.in_api
    }


def _field(one: Setting, **common: Any) -> serializers.Field[Any, Any, Any, Any]:
    if one.optional:
        common["allow_null"] = True
    match one.kind:
        case Kind.FLAG:
            return serializers.BooleanField(**common)
        case Kind.WHOLE:
            low, high = one.bounds_at() or (None, None)
            return serializers.IntegerField(min_value=low, max_value=high, **common)
        case Kind.CHOICE:
            return serializers.ChoiceField(choices=one.options(), **common)
        case Kind.NUMBERS:
            low, high = one.each or (None, None)
            child = serializers.IntegerField(min_value=low, max_value=high)
            return serializers.ListField(child=child, max_length=one.most, **common)
        case Kind.OPTIONS:
            return OptionsField(**common)
    return serializers.CharField(max_length=one.most, **common)
