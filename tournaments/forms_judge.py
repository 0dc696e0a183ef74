"""What is typed at the judging table, and what the director writes about it."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.wordbasket.cards import FACES, LETTERS, LINES, NUMBERS, Card
from tournaments.inputs import MAX_TOKEN
from tournaments.models import MAX_SCORE
from tournaments.services.basket_judge import MAX_TYPED, BasketChallengeInput
from tournaments.services.challenges import ChallengeInput

#: No single play can score more than this; a larger number is a slip of the finger.
_LONGEST_WORD_INPUT = 80
MAX_VERSION = 2**31 - 1


class ChallengeForm(forms.Form):
    """A challenge: who, how many words, which. Words are read as typed; what they are worth is not this form's business."""

    count = forms.IntegerField(min_value=1)
    seat = forms.IntegerField(required=False, min_value=1)
    out_play = forms.BooleanField(required=False)
    play_score = forms.IntegerField(required=False, min_value=0, max_value=MAX_SCORE)
    client_token = forms.CharField(max_length=MAX_TOKEN)
    announced = forms.NullBooleanField(required=False)
    checksum = forms.RegexField(r"^[0-9a-f]{64}$", required=False)
    decided_at = forms.CharField(required=False, max_length=40)
    game = forms.IntegerField(required=False, min_value=1)

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

    def to_input(self) -> ChallengeInput:
        """The use case's values; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        try:
            when = parse_datetime(clean["decided_at"] or "")
        except ValueError:
            when = None
        return ChallengeInput(
            words=self.typed,
            client_token=clean["client_token"],
            seat_id=clean["seat"],
            out_play=clean["out_play"],
            play_score=clean["play_score"],
            announced=clean["announced"],
            checksum=clean["checksum"],
            decided_at=when if when is not None and when.tzinfo is not None else None,
            pairing_id=clean["game"],
        )


def _faces(cards: Iterable[str]) -> list[tuple[str, str]]:
    return [(card, card if card in NUMBERS else " ".join(FACES[Card(card)].ends)) for card in cards]


def card_choices(*, basket: bool) -> list[tuple[str | Promise, list[tuple[str, str]]]]:
    """The cards in groups: those that a basket can show, or all that can be thrown."""
    groups: list[tuple[str | Promise, list[tuple[str, str]]]] = [
        (_("Letters"), _faces(LETTERS)),
        (_("Lines"), [(card, f"{card}  {name}") for card, name in _faces(LINES)]),
    ]
    return groups if basket else [*groups, (_("Word lengths"), _faces(NUMBERS))]


class BasketChallengeForm(forms.Form):
    """A word of Word Basket, where it was said."""

    word = forms.CharField(label=_("Word"), max_length=MAX_TYPED, required=False)
    basket = forms.ChoiceField(label=_("Basket shows"), required=False)
    card = forms.ChoiceField(label=_("Card thrown"), required=False)
    last_card = forms.BooleanField(label=_("This is the player's last card"), required=False)
    handicap = forms.ChoiceField(
        label=_("Player's level"),
        choices=[("even", _("none")), ("beginner", _("beginner")), ("strong", _("strong player"))],
    )
    seat = forms.IntegerField(required=False, min_value=1)
    game = forms.IntegerField(required=False, min_value=1)
    client_token = forms.CharField(max_length=MAX_TOKEN, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, empty in (("basket", _("any letter")), ("card", _("not checked"))):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", empty), *card_choices(basket=name == "basket")]
        kana = {"spellcheck": "false", "autocorrect": "off", "autocomplete": "off", "lang": "ja", "class": "judge-kana"}
        self.fields["word"].widget.attrs.update(kana)

    def to_input(self) -> BasketChallengeInput:
        """The use case's values; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        names = ("word", "basket", "card", "last_card", "handicap", "client_token")
        where = {"seat_id": clean["seat"], "pairing_id": clean["game"]}
        return BasketChallengeInput(**where, **{name: clean[name] for name in names})


class AppealForm(forms.Form):
    """A player does not accept the verdict."""

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
    """That the forfeit of a challenge is to be entered, and the result that was seen."""

    expected_version = forms.IntegerField(min_value=0, max_value=MAX_VERSION, widget=forms.HiddenInput)
