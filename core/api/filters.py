"""Filters of the API's lists: declared once, read from the address, named in the schema. A bad value is answered 400."""

from typing import Any

from django import forms
from django_filters import rest_framework as library
from django_filters.utils import translate_validation
from drf_spectacular.contrib.django_filters import DjangoFilterExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request

#: The longest text that a list is searched for.
MAX_TEXT = 80


class Filters(library.FilterSet):  # type: ignore[misc]  # the library has no types
    """The filters of one list. ``Meta.model`` is what its rows are made of, ``Meta.fields`` is empty: each filter is declared."""


class TextFilter(library.CharFilter):  # type: ignore[misc]
    """A text that must be equal; with ``lookup_expr="icontains"`` a part of one."""

    def __init__(self, *args: Any, help_text: str = "", **options: Any) -> None:
        super().__init__(*args, max_length=MAX_TEXT, **options)
        extend_schema_field({"type": "string", "maxLength": MAX_TEXT, "description": help_text})(self)


class ChoiceFilter(library.ChoiceFilter):  # type: ignore[misc]
    """One of the values of ``choices``."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, empty_label=None, **options)


class DayFilter(library.DateFilter):  # type: ignore[misc]
    """A day such as 2026-05-02, in every language."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, input_formats=["%Y-%m-%d"], **options)


class NumberFilter(library.Filter):  # type: ignore[misc]
    """A whole number from 1 to ``most``."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, most: int = 2**31 - 1, help_text: str = "", **options: Any) -> None:
        super().__init__(*args, min_value=1, max_value=most, **options)
        extend_schema_field({"type": "integer", "minimum": 1, "maximum": most, "description": help_text})(self)


class YesFilter(library.TypedChoiceFilter):  # type: ignore[misc]
    """``true`` or ``false``; the library's own takes anything else for not sent."""

    def __init__(self, *args: Any, help_text: str = "", **options: Any) -> None:
        choices = [("true", "true"), ("false", "false")]
        super().__init__(*args, choices=choices, coerce=lambda text: text == "true", **options)
        extend_schema_field({"type": "boolean", "description": help_text})(self)


class ListFilters(library.DjangoFilterBackend):  # type: ignore[misc]
    """Filters every list by its view's ``filterset_class``, if it has one."""


class FilterParameters(DjangoFilterExtension):  # type: ignore[no-untyped-call]  # registered by an untyped hook
    """The filters in the schema. The library's own asks every view for a model, those without filters too."""

    target_class = "core.api.filters.ListFilters"
    priority = 1

    def get_schema_operation_parameters(self, auto_schema: Any, *_args: Any, **_options: Any) -> list[dict[str, Any]]:
        """One parameter for each filter."""
        filters: Any = getattr(auto_schema.view, "filterset_class", None)
        return [
            parameter
            for name, declared in (filters.base_filters.items() if filters else ())
            for parameter in self.resolve_filter_field(auto_schema, filters._meta.model, filters, name, declared)  # type: ignore[no-untyped-call]
        ]


def chosen(filters: type[Filters], request: Request) -> dict[str, Any]:
    """What was sent, for lists that make their rows themselves; without what was not sent. Raises ValidationError."""
    filled = filters(request.query_params, filters._meta.model._default_manager.none())
    if not filled.is_valid():
        raise translate_validation(filled.errors)
    return {name: value for name, value in filled.form.cleaned_data.items() if value not in (None, "")}
