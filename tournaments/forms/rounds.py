"""Forms of a round: edits of its draft, scores, rulings, questions about its pairing."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.form_fields import LongSelect, QuickHidden, QuickNumber, WholeNumber, optional_number
from tournaments.forms.fields import set_choices
from tournaments.forms.game_scores import TallyField
from tournaments.forms.leader import LeaderField, leader_of
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import MAX_SCORE, MIN_SCORE, RESULT_KINDS, Entry, ResultKind

_NO_SCORE = gettext_lazy("Scores are whole numbers from −1500 to 1500.")
SCORE_ERRORS = {"invalid": _NO_SCORE, "min_value": _NO_SCORE, "max_value": _NO_SCORE}

_ALONE = (ResultKind.BYE, ResultKind.FORFEIT_LOSS, ResultKind.VOID)
#: What an official may decide about a game of two players, and about a player without an opponent.
GAME_KINDS = [(kind, label) for kind, label in RESULT_KINDS.items() if kind != ResultKind.BYE]
ALONE_KINDS = [(kind.value, RESULT_KINDS[kind]) for kind in _ALONE]


class RoundEditForm(forms.Form):
    """What every change of a round carries: the version that the director saw."""

    expected_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class PublishForm(RoundEditForm):
    """Publishing a draft, with the reason that it needs where changes made by hand break rules."""

    reason = forms.CharField(
        label=gettext_lazy("Reason for publishing anyway"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed to publish. It goes into the log and is shown under “Why?”."),
        widget=forms.TextInput(attrs={"required": True}),
    )


class UnpublishForm(RoundEditForm):
    """Making a published round a draft again."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)


class GoesOnForm(forms.Form):
    """Who goes on from a match that ended level. ``names``: of the two, by seat."""

    goes_on = forms.TypedChoiceField(
        label=gettext_lazy("Goes through"), coerce=int, required=False, empty_value=None, widget=forms.RadioSelect
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, names: Sequence[str], chosen: int | None = None
    ) -> None:
        super().__init__(data, initial={"goes_on": chosen or ""})
        two = [(str(seat), name) for seat, name in enumerate(names, start=1)]
        set_choices(self, "goes_on", [("", _("by the tie-breaks of the standings, then the better seed")), *two])


class ReissueForm(forms.Form):
    """Why a slip is replaced."""

    reason = forms.CharField(max_length=500, required=False)


def _score_field() -> forms.IntegerField:
    return WholeNumber(min_value=MIN_SCORE, max_value=MAX_SCORE, error_messages=SCORE_ERRORS, widget=QuickNumber)


class ScoreForm(forms.Form):
    """Two scores of one game, beside its table, with the token that makes a double tap one submission.

    ``names``: first and second player; ``reported``: what one of them has reported already, shown as a hint. The fields stand
    outside their form element, and name it by ``enter-<pairing_id>``.
    """

    first_score = _score_field()
    second_score = _score_field()
    client_token = forms.CharField(max_length=40, widget=QuickHidden)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        pairing_id: int,
        names: Sequence[str],
        reported: Sequence[int | None] = (None, None),
        asks_leader: bool = False,
    ) -> None:
        super().__init__(data, auto_id=f"t{pairing_id}-%s", initial={"client_token": new_token()})
        for side, name, score in zip(("first_score", "second_score"), names, reported, strict=True):
            field = self.fields[side]
            field.label = name
            field.widget.attrs |= {"form": f"enter-{pairing_id}", "class": "score-input", "inputmode": "numeric"}
            if score is not None:
                field.widget.attrs["placeholder"] = str(score)
        if asks_leader:
            self.fields["led_before"] = LeaderField(names, short=True, form=f"enter-{pairing_id}")

    def result_input(self) -> ResultInput:
        """The played game; call after ``is_valid()``."""
        data = self.cleaned_data
        result = ResultInput(first_score=data["first_score"], second_score=data["second_score"])
        return replace(result, led_before=leader_of(self, result))


class LineForm(forms.Form):
    """The typed line; its meaning is read by ``tournaments.services.results.fast_entry``."""

    line = forms.CharField(
        label=gettext_lazy("Fast entry"),
        max_length=360,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "inputmode": "text",
                "placeholder": "12 431 7 389",
                "enterkeyhint": "done",
                "data-focus": "",
            }
        ),
    )
    client_token = forms.CharField(max_length=40, widget=forms.HiddenInput)


