"""What the forms share: days, choices that depend on the event, texts of uploaded files."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet


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


def text_of(data: bytes) -> str | None:
    """The text of a file: UTF-8, else the Latin-1 of tsh and GCG; None for a file that is not text."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
