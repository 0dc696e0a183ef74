"""Results with more than two scores: every game of Word Basket, and crossword tables of three or four."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.engine import game_scores
from tournaments.forms.leader import LeaderField, leader_of
from tournaments.inputs.results import ResultInput
from tournaments.models import TALLY_FORM

_BETWEEN = re.compile(r"[\s,;、・]+")
_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "ー": "-", "一": "-", ":": "-", "×": "x", "X": "x"})


class TallyField(forms.CharField):
    """``0-4 3-0``: what every seat had at the end of each game; other dashes, commas and full-width digits are read too."""

    def __init__(self, *, cards: bool = True, **options: Any) -> None:
        attrs = {"autocomplete": "off", "placeholder": "0-4" if cards else "320/281/305"}
        super().__init__(
            label=_("Cards left, by seat") if cards else _("Points, by seat"),
            max_length=240,
            widget=forms.TextInput(attrs=attrs),
            help_text=_("0 for the player who went out; a space between games; x for a player who did not turn up.")
            if cards
            else _("x for a player who did not turn up."),
            **options,
        )
        self.cards = cards

    def to_python(self, value: Any) -> str:
        """The tally as it is stored."""
        text = unicodedata.normalize("NFKC", super().to_python(value) or "").translate(_SIGNS)
        # beside a / a minus is a minus
        between = "[-/]" if self.cards or game_scores.POINTS not in text else "/"
        text = re.sub(rf"\s*{between}\s*", game_scores.CARDS if self.cards else game_scores.POINTS, text)
        text = _BETWEEN.sub(" ", text).strip()
        if text and not re.fullmatch(TALLY_FORM[1:-1], text):
            example = "0-4" if self.cards else "320/281/305"
            raise ValidationError(
                _("Type a number for each seat, such as %(example)s.") % {"example": example}, code="tally"
            )
        return text


class TallyScoreForm(forms.Form):
    """One table's result beside the table, with the token that makes a double tap one submission.

    ``leaders``: the players by seats, where equal best totals are won by who led before unplayed tiles were counted.
    """

    client_token = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        pairing_id: int,
        cards: bool,
        token: str,
        reported: str = "",
        leaders: Sequence[str] = (),
    ) -> None:
        super().__init__(data, auto_id=f"t{pairing_id}-%s", initial={"client_token": token})
        field = TallyField(cards=cards)
        field.help_text = ""
        field.widget.attrs |= {"form": f"enter-{pairing_id}", "class": "tally-input"}
        if reported:
            field.widget.attrs["placeholder"] = reported
        self.fields["tally"] = field
        if leaders:
            self.fields["led_before"] = LeaderField(leaders, short=True, form=f"enter-{pairing_id}")

    def result_input(self) -> ResultInput:
        """The result; call after ``is_valid()``."""
        result = ResultInput(tally=self.cleaned_data["tally"])
        return replace(result, led_before=leader_of(self, result))
