"""The best moves of a position by static evaluation: points now and what the tiles kept are worth (*equity*).

No move is played on: nothing is simulated. With the bag empty the tiles kept are a burden instead: going out earns what the
rules give for the others' tiles, and whoever does not go out loses the same factor of what stays on the rack, and about ten points for
the turn that the other side gets (as Quackle and Macondo weigh it).

>>> from games.engine.crossword.rules import RULE_SETS
>>> from games.engine.crossword.movegen import WordGraph
>>> from games.engine.crossword.move import format_move
>>> rules = RULE_SETS["tournament"]
>>> weigher = Weigher(rules, WordGraph.build(["TRAIN", "RAIN", "TRAINS"], rules), None)
>>> best = weigher.best(rules.layout.empty, rules.tiles.encode("NIARTSV"))[0]
>>> format_move(best.move, rules), best.score, best.equity
('8D TRAIN', 12, 10.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from games.engine.crossword.anagram_moves import play_finder
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.ending import out_adjustments
from games.engine.crossword.found_plays import Plays, sub_racks
from games.engine.crossword.leaves import LeaveTable, worth_of
from games.engine.crossword.move import Exchange, Move, Pass, Play, format_move
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK

#: What the other side's further turn costs whoever does not go out with the bag empty, in points.
TURN_AT_THE_END: Final = 10


class Weighed(NamedTuple):
    """A move with its points and its equity. ``tiles``: how many it lays."""

    equity: float
    score: int
    move: Move
    tiles: int


class Weigher:
    """Weighs moves under one rule set with one dictionary. ``table``: what leaves are worth; None for the rule of thumb."""

    def __init__(self, rules: RuleSet, words: WordGraph | AnagramWords, table: LeaveTable | None) -> None:
        self.rules = rules
        self.worth = worth_of(rules.tiles, table)
        self._plays = play_finder(rules, words)
        self._everything = Counter(rules.tiles.bag)

    def unseen(self, board: bytes, rack: bytes) -> bytes:
        """The tiles that are neither on the board nor on the rack, sorted: the bag and what the others hold."""
        there = Counter(min(code, BLANK) for code in board if code) + Counter(rack)
        return bytes(sorted((self._everything - there).elements()))

    def in_bag(self, unseen: int, others: int = 1) -> int:
        """How many of the ``unseen`` tiles are in the bag while ``others`` fill their racks from it."""
        return max(0, unseen - others * self.rules.rack_size)

    def after(self, kept: bytes, unseen: bytes, *, out: bool = False) -> float:
        """What a move adds to its points by the tiles it keeps; ``out``: it lays the last tile of its player."""
        if self.in_bag(len(unseen)):
            return self.worth(kept)
        tiles = self.rules.tiles
        if out:
            mine, theirs = out_adjustments(self.rules, (0, tiles.value(unseen)), 0)
            return float(mine - theirs)
        theirs, mine = out_adjustments(self.rules, (0, tiles.value(kept)), 0)
        return float(mine - theirs - TURN_AT_THE_END)

    def made(self, rack: bytes, move: Move, score: int, unseen: bytes) -> Weighed:
        """A move of ``rack`` that was made, weighed like the others; ``score`` as the rules give it."""
        used = move.placed if isinstance(move, Play) else move.tiles if isinstance(move, Exchange) else b""
        kept = without(rack, used)
        laid = len(used) if isinstance(move, Play) else 0
        return Weighed(score + self.after(kept, unseen, out=laid > 0 and not kept), score, move, laid)

    def moves(self, board: bytes, rack: bytes) -> Moves:
        """The legal moves of a player who holds ``rack`` against one opponent."""
        unseen = self.unseen(board, rack)
        added = [self.after(kept, unseen, out=not kept) for kept in sub_racks(rack)]
        return Moves(rack, self._plays(board, rack), added, self._most_exchanged(rack, unseen))

    def best(self, board: bytes, rack: bytes, most: int = 5) -> list[Weighed]:
        """The ``most`` best moves."""
        return self.moves(board, rack).best(most)

    def text(self, move: Move) -> str:
        """A move in the notation of GCG."""
        return format_move(move, self.rules)

    def _most_exchanged(self, rack: bytes, unseen: bytes) -> int:
        """How many tiles may be exchanged at most."""
        bag = self.in_bag(len(unseen))
        return min(len(rack), bag) if bag >= (self.rules.exchange_minimum or 0) else 0


class Moves:
    """The legal moves of a position: plays, exchanges and the pass. Made by :meth:`Weigher.moves`.

    ``added``: what each of the rack's :func:`~.found_plays.sub_racks` is worth when it is left.
    """

    def __init__(self, rack: bytes, plays: Plays, added: Sequence[float], most_exchanged: int) -> None:
        self._rack, self._plays, self._added, self._most_exchanged = rack, plays, added, most_exchanged

    def best(self, most: int | None = None) -> list[Weighed]:
        """The ``most`` best moves (all by default), best equity first; equal ones in a fixed order."""
        weighed = [*self.best_plays(most), *self._exchanges(), Weighed(self._added[-1], 0, Pass(), 0)]
        weighed.sort(key=lambda one: (-one.equity, -one.score))
        return weighed[:most]

    def best_plays(self, most: int | None = None, *, least: int = 1) -> list[Weighed]:
        """The ``most`` best plays of at least ``least`` tiles."""
        size = len(self._rack)
        among = np.array([size - len(kept) >= least for kept in sub_racks(self._rack)])
        best = self._plays.best(np.array(self._added), most, among=among)
        plays = [(equity, scored.score, scored.play) for equity, scored in best]
        return [Weighed(equity, score, play, len(play.placed)) for equity, score, play in plays]

    def _exchanges(self) -> Iterator[Weighed]:
        lefts = sub_racks(self._rack)
        for tiles, added in sorted(zip(reversed(lefts), self._added, strict=True)):
            if 0 < len(tiles) <= self._most_exchanged:
                yield Weighed(added, 0, Exchange(tiles), 0)


def without(rack: bytes, tiles: bytes) -> bytes:
    """``rack`` without ``tiles``, where a blank of any letter is a blank; tiles that it does not hold count for nothing."""
    left = Counter(rack)
    left.subtract(min(code, BLANK) for code in tiles)
    return bytes(sorted(left.elements()))
