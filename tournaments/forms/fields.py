"""What the forms share: days, and choices that are known only when the form is made."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet


class DayField(forms.DateField):
    """A day, chosen with the browser's own calendar."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """The choices of a field of this form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def set_queryset(form: forms.Form, name: str, rows: QuerySet[Any]) -> None:
    """The rows that a field of this form chooses from."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
