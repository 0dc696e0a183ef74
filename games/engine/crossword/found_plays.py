"""Plays that a search has found: kept as columns of numbers, put in order and made into objects as far as they are asked for.

A position with a blank on the rack may have 15,000 plays, of which nearly everybody wants the first few.

>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> found = [ScoredPlay(4, 120, 1, rules.tiles.encode(word)) for word in ("TIN", "TAIN", "NIT")]
>>> plays = Plays.of(found, rules.tiles.encode("AINT"), rules)
>>> [rules.tiles.text(play.word) for play in plays]
['NIT', 'TAIN', 'TIN']
>>> added = np.array([2.5 * len(kept) for kept in sub_racks(rules.tiles.encode("AINT"))])
>>> [(equity, rules.tiles.text(play.word)) for equity, play in plays.best(added, 2)]
[(6.5, 'NIT'), (6.5, 'TIN')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from games.engine.crossword.board import Layout
from games.engine.crossword.move import Play
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK

Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
Codes = NDArray[np.uint8]
Floats = NDArray[np.float64]

#: A play's first square and direction in one number, with this added for down: so across comes first, then the first square.
DOWN: Final = 1 << 10
_PLACES: Final = 2 * DOWN
#: Whoever reads on is given so many more plays at a time.
_CHUNK: Final = 64


class ScoredPlay(NamedTuple):
    """A legal play: its score with the bingo bonus, and where it goes as in :class:`~.move.Play`."""

    score: int
    square: int
    step: int
    word: bytes

    @property
    def play(self) -> Play:
        """The move."""
        return Play(self.square, self.step, self.word)


def sub_racks(rack: bytes) -> list[bytes]:
    """All that may be left of a rack, sorted codes each: nothing first, everything last. The number of one is its index.

    What was taken for the one at ``n`` is the one at ``-1 - n``.

    >>> sub_racks(b"ABA")
    [b'', b'B', b'A', b'AB', b'AA', b'AAB']
    """
    lefts = [b""]
    for code, count in sorted(Counter(rack).items()):
        copies = [bytes((code,)) * copy for copy in range(count + 1)]
        lefts = [left + some for left in lefts for some in copies]
    return lefts


class RackNumbers:
    """Numbers for all that may be left of a rack, as the indexes of :func:`sub_racks`: a count of each kind of tile in mixed radix.

    ``whole``: the number of the rack itself. ``weights``: what each tile code takes off a number when it is played. ``kinds``: the codes on
    the rack, sorted, and ``present``: for each (a row) and each number whether one is left.
    """

    def __init__(self, rack: bytes) -> None:
        counts = sorted(Counter(rack).items())
        self.size = len(rack)
        self.kinds = np.array([code for code, _ in counts], np.intp)
        self.present, radix = _numbered(tuple(count for _, count in counts))
        self.whole = self.present.shape[1] - 1
        self.weights = np.zeros(2 * BLANK, np.intp)
        self.weights[self.kinds] = radix
        self.weights[BLANK:] = self.weights[BLANK]


@lru_cache(maxsize=64)
def _numbered(counts: tuple[int, ...]) -> tuple[Flags, list[int]]:
    """For each kind of tile and each number of a rack with so many of them whether one is there; and what one of each counts."""
    radix = [prod(count + 1 for count in counts[at + 1 :]) for at in range(len(counts))]
    numbers = np.arange(prod(count + 1 for count in counts))
    present = np.zeros((len(counts), len(numbers)), np.bool_)
    for row, weight, count in zip(present, radix, counts, strict=True):
        row[:] = numbers // weight % (count + 1) > 0
    return present, radix


def word_columns(layout: Layout) -> int:
    """How many bytes a word takes in an array: the squares of a row, filled up to whole numbers of 64 bits for sorting."""
    return -(-layout.size // 8) * 8


class PlayColumns(NamedTuple):
    """Plays in any order, a column for each part: scores in points, square and direction as one number (``DOWN``), lengths of the words in
    squares, numbers of what is left of the rack (:class:`RackNumbers`), and the words, a row of tile codes each, filled up with 0."""

    scores: Ints
    places: Ints
    lengths: Ints
    racks: Ints
    words: Codes


class Plays(Sequence[ScoredPlay]):
    """Plays, best score first; equal ones by direction, square and word."""

    def __init__(self, columns: PlayColumns, stride: int) -> None:
        self._columns, self._stride = columns, stride
        self._ranks = columns.places - columns.scores * _PLACES
        #: Where the first plays are, as far as known.
        self._order = np.zeros(0, np.intp)

    @classmethod
    def of(cls, plays: Sequence[ScoredPlay], rack: bytes, rules: RuleSet) -> Plays:
        """``plays`` of a rack that were found one by one."""
        width, numbers = word_columns(rules.layout), RackNumbers(rack)
        text = b"".join([play.word.ljust(width, b"\0") for play in plays])
        words = np.frombuffer(text, np.uint8).reshape(-1, width)
        columns = PlayColumns(
            np.array([play.score for play in plays], np.intp),
            np.array([play.square + DOWN * (play.step != 1) for play in plays], np.intp),
            np.array([len(play.word) for play in plays], np.intp),
            numbers.whole - numbers.weights.take(words).sum(1),
            words,
        )
        return cls(columns, rules.layout.stride)

    def __len__(self) -> int:
        return len(self._ranks)

    @overload
    def __getitem__(self, index: int) -> ScoredPlay: ...
    @overload
    def __getitem__(self, index: slice) -> list[ScoredPlay]: ...
    def __getitem__(self, index: int | slice) -> ScoredPlay | list[ScoredPlay]:
        if not isinstance(index, slice):
            at = range(len(self))[index]
            return self[at : at + 1][0]
        which = range(len(self))[index]
        last = max(which[0], which[-1]) if which else -1
        if last >= len(self._order):
            # The first few are looked for by themselves; whoever wants more gets all put in order.
            self._order = self._best(self._columns.scores, _CHUNK if last < _CHUNK else len(self))
        return self._made(self._order[index])

    def __iter__(self) -> Iterator[ScoredPlay]:
        for at in range(0, len(self), _CHUNK):
            yield from self[at : at + _CHUNK]

    def best(
        self, added: Floats, most: int | None = None, *, among: Flags | None = None
    ) -> list[tuple[float, ScoredPlay]]:
        """The ``most`` best plays (all by default) by score and what is ``added`` for the tiles left, each after the sum of both.

        ``added`` has an element for each of the rack's :func:`sub_racks`, and so has ``among``: whether plays that leave it are wanted.
        """
        equities = self._columns.scores + added[self._columns.racks]
        which = self._best(equities, len(self) if most is None else most, among)
        return list(zip(equities[which].tolist(), self._made(which), strict=True))

    def _best(self, values: Ints | Floats, most: int, among: Flags | None = None) -> Ints:
        """Where the ``most`` plays with the highest values are, in order."""
        which = np.arange(len(self)) if among is None else among[self._columns.racks].nonzero()[0]
        if 0 < most < len(which):
            least = np.partition(values[which], -most)[-most]
            which = which[values[which] >= least]
        words = self._columns.words.take(which, 0).view(">u8").astype(np.uint64)
        return which[np.lexsort((*words.T[::-1], self._ranks[which], -values[which]))][:most]

    def _made(self, which: Ints) -> list[ScoredPlay]:
        words = self._columns.words.take(which, 0)
        text, columns = words.tobytes(), words.shape[1]
        numbers = (
            column[which].tolist() for column in (self._columns.scores, self._columns.places, self._columns.lengths)
        )
        return [
            ScoredPlay(score, place & DOWN - 1, self._stride if place & DOWN else 1, text[start : start + length])
            for start, score, place, length in zip(range(0, len(text), columns), *numbers, strict=True)
        ]
