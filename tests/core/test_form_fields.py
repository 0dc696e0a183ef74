"""Fields of forms that the site draws itself."""

import pytest
from django import forms
from django.test.html import parse_html

from core.form_fields import DigitsInput, LongSelect, QuickHidden, QuickNumber, WholeNumber

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
    assert field.clean("−૩") == -3
    assert {'type="text"', 'inputmode="numeric"'} <= {*DigitsInput().render("n", 412).split()}
