"""Form fields from the declarations of settings, and settings from what a form sends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core.form_fields import WholeNumber
from core.typed import plain_move, plain_separators
from tournaments.engine.table_numbers import TableNumbersError, format_tables, parse_tables
from tournaments.settings.metadata import Kind, Page, Setting, settings_in


class NumbersField(forms.CharField):
    """Whole numbers separated by commas; where each may appear only once, ranges such as 21-40 too."""

    def __init__(self, *, one: Setting, **options: Any) -> None:
        self.one = one
        super().__init__(max_length=400, **options)

    def prepare_value(self, value: Any) -> Any:
        """The numbers as they are typed."""
        if isinstance(value, (list, tuple)):
            return format_tables(value) if self.one.unique else ", ".join(map(str, value))
        return value

    def clean(self, value: Any) -> Any:
        """The numbers. Raises ValidationError naming what cannot be read."""
        text = super().clean(value)
        numbers = self._ranges(text) if self.one.unique else self._plain(text)
        self.one.check(numbers)
        return numbers

    def _ranges(self, text: str) -> tuple[int, ...]:
        try:
            return parse_tables(text)
        except TableNumbersError as error:
            most = self.one.each[1] if self.one.each else 0
            raise ValidationError(
                _(
                    "“%(part)s” is not a table number, or it is listed twice. Type numbers from 1 to %(max)d "
                    "such as 1-12, 20."
                )
                % {"part": error.part[:20], "max": most},
                code=self.one.name,
            ) from error

    def _plain(self, text: str) -> tuple[int, ...]:
        words = plain_move(plain_separators(text)).replace(",", " ").split()
        if len(words) > (self.one.most or 0) or not all(
            word.isascii() and word.isdigit() and len(word) < 5 for word in words
        ):
            raise ValidationError(
                _("Type up to %(max)d whole numbers separated by commas.") % {"max": self.one.most or 0}
            )
        return tuple(int(word) for word in words)


def form_fields(cls: type[Any], *, game: str, page: Page | None = None) -> dict[str, forms.Field]:
    """A field for each setting of the class that the game has; ``page``: of those that this page asks for."""
    fitting = (one for one in settings_in(cls).values() if one.fits(game) and page in {None, one.group.page})
    return {one.name: field for one in fitting if (field := form_field(one, game)) is not None}


def form_field(one: Setting, game: str) -> forms.Field | None:
    """The form's field of a setting; None for one that needs a field of the page's own."""
    common: dict[str, Any] = {
        "label": one.label,
        "help_text": one.help,
        "initial": one.suggested(game),
        "required": one.required and not one.optional and one.kind not in {Kind.FLAG, Kind.NUMBERS},
    }
    if one.kind is Kind.FLAG:
        return forms.BooleanField(**common)
    if one.kind is Kind.NUMBERS:
        return NumbersField(one=one, **common)
    if one.kind is Kind.CHOICE:
        return forms.ChoiceField(choices=one.options, **common)
    if one.kind is not Kind.WHOLE:
        return None
    low, high = one.bounds_at(game) or (None, None)
    if one.choices is None:
        return WholeNumber(min_value=low, max_value=high, **common)
    choices = [(value, label) for value, label in one.options() if low is None or low <= value <= (high or value)]
    return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, **common)


def values_sent(cls: type[Any], form: forms.Form) -> dict[str, Any]:
    """The settings that a valid form has sent, without those that it does not have or that were left empty but may not be."""
    data, declared = form.cleaned_data, settings_in(cls)
    sent = {name: data[name] for name in data if name in declared and not _omitted(form, name)}
    return {name: value for name, value in sent.items() if value not in (None, "") or declared[name].optional}


def _omitted(form: forms.Form, name: str) -> bool:
    """Whether the page had no such field; a box that is not ticked is not sent either, and means no."""
    field = form.fields.get(name)
    return field is not None and field.widget.value_omitted_from_data(form.data, form.files, form.add_prefix(name))


@dataclass(frozen=True, slots=True)
class Fieldset:
    """Fields of a form under one heading."""

    label: str
    fields: Sequence[forms.BoundField]

    @property
    def key(self) -> str:
        """For the id of the heading."""
        return slugify(self.label, allow_unicode=True)


def fieldsets(form: forms.Form, *classes: type[Any]) -> Iterator[Fieldset]:
    """The form's fields of these settings by their groups, in the order of declaration."""
    by_label: dict[str, list[forms.BoundField]] = {}
    for cls in classes:
        for name, one in settings_in(cls).items():
            if name in form.fields:
                by_label.setdefault(str(one.group.label), []).append(form[name])
    return (Fieldset(label, fields) for label, fields in by_label.items())
