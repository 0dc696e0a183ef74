"""What the forms share: days, choices that depend on the event, texts of uploaded files."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise


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


#: How files begin that are no text, and what they are.
_BINARY: Mapping[bytes, StrOrPromise] = {
    b"PK\x03\x04": gettext_lazy("a spreadsheet (Excel, LibreOffice) or a ZIP file"),
    b"\xd0\xcf\x11\xe0": gettext_lazy("an old spreadsheet of Excel"),
    b"%PDF": gettext_lazy("a PDF file"),
    b"\x89PNG": gettext_lazy("a picture"),
    b"\xff\xd8\xff": gettext_lazy("a picture"),
    b"SQLite format 3": gettext_lazy("a database"),
}


def binary_kind(data: bytes) -> str:
    """What a file is that is no text, in words; "" for a text, and for what is not known."""
    return next((str(what) for start, what in _BINARY.items() if data.startswith(start)), "")
