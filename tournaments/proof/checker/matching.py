"""The cheapest way to pair everyone off: Edmonds' blossoms with duals, whole numbers, standard library only.

A start from the assignment problem leaves few players single; each phase then pairs two of them. The duals prove the
result: see `Matching.proof`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Costs = Sequence[Sequence[int]]
Pair = tuple[int, int]

_FREE, _OUTER, _INNER = 0, 1, 2


def every_pairing(nodes: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    """Every way to pair off an even number of nodes."""
    if not nodes:
        yield ()
        return
    first, *rest = nodes
    for k, partner in enumerate(rest):
        for others in every_pairing(rest[:k] + rest[k + 1 :]):
            yield ((first, partner), *others)


def by_brute_force(costs: Costs) -> int:
    """The least cost of all pairings, by trying every one of them."""

    def least(nodes: tuple[int, ...]) -> int:
        if not nodes:
            return 0
        first, rest = nodes[0], nodes[1:]
        return min(costs[first][other] + least(rest[:k] + rest[k + 1 :]) for k, other in enumerate(rest))

    return least(tuple(range(len(costs))))


@dataclass(frozen=True)
class Matching:
    """Pairs (i < j) of least total cost. `proof`: a lower bound of every pairing's cost, by duals; equal to `cost`."""

    pairs: tuple[Pair, ...]
    cost: int
    proof: int


def cheapest(costs: Costs) -> Matching:
    """The cheapest perfect matching of the complete graph on an even number of nodes with these costs (symmetric)."""
    if not costs:
        return Matching((), 0, 0)
    search = _Search(costs)
    while search.singles():
        search.phase()
    pairs = tuple(sorted((v, search.mate[v]) for v in range(len(costs)) if v < search.mate[v]))
    return Matching(pairs, sum(costs[i][j] for i, j in pairs), search.bound())


def _assignment(costs: Costs) -> tuple[list[int], list[int]]:
    """Everyone chooses one other, no two the same, at least cost: (duals of both sides added, choices). Kuhn's method."""
    size = len(costs)
    never = 1 + 2 * size * (1 + max(max(row) for row in costs))
    rows, columns = [0] * (size + 1), [0] * (size + 1)
    chosen_by, way = [0] * (size + 1), [0] * (size + 1)
    for one in range(1, size + 1):
        chosen_by[0], column = one, 0
        least: list[int | None] = [None] * (size + 1)
        left = set(range(1, size + 1))
        while chosen_by[column]:
            row = chosen_by[column]
            offset, own = rows[row], costs[row - 1]
            step, following = None, 0
            for other in left:
                value = (never if other == row else own[other - 1]) - offset - columns[other]
                known = least[other]
                if known is None or value < known:
                    least[other], way[other], known = value, column, value
                if step is None or known < step:
                    step, following = known, other
            assert step is not None
            for other in range(size + 1):
                if other in left:
                    least[other] = (least[other] or 0) - step
                else:
                    rows[chosen_by[other]] += step
                    columns[other] -= step
            column = following
            left.discard(column)
        while column:
            chosen_by[column] = chosen_by[way[column]]
            column = way[column]
    choice = [0] * size
    for column in range(1, size + 1):
        choice[chosen_by[column] - 1] = column - 1
    return [rows[k] + columns[k] for k in range(1, size + 1)], choice


