"""Every legal play of a rack in word-smog, where the tiles of a word may stand in any order.

A word graph does not help here, since nearly every beginning can still become a word. Instead each *slot* is looked at: some
empty squares in a line with the tiles between and beside them. Which of the rack's tiles make a word with the tiles of
the slot does not depend on their order, so it is looked up once for each set of tiles, and only what fits is laid out, in
every order that the crossing words allow.

>>> from games.engine.crossword.move import format_move
>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"].with_options(word_smog=True)
>>> generator = AnagramMoveGenerator(rules, AnagramWords(["TRAIN"], rules.tiles))
>>> plays = generator.plays(rules.layout.empty, rules.tiles.encode("NIARTVW"))
>>> len(plays), format_move(plays[0].play, rules)
(1200, '8D AINRT')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import prod
from typing import NamedTuple

from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.found_plays import Plays, ScoredPlay
from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, LETTER_MASK


def play_finder(rules: RuleSet, words: WordGraph | AnagramWords) -> Callable[[bytes, bytes], Plays]:
    """From a board and a rack to the plays that a player weighs, best score first: all of them, and in word-smog each set of
    tiles in a slot in its best order only."""
    if isinstance(words, AnagramWords):
        return AnagramMoveGenerator(rules, words).best_plays
    return MoveGenerator(rules, words).plays


class AnagramMoveGenerator:
    """Finds plays of word-smog under one rule set with one dictionary; keeps nothing between calls."""

    def __init__(self, rules: RuleSet, words: AnagramWords) -> None:
        self.rules = rules
        self.words = words
        self.letters = tuple(rules.tiles.letters)

    def plays(self, board: bytes, rack: bytes) -> Plays:
        """Every legal play of ``rack`` on ``board``, best score first, told as by :class:`~.movegen.MoveGenerator`.

        There are many: a rack that makes one word of seven tiles has 5,040 plays of it in every slot, and with a blank
        there may be millions. To know the best one, ask :meth:`best_plays`.
        """
        return self._search(board, rack, _Line.orders)

    def best_plays(self, board: bytes, rack: bytes) -> Plays:
        """Of each slot and set of tiles the one order that scores most; best score first.

        The first is the best play there is: within a tenth of a second, or a second with a blank, where :meth:`plays` takes much longer.
        """
        return self._search(board, rack, _Line.best_order)

    def _search(self, board: bytes, rack: bytes, orders: _Orders) -> Plays:
        plays: list[ScoredPlay] = []
        choices = _Choices(self, rack)
        for step in (1, self.rules.layout.stride):
            line = _Line(self, board, step, choices)
            for slot in line.slots():
                plays += line.laid_out(slot, orders)
        return Plays.of(plays, rack, self.rules)


#: Tiles in the order of the squares, and what they count there.
_Order = tuple[bytes, int]
_Orders = Callable[["_Line", Sequence[int], Sequence[int], bytes], Iterator[_Order]]


class _Slot(NamedTuple):
    """A start square, the squares to fill, the tiles already there (sorted letters; their points), and the whole length."""

    start: int
    empty: tuple[int, ...]
    there: bytes
    points: int
    length: int


class _Choices(dict[tuple[bytes, int], tuple[bytes, ...]]):
    """For the tiles of a slot and the number of its empty squares: every set of tiles from the rack that makes a word."""

    def __init__(self, generator: AnagramMoveGenerator, rack: bytes) -> None:
        super().__init__()
        self._keys, letters = generator.words.keys, generator.letters
        #: What the rack can lay, by number of tiles: the codes for the board, and the same as letters.
        self._subsets: list[list[tuple[bytes, bytes]]] = []
        for size in range(len(rack) + 1):
            chosen = {tiles for subset in set(combinations(sorted(rack), size)) for tiles in _spelt(subset, letters)}
            self._subsets.append([(tiles, bytes(code & LETTER_MASK for code in tiles)) for tiles in sorted(chosen)])

    @property
    def most(self) -> int:
        """How many tiles there are to lay."""
        return len(self._subsets) - 1

    def __missing__(self, slot: tuple[bytes, int]) -> tuple[bytes, ...]:
        there, size = slot
        keys = self._keys
        self[slot] = tuple(tiles for tiles, letters in self._subsets[size] if bytes(sorted(there + letters)) in keys)
        return self[slot]


def _spelt(subset: tuple[int, ...], letters: Sequence[int]) -> Iterator[bytes]:
    """The tiles with every blank standing for every letter."""
    real = [code for code in subset if code != BLANK]
    for chosen in combinations_with_replacement(letters, len(subset) - len(real)):
        yield bytes(sorted([*real, *(letter | BLANK for letter in chosen)]))


class _Line:
    """The search along one direction of one board."""

    def __init__(self, generator: AnagramMoveGenerator, board: bytes, step: int, choices: _Choices) -> None:
        self._rules, self._board, self._step, self._choices = generator.rules, board, step, choices
        self._values = generator.rules.tiles.values
        layout = generator.rules.layout
        other = layout.stride if step == 1 else 1
        neighbours = (1, -1, layout.stride, -layout.stride)
        is_empty = not any(board)
        self._squares = frozenset(layout.squares)
        self._anchors = {square for square in layout.squares if any(board[square + way] for way in neighbours)}
        if is_empty:
            self._anchors = {layout.start_square}
        #: What a tile on a square meets crosswise: the letters that make a word there, and the points it meets.
        self._crossing: dict[int, tuple[frozenset[int], int]] = {}
        for square in layout.squares:
            if not board[square] and (met := self._run(square, -other) + self._run(square, other)):
                fitting = frozenset(letter for letter in generator.letters if _key(met, letter) in generator.words.keys)
                self._crossing[square] = fitting, sum(self._values[code] for code in met)

    def _run(self, square: int, way: int) -> bytes:
        """The tiles from ``square`` on in one direction, up to the next empty square."""
        run = bytearray()
        while code := self._board[square + way]:
            run.append(code)
            square += way
        return bytes(run)

    def slots(self) -> Iterator[_Slot]:
        """Every slot of two squares or more that touches what is on the board."""
        board, step = self._board, self._step
        for start in sorted(self._squares):
            if board[start - step]:
                continue
            empty: list[int] = []
            there = bytearray()
            square = start
            while square in self._squares and (board[square] or len(empty) < self._choices.most):
                if board[square]:
                    there.append(board[square])
                else:
                    empty.append(square)
                square += step
                length = len(empty) + len(there)
                if empty and length > 1 and not board[square] and not self._anchors.isdisjoint(empty):
                    points = sum(self._values[code] for code in there)
                    yield _Slot(start, tuple(empty), _key(bytes(there)), points, length)

    def laid_out(self, slot: _Slot, orders: _Orders) -> Iterator[ScoredPlay]:
        """Plays of a slot: each set of tiles that fits, in the requested ``orders``."""
        if len(slot.empty) == 1 and slot.empty[0] in self._crossing and self._step != 1:
            return  # found across already
        choices = self._choices[slot.there, len(slot.empty)]
        if not choices:
            return
        rules, layout = self._rules, self._rules.layout
        whole = prod(layout.word_multipliers[square] for square in slot.empty)
        score = slot.points * whole + (rules.bingo_bonus if len(slot.empty) >= rules.bingo_from else 0)
        weights = []
        for square in slot.empty:
            weight = whole
            if square in self._crossing:
                weight += layout.word_multipliers[square]
                score += self._crossing[square][1] * layout.word_multipliers[square]
            weights.append(weight * layout.letter_multipliers[square])
        at = [(square - slot.start) // self._step for square in slot.empty]
        for tiles in choices:
            for order, points in orders(self, slot.empty, weights, tiles):
                word = bytearray(slot.length)
                for place, code in zip(at, order, strict=True):
                    word[place] = code
                yield ScoredPlay(score + points, slot.start, self._step, bytes(word))

    def orders(self, squares: Sequence[int], weights: Sequence[int], tiles: bytes) -> Iterator[_Order]:
        """Every order of ``tiles`` on ``squares`` that the crossing words allow, and what the tiles count there."""
        if not squares:
            yield b"", 0
            return
        for code, rest in self._first(squares[0], tiles):
            value = self._values[code] * weights[0]
            for order, points in self.orders(squares[1:], weights[1:], rest):
                yield bytes((code,)) + order, value + points

    def best_order(self, squares: Sequence[int], weights: Sequence[int], tiles: bytes) -> Iterator[_Order]:
        """The order that counts most, if any is allowed.

        Only squares with a crossing word need trying out: on the others the dearest tile goes where it counts most.
        """
        at = sorted(range(len(squares)), key=lambda index: (squares[index] not in self._crossing, -weights[index]))
        crossed = sum(square in self._crossing for square in squares)
        sorted_weights = [weights[index] for index in at]
        best = max(self._fillings([squares[index] for index in at[:crossed]], sorted_weights, tiles), default=None)
        if best is not None:
            placed = dict(zip(at, best[1], strict=True))
            yield bytes(placed[index] for index in range(len(squares))), best[0]

    def _fillings(self, crossed: Sequence[int], weights: Sequence[int], tiles: bytes) -> Iterator[tuple[int, bytes]]:
        """Points and tiles for each way to fill the ``crossed`` squares, the rest by value on squares without a crossing word."""
        if not crossed:
            order = bytes(sorted(tiles, key=lambda code: (-self._values[code], code)))
            yield sum(self._values[code] * weight for code, weight in zip(order, weights, strict=True)), order
            return
        for code, rest in self._first(crossed[0], tiles):
            value = self._values[code] * weights[0]
            for points, order in self._fillings(crossed[1:], weights[1:], rest):
                yield value + points, bytes((code,)) + order

    def _first(self, square: int, tiles: bytes) -> Iterator[tuple[int, bytes]]:
        """Each different tile that may go on a square, and the tiles that are then left."""
        crossing = self._crossing.get(square)
        for at, code in enumerate(tiles):
            if (not at or tiles[at - 1] != code) and (crossing is None or code & LETTER_MASK in crossing[0]):
                yield code, tiles[:at] + tiles[at + 1 :]


def _key(codes: bytes, *more: int) -> bytes:
    """Tile codes as a dictionary of anagrams holds them: letters, sorted."""
    return bytes(sorted(code & LETTER_MASK for code in (*codes, *more)))
