"""Automatic drafts: whether, and by which pairing system."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import set_choices
from tournaments.models import AutoPairing, Division
from tournaments.wording.engine import system_choices, table_choices

_AS_BEFORE = ("", gettext_lazy("Same as the round before"))


class AutoPairingForm(forms.Form):
    """A switch, and the pairing system."""

    on = forms.BooleanField(
        label=gettext_lazy("Draft the next round automatically after the last result"), required=False
    )
    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), required=False)


def auto_pairing_form(division: Division, switch: AutoPairing | None, data: QueryDict | None = None) -> AutoPairingForm:
    """The form with the current choice, or with what was sent; it offers the systems that fit the division's tables."""
    form = AutoPairingForm(data, initial={"on": switch is not None, "system": switch.system if switch else ""})
    systems = table_choices() if division.settings.table_size > 2 else system_choices()
    set_choices(form, "system", [_AS_BEFORE, *systems])
    return form
