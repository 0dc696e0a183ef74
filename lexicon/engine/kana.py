"""Kana: one spelling for each word, how many letters it has, and what it links on in shiritori.

A folded word is hiragana (ぁ to ゖ, ゔ included) and the long vowel mark ー; one character is one letter. Katakana, half
width kana, detached sound marks and look-alike dashes all fold to it. Whatever is no kana is refused, with the
character named.

>>> fold("コンピューター"), len(fold("ｺﾝﾋﾟｭｰﾀｰ")), first("ばんど"), last("こんぴゅーたー"), last("いんきょ")
('こんぴゅーたー', 7, 'は', 'あ', 'よ')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

LONG: Final = "ー"
N: Final = "ん"
ROWS: Final[tuple[str, ...]] = (
    "あいうえお",
    "かきくけこ",
    "さしすせそ",
    "たちつてと",
    "なにぬねの",
    "はひふへほ",
    "まみむめも",
    "やゆよ",
    "らりるれろ",
    "わ",
)
_VOWELS: Final = "あいうえお"
_SMALL: Final = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
SMALL_VOWELS: Final = frozenset("ぁぃぅぇぉゎゕゖ")
_OLD: Final = {"を": "お", "ゐ": "い", "ゑ": "え"}
#: Dashes that people type, or programs put, for ー. NFKC maps － to the hyphen and 〜 ～ to a tilde.
_DASHES: Final = "-‐‑‒–—―−─~〜～－"
_ITERATION: Final = "ゝゞ々〻ヽヾ"
_WORD: Final = re.compile(r"[ぁ-ゖー]+")
_MARKS: Final = {"゛": "\u3099", "゜": "\u309a"}
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)} | dict.fromkeys(
    map(ord, _DASHES), LONG
)
MAX_TYPED: Final = 100


class KanaFault(StrEnum):
    """Why a text is no word in kana."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    NOT_KANA = "not_kana"
    ITERATION_MARK = "iteration_mark"
    STARTS_LONG = "starts_long"


class BadKanaError(ValueError):
    """The text is no word in kana. ``fault`` says why, ``letter`` which character is to blame ("" for none)."""

    def __init__(self, fault: KanaFault, letter: str = "") -> None:
        self.fault = fault
        self.letter = letter
        super().__init__(f"{fault}: {letter!a}" if letter else str(fault))


class OldKana(StrEnum):
    """What を, ゐ and ゑ link on. The rule sheet is silent; no card has any of them."""

    KEEP = "keep"  # themselves: only a word that begins with the same letter follows を
    MODERN = "modern"  # as they sound: お, い, え


class SmallFinal(StrEnum):
    """What a final small letter links on where the rule sheet is silent (it names only ゃ ゅ ょ)."""

    FULL = "full"  # the full-sized letter, as with ゃ ゅ ょ: そふぁ → あ
    ILLEGAL = "illegal"  # such a word may not be played


@dataclass(frozen=True)
class LinkRules:
    """The readings of the rule sheet where it says nothing; the defaults extend what it does say.

    ``old_kana``  を ゐ ゑ at either end of a word.
    ``small_vowel``  a final ぁ ぃ ぅ ぇ ぉ ゎ ゕ ゖ (そふぁ).
    ``small_tsu``  a final っ (あっ): no rule but ん ends the chain.
    """

    old_kana: OldKana = OldKana.KEEP
    small_vowel: SmallFinal = SmallFinal.FULL
    small_tsu: SmallFinal = SmallFinal.FULL


LINK_RULES: Final = LinkRules()


def fold(text: str) -> str:
    """The word in its one spelling. Raises BadKanaError.

    NFKC turns half width and compatibility forms right, except detached sound marks (set right before it), dashes and
    katakana (after it). ヷ ヸ ヹ ヺ come apart in NFD and are written ゔぁ ゔぃ ゔぇ ゔぉ, as they sound.
    """
    if _WORD.fullmatch(text) and text[0] != LONG and len(text) <= MAX_TYPED:
        return text  # by far the most: folded already
    if len(text) > MAX_TYPED:
        raise BadKanaError(KanaFault.TOO_LONG)
    for mark, combining in _MARKS.items():
        text = text.replace(mark, combining)
    text = unicodedata.normalize("NFKC", text).strip()
    for old, new in (("ヷ", "ゔぁ"), ("ヸ", "ゔぃ"), ("ヹ", "ゔぇ"), ("ヺ", "ゔぉ")):
        text = text.replace(old, new)
    text = text.translate(_TO_HIRAGANA)
    if not text:
        raise BadKanaError(KanaFault.EMPTY)
    for letter in text:
        if not _WORD.fullmatch(letter):
            raise BadKanaError(KanaFault.ITERATION_MARK if letter in _ITERATION else KanaFault.NOT_KANA, letter)
    if text[0] == LONG:
        raise BadKanaError(KanaFault.STARTS_LONG, LONG)
    return text


def plain(letter: str, rules: LinkRules = LINK_RULES) -> str:
    """One folded letter as it links: full-sized, without dakuten and handakuten (ぱ → は, ょ → よ, ゔ → う)."""
    return _plain_table(rules)[letter]


def first(word: str, rules: LinkRules = LINK_RULES) -> str:
    """The letter that a folded word begins with, as it links."""
    return _plain_table(rules)[word[0]]


def last(word: str, rules: LinkRules = LINK_RULES) -> str:
    """The letter that the next word must begin with; ん when a folded word ends in ん (or んー), "" if it has no link.

    A final ー links on its vowel, however often it is written (きゃーー → あ).
    """
    letter = word[-1]
    if letter == LONG:
        return vowel(word.rstrip(LONG)[-1:], rules)
    if letter == "っ":
        return "" if rules.small_tsu is SmallFinal.ILLEGAL else "つ"
    if letter in SMALL_VOWELS and rules.small_vowel is SmallFinal.ILLEGAL:
        return ""
    return _plain_table(rules)[letter]


def vowel(letter: str, rules: LinkRules = LINK_RULES) -> str:
    """The vowel that ー prolongs after a folded letter; ん for ん."""
    return _vowels(rules)[letter]


def row_of(letter: str) -> str:
    """The row of the gojūon that a plain letter stands in ("かきくけこ"), "" for one that no card has."""
    return _ROW_OF.get(letter, "")


@lru_cache(maxsize=8)
def _plain_table(rules: LinkRules) -> Mapping[str, str]:
    table = {}
    for code in range(ord("ぁ"), ord("ゖ") + 1):
        letter = unicodedata.normalize("NFD", chr(code))[0]
        letter = _SMALL.get(letter, letter)
        table[chr(code)] = _OLD.get(letter, letter) if rules.old_kana is OldKana.MODERN else letter
    return MappingProxyType(table)


@lru_cache(maxsize=8)
def _vowels(rules: LinkRules) -> Mapping[str, str]:
    table = {}
    for letter, linked in _plain_table(rules).items():
        flat = _OLD.get(linked, linked)  # を prolonged is お, whatever を itself links on
        row = row_of(flat)
        table[letter] = N if flat == N else _VOWELS["やゆよ".index(flat) * 2 if row == "やゆよ" else row.index(flat)]
    return MappingProxyType(table)


_ROW_OF: Final[Mapping[str, str]] = MappingProxyType({letter: row for row in ROWS for letter in row})
