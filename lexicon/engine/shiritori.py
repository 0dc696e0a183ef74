"""Judging a word for shiritori: is it legal where it is said, and is it a noun.

Legality (it links, it is long enough, it does not end in ん) follows from the rules alone. Whether a word is one is for
the players; a dictionary only helps them: "common noun", "proper name", or "not listed".

>>> judgement = judge("しんかんせん", Demand(begins="し"))
>>> judgement.verdict, judgement.faults[0].reason
(<Verdict.ILLEGAL: 'illegal'>, <Reason.ENDS_IN_N: 'ends_in_n'>)
>>> [text % values for text, values in judgement.sentences]
['しんかんせん ends in ん.']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from core.typed import plain_text
from lexicon.engine.kana import LINK_RULES, BadKanaError, KanaFault, LinkRules, N, first, fold, last
from lexicon.engine.kana_romaji import to_kana

Value = str | int | None


class Reason(StrEnum):
    """Why a word is illegal where it was said."""

    NOT_KANA = "not_kana"
    ENDS_IN_N = "ends_in_n"
    TOO_SHORT = "too_short"
    DOES_NOT_LINK = "does_not_link"
    WRONG_END = "wrong_end"
    WRONG_LENGTH = "wrong_length"
    LENGTH_BELOW = "length_below"
    NO_LINK_LETTER = "no_link_letter"
    WILD_LAST = "wild_last"
    REPEATED = "repeated"


#: A ``%`` template and what fills it in; it is translated where it is shown.
Sentence = tuple[str, Mapping[str, Value]]

REASONS: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.NOT_KANA: "%(word)s is not a word in kana; this cannot be read: %(letter)s",
        Reason.ENDS_IN_N: "%(word)s ends in ん.",
        Reason.TOO_SHORT: "%(word)s has %(letters)s letters; it needs at least %(needed)s.",
        Reason.DOES_NOT_LINK: "%(word)s begins with %(found)s; it must begin with %(needed)s.",
        Reason.WRONG_END: "%(word)s ends in %(found)s; the card needs %(needed)s.",
        Reason.WRONG_LENGTH: "%(word)s has %(letters)s letters; the card needs exactly %(needed)s.",
        Reason.LENGTH_BELOW: "%(word)s has %(letters)s letters; the card needs %(needed)s or more.",
        Reason.NO_LINK_LETTER: "%(word)s ends in %(letter)s, and no word can follow from that here.",
        Reason.WILD_LAST: "The last card is the wild card %(card)s, which these rules do not allow.",
        Reason.REPEATED: "%(word)s is the word the same player used last.",
    }
)


class Fault(NamedTuple):
    """One reason why a word is illegal; ``params`` fill in its sentence."""

    reason: Reason
    params: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a word must be. ``begins`` and ``ends`` are plain letters, any of which will do; "" means any letter.

    ``exactly`` is a number of letters and ``card_least`` a least number, both asked for by a card; ``min_letters`` is
    the least that the player may say. ``barred_card`` is a card that may not be thrown now, ``barred_word`` a folded word that this
    player may not say now.
    """

    begins: str = ""
    ends: str = ""
    min_letters: int = 3
    exactly: int | None = None
    card_least: int = 0
    barred_card: str = ""
    barred_word: str = ""


def faults(word: str, demand: Demand, rules: LinkRules = LINK_RULES) -> tuple[Fault, ...]:
    """Everything that makes a *folded* word illegal under ``demand``; empty when it is legal."""
    broken: list[Fault] = []
    start, end, letters = first(word, rules), last(word, rules), len(word)
    if demand.begins and start not in demand.begins:
        broken.append(_fault(Reason.DOES_NOT_LINK, word, found=start, needed=demand.begins))
    if end == N:
        broken.append(_fault(Reason.ENDS_IN_N, word))
    elif not end:
        broken.append(_fault(Reason.NO_LINK_LETTER, word, letter=word[-1]))
    elif demand.ends and end not in demand.ends:
        broken.append(_fault(Reason.WRONG_END, word, found=end, needed=demand.ends))
    if letters < demand.min_letters:
        broken.append(_fault(Reason.TOO_SHORT, word, letters=letters, needed=demand.min_letters))
    if demand.exactly is not None and letters != demand.exactly:
        broken.append(_fault(Reason.WRONG_LENGTH, word, letters=letters, needed=demand.exactly))
    if letters < demand.card_least:
        broken.append(_fault(Reason.LENGTH_BELOW, word, letters=letters, needed=demand.card_least))
    if demand.barred_card:
        broken.append(_fault(Reason.WILD_LAST, word, card=demand.barred_card))
    if demand.barred_word and word == demand.barred_word:
        broken.append(_fault(Reason.REPEATED, word))
    return tuple(broken)


