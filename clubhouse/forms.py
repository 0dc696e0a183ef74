"""Forms of the clubhouse."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubhouse.inputs import NightInput, NightPlanInput, RollInput
from clubhouse.models import NightPlan, RollMember
from clubhouse.queries import Regular
from core.form_fields import DayField, optional_text, tick, whole_number
from tournaments.engine.event_templates import EVENT_TEMPLATES
from tournaments.forms.fields import set_choices
from tournaments.labels import translated
from tournaments.services.entries.same_names import NEW_PLAYER, Similar


class RollForm(forms.Form):
    """A line of the roll."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=RollMember.Kind.choices)
    joined_on = DayField(label=gettext_lazy("Joined"), required=False)
    left_on = DayField(label=gettext_lazy("Left"), required=False)
    dues_until = DayField(
        label=gettext_lazy("Dues paid until"),
        required=False,
        help_text=gettext_lazy("For your own records: this site does not handle payments."),
    )
    note = optional_text(gettext_lazy("Note"), 200, gettext_lazy("Only directors see it."))
    office = optional_text(
        gettext_lazy("Office"), 60, gettext_lazy("For example chair or treasurer; shown on the club's page.")
    )

    @staticmethod
    def initial_of(member: RollMember) -> dict[str, object]:
        """The form's values for a line."""
        return {name: getattr(member, name) for name in RollForm.base_fields}

    def roll_input(self) -> RollInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return RollInput(**{name: self.cleaned_data[name] for name in RollForm.base_fields})


class NewMemberForm(RollForm):
    """A new line: a player by name; ``same_as`` appears when only similar names are known."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    same_as = forms.TypedChoiceField(
        label=gettext_lazy("Which player is this?"), coerce=int, required=False, empty_value=None
    )
    field_order = ("name", "same_as")

    def __init__(self, *args: Any, similar: Iterable[Similar] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ask(similar)

    def ask(self, similar: Iterable[Similar]) -> None:
        """Offer these players, or a new player."""
        known = [(str(one.player_id), f"{one.name} ({one.about})" if one.about else one.name) for one in similar]
        self.fields["same_as"].widget = forms.Select() if known else forms.HiddenInput()
        set_choices(self, "same_as", [("", _("choose")), *known, (str(NEW_PLAYER), _("a new player"))])


class TextForm(forms.Form):
    """A list, pasted or as a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the list"), required=False, widget=forms.Textarea(attrs={"rows": 10, "wrap": "off"})
    )
    file = forms.FileField(
        label=gettext_lazy("Or upload a file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )


class NightPlanForm(forms.Form):
    """The regular night."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, initial=gettext_lazy("Club night"))
    first_on = DayField(
        label=gettext_lazy("First club night"),
        help_text=gettext_lazy(
            "All club nights fall on the same weekday as this date; monthly ones also in the same week of the month, "
            "such as the second Thursday."
        ),
    )
    repeats = forms.ChoiceField(label=gettext_lazy("Repeats"), choices=NightPlan.Repeats.choices)
    starts_at = forms.TimeField(
        label=gettext_lazy("Starts"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), initial="19:00"
    )
    minutes = whole_number(gettext_lazy("Length in minutes"), 15, 1440, initial=180)
    template = forms.ChoiceField(label=gettext_lazy("Template"), required=False)
    skipped = optional_text(
        gettext_lazy("Dates with no club night"), 2000, gettext_lazy("One per line, such as 2026-12-24."), rows=3
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        templates = [(key, translated(one.title)) for key, one in EVENT_TEMPLATES.items()]
        set_choices(self, "template", [("", _("Same as the last club night")), *templates])

    @staticmethod
    def initial_of(plan: NightPlan | None) -> dict[str, object]:
        """The form's values for a plan."""
        if plan is None:
            return {}
        values = {name: getattr(plan, name) for name in NightPlanForm.base_fields if name != "skipped"}
        return values | {"skipped": "\n".join(plan.skipped)}

    def clean_skipped(self) -> tuple[date, ...]:
        """The days, one a line."""
        days = []
        for line in filter(None, map(str.strip, self.cleaned_data["skipped"].splitlines())):
            try:
                days.append(date.fromisoformat(line))
            except ValueError:
                raise ValidationError(
                    _("“%(value)s” is not a date; write it as 2026-12-24.") % {"value": line[:40]}
                ) from None
        return tuple(days)

    def plan_input(self) -> NightPlanInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return NightPlanInput(**self.cleaned_data)


class NightForm(forms.Form):
    """Tonight: who is there. Last time's players are ticked."""

    day = DayField(label=gettext_lazy("Date"))
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who is here?"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    others = optional_text(gettext_lazy("Others"), 5000, gettext_lazy("One name per line."), rows=3)
    all_new = tick(gettext_lazy("These are new players"))

    def __init__(self, *args: Any, people: list[Regular], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(
            self,
            "players",
            [
                (str(one.player), _("%(name)s (banned)") % {"name": one.name} if one.banned else one.name)
                for one in people
            ],
        )
        self.initial.setdefault("players", [str(one.player) for one in people if one.came])
        self.asks = False

    def night_input(self) -> NightInput:
        """The frozen input; call after ``is_valid()``."""
        data = self.cleaned_data
        return NightInput(
            day=data["day"],
            players=tuple(data["players"]),
            others=tuple(data["others"].splitlines()),
            all_new=data["all_new"],
        )
