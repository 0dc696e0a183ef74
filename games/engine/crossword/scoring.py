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
from itertools import compress
from typing import Final, NamedTuple

from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, EMPTY, LETTER_MASK

_EMPTY: Final = bytes((EMPTY,))
_from_bytes: Final = int.from_bytes


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


#: Faults that leave the board after the play unknown.
UNPLACEABLE = frozenset({Fault.OFF_BOARD, Fault.OCCUPIED, Fault.GAP})


class Measured(NamedTuple):
    """A play measured against a board, before it is put there.

    ``word`` is laid from ``square`` in direction ``step``, EMPTY where the board has a tile already; ``run`` is the same
    line after the play. ``words``: tile codes of each word formed, the main word first. ``score`` includes the bingo
    bonus. When the play cannot be placed, ``square`` is the offending square, ``score`` 0 and the rest empty.
    """

    score: int
    square: int
    step: int
    word: bytes
    run: bytes
    words: Sequence[bytes]
    faults: tuple[Fault, ...]

    @property
    def squares(self) -> tuple[int, ...]:
        """Where the new tiles go."""
        return new_squares(self.square, self.step, self.word)

    @property
    def codes(self) -> bytes:
        """The new tiles, in the order of ``squares``."""
        return new_tiles(self.word)

    @property
    def placed(self) -> bytes:
        """The tiles that leave the rack, blanks as BLANK."""
        return bytes([min(code, BLANK) for code in self.codes])


def new_squares(square: int, step: int, word: bytes) -> tuple[int, ...]:
    """The squares that get a tile when ``word`` (EMPTY for a filled square) is laid from ``square``."""
    return tuple(compress(range(square, square + len(word) * step, step), word)) if word else ()


def new_tiles(word: bytes) -> bytes:
    """The tiles of ``word`` without the squares that were filled already."""
    return word.replace(_EMPTY, b"")


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

    def measure(self, board: Sequence[int], square: int, step: int, word: bytes) -> Measured:
        """Measure ``word`` (tile codes, EMPTY for filled squares) laid from ``square`` in direction ``step``.

        Letters written out on squares that already hold them are taken as filled squares.
        """
        length = len(word)
        end = square + length * step
        if end - step > self._last or (step == 1 and square % self._stride + length - 1 > self._size):
            return _unplaceable(Fault.OFF_BOARD, square)
        if board[square - step] or board[end]:
            return self._whole_word(board, square, step, word)
        laid = self.lay(board, square, step, word)
        if laid is not None:
            score, run, words, faults = laid
            return Measured(score, square, step, word, run, words, faults)
        return self._written_out(board, square, step, word)

    def lay(
        self, board: Sequence[int], square: int, step: int, word: bytes
    ) -> tuple[int, bytes, list[bytes], tuple[Fault, ...]] | None:
        """Score, run, words and faults of a word that lies on the board, with no tile right before or after it.

        None when the word does not have a tile on exactly those of its squares that are empty.
        """
        values, letters, premiums = self._values, self._letters, self._words
        other = self._stride if step == 1 else 1
        at, total, crossing, multiplier, filled = square, 0, 0, 1, 0
        words = [word]
        for code in word:
            there = board[at]
            if code:
                if there:
                    return None
                total += values[code] * letters[at]
                multiplier *= premiums[at]
                if board[at - other] or board[at + other]:
                    points, cross = self._cross(board, at, other, code)
                    crossing += points
                    words.append(cross)
            elif there:
                filled += 1
                total += values[there]
            else:
                return None
            at += step
        length, run = len(word), word
        if filled:
            # Each square has a tile in the word or on the board, never in both.
            run = words[0] = (_from_bytes(word) | _from_bytes(board[square:at:step])).to_bytes(length)
        if length > 1:
            crossing += total * multiplier
        else:
            del words[0]
        if length - filled >= self._bingo_from:
            crossing += self._bingo_bonus
        sound = 0 < filled < length or len(words) > 1
        return crossing, run, words, () if sound else self._faults(board, new_squares(square, step, word), words)

    def _cross(self, board: Sequence[int], square: int, step: int, code: int) -> tuple[int, bytes]:
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
        word = bytearray(board[start + step : end : step])
        word[(square - start) // step - 1] = code
        return points * self._words[square], bytes(word)

    def _faults(self, board: Sequence[int], squares: Sequence[int], words: Sequence[bytes]) -> tuple[Fault, ...]:
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

    def _written_out(self, board: Sequence[int], square: int, step: int, word: bytes) -> Measured:
        """Measure a word that does not fit the empty squares: its letters may be written out on the same ones."""
        line = board[square : square + len(word) * step : step]
        pairs = list(zip(range(square, square + len(word) * step, step), word, line, strict=True))
        first, letter = next((at, code) for at, code, there in pairs if bool(code) == bool(there))
        if not letter:
            return _unplaceable(Fault.GAP, first)
        for at, code, there in pairs:
            if code and there and (code ^ there) & LETTER_MASK:
                return _unplaceable(Fault.OCCUPIED, at)
        return self.measure(board, square, step, bytes([EMPTY if there else code for _, code, there in pairs]))

    def _whole_word(self, board: Sequence[int], square: int, step: int, word: bytes) -> Measured:
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
    return Measured(0, square, 1, b"", b"", (), (fault,))
