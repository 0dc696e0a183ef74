"""Moves and their notation: ``8D TRAIN``, ``8A S.......S``, ``exchange ABC``, ``pass``.

>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> move = parse_move("8d W(IN)D", rules)
>>> format_move(move, rules)
'8D W..D'
>>> format_move(parse_move("-qq", rules), rules), format_move(parse_move("pass", rules), rules)
('-QQ', '-')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from core.typed import plain_move
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, UnknownTileError


class InvalidMoveError(ValueError):
    """Text that is not a move in any notation we read; whether a readable move is *legal* is another question."""


@dataclass(frozen=True)
class Play:
    """Tiles laid in one line. ``word`` holds tile codes from the first square of the word, EMPTY (0) for a square that
    is already filled; ``square`` and ``step`` index the flat board (see :mod:`~games.engine.crossword.board`)."""

    square: int
    step: int
    word: bytes

    @property
    def placed(self) -> bytes:
        """The tiles that leave the rack: the new tiles of the word, blanks as BLANK."""
        return bytes([min(code, BLANK) for code in self.word if code])


@dataclass(frozen=True)
class Exchange:
    """Tiles put back in the bag as the whole turn."""

    tiles: bytes


@dataclass(frozen=True)
class Pass:
    """A turn given up."""


Move = Play | Exchange | Pass

_THROUGH: Final = re.compile(r"\(([^()]*)\)")


def plain_word(text: str, rules: RuleSet) -> str:
    """``W(IN)D`` as ``W..D``: letters in round brackets are on the board already. Raises UnknownTileError."""
    if "(" not in text:
        return text
    return _THROUGH.sub(lambda match: "." * len(rules.tiles.encode(match[1])), text)


def parse_move(text: str, rules: RuleSet) -> Move:
    """Read one move: a coordinate and a word in either order, ``-ABC`` or ``exchange ABC``, ``-`` or ``pass``.

    Raises InvalidMoveError with a sentence that says what is wrong.
    """
    tokens = plain_move(text).split()
    first = tokens[0].lower() if tokens else ""
    if first in {"pass", "-"} and len(tokens) == 1:
        return Pass()
    try:
        if first in {"exchange", "exch", "ex", "swap"} and len(tokens) == 2:
            return Exchange(rules.tiles.encode_rack(tokens[1]))
        if len(tokens) == 1 and first.startswith("-"):
            return Exchange(rules.tiles.encode_rack(tokens[0][1:]))
        for coordinate, word in (tokens, tokens[::-1]) if len(tokens) == 2 else ():
            place = rules.layout.places.get(coordinate.upper())
            if place is not None:
                return Play(place.square, place.step, rules.tiles.encode(plain_word(word, rules)))
    except UnknownTileError as problem:
        raise InvalidMoveError(str(problem)) from problem
    raise InvalidMoveError(
        f"{text!r} is not a move: write a place and a word (8D TRAIN), -ABC to exchange, or - to pass"
    )


def readable_move(text: str, board: Sequence[str], rules: RuleSet) -> str:
    """A move in the notation of GCG as people write it: the letters that were on the board already in brackets.

    ``board``: its rows before the move, as text with ``.`` for an empty square. What is no play, or does not fit the board, stays as it is.

    >>> from games.engine.crossword.rules import RULE_SETS
    >>> rules = RULE_SETS["tournament"]
    >>> rows = ["." * 15] * 7 + [".......TEN....."] + ["." * 15] * 7
    >>> readable_move("8G S...T", rows, rules), readable_move("J7 s.OT", rows, rules), readable_move("-QQ", rows, rules)
    ('8G S(TEN)T', 'J7 s(N)OT', '-QQ')
    """
    if "." not in text:
        return text
    try:
        move = parse_move(text, rules)
        rows = [rules.tiles.encode(row) for row in board]
        if not isinstance(move, Play):
            return text
        squares = range(move.square, move.square + len(move.word) * move.step, move.step)
        there = [rows[row][column] for row, column in map(rules.layout.row_and_column, squares)]
    except (InvalidMoveError, UnknownTileError, IndexError):
        return text
    parts = []
    for laid, run in groupby(zip(move.word, there, strict=True), key=lambda pair: bool(pair[0])):
        word = rules.tiles.text([new or old for new, old in run])
        parts.append(word if laid else f"({word})")
    return f"{rules.layout.coordinate(move.square, across=move.step == 1)} {''.join(parts)}"


def format_move(move: Move, rules: RuleSet) -> str:
    """The move in the notation of GCG, with ``.`` for squares that are already filled."""
    if isinstance(move, Pass):
        return "-"
    if isinstance(move, Exchange):
        return "-" + rules.tiles.text(move.tiles)
    coordinate = rules.layout.coordinate(move.square, across=move.step == 1)
    return f"{coordinate} {rules.tiles.text(move.word)}"
