"""The word judge of a Word Basket division: whether a word is legal where it was said, and a noun.

Only "illegal" follows from the rules; whether a proper name or a word that no list has counts is for the players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.form_fields import WholeNumber
from games.engine.wordbasket.cards import FACES, LETTERS, LINES, NUMBERS, BadCardError, Card, read_card
from games.engine.wordbasket.position import demand
from games.engine.wordbasket.rules import HANDICAPS, RuleSet
from games.errors import GameError
from games.judging import JudgeAnswer, Question, QuestionForm, Table, WordJudge
from lexicon.engine.kana import BadKanaError
from lexicon.engine.shiritori import Judgement, Verdict, judge, read_word
from lexicon.models import Adjudication, LexiconVersion
from lexicon.nouns import listings_of
from lexicon.shiritori_words import judges_sentences

RULE = "word-basket"
MAX_TYPED = 60
MAX_TOKEN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class WordQuestion(Question):
    """A word put to the judge: as said, the basket's letter or card ("": any letter), the card thrown ("": not looked at), whether it
    was the player's last, the player's handicap (a key of ``HANDICAPS``), and the word that the player said before ("": not looked at)."""

    word: str
    basket: str = ""
    card: str = ""
    last_card: bool = False
    handicap: str = "even"
    previous: str = ""


@dataclass(frozen=True, slots=True)
class BasketQuestion:
    """The same, read: letters that the word may begin with, the card, and the player's word before."""

    begins: str
    card: Card | None
    previous: str


def spelt(word: str) -> str:
    """A word as typed, in kana. Raises GameError for what cannot be read."""
    try:
        return read_word(word[:MAX_TYPED])
    except BadKanaError:
        raise GameError(_("Type the word that was said, in kana or Latin letters."), code="word") from None


def _previous(text: str) -> str:
    try:
        return read_word(text[:MAX_TYPED]) if text.strip() else ""
    except BadKanaError:
        raise GameError(
            _("Type the player's previous word in kana or Latin letters, or leave it empty."), code="previous"
        ) from None


def read_question(data: WordQuestion) -> BasketQuestion:
    """The basket and the card. Raises GameError that says what can be typed."""
    spelt(data.word)
    if data.handicap not in HANDICAPS:
        raise GameError(_("There is no such level. Choose again."), code="handicap")
    return BasketQuestion(_begins(data.basket.strip()), _card(data.card.strip()), _previous(data.previous))


def _begins(text: str) -> str:
    """The letters that the basket asks for: one, or a row for a wild line on top."""
    if not text:
        return ""
    card = _card(text)
    if card is None or not FACES[card].ends:
        raise GameError(_("Type what the basket shows: a letter, such as か, or a row, such as か*."), code="basket")
    return FACES[card].ends


def _card(text: str) -> Card | None:
    if not text:
        return None
    try:
        card = read_card(text)
    except BadCardError:
        card = None
    if card is None or card not in FACES:
        raise GameError(
            _("There is no card “%(card)s”. Cards are か, か* for a row, 5, 6 or 7+.") % {"card": text[:10]},
            code="card",
        )
    return card


def judge_word(rules: RuleSet, version: LexiconVersion, data: WordQuestion) -> Judgement:
    """The verdict with its reasons. Raises GameError, LexiconUnavailableError."""
    question = read_question(data)
    handicap = rules.even if data.handicap == "even" else HANDICAPS[data.handicap]
    needed = demand(question.begins, question.card, handicap, last_card=data.last_card)
    if data.last_card and question.card is not None and FACES[question.card].wild and not rules.wild_last:
        needed = replace(needed, barred_card=str(question.card))
    needed = replace(needed, barred_word=question.previous)
    return judge(data.word, needed, dictionary=listings_of(version), rules=rules.link)


def _circumstances(data: WordQuestion, rules: RuleSet) -> dict[str, object]:
    """What the verdict rests on, besides the word."""
    return {
        "basket": data.basket.strip(),
        "card": data.card.strip(),
        "last_card": data.last_card,
        "handicap": data.handicap,
        "previous": data.previous.strip(),
        "options": rules.options(),
    }


def consequence(judgement: Judgement) -> str:
    """What follows, for the table."""
    if judgement.verdict is Verdict.ILLEGAL:
        return _fined()
    if judgement.verdict is Verdict.COMMON_NOUN:
        return _("The card stays.")
    if judgement.verdict is Verdict.NO_NOUN:
        return _("Unless the players accept it as a well-known name, the card goes back and its player draws one more.")
    return _("If the players do not accept the word, the card goes back and its player draws one more.")


def _is_legal(judgement: Judgement) -> bool:
    return judgement.verdict not in {Verdict.ILLEGAL, Verdict.NO_NOUN}


def _by_log(word: str, question: WordQuestion, table: Table) -> tuple[str, bool]:
    """What the log of this game says about the same word by the same player, as a sentence ("": nothing), and whether it was the
    player's word before by the log.

    The same question asked once more about the word that was judged last is the same play, not another one.
    """
    log = table.earlier()
    said = [earlier for earlier in log if earlier.player == table.player_name and earlier.stands]
    if word not in [earlier.word for earlier in said]:
        return "", False
    now = (word, question.basket.strip(), question.card.strip())
    latest = log[-1]
    is_same_play = latest is said[-1] and now == (
        latest.word,
        latest.outcome.get("basket"),
        latest.outcome.get("card"),
    )
    if said[-1].word != word or is_same_play:
        return _said_before(table.player_name), False
    return _said_last(table.player_name), True


