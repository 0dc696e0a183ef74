"""Kana typed in Latin letters, and written in them: Hepburn, and what Japanese keyboards take besides.

Reading is generous (``shi`` and ``si``, ``n'`` and ``n``; a hyphen is ー); writing has one form for each word, which
reads back as the same word. A bare ``nn`` before a vowel is ん and な-row, as Hepburn has it (``onna``, おんな).

>>> to_kana("suki-"), to_kana("yo-roppa"), to_kana("Shingakki"), to_kana("tsuika"), to_romaji("しんよう")
('すきー', 'よーろっぱ', 'しんがっき', 'ついか', "shin'you")
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from lexicon.engine.kana import LONG, BadKanaError, KanaFault, N, fold

_VOWELS: Final = "aiueo"
_ROWS: Final = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
}
_SINGLE: Final = {
    "ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wi": "ゐ", "we": "ゑ", "wo": "を", "vu": "ゔ",
    "shi": "し", "chi": "ち", "tsu": "つ", "fu": "ふ", "ji": "じ",
    "xa": "ぁ", "xi": "ぃ", "xu": "ぅ", "xe": "ぇ", "xo": "ぉ", "xya": "ゃ", "xyu": "ゅ", "xyo": "ょ", "xwa": "ゎ",
    "xka": "ゕ", "xke": "ゖ", "xtsu": "っ", "xtu": "っ",
}  # fmt: skip
#: Consonants before a small ゃ ゅ ょ (and ぇ): how they are typed, and the letter in い that they start from.
_PALATAL: Final = {
    "ky": "き", "gy": "ぎ", "sy": "し", "sh": "し", "zy": "じ", "jy": "じ", "j": "じ", "ty": "ち", "cy": "ち", "ch": "ち",
    "dy": "ぢ", "ny": "に", "hy": "ひ", "by": "び", "py": "ぴ", "my": "み", "ry": "り",
}  # fmt: skip
_FOREIGN: Final = {
    "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ", "fo": "ふぉ", "va": "ゔぁ", "vi": "ゔぃ", "ve": "ゔぇ", "vo": "ゔぉ",
    "tsa": "つぁ", "tsi": "つぃ", "tse": "つぇ", "tso": "つぉ", "thi": "てぃ", "dhi": "でぃ", "twu": "とぅ", "dwu": "どぅ",
    "she": "しぇ", "che": "ちぇ", "je": "じぇ", "whi": "うぃ", "whe": "うぇ", "who": "うぉ",
}  # fmt: skip


def _reading_table() -> dict[str, str]:
    table = {f"{row}{v}": kana for row, letters in _ROWS.items() for v, kana in zip(_VOWELS, letters, strict=True)}
    for typed, start in _PALATAL.items():
        table.update({f"{typed}{v}": start + small for v, small in zip("auo", "ゃゅょ", strict=True)})
    return table | _SINGLE | _FOREIGN


#: The kana that Latin letters are read as, the longest first that fits.
READ: Final[Mapping[str, str]] = MappingProxyType(_reading_table())
_LONGEST: Final = max(map(len, READ))
#: The preferred spelling of each kana: the last one that the table names (``shi`` after ``si``), Hepburn.
_WRITE: Final[Mapping[str, str]] = MappingProxyType(
    {kana: typed for typed, kana in READ.items() if typed != "xtu"}
    | {
        "じゃ": "ja",
        "じゅ": "ju",
        "じょ": "jo",
        "しゃ": "sha",
        "しゅ": "shu",
        "しょ": "sho",
        "ちゃ": "cha",
        "ちゅ": "chu",
    }
    | {"ちょ": "cho"}
)


def to_kana(text: str) -> str:
    """The folded word that Latin letters spell. Raises BadKanaError (NOT_KANA names what cannot be read)."""
    typed = text.strip().lower().replace("’", "'")
    kana: list[str] = []
    place = 0
    while place < len(typed):
        read, length = _next(typed, place)
        kana.append(read)
        place += length
    return fold("".join(kana))


def _next(typed: str, place: int) -> tuple[str, int]:
    """The kana that begin at ``place``, and how many Latin letters they take."""
    for length in range(min(_LONGEST, len(typed) - place), 0, -1):
        kana = READ.get(typed[place : place + length])
        if kana is not None:
            return kana, length
    letter, following = typed[place], typed[place + 1 : place + 2]
    if letter == "-":
        return LONG, 1
    if letter == "n":
        return N, 2 if following == "'" else 1
    if following and letter in "kgsztdhbpmrjfcvwy" and (following == letter or typed[place : place + 3] == "tch"):
        return "っ", 1
    raise BadKanaError(KanaFault.NOT_KANA, letter)


def to_romaji(word: str) -> str:
    """A folded word in Latin letters; ``to_kana`` gives the same word back."""
    typed: list[str] = []
    place = 0
    while place < len(word):
        letter, pair = word[place], word[place : place + 2]
        if letter == LONG:
            typed.append("-")
        elif letter == N:
            typed.append("n'" if _WRITE.get(word[place + 1 : place + 2], "")[:1] in set("aiueony") else "n")
        elif pair in _WRITE:
            typed.append(_WRITE[pair])
            place += 1
        elif letter == "っ" and (doubled := _doubled(word[place + 1 :])):
            typed.append(doubled)
        else:
            typed.append(_WRITE[letter])
        place += 1
    return "".join(typed)


def _doubled(rest: str) -> str:
    """How っ is written before ``rest``: the next consonant once more, or "" where none can be doubled."""
    following = _WRITE.get(rest[:2], "") or _WRITE.get(rest[:1], "")
    return following[0] if following and following[0] in "kgsztdhbpmrjfc" else ""
