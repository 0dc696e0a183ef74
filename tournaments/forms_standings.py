"""What decides a division's standings."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.inputs import DivisionInput
from tournaments.models import Division, settings_class
from tournaments.settings import Page
from tournaments.settings.codec import to_json
from tournaments.settings.forms import Fieldset, fieldsets, form_fields, values_sent
from tournaments.settings.tiebreaks import CRITERION_NAMES

MOST_CRITERIA = 6
#: Settings that the division's own page has too.
_WORTH = ("win_points", "tie_points", "loss_points", "spread_cap")
_PLACES = [f"criterion_{place}" for place in range(1, MOST_CRITERIA + 1)]


class StandingsForm(forms.Form):
    """The order of a division's standings, what games are worth, and whether all see who can still win what."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed once a round is published; it is kept in the log."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, division: Division, started: bool) -> None:
        super().__init__(data, initial=self.initial_of(division))
        declared, game = settings_class(), division.game
        both = form_fields(declared, game=game, page=Page.DIVISION)
        self.fields.update({name: both[name] for name in _WORTH})
        self.fields.update(form_fields(declared, game=game, page=Page.STANDINGS))
        for place, name in enumerate(_PLACES, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("First") if place == 1 else _("If equal, number %(place)d") % {"place": place},
                choices=[*([] if place == 1 else [("", _("nothing more"))]), *CRITERION_NAMES.items()],
                required=place == 1,
            )
        self.order_fields(_PLACES)
        if not started:
            del self.fields["reason"]

    def fieldsets(self) -> Iterator[Fieldset]:
        """The order with what belongs to it, what a game is worth, and the handicap standings if the game has them."""
        worth, order, *others = fieldsets(self, settings_class())
        yield Fieldset(order.label, [*(self[name] for name in _PLACES), *order.fields])
        yield worth
        yield from others

    @staticmethod
    def initial_of(division: Division) -> dict[str, object]:
        """The form's values for the division as it is."""
        settings = division.settings
        return {**to_json(settings), **dict(zip(_PLACES, settings.standings_order.split(), strict=False))}

    def clean(self) -> dict[str, Any]:
        """No gaps in the order, nothing twice; a reason where games count already."""
        data = super().clean() or self.cleaned_data
        chosen = [data.get(name, "") for name in _PLACES]
        for name, value in zip(_PLACES, chosen, strict=True):
            if value and chosen.count(value) > 1 and chosen.index(value) != _PLACES.index(name):
                self.add_error(name, _("This is in the list already."))
        data["standings_order"] = " ".join(value for value in chosen if value)
        return data

    def changed_division(self, base: DivisionInput) -> DivisionInput:
        """``base`` with these settings; call after ``is_valid()``. Raises ValidationError."""
        return base.with_settings(**values_sent(type(base.settings), self))
