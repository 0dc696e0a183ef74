"""The order of a division's standings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.inputs import DivisionInput
from tournaments.models import MAX_HANDICAP, MAX_POINTS, MAX_ROUNDS, MAX_SCORE, Division, HandicapBy
from tournaments.tiebreak_words import tiebreak_choices

MOST_TIEBREAKS = 6
BYE_CHOICES = [(2, gettext_lazy("a win")), (1, gettext_lazy("a tie")), (0, gettext_lazy("a loss"))]
_HANDICAPS = ("handicap_by", "handicap_percent", "handicap_cap")
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
            form.add_error(name, _("This is in the list already."))
    return " ".join(value for value in chosen if value)


class StandingsForm(forms.Form):
    """The order of a division's standings, what games are worth, and whether all see who can still win what."""

    win_points = forms.IntegerField(label=gettext_lazy("Points of a win"), min_value=1, max_value=MAX_POINTS)
    tie_points = forms.IntegerField(label=gettext_lazy("Points of a tie"), min_value=0, max_value=MAX_POINTS)
    loss_points = forms.IntegerField(label=gettext_lazy("Points of a loss"), min_value=0, max_value=MAX_POINTS)
    bye_half_wins = forms.TypedChoiceField(label=gettext_lazy("A bye counts as"), choices=BYE_CHOICES, coerce=int)
    spread_cap = forms.IntegerField(
        label=gettext_lazy("Spread cap"),
        min_value=1,
        max_value=MAX_SCORE,
        required=False,
        help_text=gettext_lazy("The most that one game counts. Empty: no cap."),
    )
    spread_caps = forms.CharField(
        label=gettext_lazy("A cap for each round"),
        max_length=400,
        required=False,
        help_text=gettext_lazy(
            "Such as 200, 700: 200 in round 1, then 700. 0 means none. Empty: the cap above in every round."
        ),
    )
    show_contention = forms.BooleanField(
        label=gettext_lazy("Show everyone who is still in contention for which prize"), required=False
    )
    handicap_by = forms.ChoiceField(
        label=gettext_lazy("Handicap standings go by"),
        choices=HandicapBy.choices,
        required=False,
        help_text=gettext_lazy(
            "A second table in which the weaker player of a game has a head start. Results and ratings stay as played."
        ),
    )
    handicap_percent = forms.IntegerField(
        label=gettext_lazy("By rating: percent of the difference"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=gettext_lazy(
            "With 10 a player rated 200 lower starts a game with 20 points. Fractions are dropped; nobody has a head start "
            "as an unrated player or against one."
        ),
    )
    handicap_cap = forms.IntegerField(
        label=gettext_lazy("By rating: most points a game"),
        min_value=1,
        max_value=MAX_HANDICAP,
        required=False,
        help_text=gettext_lazy(
            "Empty: no limit. By points: each player's own are set at the player and added to the score of every game."
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed once a round is published; it is kept in the log."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, division: Division, started: bool) -> None:
        super().__init__(data, initial=self.initial_of(division))
        self.fields.update(tiebreak_fields())
        self.order_fields(PLACES)
        if not started:
            del self.fields["reason"]
        if not division.played.has_handicap_standings:
            for name in _HANDICAPS:
                del self.fields[name]

    def deciding(self) -> list[forms.BoundField]:
        """The fields of the order, the first most important."""
        return [self[name] for name in PLACES]

    def worth(self) -> list[forms.BoundField]:
        """What a game is worth, and the rest."""
        return [self[name] for name in self.fields if name not in {*PLACES, *_HANDICAPS, "reason"}]

    def handicaps(self) -> list[forms.BoundField]:
        """The fields of the handicap standings; none where the game has none."""
        return [self[name] for name in _HANDICAPS if name in self.fields]

    @staticmethod
    def initial_of(division: Division) -> dict[str, object]:
        """The form's values for the division as it is."""
        names = (
            "win_points",
            "tie_points",
            "loss_points",
            "bye_half_wins",
            "spread_cap",
            "show_contention",
            *_HANDICAPS,
        )
        chosen: dict[str, object] = {name: getattr(division, name) for name in names}
        order = initial_tiebreaks(division.standings_order)
        return {**chosen, **order, "spread_caps": ", ".join(str(cap) for cap in division.spread_caps)}

    def clean_spread_caps(self) -> tuple[int, ...]:
        """The caps as numbers."""
        words = self.cleaned_data["spread_caps"].replace(",", " ").split()
        if len(words) > MAX_ROUNDS or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise ValidationError(
                _("Write whole numbers with commas between, at most %(max)d of them.") % {"max": MAX_ROUNDS}
            )
        return tuple(int(word) for word in words)

    def clean(self) -> dict[str, Any]:
        """No gaps in the order, nothing twice; a reason where games count already."""
        data = super().clean() or self.cleaned_data
        data["standings_order"] = order_of(self, data)
        return data

    def changed_division(self, base: DivisionInput) -> DivisionInput:
        """``base`` with these settings; call after ``is_valid()``. Raises ValidationError."""
        names = (
            "standings_order",
            "win_points",
            "tie_points",
            "loss_points",
            "bye_half_wins",
            "spread_cap",
            "spread_caps",
            "show_contention",
        )
        changed = replace(base, **{name: self.cleaned_data[name] for name in names})
        if not self.cleaned_data.get("handicap_by"):
            return changed
        return replace(
            changed,
            handicap_by=self.cleaned_data["handicap_by"],
            handicap_percent=self.cleaned_data["handicap_percent"] or base.handicap_percent,
            handicap_cap=self.cleaned_data["handicap_cap"],
        )
