"""A word graph: the dictionary as a minimal automaton (DAWG), for walking letter by letter.

Appel and Jacobson, "The World's Fastest Scrabble Program", CACM 31 (5), 1988. A node is a dict from a letter to the next
node; a word may end at a node that holds the key ``END``. Equal nodes are one object, so 247,517 words take about 100,000
nodes. Letters are whatever integers the caller encodes words with, from 1.
"""

from collections.abc import Iterable
from typing import Final

Node = dict[int, "Node"]

END: Final = 0
_AT_END: Final[Node] = {}


def build_graph(words: Iterable[bytes]) -> Node:
    """The root of the graph of ``words``, each a string of letters 1 … 255; in any order, repeats do no harm."""
    root: Node = {}
    register: dict[tuple[int, ...], Node] = {}
    # The nodes of the last word, root first: its common beginning with the next word is still open.
    path: list[Node] = [root]
    last = b""
    for word in sorted(words):
        common = 0
        for a, b in zip(last, word, strict=False):
            if a != b:
                break
            common += 1
        _close(path, last, common, register)
        for letter in word[common:]:
            node: Node = {}
            path[-1][letter] = node
            path.append(node)
        path[-1][END] = _AT_END
        last = word
    _close(path, last, 0, register)
    return root


def _close(path: list[Node], last: bytes, keep: int, register: dict[tuple[int, ...], Node]) -> None:
    """Replace the nodes of ``path`` beyond ``keep`` letters by equal ones that are known already, last first."""
    while len(path) > keep + 1:
        node = path.pop()
        key = (*node, *map(id, node.values()))
        path[-1][last[len(path) - 1]] = register.setdefault(key, node)


def count_nodes(root: Node) -> int:
    """How many different nodes the graph has, the root included."""
    seen = {id(root)}
    waiting = [root]
    while waiting:
        for letter, node in waiting.pop().items():
            if letter != END and id(node) not in seen:
                seen.add(id(node))
                waiting.append(node)
    return len(seen)