class RulingForm(forms.Form):
    """An official's decision about a game, with its reason. ``names``: "first" and, unless that player is alone, "second".

    ``cards``: the game is decided by a tally, of cards left (True) or points (False); None: by two scores. ``asks_leader``: equal
    totals are won by who led before unplayed tiles were counted.
    """

    kind = forms.ChoiceField(label=pgettext_lazy("of a result", "Result"), choices=GAME_KINDS, initial="played")
    first_score = WholeNumber(min_value=MIN_SCORE, max_value=MAX_SCORE, required=False, error_messages=SCORE_ERRORS)
    second_score = WholeNumber(min_value=MIN_SCORE, max_value=MAX_SCORE, required=False, error_messages=SCORE_ERRORS)
    lost_on_time = forms.ChoiceField(
        label=gettext_lazy("Lost on time"),
        help_text=gettext_lazy(
            "Enter the scores before the penalty: the points for the loss on time are deducted automatically."
        ),
        required=False,
    )
    spread = optional_number(gettext_lazy("Spread for a bye or forfeit"), -MAX_SCORE, MAX_SCORE)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))
    expected_version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        names: Mapping[str, Entry],
        cards: bool | None = None,
        asks_leader: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if cards is not None and "second" in names:
            self.fields["tally"] = TallyField(cards=cards, required=False)
            self.order_fields(["kind", "tally", "reason"])
        for side in ("first", "second"):
            if "second" in names and cards is None:
                self.fields[f"{side}_score"].label = _("Score of %(name)s") % {"name": names[side].name}
            else:
                del self.fields[f"{side}_score"]
        if "first_score" in self.fields:
            sides = ((side, names[side].name) for side in ("first", "second"))
            set_choices(self, "lost_on_time", [("", _("no one")), *sides])
        else:
            del self.fields["lost_on_time"]
        set_choices(self, "kind", GAME_KINDS if "second" in names else ALONE_KINDS)
        self.fields["spread"].help_text = _(
            "Spread for %(name)s, for example 50, or −50 for a forfeit. Leave empty for the division's default."
        ) % {"name": names["first"].name}
        if "third" in names:
            del self.fields["spread"]
        if asks_leader and "second" in names:
            self.fields["led_before"] = LeaderField([entry.name for entry in names.values()], short=True)
            self.fields["led_before"].help_text = _("Only for equal totals: the player who led then wins.")
            self.order_fields(["kind", "first_score", "second_score", "tally", "led_before", "lost_on_time", "spread"])
        if "third" in names:
            set_choices(self, "kind", [choice for choice in GAME_KINDS if choice[0] in {"played", "void"}])

    def clean(self) -> dict[str, Any]:
        """A played game needs both scores and no other kind has any; each message stands at its field."""
        data = super().clean() or self.cleaned_data
        for side in ("first_score", "second_score"):
            if side not in data:
                continue
            if data.get("kind") == "played" and data[side] is None:
                self.add_error(side, _("A played game needs both scores."))
            elif data.get("kind") not in {None, "played"}:
                data[side] = None
                data["lost_on_time"] = ""
        if "tally" in self.fields and data.get("kind") == "played" and not data.get("tally"):
            if "tally" not in self.errors:
                self.add_error("tally", _("A played game needs a result."))
        elif data.get("kind") not in {None, "played"}:
            data["tally"] = ""
        if data.get("kind") in {"played", "void"}:
            data["spread"] = None
        return data

    def result_input(self) -> ResultInput:
        """The result that was filled in; call after ``is_valid()``."""
        data = self.cleaned_data
        scores: dict[str, Any] = {side: data.get(side) for side in ("first_score", "second_score")}
        late = data.get("lost_on_time", "")
        result = ResultInput(
            kind=data["kind"], tally=data.get("tally", ""), lost_on_time=late, spread=data.get("spread"), **scores
        )
        return replace(result, led_before=leader_of(self, result))

    def ruling_input(self) -> RulingInput:
        """The frozen input of ``rule_result``; call after ``is_valid()``."""
        data = self.cleaned_data
        return RulingInput(result=self.result_input(), reason=data["reason"], expected_version=data["expected_version"])


class WhyForm(forms.Form):
    """Two players for whom the director asks why they are paired or not; no second player means the bye."""

    a = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int, widget=LongSelect)
    b = forms.TypedChoiceField(
        label=gettext_lazy("Opponent"), coerce=int, required=False, empty_value=None, widget=LongSelect
    )

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "a", names.items())
        set_choices(self, "b", [("", _("the bye")), *names.items()])


def new_token() -> str:
    """A token for one filling-in of a form."""
    return uuid.uuid4().hex
