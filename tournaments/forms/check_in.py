"""Forms of the day: how check-in works, what players tell, bans."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from clubs.names import by_name
from core.form_fields import optional_number, tick, whole_number
from tournaments.forms.fields import set_choices
from tournaments.inputs.check_in import CheckInInput
from tournaments.models import MAX_FORFEIT_MINUTES, MAX_LATE_MINUTES, CheckIn
from tournaments.services.entries.bans import MAX_BAN_REASON


class CheckInForm(forms.Form):
    """How check-in works."""

    self_open = tick(gettext_lazy("Players may check themselves in with their personal link"))
    waits = tick(
        gettext_lazy("Round 1 waits until everyone is here"),
        gettext_lazy("Otherwise the page for round 1 only says who is not here yet."),
    )
    forfeit_minutes = optional_number(
        gettext_lazy("Forfeit timer in minutes"),
        1,
        MAX_FORFEIT_MINUTES,
        gettext_lazy(
            "This many minutes into a round you are told who is not at their table, and can record a forfeit with one "
            "tap. Leave empty for no timer."
        ),
    )

    @classmethod
    def of(cls, check_in: CheckIn | None) -> "CheckInForm":
        """The form as check-in works now; for an event without it as it is suggested."""
        current = check_in or CheckIn()
        return cls(initial={name: getattr(current, name) for name in cls.base_fields})

    def to_input(self) -> CheckInInput:
        """What was chosen. Raises ValidationError."""
        return CheckInInput(**{name: self.cleaned_data[name] for name in self.base_fields})


class LateForm(forms.Form):
    """How late a player comes."""

    minutes = whole_number(gettext_lazy("Minutes late"), 1, MAX_LATE_MINUTES)


class ByeForm(forms.Form):
    """The round in which a player asks for a bye."""

    number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)

    def __init__(self, *args: Any, first: int, last: int, **kwargs: Any) -> None:
        """The rounds ``first`` to ``last`` can be chosen."""
        super().__init__(*args, **kwargs)
        rounds = range(first, last + 1)
        self.has_rounds = bool(rounds)
        choices = [(str(number), _("Round %(number)d") % {"number": number}) for number in rounds]
        set_choices(self, "number", choices)


class BanForm(forms.Form):
    """A player of the club who is not to be entered."""

    player = forms.ModelChoiceField(queryset=Player.objects.none(), label=gettext_lazy("Player"))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=MAX_BAN_REASON)
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Leave empty if the ban holds until you lift it."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """The club's players can be chosen."""
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Player.objects.filter(home_club=club).order_by(*by_name())
