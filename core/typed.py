"""What people type on keyboards of any script, in one form."""

from __future__ import annotations

import csv
import re
import unicodedata
from typing import Final

#: A digit of any script: phones with a Gujarati keyboard type ૮ for 8.
_DIGIT: Final = re.compile(r"\d")

#: Signs that stand for a minus, and sound marks beside their kana, which NFKC would put a space before.
_SIGNS: Final = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), "゛": "\u3099", "゜": "\u309a"})

#: Looked for first: nearly no text has one, and translating takes three times as long as looking.
_ANY_SIGN: Final = re.compile("[" + "".join(map(chr, _SIGNS)) + "]")

#: Those of numbers, with the full-width ones that NFKC would make plain.
_NUMBER_SIGNS: Final = str.maketrans(dict.fromkeys("‐‑‒–—−－", "-") | {"＋": "+"})

#: Python's reader of CSV refuses cells of more than 131,072 characters.
_LONGEST_LINE: Final = 100_000

#: Commas and semicolons of other scripts.
_SEPARATORS: Final = str.maketrans({"，": ",", "、": ",", "､": ",", "；": ";", "،": ","})


def searched(text: str, most: int = 80) -> str:
    """What was typed into a search box: as much as a name has, and without NUL, which PostgreSQL's text cannot hold."""
    return text.replace("\0", "").strip()[:most]


def plain_separators(text: str) -> str:
    """The commas and semicolons of every keyboard as plain ones: for lists in columns, before they are cut.

    >>> plain_separators("佐藤，１５００")
    '佐藤,１５００'
    """
    return text.translate(_SEPARATORS)


def cells_of(line: str, delimiter: str = ",") -> list[str]:
    """The cells of one line of a list in columns. Never raises: a line longer than any list has is cut.

    >>> cells_of('"Lee, Ann",1460')
    ['Lee, Ann', '1460']
    """
    return next(csv.reader([line[:_LONGEST_LINE]], delimiter=delimiter), [])


def plain_text(text: str) -> str:
    """Full-width letters, digits and signs as plain ones, half-width kana as whole ones, accents put together, a minus as a hyphen.

    >>> plain_text("８Ｄ ＴＲＡＩＮ ＋１２ −3 ﾊﾞﾝﾄﾞ")
    '8D TRAIN +12 -3 バンド'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_SIGNS) if _ANY_SIGN.search(text) else text)


def plain_digits(text: str) -> str:
    """The digits of any script as 0 to 9.

    >>> plain_digits("૧૪૬૦")
    '1460'
    """
    return text if text.isascii() else _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)


def plain_number(text: str) -> str:
    """A number as typed on any keyboard, with a plain minus; a raised digit is none.

    >>> plain_number("−１૨"), plain_number("4²")
    ('-12', '4²')
    """
    return plain_digits(text.translate(_NUMBER_SIGNS))


def plain_move(text: str) -> str:
    """:func:`plain_text` with the digits of any script as 0 to 9: for moves, where a digit is never part of a word.

    >>> plain_move("૮D કમલ ૧૨")
    '8D કમલ 12'
    """
    return plain_digits(plain_text(text))
