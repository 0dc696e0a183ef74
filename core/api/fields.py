"""Fields that several parts of the API share."""

from collections.abc import MutableMapping
from typing import Any, TypeVar

from django.db.models import Model
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

#: The largest id that every database holds.
MAX_ID = 2**31 - 1
Row = TypeVar("Row", bound=Model)


class IdField(serializers.IntegerField):
    """The id of a row, whether there is one or not."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MAX_ID, **options})


class BySlug(serializers.SlugRelatedField[Row]):
    """A row named by its address. A text with NUL names none; PostgreSQL would not take the question."""

    def __init__(self, **options: Any) -> None:
        super().__init__(slug_field="slug", **options)

    def to_internal_value(self, data: Any) -> Row:
        """The row. Raises ValidationError."""
        if "\0" in str(data):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.BINARY)
class UploadField(serializers.FileField):
    """A file of a form. The schema would describe it as the address that a file has in an answer."""


class ShownSerializer(serializers.ModelSerializer[Row]):
    """Rows as they are stored, read only: a choice that may be empty says so in the schema, which REST framework forgets."""

    def include_extra_kwargs(
        self, kwargs: MutableMapping[str, Any], extra_kwargs: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """See ``ModelSerializer``."""
        may_be_empty = "choices" in kwargs and kwargs.get("allow_blank", False)
        included = super().include_extra_kwargs(kwargs, extra_kwargs)
        return {**included, "allow_blank": True} if may_be_empty else included
