"""How to pair a round: the system, the standings it is based on, and its options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.engine.pairing import System

#: Each system with a line that says what it does.
SYSTEM_CHOICES = [
    (
        System.SWISS.value,
        gettext_lazy("Swiss – equal scores meet, top half against bottom half, no repeats if possible"),
    ),
    (System.AUTO.value, gettext_lazy("Automatic – round robins if they fit, otherwise opening, Swiss, then COP")),
    (System.COP.value, gettext_lazy("COP – plays the rest of the event out 100,000 times and pairs for the prizes")),
    (System.CHEW.value, gettext_lazy("Chew – contenders for the prizes meet those who can still catch them")),
    (System.KOTH.value, gettext_lazy("King of the hill – 1 v 2, 3 v 4 …")),
    (System.QOTH.value, gettext_lazy("Queen of the hill – 1 v 3, 2 v 4 …")),
    (System.ROUND_ROBIN.value, gettext_lazy("Round robin – everybody meets everybody")),
    (System.TEAM_ROUND_ROBIN.value, gettext_lazy("Team round robin – everybody meets everybody of the other teams")),
    (System.FONTES.value, gettext_lazy("Initial Fontes – opening rounds in small groups of mixed strength")),
    (System.FACTOR.value, gettext_lazy("Factor – 1 v 1+f, 2 v 2+f …")),
    (System.QUARTILE.value, gettext_lazy("Quartiles – quarter against quarter, by lot")),
    (System.AUSTRALIAN.value, gettext_lazy("Australian draw – from the top, each meets the highest not met yet")),
    (System.RANDOM.value, gettext_lazy("By lot – repeats avoided")),
    (System.ELIMINATION.value, gettext_lazy("Knock-out – a seeded bracket; all others play Swiss")),
    (System.PACKAGE.value, gettext_lazy("Packaged schedule – a whole event by the name of its schedule")),
]
_ORDERS = [
    ("halves", gettext_lazy("top half against bottom half")),
    ("adjacent", gettext_lazy("neighbours")),
    ("fold", gettext_lazy("first against last")),
]
_QUARTERS = [("2", gettext_lazy("1–2, 3–4")), ("3", gettext_lazy("1–3, 2–4")), ("4", gettext_lazy("1–4, 2–3"))]
_SPLITS = [
    ("teams", gettext_lazy("the players' teams")),
    ("halves", gettext_lazy("top and bottom half of the seeding")),
    ("odd_even", gettext_lazy("odd and even seeds")),
]
_PACKAGES = [
    ("nast", "NAST"),
    ("guelph", "Guelph"),
    ("green", "Green"),
    ("basd", "Big Apple Showdown"),
    ("chew", "Chew"),
]


class PairForm(forms.Form):
    """The choice for round ``number``. What is left empty keeps its default."""

    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), choices=SYSTEM_CHOICES, initial="swiss")
    based_on = forms.TypedChoiceField(label=gettext_lazy("Standings"), coerce=int, required=False, empty_value=None)
    max_repeats = forms.IntegerField(
        label=gettext_lazy("Repeats allowed at most"),
        help_text=gettext_lazy("Empty: as in the division's settings."),
        min_value=0,
        max_value=99,
        required=False,
    )
    repeats_from = forms.IntegerField(
        label=gettext_lazy("Forgive meetings before round"), min_value=1, max_value=999, required=False
    )
    avoid_team_until = forms.IntegerField(
        label=gettext_lazy("Keep team-mates apart up to round"), min_value=0, max_value=999, required=False
    )
    order = forms.ChoiceField(label=gettext_lazy("Swiss: inside a score"), choices=_ORDERS, required=False)
    factor = forms.IntegerField(
        label=gettext_lazy("Factor: places between opponents"), min_value=1, max_value=999, required=False
    )
    quartile = forms.TypedChoiceField(
        label=gettext_lazy("Quartiles: which meet"), choices=_QUARTERS, coerce=int, required=False, initial="3"
    )
    first_round = forms.IntegerField(
        label=gettext_lazy("Opening, teams, knock-out: first round"), min_value=1, max_value=999, required=False
    )
    opening = forms.IntegerField(
        label=gettext_lazy("Initial Fontes: rounds"), min_value=1, max_value=99, required=False
    )
    snaked = forms.BooleanField(label=gettext_lazy("Initial Fontes: groups in order, not by lot"), required=False)
    split = forms.ChoiceField(
        label=gettext_lazy("Team round robin: who are the teams"), choices=_SPLITS, required=False
    )
    bracket = forms.TypedChoiceField(
        label=gettext_lazy("Knock-out: players"),
        choices=[("", gettext_lazy("as many as possible")), *((str(2**k), str(2**k)) for k in range(1, 8))],
        coerce=int,
        required=False,
        empty_value=None,
    )
    stage_games = forms.IntegerField(
        label=gettext_lazy("Knock-out: games in a match"), min_value=1, max_value=15, required=False
    )
    package = forms.ChoiceField(label=pgettext_lazy("packaged schedule", "Schedule"), choices=_PACKAGES, required=False)
    gibson = forms.BooleanField(
        label=gettext_lazy("Gibson rule: who is sure of a place meets somebody without a prize"), required=False
    )
    prizes = forms.IntegerField(
        label=gettext_lazy("COP, Chew, Gibson rule: places with a prize"),
        help_text=gettext_lazy("Empty: a quarter of the field."),
        min_value=1,
        max_value=999,
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, number: int) -> None:
        super().__init__(data)
        standings = self.fields["based_on"]
        assert isinstance(standings, forms.ChoiceField)
        earlier = [(str(k), _("after round %(number)d") % {"number": k}) for k in range(number - 2, 0, -1)]
        standings.choices = [("", _("the latest")), *earlier, *([("0", _("the seeding"))] if number > 1 else [])]

    def options(self) -> dict[str, Any]:
        """The options that were filled in; call after ``is_valid()``."""
        kept = {name: value for name, value in self.cleaned_data.items() if name not in {"system", "based_on"}}
        found = {name: value for name, value in kept.items() if value not in (None, "", False)}
        if "stage_games" in found:
            found["stage_games"] = (found["stage_games"],)
        return found
