"""The usual fields of forms: whole numbers within bounds, texts that may be left empty, boxes to tick."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django_stubs_ext import StrOrPromise

from core.typed import plain_number


class DigitsInput(forms.TextInput):
    """An input for a number in the digits of any script.

    The browser's own one (``type="number"``) drops all but Latin digits without a word. With scripts the others turn into Latin
    ones as they are typed (``static/js/digits.js``).
    """

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "numeric", "autocomplete": "off", **(attrs or {})})


class WholeNumber(forms.IntegerField):
    """A whole number in the digits of any script, with whatever minus."""

    widget = DigitsInput

    def to_python(self, value: Any) -> int | None:
        """The number. Raises ValidationError."""
        return super().to_python(plain_number(value) if isinstance(value, str) else value)


def whole_number(
    label: StrOrPromise, least: int, most: int, hint: StrOrPromise = "", **more: Any
) -> forms.IntegerField:
    """A whole number from ``least`` to ``most``."""
    return WholeNumber(label=label, min_value=least, max_value=most, help_text=hint, **more)


def optional_number(
    label: StrOrPromise, least: int, most: int, hint: StrOrPromise = "", **more: Any
) -> forms.IntegerField:
    """A whole number from ``least`` to ``most``, or nothing."""
    return whole_number(label, least, most, hint, required=False, **more)


def optional_text(label: StrOrPromise, longest: int, hint: StrOrPromise = "", *, rows: int = 0) -> forms.CharField:
    """A text that may be empty: one line, or several ``rows``."""
    widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput()
    return forms.CharField(label=label, max_length=longest, required=False, help_text=hint, widget=widget)


def ticks(label: StrOrPromise, rows: QuerySet[Any], hint: StrOrPromise = "") -> forms.ModelMultipleChoiceField[Any]:
    """A box to tick for each of these rows."""
    widget = forms.CheckboxSelectMultiple
    return forms.ModelMultipleChoiceField(label=label, queryset=rows, required=False, help_text=hint, widget=widget)


def tick(label: StrOrPromise, hint: StrOrPromise = "", *, initial: bool = False) -> forms.BooleanField:
    """A box to tick."""
    return forms.BooleanField(label=label, required=False, help_text=hint, initial=initial)


class DayField(forms.DateField):
    """A day, chosen with the browser's own calendar."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)


class _WrittenAtOnce(forms.widgets.Input):
    """An input of which a page has hundreds: written in one go, where Django renders a template for each of them."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """The same HTML as of any other input; ``renderer``, which Django gives, has nothing to do."""
        del renderer
        shown = self.format_value(value)
        given = "" if shown is None else format_html(' value="{}"', shown)
        own = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<input type="{}" name="{}"{}{}>', self.input_type, name, given, own)


class QuickNumber(_WrittenAtOnce, DigitsInput):
    """A number, written in one go."""


class QuickHidden(_WrittenAtOnce, forms.HiddenInput):
    """A hidden value, written in one go."""


class LongSelect(forms.Select):
    """A choice among hundreds, without groups: written in one go, where Django renders a template for each of them."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """The same HTML as of any other ``select``; ``renderer``, which Django gives, has nothing to do."""
        del renderer
        chosen = set(self.format_value(value))
        choices = ((str(key), label) for key, label in self.choices)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((key, mark_safe(" selected") if key in chosen else "", label) for key, label in choices),
        )
        return format_html(
            "<select{}>{}</select>", flatatt({"name": name, **self.build_attrs(self.attrs, attrs)}), options
        )
