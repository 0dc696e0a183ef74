"""The word judge of a Word Basket division: is the word legal where it was said, and is it a noun.

Only "illegal" follows from the rules; whether a proper name or a word that no list has counts is for the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.wordbasket.cards import FACES, LETTERS, LINES, NUMBERS, BadCardError, Card, read_card
from games.engine.wordbasket.rules import HANDICAPS, Handicap, RuleSet
from games.errors import GameError
from games.judging import Adjudication, Question, QuestionForm, WordJudge
from lexicon.engine.kana import BadKanaError
from lexicon.engine.shiritori import Demand, Judgement, Verdict, judge, read_word
from lexicon.models import LexiconVersion, Ruling
from lexicon.nouns import listings_of
from lexicon.shiritori_words import judges_sentences

RULE = "word-basket"
MAX_TYPED = 60
MAX_TOKEN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class WordQuestion(Question):
    """A word put to the judge: as said, the basket's letter or card ("": any letter), the card thrown ("": not looked at), whether it
    was the player's last, and the player's handicap (a key of ``HANDICAPS``)."""

    word: str
    basket: str = ""
    card: str = ""
    last_card: bool = False
    handicap: str = "even"


@dataclass(frozen=True, slots=True)
class BasketQuestion:
    """The same, read: letters that the word may begin with, and the card."""

    begins: str
    card: Card | None


def spelt(word: str) -> str:
    """A word as typed, in kana. Raises GameError for what cannot be read."""
    try:
        return read_word(word[:MAX_TYPED])
    except BadKanaError:
        raise GameError(_("Type the word that was said, in kana or Latin letters."), code="word") from None


def read_question(data: WordQuestion) -> BasketQuestion:
    """The basket and the card. Raises GameError that says what can be typed."""
    spelt(data.word)
    if data.handicap not in HANDICAPS:
        raise GameError(_("There is no such level. Choose again."), code="handicap")
    return BasketQuestion(_begins(data.basket.strip()), _card(data.card.strip()))


def _begins(text: str) -> str:
    """The letters that the basket asks for: one, or a row for a wild line on top."""
    if not text:
        return ""
    card = _card(text)
    if card is None or not FACES[card].ends:
        raise GameError(_("Type the basket as a letter, such as か, or a row, such as か*."), code="basket")
    return FACES[card].ends


def _card(text: str) -> Card | None:
    if not text:
        return None
    try:
        found = read_card(text)
    except BadCardError:
        found = None
    if found is None or found not in FACES:
        raise GameError(
            _("There is no card “%(card)s”. Cards are か, か* for a row, 5, 6 or 7+.") % {"card": text[:10]},
            code="card",
        )
    return found


def judge_word(rules: RuleSet, version: LexiconVersion, data: WordQuestion) -> Judgement:
    """The verdict with its reasons. Raises GameError, LexiconUnavailableError."""
    asked = read_question(data)
    given = rules.even if data.handicap == "even" else HANDICAPS[data.handicap]
    demand = _demand(asked, given, rules, last=data.last_card)
    return judge(data.word, demand, dictionary=listings_of(version), rules=rules.link)


def _demand(asked: BasketQuestion, handicap: Handicap, rules: RuleSet, *, last: bool) -> Demand:
    least = handicap.last_letters if last else handicap.min_letters
    if asked.card is None:
        return Demand(begins=asked.begins, min_letters=least)
    face = FACES[asked.card]
    return Demand(
        begins=asked.begins,
        ends=face.ends,
        min_letters=least,
        exactly=face.exactly,
        card_least=face.least,
        barred_card=str(asked.card) if last and face.wild and not rules.wild_last else "",
    )


def _asked(data: WordQuestion, rules: RuleSet) -> dict[str, object]:
    """What the verdict rests on, besides the word."""
    return {
        "basket": data.basket.strip(),
        "card": data.card.strip(),
        "last_card": data.last_card,
        "handicap": data.handicap,
        "options": rules.options(),
    }


def consequence(found: Judgement) -> str:
    """What follows, for the table."""
    if found.verdict is Verdict.ILLEGAL:
        return _fined()
    if found.verdict is Verdict.COMMON_NOUN:
        return _("The card stays.")
    return _("If the players do not accept the word, the card goes back and its player draws one more.")


def _fined() -> str:
    """What follows an illegal word that is pointed out in time."""
    return _(
        "The card goes back, and its player draws one more. If the next card has already been played, the play stands."
    )


def _faces(cards: Iterable[str]) -> list[tuple[str, str]]:
    return [(card, card if card in NUMBERS else " ".join(FACES[Card(card)].ends)) for card in cards]


def card_choices(*, basket: bool) -> list[tuple[str | Promise, list[tuple[str, str]]]]:
    """The cards in groups: those that a basket can show, or all that can be thrown."""
    groups: list[tuple[str | Promise, list[tuple[str, str]]]] = [
        (gettext_lazy("Letters"), _faces(LETTERS)),
        (gettext_lazy("Lines"), [(card, f"{card}  {name}") for card, name in _faces(LINES)]),
    ]
    return groups if basket else [*groups, (gettext_lazy("Word lengths"), _faces(NUMBERS))]


class WordQuestionForm(QuestionForm):
    """A word of Word Basket, where it was said."""

    word = forms.CharField(label=gettext_lazy("Word"), max_length=MAX_TYPED, required=False)
    basket = forms.ChoiceField(label=gettext_lazy("Basket shows"), required=False)
    card = forms.ChoiceField(label=gettext_lazy("Card thrown"), required=False)
    last_card = forms.BooleanField(label=gettext_lazy("This is the player's last card"), required=False)
    handicap = forms.ChoiceField(
        label=gettext_lazy("Player's level"),
        choices=[
            ("even", gettext_lazy("none")),
            ("beginner", gettext_lazy("beginner")),
            ("strong", gettext_lazy("strong player")),
        ],
    )
    seat = forms.IntegerField(required=False, min_value=1)
    game = forms.IntegerField(required=False, min_value=1)
    client_token = forms.CharField(max_length=MAX_TOKEN, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, empty in (("basket", gettext_lazy("any letter")), ("card", gettext_lazy("not checked"))):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", empty), *card_choices(basket=name == "basket")]
        kana = {"spellcheck": "false", "autocorrect": "off", "autocomplete": "off", "lang": "ja", "class": "judge-kana"}
        self.fields["word"].widget.attrs.update(kana)

    def to_input(self) -> WordQuestion:
        """The question; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        names = ("word", "basket", "card", "last_card", "handicap", "client_token")
        where = {"seat_id": clean["seat"], "pairing_id": clean["game"]}
        return WordQuestion(**where, **{name: clean[name] for name in names})

    def check(self) -> tuple[str, ...]:
        """The word in kana, letter by letter. Raises GameError."""
        data = self.to_input()
        read_question(data)
        return tuple(spelt(data.word))


