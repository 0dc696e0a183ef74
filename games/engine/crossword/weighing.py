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
from itertools import combinations
from typing import Final, NamedTuple

from games.engine.crossword.anagram_moves import play_finder
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.ending import out_adjustments
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

    def moves(self, board: bytes, rack: bytes) -> list[Weighed]:
        """Every legal move for a player who holds ``rack`` against one opponent, best equity first; equal ones in a fixed order."""
        unseen = self.unseen(board, rack)
        after: dict[bytes, float] = {}
        weighed = []
        for scored in self._plays(board, rack):
            play = scored.play
            placed = play.placed
            added = after.get(placed)
            if added is None:
                kept = without(rack, placed)
                added = after[placed] = self.after(kept, unseen, out=not kept)
            weighed.append(Weighed(scored.score + added, scored.score, play, len(placed)))
        weighed += [
            Weighed(self.after(without(rack, one.tiles), unseen), 0, one, 0) for one in self._exchanges(rack, unseen)
        ]
        weighed.append(Weighed(self.after(rack, unseen), 0, Pass(), 0))
        weighed.sort(key=lambda one: (-one.equity, -one.score))
        return weighed

    def best(self, board: bytes, rack: bytes, most: int = 5) -> list[Weighed]:
        """The first ``most`` of :meth:`moves`."""
        return self.moves(board, rack)[:most]

    def text(self, move: Move) -> str:
        """A move in the notation of GCG."""
        return format_move(move, self.rules)

    def _exchanges(self, rack: bytes, unseen: bytes) -> list[Exchange]:
        bag = self.in_bag(len(unseen))
        if not bag or bag < (self.rules.exchange_minimum or 0):
            return []
        sizes = range(1, min(len(rack), bag) + 1)
        return [
            Exchange(bytes(tiles))
            for tiles in sorted({one for size in sizes for one in combinations(sorted(rack), size)})
        ]


def without(rack: bytes, tiles: bytes) -> bytes:
    """``rack`` without ``tiles``, where a blank of any letter is a blank; tiles that it does not hold count for nothing."""
    left = Counter(rack)
    left.subtract(min(code, BLANK) for code in tiles)
    return bytes(sorted(left.elements()))
