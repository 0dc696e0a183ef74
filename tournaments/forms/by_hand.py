"""The form of a round that is paired by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import LongSelect, optional_text, tick
from tournaments.engine.typed_pairs import MAX_TEXT, Listed
from tournaments.forms.fields import set_choices
from tournaments.models import Round


class HandForm(forms.Form):
    """Pairs as a text, what happens to the others, and two players of a list whose pair or swap is added to the text."""

    text = forms.CharField(
        label=gettext_lazy("Pairs"),
        required=False,
        max_length=MAX_TEXT,
        help_text=gettext_lazy(
            "One pair per line, or separated by commas. Type numbers or names; the first of the two plays "
            "first: “12 7, 3 9, 5 bye”. A whole list can be pasted. “5 absent”: player 5 misses the round; "
            "“4: 12 7”: the two play at table 4."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "data-hand-text": "", "data-focus": "", "spellcheck": "false"}),
    )
    complete = tick(
        gettext_lazy("Pair the rest automatically"),
        gettext_lazy("If this is off, name everyone who is left without an opponent."),
        initial=True,
    )
    anew = tick(gettext_lazy("Pair everyone else in the draft again"))
    despite_missing = tick(gettext_lazy("Pair without the missing results"))
    reason = optional_text(
        gettext_lazy("Reason"), 300, gettext_lazy("Needed where rules are broken; it goes into the log.")
    )
    player = forms.TypedChoiceField(
        label=gettext_lazy("Player"), coerce=int, required=False, empty_value=None, widget=LongSelect
    )
    opponent = forms.TypedChoiceField(
        label=gettext_lazy("Opponent"), coerce=int, required=False, empty_value=None, widget=LongSelect
    )
    expected_version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, round_: Round | None, players: Sequence[Listed], missing: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        names = [(player.id, f"{player.number} {player.name}") for player in players]
        set_choices(self, "player", [("", "–"), *names])
        set_choices(self, "opponent", [("", _("bye")), *names])
        state = round_.state if round_ is not None else ""
        of_state: dict[str, set[str]] = {
            "anew": {Round.State.DRAFT},
            "despite_missing": {"", Round.State.DRAFT} if missing else set(),
            "reason": {Round.State.PUBLISHED},
        }
        for name, states in of_state.items():
            if state not in states:
                del self.fields[name]
