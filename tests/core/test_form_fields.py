"""Fields of forms that the site draws itself."""

import pytest
from django import forms
from django.test.html import parse_html

from core.form_fields import LongSelect, QuickHidden, QuickNumber

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
    for quick, usual in ((QuickNumber, forms.NumberInput), (QuickHidden, forms.HiddenInput)):
        for value in (None, "", 0, 431, 'a"<b'):
            assert parse_html(quick().render("n", value, attrs)) == parse_html(usual().render("n", value, attrs))
        assert quick().is_hidden == usual().is_hidden
    assert forms.IntegerField(min_value=0, widget=QuickNumber).widget.attrs == {"min": 0}
