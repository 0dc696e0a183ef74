"""A word graph: the dictionary as a minimal automaton (DAWG) in flat arrays, for walking letter by letter.

Appel and Jacobson, "The World's Fastest Scrabble Program", CACM 31 (5), 1988. Equal nodes are one, so 247,517 words take 80,000
nodes and 1.4 MB. Where the walk is, is told by the number of the arrow that led there (a *place*); many places go on at once
with numpy, one with :meth:`Graph.walk`. Letters are whatever numbers from 1 to 63 the caller encodes words with, so that the letters
that go on from a place are the bits of one integer.

>>> graph = build_graph([b"\\1\\2", b"\\1\\3"])
>>> graph.walk(b"\\2"), graph.holds(b"\\1"), graph.holds(b"\\1\\3"), [letter for letter, _ in graph.following(graph.walk(b"\\1"))]
(None, False, True, [2, 3])
"""

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MOST_LETTERS: Final = 63
#: The bit of a place's letters that says a word may end there.
END: Final = 1
#: The place that all words start from.
ROOT: Final = 0

#: Letters as bits: 32 of them where the alphabet allows, else 64.
Letters = NDArray[np.unsignedinteger[Any]]


class Graph:
    """The places of a word graph. Read only.

    ``letters``: for each place bit ``n`` for a letter ``n`` that goes on from there, and ``END``. ``first``: where the places that they
    lead to begin; they are in the order of the letters.
    """

    __slots__ = ("_first", "_letters", "first", "letters")

    def __init__(self, letters: "array[int]", first: "array[int]") -> None:
        # As plain arrays for single steps, since a number from one of numpy's costs several times as much.
        self._letters, self._first = letters, first
        self.letters: Letters = np.frombuffer(letters, np.uint32 if letters.typecode == "I" else np.uint64)
        self.first = np.frombuffer(first, np.int32)

    def walk(self, word: bytes, start: int = ROOT) -> int | None:
        """The place that the letters of ``word`` lead to from ``start``, or None."""
        place = start
        for letter in word:
            letters, bit = self._letters[place], 1 << letter
            if not letter or not letters & bit:
                return None
            place = self._first[place] + (letters & (bit - 2)).bit_count()
        return place

    def following(self, place: int) -> Iterator[tuple[int, int]]:
        """Each letter that goes on from a place, in order, and the place that it leads to."""
        letters, to = self._letters[place] & ~END, self._first[place]
        while letters:
            yield (letters & -letters).bit_length() - 1, to
            to += 1
            letters &= letters - 1

    def ends(self, place: int) -> bool:
        """Whether a word may end at a place."""
        return bool(self._letters[place] & END)

    def holds(self, word: bytes) -> bool:
        """Whether ``word`` is one of the graph's words."""
        place = self.walk(word)
        return place is not None and self.ends(place)


def build_graph(words: Iterable[bytes], letters: int = MOST_LETTERS) -> Graph:
    """The graph of ``words``, each a string of letters 1 … ``letters``; in any order, repeats do no harm."""
    builder = _Builder()
    last = b""
    for word in sorted(words):
        builder.add(word, last)
        last = word
    return builder.graph(last, letters)


#: A node: its letters as bits, with ``END``; then the number of the node that each leads to.
_Node = tuple[int, ...]


class _Builder:
    """Takes words in order and makes nodes as soon as nothing can follow them any more, equal ones once."""

    def __init__(self) -> None:
        self._numbers: dict[_Node, int] = {}
        #: The nodes of the last word, root first, that are still open.
        self._path: list[list[int]] = [[0]]

    def add(self, word: bytes, last: bytes) -> None:
        """Add a word that comes after ``last``, the word before it."""
        common = 0
        for a, b in zip(last, word, strict=False):
            if a != b:
                break
            common += 1
        self._close(last, common)
        self._path += [[0] for _ in range(len(word) - common)]
        self._path[-1][0] |= END

    def _close(self, last: bytes, keep: int) -> None:
        """Make the nodes of the path beyond ``keep`` letters, last first."""
        path, numbers = self._path, self._numbers
        while len(path) > keep + 1:
            node = tuple(path.pop())
            before = path[-1]
            before[0] |= 1 << last[len(path) - 1]
            before.append(numbers.setdefault(node, len(numbers)))

    def graph(self, last: bytes, letters: int) -> Graph:
        """The whole graph after ``last``, the last word."""
        self._close(last, 0)
        nodes: list[_Node] = [*self._numbers, tuple(self._path[0])]
        # The root is the first place; the places behind each node follow, node after node.
        first, places = [], 1
        for node in nodes:
            first.append(places)
            places += len(node) - 1
        leads_to = [len(nodes) - 1]
        for node in nodes:
            leads_to += node[1:]
        bits = array("I" if letters < 32 else "Q", [nodes[number][0] for number in leads_to])
        return Graph(bits, array("i", [first[number] for number in leads_to]))
