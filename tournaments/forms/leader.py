"""Who led before unplayed tiles were counted: asked where the totals are equal and the rules let that decide."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.results import LEVEL, SEATS
from tournaments.inputs.results import ResultInput

QUESTION = gettext_lazy("Who led before unplayed tiles were counted?")


def _several() -> str:
    """At tables of three and four more than one may have led."""
    return _(
        "The best totals are equal, so whichever of these players led then wins. If two or more of them were level in the lead, "
        "nobody led: all of them share the place."
    )


class LeaderField(forms.ChoiceField):
    """The players by seats, or nobody. Empty until it is answered; a ``short`` list then has an empty line first."""

    def __init__(self, names: Sequence[str], *, short: bool = False, form: str = "") -> None:
        seats = [(seat.value, name) for seat, name in zip(SEATS, names, strict=False)]
        level = _("Nobody: the lead was shared then too") if len(seats) > 2 else _("Nobody: it was level then too")
        choices = [*seats, (LEVEL, level)]
        super().__init__(
            label=QUESTION,
            required=False,
            choices=[("", "–"), *choices] if short else choices,
            help_text=_several()
            if len(seats) > 2
            else _("The totals are equal, so the player who led at that point wins."),
            widget=forms.Select(attrs={"form": form} if form else {}) if short else forms.RadioSelect,
        )


def leader_of(form: forms.Form, result: ResultInput) -> str:
    """The answer of a form that has been checked; "" for totals that are not equal, where an answer is left over from before."""
    answer: str = form.cleaned_data.get("led_before", "") if result.tied_seats else ""
    return answer
