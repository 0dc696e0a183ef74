"""The 60 cards of Word Basket, how they are written, and a reproducible shuffle.

A card is written as its face: a letter ``か``; a wild number ``5`` ``6`` ``7+`` (any word of that length); a wild line
``か*`` (any letter of its row). ``?`` is a card whose face is not known.

>>> len(DECK), [read_card(text) for text in ("ka", "カ", "7", "ka*", "か行")]
(60, ['か', 'か', '7+', 'か*', 'か*'])
>>> shuffled(DECK, seed=42)[:5] == shuffled(DECK, seed=42)[:5] != shuffled(DECK, seed=43)[:5]
True
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Final, NamedTuple, NewType

from core.typed import plain_text
from lexicon.engine.kana import ROWS, BadKanaError
from lexicon.engine.shiritori import read_word

Card = NewType("Card", str)

UNKNOWN: Final = Card("?")
NUMBERS: Final = (Card("5"), Card("6"), Card("7+"))
LETTERS: Final = tuple(Card(letter) for row in ROWS for letter in row)
LINES: Final = tuple(Card(f"{row[0]}*") for row in ROWS if len(row) > 1)
#: 43 letters あ to ろ, わ twice, each wild number twice, nine wild lines.
DECK: Final[tuple[Card, ...]] = (*LETTERS, Card("わ"), *NUMBERS, *NUMBERS, *LINES)
COPIES: Final[Mapping[Card, int]] = MappingProxyType(Counter(DECK))


class Face(NamedTuple):
    """What a word must be to go with a card: its last letter is one of ``ends`` ("" any), and its length.

    ``exactly`` a number of letters (None for any), ``least`` a least number (0 for any).
    """

    ends: str
    exactly: int | None = None
    least: int = 0
    wild: bool = False


FACES: Final[Mapping[Card, Face]] = MappingProxyType(
    {
        **{letter: Face(str(letter)) for letter in LETTERS},
        **{line: Face(row, wild=True) for line, row in zip(LINES, (row for row in ROWS if len(row) > 1), strict=True)},
        Card("5"): Face("", exactly=5, wild=True),
        Card("6"): Face("", exactly=6, wild=True),
        Card("7+"): Face("", least=7, wild=True),
    }
)
_NUMBER_NAMES: Final = {"5": "5", "6": "6", "7": "7+", "7+": "7+", "５": "5", "６": "6", "７": "7+", "７＋": "7+"}
_RANGE: Final = 2**32
_EIGHT: Final = struct.Struct(">8I")
_LINE_MARKS: Final = ("*", "＊", "行", "-line")


class BadCardError(ValueError):
    """The text names no card of the deck."""


def read_card(text: str) -> Card:
    """A card as typed, in kana or Latin letters. Raises BadCardError."""
    text = plain_text(text)
    card = Card(text)
    if card in FACES or card == UNKNOWN:
        return card
    if text in _NUMBER_NAMES:
        return Card(_NUMBER_NAMES[text])
    mark = next((mark for mark in _LINE_MARKS if text.endswith(mark)), "")
    try:
        card = Card(read_word(text.removesuffix(mark)) + ("*" if mark else ""))
    except BadKanaError:
        raise BadCardError(text) from None
    if card not in FACES:
        raise BadCardError(text)
    return card


def is_number(card: Card) -> bool:
    """Whether the card is a wild number, which never lies face up to start a basket."""
    return card in NUMBERS


def opens(card: Card) -> str:
    """The letters that a word may begin with after this card was turned up or put on top by a reset; "" for any."""
    return FACES[card].ends if card in FACES else ""


def shuffled(cards: Sequence[Card], *, seed: int, turn: int = 0) -> tuple[Card, ...]:
    """``cards`` in the order that ``seed`` gives for the ``turn``-th shuffle of a game (0 is the deal).

    Fisher-Yates from the end, with the 32-bit numbers of SHA-256("seed/turn/0"), ("seed/turn/1") … in big-endian order,
    those that would favour some places left out; any programming language can repeat it.
    """
    order = list(cards)
    numbers = _numbers(f"{seed}/{turn}")
    for place in range(len(order) - 1, 0, -1):
        fair = _RANGE - _RANGE % (place + 1)
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        other = number % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _numbers(key: str) -> Iterator[int]:
    for block in count():
        yield from _EIGHT.unpack(hashlib.sha256(f"{key}/{block}".encode()).digest())
