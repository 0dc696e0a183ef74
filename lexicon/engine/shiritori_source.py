"""The default list of Japanese nouns, made from SudachiDict core (Works Applications; UniDic and part of NEologd).

A tokeniser's dictionary is not a word game's. The recipe, on (surface, part of speech, reading):

* common nouns: 名詞, 普通名詞 of every kind; proper names: 名詞, 固有名詞, of which place names only countries, names
  written in katakana and short ones (three characters, six letters), because most of half a million are street blocks;
* no surface with Latin letters or digits;
* the reading folded, without the dots between parts; 2 to 20 letters (two are enough under a beginner's handicap);
* none that ends in ん, which no player may say;
* verbs and adjectives (動詞 and 形容詞 in their dictionary form, 形状詞) are kept apart, and are no names either: half a million names
  are read like one of them (たべる is a place, きれい a family), and the players mean the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from lexicon.engine.kana import LINK_RULES, BadKanaError, N, fold, last
from lexicon.engine.shiritori_index import LONGEST, NounList

_SHORTEST: Final = 2
_FOREIGN: Final = re.compile(r"[0-9A-Za-z０-９Ａ-Ｚａ-ｚ]")
_KATAKANA: Final = re.compile(r"[ァ-ヺー・＝]+")
_ADDRESS: Final = re.compile(r".*[町村字条区丁]")
_DICTIONARY_FORM: Final = "終止形-一般"
_PLACE_CHARACTERS: Final = 3
_PLACE_LETTERS: Final = 6
_NAME_LETTERS: Final = 10


class Entry(NamedTuple):
    """One entry of the dictionary: surface, the first four parts of speech, the reading in katakana, and the inflected form."""

    surface: str
    speech: tuple[str, ...]
    reading: str
    form: str = ""


def build(entries: Iterable[Entry]) -> NounList:
    """The list, from all entries of the dictionary."""
    common: set[str] = set()
    proper: set[str] = set()
    others: set[str] = set()
    for entry in entries:
        is_noun = entry.speech[0] == "名詞"
        if not (is_noun or _is_verb_or_adjective(entry)) or _FOREIGN.search(entry.surface):
            continue
        word = _folded(entry.reading)
        if word is None:
            continue
        if not is_noun:
            others.add(word)
        elif entry.speech[1] == "普通名詞":
            common.add(word)
        elif entry.speech[1] == "固有名詞" and _is_name(entry, word):
            proper.add(word)
    others -= common
    return NounList(tuple(sorted(common)), tuple(sorted(proper - common - others)), tuple(sorted(others)))


def _is_verb_or_adjective(entry: Entry) -> bool:
    """Whether it is one as a dictionary lists it."""
    return entry.speech[0] == "形状詞" or (entry.speech[0] in {"動詞", "形容詞"} and entry.form == _DICTIONARY_FORM)


def _folded(reading: str) -> str | None:
    try:
        word = fold(reading.replace("・", ""))
    except BadKanaError:
        return None
    return word if _SHORTEST <= len(word) <= LONGEST and last(word, LINK_RULES) != N else None


def _is_name(entry: Entry, word: str) -> bool:
    """Whether a proper name may be well known."""
    if entry.speech[2] != "地名":
        return len(word) <= _NAME_LETTERS
    if entry.speech[3] == "国" or _KATAKANA.fullmatch(entry.surface):
        return True
    short = len(entry.surface) <= _PLACE_CHARACTERS and len(word) <= _PLACE_LETTERS
    return short and not _ADDRESS.fullmatch(entry.surface)