class BasketJudge(WordJudge):
    """Judges one word where it was said, with one of four verdicts."""

    question = WordQuestion
    refused = gettext_lazy("This division plays Word Basket, where words are adjudicated one at a time.")
    form = WordQuestionForm
    template = "tournaments/judge/basket.html"
    #: What a verdict is called, and its look: stands, is for the players to decide, comes off.
    titles = {
        Verdict.COMMON_NOUN: (gettext_lazy("Common noun"), "acceptable"),
        Verdict.PROPER_NAME: (gettext_lazy("Proper name"), "doubtful"),
        Verdict.NOT_LISTED: (gettext_lazy("Not listed"), "doubtful"),
        Verdict.ILLEGAL: (gettext_lazy("Not allowed"), "unacceptable"),
    }

    def judge(
        self,
        version: LexiconVersion,
        rules: RuleSet,
        question: WordQuestion,
        *,
        failed_before: Callable[[], int | None],
    ) -> Adjudication:
        """Judge the word. Raises GameError, LexiconUnavailableError."""
        del failed_before  # costs a card each time
        found = judge_word(rules, version, question)
        is_legal = found.verdict is not Verdict.ILLEGAL
        return Adjudication(
            words=(found.word,),
            acceptable=is_legal,
            by_dictionary=is_legal,
            rule=RULE,
            consequence=consequence(found),
            outcome={**found.as_dict(), "sentence": judges_sentences(found), "game": RULE, **_asked(question, rules)},
        )

    def overruled(
        self, rules: RuleSet, ruling: Ruling, *, acceptable: bool, failed_before: Callable[[], int | None]
    ) -> tuple[str, dict[str, object]]:
        """The card stays, or goes back."""
        del rules, failed_before
        said = _("The card stays.") if acceptable else _fined()
        names = ("game", "basket", "card", "last_card", "handicap")
        return said, {name: ruling.outcome[name] for name in names if name in ruling.outcome}
