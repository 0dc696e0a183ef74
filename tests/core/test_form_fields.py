"""Fields of forms that the site draws itself."""

import pytest
from django import forms
from django.test.html import parse_html

from core.form_fields import LongSelect

CHOICES = [("", "nobody"), (1, "Ada <b>"), (2, "Ben & Cleo"), (10, "“Dua”")]


class _Form(forms.Form):
    plain = forms.TypedChoiceField(choices=CHOICES, coerce=int, required=False, help_text="Which?")
    long = forms.TypedChoiceField(choices=CHOICES, coerce=int, required=False, help_text="Which?", widget=LongSelect)


@pytest.mark.parametrize("given", [None, "", "1", "10", "99"])
def test_a_long_list_is_the_same_as_any_other(given: str | None) -> None:
    form = _Form(None if given is None else {"plain": given, "long": given})
    assert parse_html(str(form["long"]).replace("long", "plain")) == parse_html(str(form["plain"]))