def _fault(reason: Reason, word: str, **params: Value) -> Fault:
    return Fault(reason, {"word": word, **params})


class Listing(StrEnum):
    """What a dictionary knows of a word."""

    COMMON = "common"
    PROPER = "proper"
    NO_NOUN = "no_noun"
    UNLISTED = "unlisted"


class Listings(Protocol):
    """A dictionary of nouns: :class:`~lexicon.engine.shiritori_index.NounDictionary`, or a test's own."""

    def listing(self, word: str) -> Listing:
        """What is known of a folded word."""


class Verdict(StrEnum):
    """What can be said of a word. Only ``ILLEGAL`` follows from the rules; the rest is advice to the players."""

    COMMON_NOUN = "common_noun"
    PROPER_NAME = "proper_name"
    NO_NOUN = "no_noun"
    NOT_LISTED = "not_listed"
    ILLEGAL = "illegal"


VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.COMMON_NOUN: "%(word)s is a common noun.",
        Verdict.PROPER_NAME: "%(word)s is a proper name; it counts if it is well known and the players agree.",
        Verdict.NO_NOUN: "%(word)s is a verb or an adjective, not a noun.",
        Verdict.NOT_LISTED: "%(word)s is not in the dictionary; the players decide.",
    }
)
_OF_LISTING: Final = {
    Listing.COMMON: Verdict.COMMON_NOUN,
    Listing.PROPER: Verdict.PROPER_NAME,
    Listing.NO_NOUN: Verdict.NO_NOUN,
    Listing.UNLISTED: Verdict.NOT_LISTED,
}


@dataclass(frozen=True)
class Judgement:
    """The verdict on one word. ``links_on`` is the letter the next word begins with ("" when the word is illegal).

    ``word`` is folded, or as typed when it is not in kana.
    """

    word: str
    verdict: Verdict
    letters: int
    links_on: str
    faults: tuple[Fault, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The verdict, or the reasons against the word."""
        if self.verdict is Verdict.ILLEGAL:
            return tuple((REASONS[fault.reason], fault.params) for fault in self.faults)
        return ((VERDICTS[self.verdict], {"word": self.word}),)

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return {
            "word": self.word,
            "verdict": str(self.verdict),
            "letters": self.letters,
            "links_on": self.links_on,
            "reasons": [str(fault.reason) for fault in self.faults],
        }


def read_word(text: str) -> str:
    """A word typed in kana or in Latin letters, folded. Raises BadKanaError."""
    text = plain_text(text)
    return to_kana(text) if text.strip() and text.isascii() else fold(text)


def judge(text: str, demand: Demand, *, dictionary: Listings | None = None, rules: LinkRules = LINK_RULES) -> Judgement:
    """Judge a word as typed, in kana or Latin letters. Without a dictionary no word is listed. Never raises."""
    try:
        word = read_word(text)
    except BadKanaError as error:
        excerpt = text[:40]
        letter = error.letter or ("…" if error.fault is KanaFault.TOO_LONG else "–")
        return Judgement(excerpt, Verdict.ILLEGAL, 0, "", (_fault(Reason.NOT_KANA, excerpt, letter=letter),))
    broken = faults(word, demand, rules)
    if broken:
        return Judgement(word, Verdict.ILLEGAL, len(word), "", broken)
    listing = dictionary.listing(word) if dictionary is not None else Listing.UNLISTED
    return Judgement(word, _OF_LISTING[listing], len(word), last(word, rules), ())
