"""The plan of a division's rounds: typed, and round by round."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.form_fields import DayField, optional_number
from tournaments.engine.round_plan import PlannedRound
from tournaments.forms.fields import set_choices
from tournaments.forms.pairing import PairForm, initial_of
from tournaments.models import MAX_MINUTES, Division

MAX_TYPED = 2000


class TypedPlanForm(forms.Form):
    """The rounds to come, as one types them. ``first``: the first of them, as the page showed it."""

    text = forms.CharField(
        label=gettext_lazy("Rounds to come"),
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )
    first = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class MinutesForm(forms.Form):
    """How long a round lasts; empty: like the others."""

    minutes = optional_number(gettext_lazy("Minutes"), 1, MAX_MINUTES)


def _behind(lag: int, after: int) -> str:
    """“1 round behind (after round 6)”: how old the standings are, and which they are."""
    text = ngettext("%(count)d round behind", "%(count)d rounds behind", lag) % {"count": lag}
    last = _("after round %(number)d") % {"number": after} if after else _("the seeding")
    return _("%(lag)s (%(last)s)") % {"lag": text, "last": last}


class PlannedRoundForm(PairForm):
    """How one round is planned: its system with the options, how old its standings are, how long it lasts, when it starts."""

    standings_field = "lag"
    lag = forms.TypedChoiceField(label=gettext_lazy("Standings"), coerce=int, required=False, empty_value=None)
    minutes = optional_number(gettext_lazy("Minutes"), 1, MAX_MINUTES)
    day = DayField(label=gettext_lazy("Day"), required=False)
    time = forms.TimeField(
        label=gettext_lazy("Starts"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("Changes the event's schedule, for all divisions."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        number: int,
        initial: dict[str, Any] | None = None,
        tables: bool = False,
    ) -> None:
        super().__init__(data, number=number, initial=initial, tables=tables)
        del self.fields["based_on"]
        system: Any = self.fields["system"]
        system.required = False
        system.choices = [("", _("Same as the previous round") if number > 1 else _("Not planned")), *system.choices]
        behind = [(str(lag), _behind(lag, number - 1 - lag)) for lag in range(1, number)]
        set_choices(self, "lag", [("", _("after the previous round")), *behind])
        if not self.chosen_key:
            for name in self.options_by_field:
                del self.fields[name]
            self.options_by_field = {}

    def is_filled(self) -> bool:
        """See ``PairForm``; length and start are not among the options."""
        return self.is_bound or any(self.initial.get(name) for name in (*self.options_by_field, self.standings_field))

    def clean(self) -> dict[str, Any]:
        """A start has a day and a time."""
        data = super().clean()
        if not self.errors and bool(data.get("day")) != bool(data.get("time")):
            self.add_error("time" if data.get("day") else "day", _("Fill in both day and time, or neither."))
        return data

    def planned(self) -> PlannedRound:
        """The round as it is planned; call after ``is_valid()``."""
        data = self.cleaned_data
        system = data["system"]
        if not system:
            return PlannedRound(minutes=data["minutes"])
        return PlannedRound(system, self.options(), data["lag"] or 0, data["minutes"])

    def starts_at(self) -> datetime | None:
        """When it starts, in the event's time zone; call after ``is_valid()``."""
        data = self.cleaned_data
        if self.division is None or not data.get("day"):
            return None
        return datetime.combine(data["day"], data["time"], self.division.event.zone)


def planned_round_form(
    division: Division,
    number: int,
    planned: PlannedRound,
    starts_at: datetime | None,
    data: Mapping[str, Any] | None = None,
    *,
    typed: Mapping[str, Any] | None = None,
) -> PlannedRoundForm:
    """The form of a round, with what is planned. ``typed``: what was typed before another system was chosen."""
    initial: dict[str, Any] = {"system": "", "lag": planned.lag or "", "minutes": planned.minutes}
    if planned.system:
        initial |= initial_of(division, {"system": planned.system, "options": planned.options})
    if starts_at is not None:
        initial |= {"day": starts_at.date(), "time": starts_at.time()}
    if typed is not None:
        initial = {name: value for name, value in typed.items() if value}
        initial.setdefault("system", "")
    form = PlannedRoundForm(data, number=number, initial=initial, tables=division.settings.table_size > 2)
    form.division, form.reopened = division, typed is not None
    return form
