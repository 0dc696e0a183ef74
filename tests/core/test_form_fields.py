"""Fields of forms that the site draws itself."""

from collections.abc import Iterator

import pytest
from django import forms
from django.test.html import parse_html
from django.urls import get_resolver

from core.form_fields import DigitsInput, LongSelect, QuickHidden, QuickNumber, WholeNumber
from core.packages import ROOT

CHOICES = [("", "nobody"), (1, "Ada <b>"), (2, "Ben & Cleo"), (10, "“Dua”")]


class _Form(forms.Form):
    plain = forms.TypedChoiceField(choices=CHOICES, coerce=int, required=False, help_text="Which?")
    long = forms.TypedChoiceField(choices=CHOICES, coerce=int, required=False, help_text="Which?", widget=LongSelect)


@pytest.mark.parametrize("given", [None, "", "1", "10", "99"])
def test_a_long_list_is_the_same_as_any_other(given: str | None) -> None:
    form = _Form(None if given is None else {"plain": given, "long": given})
    assert parse_html(str(form["long"]).replace("long", "plain")) == parse_html(str(form["plain"]))


def test_inputs_written_in_one_go_are_those_of_django() -> None:
    attrs = {
        "min": -5,
        "required": True,
        "id": "t1-x",
        "class": "score-input",
        "aria-invalid": False,
        "placeholder": "3",
    }
    for quick, usual in ((QuickNumber, DigitsInput), (QuickHidden, forms.HiddenInput)):
        for value in (None, "", 0, 431, 'a"<b'):
            assert parse_html(quick().render("n", value, attrs)) == parse_html(usual().render("n", value, attrs))
        assert quick().is_hidden == usual().is_hidden


def test_a_number_is_read_in_the_digits_of_any_script() -> None:
    field = WholeNumber(min_value=-5, max_value=999)
    assert [field.clean(text) for text in ("412", "૪૧૨", "４１２", " ٤١٢ ")] == [412] * 4
    assert [field.clean(text) for text in ("−૩", "－３", "-3")] == [-3] * 3
    for text in ("4²", "½", "4³1"):
        with pytest.raises(forms.ValidationError):
            field.clean(text)
    assert {'type="text"', 'inputmode="numeric"'} <= {*DigitsInput().render("n", 412).split()}


def test_no_form_has_the_browsers_own_input_for_numbers() -> None:
    """It takes Latin digits only, and drops others without a word."""
    get_resolver().url_patterns  # noqa: B018 - imports every page, and so every form

    def forms_below(cls: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
        for one in cls.__subclasses__():
            yield one
            yield from forms_below(one)

    ours = [one for one in forms_below(forms.BaseForm) if not one.__module__.startswith(("django.", "allauth."))]
    assert len(ours) > 60
    wrong = [
        f"{one.__module__}.{one.__name__}.{name}"
        for one in ours
        for name, field in getattr(one, "base_fields", {}).items()
        if isinstance(field.widget, forms.NumberInput)
    ]
    assert wrong == []
    assert [path for path in (ROOT / "templates").rglob("*.html") if 'type="number"' in path.read_text("utf-8")] == []
