"""What a play forms and scores, and which rules of placement it breaks. One pass over the word.

>>> from games.engine.crossword.rules import RULE_SETS
>>> from games.engine.crossword.move import parse_move
>>> rules = RULE_SETS["tournament"]
>>> train = parse_move("8D TRAIN", rules)
>>> measured = Scorer(rules).measure(rules.layout.empty, train.square, train.step, train.word)
>>> measured.score, [rules.tiles.face(word) for word in measured.words], measured.faults
(12, ['TRAIN'], ())
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import or_
from typing import Final, NamedTuple

from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, EMPTY, LETTER_MASK

_EMPTY: Final = bytes((EMPTY,))
#: Each tile code as bytes.
_ONE: Final = tuple(bytes((code,)) for code in range(128))


class Fault(StrEnum):
    """A rule of placement that a play breaks. After the first group the play cannot be put on the board at all."""

    OFF_BOARD = "off_board"  # the word runs over the edge
    OCCUPIED = "occupied"  # a letter on a square that holds another one
    GAP = "gap"  # a square that should be filled is empty

    NO_NEW_TILE = "no_new_tile"
    ONE_LETTER = "one_letter"  # no word of two letters is formed
    OFF_CENTRE = "off_centre"  # the first play misses the start square
    NOT_TOUCHING = "not_touching"
    PART_OF_WORD = "part_of_word"  # tiles before or after the word belong to it


#: Faults with which there is no telling what the board looked like afterwards.
UNPLACEABLE = frozenset({Fault.OFF_BOARD, Fault.OCCUPIED, Fault.GAP})


class Measured(NamedTuple):
    """A play measured against a board, before it is put there.

    ``squares`` and ``codes``: the new tiles and where they go; ``run``: the tiles from ``square`` on as they are after
    the play; ``words``: tile codes of each word formed, the main word first; ``square``: the start of the run, or the
    offending square when the play cannot be placed. ``score`` includes the bingo bonus; it is 0 when the play cannot
    be placed.
    """

    score: int
    squares: Sequence[int]
    codes: bytes
    run: bytes
    words: Sequence[bytes]
    faults: tuple[Fault, ...]
    square: int

    @property
    def placed(self) -> bytes:
        """The tiles that leave the rack, blanks as BLANK."""
        return bytes([min(code, BLANK) for code in self.codes])


class Scorer:
    """Measures plays by one rule set: the look-up tables of its board and tiles, ready for a tight loop."""

    __slots__ = ("_bingo_bonus", "_bingo_from", "_last", "_letters", "_size", "_start", "_stride", "_values", "_words")

    def __init__(self, rules: RuleSet) -> None:
        layout = rules.layout
        self._size, self._stride, self._start = layout.size, layout.stride, layout.start_square
        self._last = layout.squares[-1]
        self._letters, self._words = layout.letter_multipliers, layout.word_multipliers
        self._values = rules.tiles.values
        self._bingo_from, self._bingo_bonus = rules.bingo_from, rules.bingo_bonus

    def measure(self, board: bytes | bytearray, square: int, step: int, word: bytes) -> Measured:
        """Measure ``word`` (tile codes, EMPTY for filled squares) laid from ``square`` in direction ``step``.

        Letters written out on squares that already hold them are taken as filled squares.
        """
        length = len(word)
        end = square + length * step
        if end - step > self._last or (step == 1 and square % self._stride + length - 1 > self._size):
            return _unplaceable(Fault.OFF_BOARD, square)
        if board[square - step] or board[end]:
            return self._whole_word(board, square, step, word)
        values, letters, premiums = self._values, self._letters, self._words
        other = self._stride if step == 1 else 1
        at, total, crossing, multiplier = square, 0, 0, 1
        new: list[int] = []
        words: list[bytes] = []
        for code in word:
            there = board[at]
            if there:
                if code:
                    return self._written_out(board, square, step, word)
                total += values[there]
            elif code:
                new.append(at)
                total += values[code] * letters[at]
                multiplier *= premiums[at]
                if board[at - other] or board[at + other]:
                    points, cross = self._cross(board, at, other, code)
                    crossing += points
                    words.append(cross)
            else:
                return _unplaceable(Fault.GAP, at)
            at += step
        count, codes, run = len(new), word, word
        if count != length:
            # Either the word or the board has a tile on each square, never both.
            codes = word.replace(_EMPTY, b"")
            run = bytes(map(or_, word, board[square:end:step]))
        if length > 1:
            words.insert(0, run)
            crossing += total * multiplier
        if count >= self._bingo_from:
            crossing += self._bingo_bonus
        faults = () if 0 < count < length or len(words) > 1 else self._faults(board, new, words)
        # tuple.__new__: the constructor that NamedTuple adds to it takes twice as long.
        return tuple.__new__(Measured, (crossing, new, codes, run, words, faults, square))

    def _cross(self, board: bytes | bytearray, square: int, step: int, code: int) -> tuple[int, bytes]:
        """Score and tile codes of the word that ``code`` on ``square`` completes in direction ``step``."""
        values = self._values
        points = values[code] * self._letters[square]
        start, end = square - step, square + step
        while there := board[start]:
            points += values[there]
            start -= step
        while there := board[end]:
            points += values[there]
            end += step
        before, after = board[start + step : square : step], board[square + step : end : step]
        return points * self._words[square], b"".join((before, _ONE[code], after))

    def _faults(self, board: bytes | bytearray, squares: Sequence[int], words: Sequence[bytes]) -> tuple[Fault, ...]:
        """Faults of a play that touches nothing in its own line and forms at most one word."""
        if not squares:
            return (Fault.NO_NEW_TILE,)
        if not words:
            # One tile alone: on an empty board it also misses or covers the centre, but the first thing is its size.
            return (Fault.ONE_LETTER,)
        touching = any(
            board[square + neighbour] for square in squares for neighbour in (1, -1, self._stride, -self._stride)
        )
        if touching:
            return ()
        if any(board):
            return (Fault.NOT_TOUCHING,)
        return () if self._start in squares else (Fault.OFF_CENTRE,)

    def _written_out(self, board: bytes | bytearray, square: int, step: int, word: bytes) -> Measured:
        """Measure a word in which letters are written out that lie on the board already; they must be the same."""
        line = board[square : square + len(word) * step : step]
        for at, (code, there) in enumerate(zip(word, line, strict=True)):
            if code and there and (code ^ there) & LETTER_MASK:
                return _unplaceable(Fault.OCCUPIED, square + at * step)
        new = bytes([EMPTY if there else code for code, there in zip(word, line, strict=True)])
        return self.measure(board, square, step, new)

    def _whole_word(self, board: bytes | bytearray, square: int, step: int, word: bytes) -> Measured:
        """Measure a word that has tiles right before or after it as the whole run it belongs to."""
        start, end = square, square + len(word) * step
        while board[start - step]:
            start -= step
        while board[end]:
            end += step
        before = bytes((square - start) // step)
        after = bytes((end - square) // step - len(word))
        measured = self.measure(board, start, step, before + word + after)
        return measured._replace(faults=(*measured.faults, Fault.PART_OF_WORD))


def _unplaceable(fault: Fault, square: int) -> Measured:
    return Measured(0, (), b"", b"", (), (fault,), square)
