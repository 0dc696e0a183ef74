"""Every legal play of a rack on a board, with its score.

The method is Appel and Jacobson's ("The World's Fastest Scrabble Program", CACM 31 (5), 1988): a play is found at its
leftmost *anchor*, an empty square beside a tile; what lies left of the anchor comes from the rack or from the board, what
lies right of it is found by walking the word graph. What the rack alone can begin (the *leads*) is worked out once for a
rack and indexed by its last letter and by the letter that follows, so that an anchor only looks at leads that fit.

All beginnings of plays go on together, a square at a time, as columns of numpy arrays: what a step costs then hardly depends on
how many there are. The board lies twice in one long array of squares, as it is and with rows and columns exchanged, so that every play goes
from one square to the next. Plays are put in order at once, but made into objects only when they are asked for.

>>> from games.engine.crossword.move import format_move
>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> generator = MoveGenerator(rules, WordGraph.build(["TRAIN", "RAIN", "TRAINS"], rules))
>>> best = generator.plays(rules.layout.empty, rules.tiles.encode("NIARTS?"))[0]
>>> best.score, format_move(best.play, rules)
(14, '8C TRAINS')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from games.engine.crossword.board import Layout
from games.engine.crossword.found_plays import DOWN, Codes, Flags, Ints, PlayColumns, Plays, RackNumbers, word_columns
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, LETTER_MASK, UnknownTileError
from lexicon.engine.graph import END, ROOT, Graph, Letters, build_graph

#: Translates tile codes to letters.
_LETTERS: Final = bytes(range(BLANK)) * 4


class WordGraph:
    """The words that can be spelt with one tile set, ready to be walked by tile code. Also a container of words."""

    __slots__ = ("_encode", "beginnings", "crossings", "graph")

    def __init__(self, graph: Graph, rules: RuleSet) -> None:
        self.graph = graph
        self._encode = rules.tiles.encode
        self.crossings = _Crossings(graph)
        self.beginnings = _Beginnings(graph)

    @classmethod
    def build(cls, words: Iterable[str], rules: RuleSet) -> WordGraph:
        """Compile ``words`` (1 s for 250,000 words; 2 MB, for a moment 30). Those with letters outside the tile set are left out."""
        encoded = []
        for word in words:
            try:
                encoded.append(rules.tiles.encode(word))
            except UnknownTileError:
                continue
        return cls(build_graph(encoded, len(rules.tiles.letters)), rules)

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        try:
            codes = self._encode(word)
        except UnknownTileError:
            return False
        return self.graph.holds(codes.translate(_LETTERS))


#: How many runs of tiles each of the two below remembers: a game has some hundreds, and the next game many of the same.
_REMEMBERED: Final = 10_000


class _Remembered(dict[bytes, int]):
    """What the graph says about runs of tiles; remembers what was asked for."""

    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self._graph = graph

    def __missing__(self, run: bytes) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[run] = answer = self._of(run.translate(_LETTERS))
        return answer

    def _of(self, run: bytes) -> int:
        raise NotImplementedError


class _Beginnings(_Remembered):
    """The place in the graph that a run of tiles leads to; -1 where no word begins so."""

    def _of(self, run: bytes) -> int:
        place = self._graph.walk(run)
        return -1 if place is None else place


class _Crossings(_Remembered):
    """The letters (as bits) that make a word of a run of tiles with one gap, as it stands on the board."""

    def _of(self, run: bytes) -> int:
        before, _gap, after = run.partition(b"\0")
        return sum(1 << letter for letter in self._fitting(before, after))

    def _fitting(self, before: bytes, after: bytes) -> Iterator[int]:
        graph = self._graph
        place = graph.walk(before)
        if place is not None:
            for letter, following in graph.following(place):
                last = graph.walk(after, following)
                if last is not None and graph.ends(last):
                    yield letter


#: More than the length of any word, for a letter and a length as one number.
_LENGTHS: Final = 32


class _Begun(NamedTuple):
    """Beginnings of plays: for each the first square, the one that comes next, the place in the graph and the number of the rack left;
    and the word so far."""

    at: Ints  # four rows
    words: Codes  # a row each

    def taken(self, which: Ints) -> _Begun:
        """Those of the given numbers, in that order."""
        return _Begun(self.at.take(which, 1), self.words.take(which, 0))


_START, _NEXT, _PLACE, _RACK = range(4)


class _Squares:
    """The squares of a layout in one long line: the board, the board with rows and columns exchanged, and a row for the rack alone."""

    def __init__(self, layout: Layout) -> None:
        self.area = len(layout.empty)
        self.columns = word_columns(layout)
        #: The first square of the row for the rack alone, and that row: some squares longer than a word, so that all may be read at once.
        self.free = 2 * self.area
        self.row = np.zeros(layout.size + self.columns, np.uint8)
        self.numbers = np.arange(self.free + len(self.row))
        exchanged = {square: layout.square(*reversed(layout.row_and_column(square))) for square in layout.squares}
        #: For each square of the board the one with row and column exchanged; for the border the first square, which is border too.
        self.exchanged = np.array([exchanged.get(square, 0) for square in range(self.area)])
        #: For each square in the line the same one in the other direction; and square and direction as one number.
        self.other = np.concatenate((self.exchanged + self.area, self.exchanged))
        self.places = np.concatenate((np.arange(self.area), self.exchanged + DOWN))
        #: Whether tiles may lie there.
        self.inside = np.zeros(len(self.numbers), np.bool_)
        self.inside[[*exchanged, *(square + self.area for square in exchanged)]] = True
        self.inside[self.free : self.free + layout.size] = True
        self.letter_premiums = self._twice(layout.letter_multipliers)
        self.word_premiums = self._twice(layout.word_multipliers)
        #: Where the first play goes.
        self.starts = np.array([layout.start_square, self.other[layout.start_square]])

    def _twice(self, premiums: Sequence[int]) -> Ints:
        once = np.array(premiums)
        return np.concatenate((once, once[self.exchanged], np.ones(len(self.row), np.intp)))


class _Line:
    """The board as one long line of squares, and what may go on each."""

    def __init__(self, generator: MoveGenerator, board: bytes) -> None:
        squares = generator.squares
        tiles = np.frombuffer(board, np.uint8)
        codes = np.concatenate((tiles, tiles.take(squares.exchanged), squares.row))
        taken = codes != 0
        #: The tile on each square as a bit; and 1 for an empty square, 0 for one with a tile.
        self.there: Letters = generator.bits.take(codes)
        self.empty = 1 - taken
        #: The points of all tiles up to each square.
        self.points = generator.values.take(codes).cumsum()
        self._text = codes.tobytes()
        # The last square without a tile up to each square, and the first from each on.
        self._last_empty = np.maximum.accumulate(squares.numbers * self.empty)
        self._next_empty = np.minimum.accumulate((squares.numbers + taken * len(taken))[::-1])[::-1]
        is_open = squares.inside > taken
        beside = is_open.copy()
        beside[1:-1] &= taken[:-2] | taken[2:]
        gaps = beside.nonzero()[0]
        crossed = squares.other.take(gaps)
        #: The letters that may go on each square; none where a tile lies and on the border.
        self.allowed: Letters = is_open * generator.every
        #: 1 for a square where a tile meets others crosswise, and the points of all tiles met up to each square, premiums counted.
        self.crossed = np.zeros(len(codes), np.intp)
        self.met = self._meet(generator, gaps, crossed)
        beside[crossed if len(gaps) else squares.starts] = True
        self._find_anchors(generator, beside, squares.numbers * ~(is_open & ~beside))

    def _meet(self, generator: MoveGenerator, gaps: Ints, crossed: Ints) -> Ints:
        """Note what goes on the squares ``crossed``, whose crossing words have the ``gaps`` of the other direction."""
        starts, ends = self._last_empty.take(gaps - 1) + 1, self._next_empty.take(gaps + 1)
        crossings = generator.graph.crossings
        self.allowed[crossed] = [crossings[run] for run in self._runs(starts, ends)]
        self.crossed[crossed] = 1
        met = np.zeros(len(self.crossed), np.intp)
        met[crossed] = self.points.take(ends - 1) - self.points.take(starts - 1)
        return (met * generator.squares.word_premiums).cumsum()

    def _find_anchors(self, generator: MoveGenerator, anchors: Flags, closed: Ints) -> None:
        """``closed``: the numbers of the squares that are no use to a lead, 0 for the others."""
        at = anchors.nonzero()[0]
        after_tile = self.empty.take(at - 1) == 0
        #: Anchors with tiles before them: where these start, and the place in the graph that they lead to; -1 for none.
        self.after_tiles = at[after_tile]
        self.starts = self._last_empty.take(self.after_tiles - 1) + 1
        beginnings = generator.graph.beginnings
        self.places = np.array([beginnings[run] for run in self._runs(self.starts, self.after_tiles)], np.intp)
        #: Anchors without: and how many squares before them are empty and touch nothing.
        self.after_room = at[~after_tile]
        self.room = self.after_room - 1 - np.maximum.accumulate(closed).take(self.after_room - 1)

    def _runs(self, starts: Ints, ends: Ints) -> list[bytes]:
        text = self._text
        return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


class MoveGenerator:
    """Finds plays under one rule set with one dictionary. (The dictionary remembers the crossing words that were asked for.)"""

    def __init__(self, rules: RuleSet, graph: WordGraph) -> None:
        self.rules = rules
        self.graph = graph
        letters = graph.graph.letters
        width = 8 * letters.itemsize
        #: For each tile code its letter as a bit.
        self.bits: Letters = np.zeros(2 * BLANK, letters.dtype)
        for code in rules.tiles.letters:
            self.bits[[code, code | BLANK]] = 1 << code
        self.every = ~letters.dtype.type(END)
        #: For each letter the letters before it.
        self.below: Letters = np.array([max((1 << letter) - 2, 0) for letter in range(width)], letters.dtype)
        self.values = np.array(rules.tiles.values)
        self.squares = _Squares(rules.layout)

    def plays(self, board: bytes, rack: bytes) -> Plays:
        """Every legal play of ``rack`` on ``board``, best score first; equal scores in a fixed order.

        A single tile that makes a word both ways is one play, told as the one across. A blank is tried as every letter,
        even where the rack holds that letter too.
        """
        return Plays(_Search(self, board, rack).plays(), self.rules.layout.stride)


class _Search:
    """The search for all plays of one rack on one board."""

    def __init__(self, generator: MoveGenerator, board: bytes, rack: bytes) -> None:
        self._generator, self._squares = generator, generator.squares
        self._graph = generator.graph.graph
        self._shift = 5 if self._graph.letters.itemsize == 4 else 6
        self._line = _Line(generator, board)
        self._rack = RackNumbers(rack)
        # For each number of what is left: its letters as bits, and every letter where there is a blank.
        self._letters: Letters = generator.bits.take(self._rack.kinds) @ self._rack.present
        self._blanks: Letters | None = self._rack.present[-1] * generator.every if BLANK in rack else None

    def plays(self) -> PlayColumns:
        """All of them, in no order."""
        begun = _joined([self._from_tiles(), self._from_leads()])
        finished = [begun.taken(begun.at[0, :0])]
        while begun.at.size:
            letters, there = self._here(begun)
            # A word ends here, and no tile of the board comes next.
            finished.append(begun.taken(((letters & END) > there).nonzero()[0]))
            begun = self._onward(begun, letters, there)
        return self._scored(_joined(finished))

    def _here(self, begun: _Begun) -> tuple[Letters, Letters]:
        """For each beginning the letters that go on from it in the graph, and the tile on the square that comes next."""
        return self._graph.letters.take(begun.at[_PLACE]), self._line.there.take(begun.at[_NEXT])

    def _whole(self, starts: Ints, squares: Ints, places: Ints) -> _Begun:
        """Beginnings with the whole rack left."""
        at = np.stack((starts, squares, places, np.full(len(starts), self._rack.whole)))
        return _Begun(at, np.zeros((len(starts), self._squares.columns), np.uint8))

    def _from_tiles(self) -> _Begun:
        """The tiles on the board before each anchor that has some, where a word begins with them."""
        line = self._line
        return self._whole(line.starts, line.after_tiles, line.places).taken((line.places >= 0).nonzero()[0])

    def _leads(self) -> _Begun:
        """Everything that the rack can begin, on the row for the rack alone; a blank and a letter each by itself."""
        free = np.array([self._squares.free])
        begun = self._whole(free, free, np.array([ROOT]))
        leads = [self._onward(begun, *self._here(begun))]
        while leads[-1].at.size and len(leads) < self._rack.size:
            leads.append(self._onward(leads[-1], *self._here(leads[-1])))
        return _joined(leads)

    def _from_leads(self) -> _Begun:
        """For each anchor with room before it the leads that may end on it."""
        line, leads = self._line, self._leads()
        allowed, following = line.allowed.take(line.after_room), line.there.take(line.after_room + 1)
        # Where every letter is allowed and a tile comes next, the leads are found by its letter, else by their own last one.
        by_next = (following != 0) & (allowed == self._generator.every)
        index, ends = self._index(leads, np.bitwise_or.reduce(following[by_next], initial=0))
        anchors, letters = self._bits(np.where(by_next, following, allowed))
        keys = (letters + BLANK * by_next.take(anchors)) * _LENGTHS
        # Of each key the leads of 1 up to so many tiles as there is room for stand together.
        first = ends.take(keys)
        counts = ends.take(keys + 1 + line.room.take(anchors)) - first
        chosen = index.take(np.arange(counts.sum()) + (first - counts.cumsum() + counts).repeat(counts))
        begun = leads.taken(chosen)
        lengths = begun.at[_NEXT] - begun.at[_START]
        begun.at[_NEXT] = line.after_room.take(anchors).repeat(counts) + 1
        begun.at[_START] = begun.at[_NEXT] - lengths
        return begun

    def _index(self, leads: _Begun, following: Letters) -> tuple[Ints, Ints]:
        """The numbers of the leads by last letter and length, then by each letter of ``following`` that may come next and length.

        With it how many there are up to each key: the letter (``BLANK`` more for one that comes next) times ``_LENGTHS``, plus the length.
        """
        lengths = leads.at[_NEXT] - leads.at[_START]
        numbers = np.arange(len(lengths))
        last = leads.words[numbers, lengths - 1] & LETTER_MASK
        which, after = self._bits(self._graph.letters.take(leads.at[_PLACE]) & following)
        numbers = np.concatenate((numbers, which))
        keys = np.concatenate((last, after + BLANK)) * _LENGTHS + lengths.take(numbers)
        return numbers.take(keys.argsort()), np.bincount(keys, minlength=2 * BLANK * _LENGTHS).cumsum()

    def _bits(self, letters: Letters) -> tuple[Ints, Ints]:
        """For each letter of each element: which element, and the letter; in this order."""
        flags = np.unpackbits(letters.view(np.uint8), bitorder="little").view(np.bool_).nonzero()[0]
        return flags >> self._shift, flags & ((1 << self._shift) - 1)

    def _onward(self, begun: _Begun, letters: Letters, there: Letters) -> _Begun:
        """Each beginning a square longer, in every way: by the tile ``there``, or by a tile of the rack."""
        racks = begun.at[_RACK]
        allowed = self._line.allowed.take(begun.at[_NEXT]) & letters
        fitting = there & letters | allowed & self._letters.take(racks)
        if self._blanks is not None:
            fitting = np.concatenate((fitting, allowed & self._blanks.take(racks)))
        chosen = fitting.nonzero()[0]
        which, letter = self._bits(fitting.take(chosen))
        which = chosen.take(which)
        code = letter
        if self._blanks is not None:
            blank = which >= len(racks)
            which -= blank * len(racks)
            code = letter + blank * BLANK
        longer = begun.taken(which)
        at, words = longer
        before = letters.take(which) & self._generator.below.take(letter)
        at[_PLACE] = self._graph.first.take(at[_PLACE]) + np.bitwise_count(before)
        code *= self._line.empty.take(at[_NEXT])
        at[_RACK] -= self._rack.weights.take(code)
        # The same as words[number, length] = code for each, in less time.
        words.reshape(-1)[np.arange(0, words.size, words.shape[1]) + (at[_NEXT] - at[_START])] = code
        at[_NEXT] += 1
        return longer

    def _scored(self, begun: _Begun) -> PlayColumns:
        """The beginnings that are plays, with their scores."""
        rules, squares, line = self._generator.rules, self._squares, self._line
        (starts, ends, _, racks), words = begun
        before, last, lengths = starts - 1, ends - 1, ends - starts
        # What does not depend on the tiles laid is known for each stretch of the line.
        laid = line.empty.cumsum()
        count = laid.take(last) - laid.take(before)
        crossings = line.crossed.cumsum()
        crossed = crossings.take(last) > crossings.take(before)
        columns = words.shape[1]
        premiums = np.where(line.empty, squares.word_premiums, 1)
        multipliers = sliding_window_view(premiums, columns).cumprod(1).reshape(-1).take(starts * columns + lengths - 1)
        # Points in the word and in crossing words, in the two halves of a number.
        weights = squares.letter_premiums * (1 + (line.crossed * squares.word_premiums << 32))
        sums = np.einsum(
            "ij,ij->i", self._generator.values.take(words), sliding_window_view(weights, columns).copy().take(starts, 0)
        )
        total = (sums & (1 << 32) - 1) + line.points.take(last) - line.points.take(before)
        scores = total * multipliers + (sums >> 32) + line.met.take(last) - line.met.take(before)
        scores += rules.bingo_bonus * (count >= rules.bingo_from)
        # A tile that makes a word both ways is found across.
        twice = (starts >= squares.area) & (count == 1) & crossed
        which = ((count > 0) & (lengths > 1) & ~twice).nonzero()[0]
        places = squares.places.take(starts.take(which))
        return PlayColumns(scores.take(which), places, lengths.take(which), racks.take(which), words.take(which, 0))


def _joined(several: Sequence[_Begun]) -> _Begun:
    return _Begun(np.concatenate([one.at for one in several], 1), np.concatenate([one.words for one in several]))
