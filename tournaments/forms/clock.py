"""Forms of the clock in the hall."""

from django import forms
from django.utils.translation import gettext_lazy

from core.form_fields import WholeNumber, optional_number, optional_text
from tournaments.engine.round_clock import Act
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.inputs.clock import ClockChange, ClockStart, TableTimeInput
from tournaments.models import MAX_MINUTES


class ClockStartForm(forms.Form):
    """Minutes of a clock to start; empty: the length of a round."""

    minutes = WholeNumber(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MAX_MINUTES, required=False, label_suffix=""
    )

    def start(self, division_id: int | None) -> ClockStart:
        """The frozen input of ``start_clock``; call after ``is_valid()``."""
        return ClockStart(division_id=division_id, minutes=self.cleaned_data["minutes"])


class TableTimeForm(forms.Form):
    """Extra time for one table."""

    table = WholeNumber(label=gettext_lazy("Table"), min_value=1, max_value=MAX_TABLE, label_suffix="")
    minutes = WholeNumber(
        label=gettext_lazy("Extra minutes"), min_value=1, max_value=MAX_MINUTES, initial=5, label_suffix=""
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, label_suffix="", strip=True)

    def table_time(self) -> TableTimeInput:
        """The frozen input of ``give_table_time``; call after ``is_valid()``."""
        data = self.cleaned_data
        return TableTimeInput(table=data["table"], minutes=data["minutes"], reason=data["reason"])


class ClockChangeForm(forms.Form):
    """A change of a clock. ``seen``: the version that the director saw; ``minutes`` and ``reason``: of an extension."""

    act = forms.ChoiceField(choices=[(act.value, act.value) for act in Act])
    seen = WholeNumber(min_value=1)
    minutes = optional_number(gettext_lazy("Extra minutes"), 1, MAX_MINUTES)
    reason = optional_text(gettext_lazy("Reason"), 200)

    def change(self) -> ClockChange:
        """The frozen input of ``change_clock``; call after ``is_valid()``. Raises ValidationError."""
        data = self.cleaned_data
        return ClockChange(
            act=Act(data["act"]), seen=data["seen"], minutes=data["minutes"] or 0, reason=data["reason"].strip()
        )