def _said_before(player: str) -> str:
    """The log has the same word for the same player: whether it was the player's last one, only the table knows."""
    return _(
        "This word has already been judged for %(name)s in this game. If it was also the last word that "
        "%(name)s said, it is not allowed."
    ) % {"name": player}


def _said_last(player: str) -> str:
    """The log has it as the player's last word; the table may know of another one since, which was not judged."""
    return _(
        "According to the judge's log, this was also %(name)s's previous word. If %(name)s has said "
        "another word since, ask again with that as the word before this one."
    ) % {"name": player}


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
        (pgettext_lazy("cards", "Letters"), _faces(LETTERS)),
        (gettext_lazy("Rows"), [(card, f"{card}  {name}") for card, name in _faces(LINES)]),
    ]
    return groups if basket else [*groups, (gettext_lazy("Word lengths"), _faces(NUMBERS))]


class WordQuestionForm(QuestionForm):
    """A word of Word Basket, where it was said."""

    word = forms.CharField(label=gettext_lazy("Word"), max_length=MAX_TYPED, required=False)
    basket = forms.ChoiceField(label=gettext_lazy("Basket shows"), required=False)
    card = forms.ChoiceField(label=gettext_lazy("Card thrown"), required=False)
    previous = forms.CharField(
        label=gettext_lazy("The player's word before this one"),
        max_length=MAX_TYPED,
        required=False,
        help_text=gettext_lazy("A player may not say the same word twice running. Leave empty if it was another."),
    )
    last_card = forms.BooleanField(label=gettext_lazy("This is the player's last card"), required=False)
    handicap = forms.ChoiceField(
        label=gettext_lazy("Player's level"),
        choices=[
            ("even", gettext_lazy("standard")),
            ("beginner", gettext_lazy("beginner")),
            ("strong", gettext_lazy("strong player")),
        ],
        help_text=gettext_lazy("If you choose a player below, the level in the roster is used."),
    )
    seat = WholeNumber(required=False, min_value=1)
    player = WholeNumber(required=False, min_value=1)
    game = WholeNumber(required=False, min_value=1)
    client_token = forms.CharField(max_length=MAX_TOKEN, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, empty in (("basket", gettext_lazy("any letter")), ("card", gettext_lazy("not checked"))):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", empty), *card_choices(basket=name == "basket")]
        kana = {"spellcheck": "false", "autocorrect": "off", "autocomplete": "off", "lang": "ja", "class": "judge-kana"}
        for name in ("word", "previous"):
            self.fields[name].widget.attrs.update(kana)

    def to_input(self) -> WordQuestion:
        """The question; the form is valid."""
        clean: dict[str, Any] = self.cleaned_data
        names = ("word", "basket", "card", "last_card", "handicap", "previous", "client_token")
        where = {"seat_id": clean["seat"], "player_id": clean["player"], "pairing_id": clean["game"]}
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
        Verdict.NO_NOUN: (gettext_lazy("Not a noun"), "unacceptable"),
        Verdict.NOT_LISTED: (gettext_lazy("Not listed"), "doubtful"),
        Verdict.ILLEGAL: (gettext_lazy("Not allowed"), "unacceptable"),
    }

    def asks_player(self, size: int) -> bool:  # noqa: ARG002
        """At any table: a player may not say the same word twice running."""
        return True

    def judge(self, version: LexiconVersion, rules: RuleSet, question: WordQuestion, *, table: Table) -> JudgeAnswer:
        """Judge the word. Raises GameError, LexiconUnavailableError."""
        if table.handicap:  # the roster's level counts, whatever was chosen
            question = replace(question, handicap=table.handicap)
        judgement = judge_word(rules, version, question)
        note = ""
        if _is_legal(judgement) and not question.previous.strip():
            note, is_repeat = _by_log(judgement.word, question, table)
            if is_repeat:
                question = replace(question, previous=judgement.word)
                judgement = judge_word(rules, version, question)
        is_legal = _is_legal(judgement)
        return JudgeAnswer(
            words=(judgement.word,),
            acceptable=is_legal,
            by_dictionary=is_legal,
            rule=RULE,
            consequence=" ".join([*([note] if note else ()), consequence(judgement)]),
            outcome={
                **judgement.as_dict(),
                "sentence": judges_sentences(judgement),
                "game": RULE,
                **({"said_by": table.player_name} if table.player_name else {}),
                **_circumstances(question, rules),
            },
        )

    def overruled(
        self, rules: RuleSet, adjudication: Adjudication, *, acceptable: bool, table: Table
    ) -> tuple[str, dict[str, object]]:
        """The card stays, or goes back."""
        del rules, table
        outcome_text = _("The card stays.") if acceptable else _fined()
        names = ("game", "basket", "card", "last_card", "handicap", "previous", "said_by")
        return outcome_text, {name: adjudication.outcome[name] for name in names if name in adjudication.outcome}
