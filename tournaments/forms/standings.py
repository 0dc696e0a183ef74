"""The order of a division's standings."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import optional_text
from tournaments.inputs.events import DivisionInput
from tournaments.labels import tiebreak_choices
from tournaments.models import Division, settings_class
from tournaments.settings import Page
from tournaments.settings.codec import to_json
from tournaments.settings.forms import Fieldset, fieldsets, form_fields, values_sent

MOST_TIEBREAKS = 6
#: Settings that the division's own page has too.
_POINTS = ("win_points", "tie_points", "loss_points", "spread_cap")
PLACES = [f"criterion_{place}" for place in range(1, MOST_TIEBREAKS + 1)]


def tiebreak_fields() -> dict[str, forms.ChoiceField]:
    """The fields of an order, the first most important."""
    choices = tiebreak_choices()
    first = forms.ChoiceField(label=_("Ordered by"), choices=choices)
    further = [
        forms.ChoiceField(
            label=_("Tie-break %(number)d") % {"number": number},
            choices=[("", _("none")), *choices],
            required=False,
        )
        for number in range(1, MOST_TIEBREAKS)
    ]
    return dict(zip(PLACES, [first, *further], strict=True))


def initial_tiebreaks(order: str) -> dict[str, str]:
    """The values of the fields for a stored order."""
    return dict.fromkeys(PLACES, "") | dict(zip(PLACES, order.split(), strict=False))


def order_of(form: forms.Form, data: Mapping[str, Any]) -> str:
    """The order that was chosen; the form gets an error where a tie-break is in it twice."""
    chosen = [data.get(name, "") for name in PLACES]
    for name, value in zip(PLACES, chosen, strict=True):
        if value and chosen.index(value) != PLACES.index(name):
            form.add_error(name, _("This is already in the list."))
    return " ".join(value for value in chosen if value)


class StandingsForm(forms.Form):
    """The order of a division's standings, what games are worth, and whether everyone sees who is in contention."""

    reason = optional_text(
        gettext_lazy("Reason"), 300, gettext_lazy("Needed once a round is published; it goes into the log.")
    )

    def __init__(self, data: Mapping[str, Any] | None, *, division: Division, started: bool) -> None:
        super().__init__(data, initial=self.initial_of(division))
        declared, game = settings_class(), division.game
        shared = form_fields(declared, game=game, page=Page.DIVISION)
        self.fields |= {name: shared[name] for name in _POINTS}
        self.fields |= form_fields(declared, game=game, page=Page.STANDINGS) | tiebreak_fields()
        self.order_fields(PLACES)
        if not started:
            del self.fields["reason"]

    def fieldsets(self) -> Iterator[Fieldset]:
        """The order with what belongs to it, what a game is worth, and the handicap standings if the game has them."""
        points, order, *others = fieldsets(self, settings_class())
        yield Fieldset(order.label, [*(self[name] for name in PLACES), *order.fields])
        yield points
        yield from others

    @staticmethod
    def initial_of(division: Division) -> dict[str, object]:
        """The form's values for the division as it is."""
        settings = division.settings
        return {**to_json(settings), **initial_tiebreaks(settings.standings_order)}

    def clean(self) -> dict[str, Any]:
        """No gaps in the order, and each tie-break once."""
        data = super().clean() or self.cleaned_data
        data["standings_order"] = order_of(self, data)
        return data

    def changed_division(self, base: DivisionInput) -> DivisionInput:
        """``base`` with these settings; call after ``is_valid()``. Raises ValidationError."""
        return base.with_settings(**values_sent(type(base.settings), self))