class _Search:
    """A matching under way. Ids below `size` are nodes, all others blossoms.

    The slack of a pair is `2 × unit × cost` less the duals of both; within blossoms their duals `z` are added. Duals stay
    whole: where half a step is due, everything is doubled (`unit`).
    """

    def __init__(self, costs: Costs) -> None:
        self.costs, self.size, self.unit = costs, len(costs), 1
        self.dual, choice = _assignment(costs)
        self.mate = [-1] * self.size
        self.top = list(range(self.size))
        self.outward: dict[int, Pair] = {}  # of a blossom or node: (own node, node outside) of its matched pair
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[Pair]] = {}  # of a blossom: the pair that joins child k with child k + 1
        self.nodes: dict[int, frozenset[int]] = {v: frozenset((v,)) for v in range(self.size)}
        self.z: dict[int, int] = {}
        self.label: dict[int, int] = {}
        self.entry: dict[int, Pair] = {}
        self.nearest: list[int] = []
        self.following = self.size
        self._match_choices(choice)

    def _match_choices(self, choice: Sequence[int]) -> None:
        """Along each ring of choices every second pair; of an odd ring one stays single."""
        seen: set[int] = set()
        for start in range(self.size):
            ring, node = [], start
            while node not in seen:
                seen.add(node)
                ring.append(node)
                node = choice[node]
            for one, other in zip(ring[::2], ring[1::2], strict=False):
                self._set(one, one, other)
                self._set(other, other, one)

    def singles(self) -> list[int]:
        """Top blossoms and nodes that are not matched."""
        return [b for b in set(self.top) if b not in self.outward]

    def slack(self, i: int, j: int) -> int:
        """What the pair costs beyond its duals."""
        return 2 * self.unit * self.costs[i][j] - self.dual[i] - self.dual[j]

    def bound(self) -> int:
        """The value of the duals; checks that they are allowed, so that no pairing can cost less."""
        inside: dict[Pair, int] = {}
        for blossom, value in self.z.items():
            assert value >= 0
            for i in self.nodes[blossom]:
                for j in self.nodes[blossom]:
                    if i < j and value:
                        inside[i, j] = inside.get((i, j), 0) + value
        for i in range(self.size):
            for j in range(i + 1, self.size):
                assert self.slack(i, j) + inside.get((i, j), 0) >= 0
        total = sum(self.dual) - sum(value * (len(self.nodes[b]) // 2) for b, value in self.z.items())
        return -(-total // (2 * self.unit))

    def phase(self) -> None:
        """Pair two who are single."""
        self.label, self.entry = {}, {}
        self.nearest = [-1] * self.size
        for blossom in self.singles():
            self._make_outer(blossom)
        while not self._step():
            pass

    def _make_outer(self, blossom: int) -> None:
        self.label[blossom] = _OUTER
        for u in self.nodes[blossom]:
            self._spread(u)

    def _spread(self, u: int) -> None:
        """An outer node comes nearest to those that no other is nearer to."""
        top, nearest, dual, own = self.top, self.nearest, self.dual, self.costs[u]
        here, twice = top[u], 2 * self.unit
        for v in range(self.size):
            if top[v] == here:
                continue
            known = nearest[v]
            if known < 0 or twice * own[v] - dual[u] < twice * self.costs[known][v] - dual[known]:
                nearest[v] = u

    def _renewed(self, v: int) -> int:
        """The nearest outer node outside of the node's own blossom, -1 for none."""
        here = self.top[v]
        outer = [u for u in range(self.size) if self.top[u] != here and self.label.get(self.top[u]) == _OUTER]
        best = min(outer, key=lambda u: self.slack(u, v), default=-1)
        self.nearest[v] = best
        return best

    def _step(self) -> bool:
        """The next event of the phase; True when two who were single are paired."""
        least, doubled, event = None, 0, (-1, -1)
        for v in range(self.size):
            label = self.label.get(self.top[v], _FREE)
            u = self.nearest[v]
            if label == _INNER or u < 0:
                continue
            if self.top[u] == self.top[v] or self.label.get(self.top[u]) != _OUTER:
                u = self._renewed(v)
                if u < 0:
                    continue
            value = self.slack(u, v) * (1 if label == _OUTER else 2)
            if least is None or value < least:
                least, event = value, (u, v)
        for blossom, value in self.z.items():
            if self.label.get(blossom) == _INNER and self._is_top(blossom) and (least is None or value < least):
                least, event = value, (blossom, -1)
        assert least is not None
        doubled = least
        if doubled % 2:
            self._double()
            doubled *= 2
        self._shift(doubled // 2)
        u, v = event
        if v < 0:
            self._expand(u)
            return False
        if self.label.get(self.top[v], _FREE) == _FREE:
            self._grow(u, v)
            return False
        return self._join(u, v)

    def _is_top(self, blossom: int) -> bool:
        return self.top[next(iter(self.nodes[blossom]))] == blossom

    def _double(self) -> None:
        self.unit *= 2
        self.dual = [2 * value for value in self.dual]
        self.z = {blossom: 2 * value for blossom, value in self.z.items()}

    def _shift(self, step: int) -> None:
        if not step:
            return
        for v in range(self.size):
            label = self.label.get(self.top[v], _FREE)
            if label:
                self.dual[v] += step if label == _OUTER else -step
        for blossom in self.z:
            label = self.label.get(blossom, _FREE)
            if label and self._is_top(blossom):
                self.z[blossom] += 2 * step if label == _OUTER else -2 * step

    def _grow(self, u: int, v: int) -> None:
        inner = self.top[v]
        self.label[inner], self.entry[inner] = _INNER, (u, v)
        self._make_outer(self.top[self.outward[inner][1]])

    def _up(self, blossom: int) -> tuple[Pair, int] | None:
        """The way towards the root: (own node, node of the parent), the parent."""
        if self.label[blossom] == _INNER:
            above, own = self.entry[blossom]
            return (own, above), self.top[above]
        if blossom not in self.outward:
            return None
        own, above = self.outward[blossom]
        return (own, above), self.top[above]

    def _path(self, blossom: int) -> tuple[list[int], list[Pair]]:
        """The blossoms up to the root, and the pairs between them."""
        stops, links = [blossom], []
        while (way := self._up(stops[-1])) is not None:
            links.append(way[0])
            stops.append(way[1])
        return stops, links

    def _join(self, u: int, v: int) -> bool:
        (one, one_links), (other, other_links) = self._path(self.top[u]), self._path(self.top[v])
        if one[-1] != other[-1]:
            self._rematch(self.top[u], u, v)
            self._rematch(self.top[v], v, u)
            return True
        while len(one) > 1 and len(other) > 1 and one[-2] == other[-2]:
            one.pop()
            other.pop()
        down = [(b, a) for a, b in reversed(one_links[: len(one) - 1])]
        links = [*down, (u, v), *other_links[: len(other) - 1]]
        self._shrink([*reversed(one), *other[:-1]], links)
        return False

    def _shrink(self, children: list[int], links: list[Pair]) -> None:
        blossom, base = self.following, children[0]
        self.following += 1
        self.children[blossom], self.links[blossom] = children, links
        self.nodes[blossom] = frozenset().union(*(self.nodes[child] for child in children))
        self.z[blossom] = 0
        if base in self.outward:
            self.outward[blossom] = self.outward[base]
        newly = [v for child in children if self.label[child] == _INNER for v in self.nodes[child]]
        for v in self.nodes[blossom]:
            self.top[v] = blossom
        self.label[blossom] = _OUTER
        for v in newly:
            self._spread(v)

    def _rematch(self, blossom: int, own: int, other: int) -> None:
        """Match an outer blossom through a new pair, and exchange pairs along its way to the root."""
        while True:
            before = self.outward.get(blossom)
            self._set(blossom, own, other)
            if before is None:
                return
            inner = self.top[before[1]]
            above, entered = self.entry[inner]
            self._set(inner, entered, above)
            blossom, own, other = self.top[above], above, entered

    def _set(self, blossom: int, own: int, other: int) -> None:
        """The blossom's node `own` is matched with `other` outside; inside, the ring is paired off around it."""
        self.outward[blossom] = own, other
        if blossom < self.size:
            self.mate[blossom] = other
            return
        children, links = self.children[blossom], self.links[blossom]
        at = next(k for k, child in enumerate(children) if own in self.nodes[child])
        children[:], links[:] = children[at:] + children[:at], links[at:] + links[:at]
        self._set(children[0], own, other)
        for k in range(1, len(children), 2):
            one, two = links[k]
            self._set(children[k], one, two)
            self._set(children[k + 1], two, one)

    def _expand(self, blossom: int) -> None:
        """An inner blossom without a dual falls apart; the children between entry and base stay in the tree."""
        children, links, entry = self.children.pop(blossom), self.links.pop(blossom), self.entry.pop(blossom)
        del self.label[blossom], self.outward[blossom], self.z[blossom]
        for child in children:
            self.label.pop(child, None)
            for v in self.nodes[child]:
                self.top[v] = child
        at = next(k for k, child in enumerate(children) if entry[1] in self.nodes[child])
        if at % 2:
            way = [*range(at, len(children)), 0]
            joints = [links[k] for k in range(at, len(children))]
        else:
            way = list(range(at, -1, -1))
            joints = [(b, a) for a, b in (links[k] for k in range(at - 1, -1, -1))]
        outer = []
        for step, k in enumerate(way):
            if step % 2:
                outer.append(children[k])
            else:
                self.label[children[k]] = _INNER
                self.entry[children[k]] = entry if not step else joints[step - 1]
        for child in outer:
            self._make_outer(child)
        del self.nodes[blossom]
