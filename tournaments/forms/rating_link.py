"""A division and rating lists: the lists it feeds, and the one its players' ratings come from."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.names import by_name
from core.form_fields import DayField, ticks
from games.registry import DEFAULT_GAME
from ratings.forms import ImportForm
from ratings.models import OfficialList, RatingPool
from tournaments.forms.fields import set_queryset
from tournaments.models import Division, DivisionPool, settings_class
from tournaments.services.rating_link.lists import MAX_SOURCE
from tournaments.settings import settings_in
from tournaments.settings.forms import form_field


def _field(name: str) -> forms.Field | None:
    """The field of a setting that all games have."""
    return form_field(settings_in(settings_class())[name], DEFAULT_GAME)


class PoolsForm(forms.Form):
    """The further rating lists that a division feeds, and its play type."""

    setting = _field("play_type")
    rate_games = forms.ChoiceField(
        label=gettext_lazy("How a match of several games is rated"),
        choices=[
            ("", gettext_lazy("the match, as one game")),
            ("games", gettext_lazy("every game")),
        ],
        required=False,
        help_text=gettext_lazy(
            "If rated as one game, it goes to the player who won more games. Cards left do not affect ratings."
        ),
    )
    show_chances = _field("show_chances")
    pools = ticks(
        gettext_lazy("Also rated in"),
        RatingPool.objects.none(),
        gettext_lazy("Every game played counts towards each of these lists too. Games already played are added."),
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        fed = DivisionPool.objects.filter(division=division).values_list("pool_id", flat=True)
        kwargs.setdefault(
            "initial",
            {
                "setting": division.settings.play_type,
                "pools": list(fed),
                "rate_games": "games" if division.settings.rate_games else "",
                "show_chances": division.settings.show_chances,
            },
        )
        super().__init__(*args, **kwargs)
        if division.settings.best_of == 1:
            del self.fields["rate_games"]
        others = RatingPool.objects.filter(club=division.event.club_id).exclude(pk=division.rating_pool_id or 0)
        set_queryset(self, "pools", others.order_by(*by_name()))

    @property
    def games_rated(self) -> bool | None:
        """Whether every game of a match is rated; None where there is no such choice. The form is valid."""
        return self.cleaned_data["rate_games"] == "games" if "rate_games" in self.fields else None


class PinForm(forms.Form):
    """A published list of the division's rating list, or its current ratings."""

    official_list = forms.ModelChoiceField(
        label=gettext_lazy("Rating list"),
        queryset=OfficialList.objects.none(),
        required=False,
        empty_label=gettext_lazy("the current live list"),
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "official_list", OfficialList.objects.filter(pool=division.rating_pool_id))


class SeedForm(ImportForm):
    """A list from elsewhere as text or file, with its name and date."""

    source = forms.CharField(
        label=gettext_lazy("List name"),
        max_length=MAX_SOURCE,
        help_text=gettext_lazy("Stored with the event, for example “Federation list, May 2026”."),
    )
    as_of = DayField(label=gettext_lazy("Valid from"))
    field_order = ("source", "as_of", "text", "file")

    def choices_of(self) -> dict[int, str]:
        """Who was chosen for the lines that were not certain."""
        lines = {name: name.removeprefix("choice-") for name in self.data if name.startswith("choice-")}
        return {int(line): str(self.data[name]) for name, line in lines.items() if line.isdecimal() and len(line) < 7}
