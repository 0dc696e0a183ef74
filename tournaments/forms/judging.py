"""Challenges at the judging table, and what the director decides about them."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from core.form_fields import WholeNumber
from games.crossword.judge import PlayQuestion
from tournaments.inputs.results import MAX_TOKEN
from tournaments.models import MAX_SCORE

#: No word is nearly as long; a longer text is cut off.
_LONGEST_WORD_INPUT = 80
MAX_VERSION = 2**31 - 1


class ChallengeForm(forms.Form):
    """A challenge: who, how many words, which. The words stay as they were typed; the word judge reads them."""

    count = WholeNumber(min_value=1)
    seat = WholeNumber(required=False, min_value=1)
    player = WholeNumber(required=False, min_value=1)
    out_play = forms.BooleanField(required=False)
    play_score = WholeNumber(required=False, min_value=0, max_value=MAX_SCORE)
    client_token = forms.CharField(max_length=MAX_TOKEN)
    announced = forms.NullBooleanField(required=False)
    checksum = forms.RegexField(r"^[0-9a-f]{64}$", required=False)
    decided_at = forms.CharField(required=False, max_length=40)
    game = WholeNumber(required=False, min_value=1)

    def __init__(self, data: QueryDict, *, most: int) -> None:
        super().__init__(data)
        self.most = most

    @property
    def typed(self) -> tuple[str, ...]:
        """The words as typed, as many as were announced."""
        count = self.cleaned_data.get("count") if self.is_bound and self.is_valid() else None
        if not count or count > self.most:
            return ()
        return tuple(str(self.data.get(f"word{n}", ""))[:_LONGEST_WORD_INPUT] for n in range(1, count + 1))

    def to_input(self) -> PlayQuestion:
        """The use case's values; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        try:
            when = parse_datetime(clean["decided_at"] or "")
        except ValueError:
            when = None
        return PlayQuestion(
            words=self.typed,
            client_token=clean["client_token"],
            seat_id=clean["seat"],
            player_id=clean["player"],
            out_play=clean["out_play"],
            play_score=clean["play_score"],
            announced=clean["announced"],
            checksum=clean["checksum"],
            decided_at=when if when is not None and when.tzinfo is not None else None,
            pairing_id=clean["game"],
        )


class AppealForm(forms.Form):
    """A player does not accept the adjudication."""

    reason = forms.CharField(label=_("Player's statement"), max_length=2000, widget=forms.Textarea({"rows": 3}))
    client_token = forms.CharField(max_length=MAX_TOKEN, widget=forms.HiddenInput, initial=lambda: str(uuid4()))


class OverruleForm(AppealForm):
    """The director's decision."""

    acceptable = forms.TypedChoiceField(
        label=_("The play is"),
        choices=[("yes", _("acceptable: the play stands")), ("no", _("not acceptable: the play comes off"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=_("Reason"), max_length=2000, widget=forms.Textarea({"rows": 3}))
    field_order = ("acceptable", "reason")


class ForfeitForm(forms.Form):
    """Confirms the forfeit of a challenge; ``expected_version``: of the result that the director saw."""

    expected_version = forms.IntegerField(min_value=0, max_value=MAX_VERSION, widget=forms.HiddenInput)
