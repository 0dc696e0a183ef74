"""Every legal play of a rack on a board, with its score.

The method is Appel and Jacobson's ("The World's Fastest Scrabble Program", CACM 31 (5), 1988): a play is found at its
leftmost *anchor*, an empty square beside a tile; what lies left of the anchor comes from the rack or from the board, what
lies right of it is found by walking the word graph. What the rack alone can begin (the *leads*) is worked out once for a
rack and indexed by its last letter and by the letters that may follow, so that an anchor only looks at leads that fit.

>>> from games.engine.crossword.move import format_move
>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> generator = MoveGenerator(rules, WordGraph.build(["TRAIN", "RAIN", "TRAINS"], rules))
>>> best = generator.plays(rules.layout.empty, rules.tiles.encode("NIARTS?"))[0]
>>> best.score, format_move(best.play, rules)
(14, '8C TRAINS')
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from games.engine.crossword.board import Layout
from games.engine.crossword.move import Play
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, LETTER_MASK, UnknownTileError
from lexicon.engine.graph import END, Node, build_graph


class WordGraph:
    """The words that can be spelt with one tile set, ready to be walked by tile code. Also a container of words."""

    __slots__ = ("_encode", "root")

    def __init__(self, root: Node, rules: RuleSet) -> None:
        self.root = root
        self._encode = rules.tiles.encode

    @classmethod
    def build(cls, words: Iterable[str], rules: RuleSet) -> WordGraph:
        """Compile ``words`` (0.6 s and 40 MB for 250,000 words); those with letters outside the tile set are left out."""
        encoded = []
        for word in words:
            try:
                encoded.append(rules.tiles.encode(word))
            except UnknownTileError:
                continue
        return cls(build_graph(encoded), rules)

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        try:
            codes = self._encode(word)
        except UnknownTileError:
            return False
        node = self.walk(codes)
        return node is not None and END in node

    def walk(self, codes: bytes, start: Node | None = None) -> Node | None:
        """The node that tile ``codes`` lead to from ``start`` (the root by default), blanks as their letters; or None."""
        node = self.root if start is None else start
        for code in codes:
            following = node.get(code & LETTER_MASK)
            if following is None:
                return None
            node = following
        return node


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


#: The code of a blank that stands for each letter; of one that has no letter yet for none.
_AS_BLANK: Final = tuple(bytes((letter | BLANK,)) for letter in range(BLANK))


class _Lead(NamedTuple):
    """Tiles from the rack that begin a word: their codes, where they lead in the graph, and the rack that is left."""

    codes: bytes
    node: Node
    rest: bytes


class _Leads:
    """All beginnings that a rack can make, by length and last letter; by a possible next letter when asked for."""

    __slots__ = ("_by_next", "by_last", "by_length", "choices")

    def __init__(self, rack: bytes, graph: WordGraph, longest: int) -> None:
        self.choices = _Choices()
        self.by_length: list[list[_Lead]] = [[_Lead(b"", graph.root, bytes(sorted(rack)))]]
        self.by_last: dict[tuple[int, int], list[_Lead]] = defaultdict(list)
        self._by_next: dict[tuple[int, int], list[_Lead]] = {}
        for length in range(1, min(longest, len(rack)) + 1):
            self.by_length.append([])
            for codes, node, rest in self.by_length[length - 1]:
                tiles, without_blank = self.choices[rest]
                for letter, code, left in tiles:
                    following = node.get(letter)
                    if following is not None:
                        self._add(length, letter, _Lead(codes + code, following, left))
                if without_blank is not None:
                    for letter, following in node.items():
                        if letter != END:
                            self._add(length, letter, _Lead(codes + _AS_BLANK[letter], following, without_blank))

    def _add(self, length: int, letter: int, lead: _Lead) -> None:
        self.by_length[length].append(lead)
        self.by_last[length, letter].append(lead)

    def before(self, length: int, letter: int) -> list[_Lead]:
        """The leads of ``length`` tiles that ``letter`` may follow."""
        leads = self._by_next.get((length, letter))
        if leads is None:
            leads = self._by_next[length, letter] = [lead for lead in self.by_length[length] if letter in lead.node]
        return leads


#: For a rack each tile but a blank: letter, code on the board and the rack then left; and the rack without a blank, if it
#: has one. What a blank may stand for is then read off the graph.
_Choice = tuple[tuple[tuple[int, bytes, bytes], ...], bytes | None]


class _Choices(dict[bytes, _Choice]):
    """What a rack (sorted tile codes) can play."""

    def __missing__(self, rack: bytes) -> _Choice:
        tiles = [(tile, bytes((tile,)), rack.replace(bytes((tile,)), b"", 1)) for tile in sorted(set(rack) - {BLANK})]
        self[rack] = choice = tuple(tiles), rack[:-1] if rack.endswith(_AS_BLANK[0]) else None
        return choice


#: A play in the form that sorts in the order of the result: negated score, step, square and word.
_SortablePlay = tuple[int, int, int, bytes]


class MoveGenerator:
    """Finds plays under one rule set with one dictionary; keeps nothing between calls."""

    def __init__(self, rules: RuleSet, graph: WordGraph) -> None:
        self.rules = rules
        self.graph = graph

    def plays(self, board: bytes, rack: bytes) -> list[ScoredPlay]:
        """Every legal play of ``rack`` on ``board``, best score first; equal scores in a fixed order.

        A single tile that makes a word both ways is one play, told as the one across. A blank is tried as every letter,
        even where the rack holds that letter too.
        """
        plays: list[_SortablePlay] = []
        layout = self.rules.layout
        longest = min(len(rack), layout.size)
        leads = _Leads(rack, self.graph, longest)
        anchors = _anchors(board, layout)
        for step in (1, layout.stride):
            line = _Direction(self, board, step, leads, plays)
            for anchor in anchors:
                line.from_anchor(anchor, anchors)
        plays.sort()
        return [ScoredPlay(-lost, square, step, word) for lost, step, square, word in plays]


class _Direction:
    """The search for plays along one direction of one board."""

    def __init__(
        self, generator: MoveGenerator, board: bytes, step: int, leads: _Leads, plays: list[_SortablePlay]
    ) -> None:
        self._rules, layout = generator.rules, generator.rules.layout
        self._board, self._step, self._leads, self._plays = board, step, leads, plays
        self._walk = generator.graph.walk
        self._values = generator.rules.tiles.values
        self._letters, self._words = layout.letter_multipliers, layout.word_multipliers
        # What may go on each square: None anything, else these letters; nothing on the border.
        self._allowed: list[frozenset[int] | None] = [frozenset()] * len(board)
        #: The value of the tiles that a tile on the square would meet crosswise; None when there are none.
        self._met: list[int | None] = [None] * len(board)
        other = layout.stride if step == 1 else 1
        for square in layout.squares:
            self._allowed[square] = None
            if not board[square] and (board[square - other] or board[square + other]):
                self._look_across(square, other)

    def _look_across(self, square: int, other: int) -> None:
        """Work out which letters make a word in direction ``other`` on an empty ``square``, and what they meet there."""
        board = self._board
        start, end = square, square + other
        while board[start - other]:
            start -= other
        while board[end]:
            end += other
        before, after = board[start:square:other], board[square + other : end : other]
        self._met[square] = sum([self._values[code] for code in before + after])
        walk = self._walk
        node = walk(before)
        fitting: Iterable[tuple[int, Node]] = node.items() if node is not None else ()
        self._allowed[square] = frozenset(
            letter
            for letter, following in fitting
            if letter != END and (last := walk(after, following)) is not None and END in last
        )

    def from_anchor(self, anchor: int, anchors: frozenset[int]) -> None:
        """Find the plays whose first anchor along this direction is ``anchor``."""
        board, step = self._board, self._step
        before = anchor - step
        if board[before]:
            start = before
            while board[start - step]:
                start -= step
            node = self._walk(board[start:anchor:step])
            if node is not None:
                rack = self._leads.by_length[0][0].rest
                self._place(start, node, anchor, rack, bytes((anchor - start) // step))
            return
        room = 0
        while before not in anchors and self._allowed[before] is None and room < len(self._leads.by_length) - 2:
            room += 1
            before -= step
        for length in range(1, min(room + 1, len(self._leads.by_length) - 1) + 1):
            start = anchor - (length - 1) * step
            for codes, node, rest in self._fitting(anchor, length):
                self._extend(start, node, anchor + step, rest, codes)

    def _fitting(self, anchor: int, length: int) -> Iterable[_Lead]:
        """The leads of ``length`` tiles that may end on ``anchor``."""
        allowed = self._allowed[anchor]
        following = self._board[anchor + self._step] & LETTER_MASK
        if following:
            leads = self._leads.before(length, following)
            return leads if allowed is None else [lead for lead in leads if lead.codes[-1] & LETTER_MASK in allowed]
        if allowed is None:
            return self._leads.by_length[length]
        by_last = self._leads.by_last
        return [lead for letter in sorted(allowed) for lead in by_last.get((length, letter), ())]

    def _extend(self, start: int, node: Node, square: int, rest: bytes, word: bytes) -> None:
        """Go on from ``square``: over tiles on the board, noting the word if one ends here, then with the rack."""
        board, step = self._board, self._step
        there = board[square]
        while there:
            following = node.get(there & LETTER_MASK)
            if following is None:
                return
            node = following
            word += b"\0"
            square += step
            there = board[square]
        if END in node and len(word) > 1:
            self._note(start, word)
        if rest:
            self._place(start, node, square, rest, word)

    def _place(self, start: int, node: Node, square: int, rest: bytes, word: bytes) -> None:
        """Put each fitting tile of the rack on the empty ``square`` and go on."""
        allowed = self._allowed[square]
        if allowed is not None and not allowed:
            return
        tiles, without_blank = self._leads.choices[rest]
        square += self._step
        for letter, code, left in tiles:
            following = node.get(letter)
            if following is not None and (allowed is None or letter in allowed):
                self._extend(start, following, square, left, word + code)
        if without_blank is not None:
            for letter, following in node.items():
                if letter != END and (allowed is None or letter in allowed):
                    self._extend(start, following, square, without_blank, word + _AS_BLANK[letter])

    def _note(self, start: int, word: bytes) -> None:
        """Score a play that was found (as ``Scorer.measure`` would, but knowing what it meets) and keep it."""
        board, values, met = self._board, self._values, self._met
        at, total, multiplier, crossing, count = start, 0, 1, 0, 0
        crossed = False
        for code in word:
            if code:
                points, premium = values[code] * self._letters[at], self._words[at]
                total += points
                multiplier *= premium
                count += 1
                meets = met[at]
                if meets is not None:
                    crossed = True
                    crossing += (points + meets) * premium
            else:
                total += values[board[at]]
            at += self._step
        if count == 1 and crossed and self._step != 1:
            return  # found across already
        bonus = self._rules.bingo_bonus if count >= self._rules.bingo_from else 0
        self._plays.append((-total * multiplier - crossing - bonus, self._step, start, word))


def _anchors(board: bytes, layout: Layout) -> frozenset[int]:
    """The empty squares beside a tile; on an empty board the start square."""
    if not any(board):
        return frozenset((layout.start_square,))
    stride = layout.stride
    return frozenset(
        square
        for square in layout.squares
        if not board[square]
        and (board[square - 1] or board[square + 1] or board[square - stride] or board[square + stride])
    )
