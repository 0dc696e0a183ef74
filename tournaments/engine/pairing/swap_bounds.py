"""Lower bounds for the price of every pair: what doing without it costs at least. They settle most prices without a matching.

A swap goes round in a circle: one player is left without a partner and takes another's, whose partner is then left, and
so on until nobody is. Seen as steps from player to player (taking `j` costs the new pair less j's old one, and j's
partner goes on), no swap is cheaper than the shortest way round. A way round may break the same pair twice, which no
swap can, so it is only a lower bound. Three things bring it close, and none of them can put it above the true price:

- Every round has at least one pair that leaves a given odd set of players. If a single old pair leaves it, the least
  cost of any pair that leaves it is taken off all of them. That brings pairs between score groups, by far the dearest,
  down to what other pairs cost. The sets are single players, and all players above a line.
- A few pairs stand *apart*: first those that cross such a line, then those that many ways break twice. A way may break
  each of them only once: its parts between their players, the *ends*, are combined for every set of broken pairs.
- Costs are capped at `_FAR`, and ways from the ends are followed only as far as prices matter.

Shortest ways: R. K. Ahuja, T. L. Magnanti, J. B. Orlin, Network Flows, 1993, sections 4.5 (Dijkstra), 5.2 (lengths
reduced by distances, so that none is below zero) and 5.4 (Bellman and Ford). Odd sets: J. Edmonds, Maximum matching and
a polyhedron with 0,1-vertices, 1965.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from tournaments.engine.pairing.arrays import Edge, Flags, Nodes, as_edges, edge_of

#: The cap of costs here: the sum of two fits into 64 bits.
_FAR = 1 << 61
#: The old pairs may cost this much together; otherwise there are no bounds.
_MOST = 1 << 59
#: A cost from which on a pair is dear: smaller amounts are not taken off.
_DEAR = 1 << 50
#: How many pairs may stand apart: each of them doubles the sets that may be broken.
_MOST_APART = 11
#: How many more stand apart when some way round costs less than nothing, so that there are no shortest ways.
_MORE_APART = 4
#: A pair stands apart when so many ways break it twice.
_MANY = 4
#: The longest way, in steps, that is followed to learn that no way round costs less than nothing.
_STEPS = 200

_Costs = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Bound:
    """A swap without the pair costs at least `extra` more. `added`: the new pairs of a way that costs so much."""

    extra: int
    added: tuple[Edge, ...] = ()


def swap_bounds(
    size: int, weighted: Sequence[tuple[int, int, int]], chosen: Sequence[Edge], prices: Mapping[Edge, int]
) -> dict[Edge, Bound]:
    """A bound for each pair of `chosen`, a cheapest perfect matching of `weighted` (i < j, cost); empty if there are none.

    `prices`: what a known swap without the pair costs; longer ways are not looked for.
    """
    mate = np.zeros(size, np.int64)
    for i, j in chosen:
        mate[i], mate[j] = j, i
    pairs = np.array([(i, j) for i, j, _ in weighted], np.int64).reshape(-1, 2)
    costs = np.array([cost for *_, cost in weighted], np.object_)
    old = mate[pairs[:, 0]] == pairs[:, 1]
    dearest = sorted(np.flatnonzero(old).tolist(), key=lambda row: -costs[row])
    costs, across = _less(size, pairs, costs, old, [row for row in dearest if costs[row] >= _DEAR])
    if sum(map(abs, costs[old])) >= _MOST:
        return {}
    own = np.zeros(size, np.int64)
    own[pairs[old].T] = costs[old]
    # In the order in which they may have to stand apart.
    order = as_edges(pairs[sorted(dearest, key=lambda row: row not in across)])
    apart = order[: len(across)]
    bounds: dict[Edge, Bound] = {}
    while len(apart) <= _MOST_APART:
        ways = _Ways(mate, own, pairs[~old], costs[~old], apart)
        if ways.reduce():
            newest = _bounds(ways, chosen, prices)
            bounds = {pair: max(bounds.get(pair, bound), bound, key=_extra) for pair, bound in newest.items()}
            more = _often_twice(newest.values(), mate)
        else:
            more = [pair for pair in order if pair not in apart][:_MORE_APART]
        room = _MOST_APART - len(apart)
        if not more[:room]:
            break
        apart += more[:room]
    return bounds


def _less(size: int, pairs: Nodes, costs: _Costs, old: Flags, dear: Sequence[int]) -> tuple[_Costs, set[int]]:
    """The costs, less what the sets take off that a dear pair alone leaves; the dear pairs for which that is a line."""
    less = costs.copy()
    crossing = np.zeros(size + 1, np.int64)
    crossing[pairs[old, 0] + 1] += 1
    crossing[pairs[old, 1] + 1] -= 1
    crossing = crossing.cumsum()
    leaving = {row: [(pairs == player).any(axis=1) for player in pairs[row]] for row in dear}
    across = set()
    # Last those with a player whose every pair is dear: they need no line, and what is taken off can spoil others'.
    for row in sorted(dear, key=lambda row: max(costs[rows].min() for rows in leaving[row]) >= _DEAR):
        for rows in leaving[row]:
            _take_off(less, rows)
        above, below = pairs[row]
        for line in range(above + 1, below + 1):
            # One pair alone crosses lines with an odd number of players above only.
            if crossing[line] == 1 and _take_off(less, (pairs[:, 0] < line) & (pairs[:, 1] >= line)):
                across.add(row)
    return less, across


def _take_off(costs: _Costs, rows: Flags) -> bool:
    """Take the least off the costs of these rows, if it is much."""
    least = costs[rows].min()
    if least < _DEAR:
        return False
    costs[rows] -= least
    return True


def _bounds(ways: _Ways, chosen: Sequence[Edge], prices: Mapping[Edge, int]) -> dict[Edge, Bound]:
    """By pair, the shorter of two ways: without the pairs apart, and with some of them."""
    others = [pair for pair in chosen if pair not in ways.apart]
    bounds = {pair: ways.round(pair[0], prices[pair]) for pair in others}
    if ways.apart:
        furthest = max((price for price in prices.values() if price < _FAR), default=0)
        ends = _Ends(ways, furthest + int(ways.own[ways.ends].sum()))
        for place, pair in enumerate(ways.apart):
            bounds[pair] = ends.without(place, prices[pair])
        for pair, extra in zip(others, ends.through(others), strict=True):
            if extra < bounds[pair].extra:
                bounds[pair] = Bound(extra, ends.pairs_through(pair))
    return bounds


def _extra(bound: Bound) -> int:
    return bound.extra


def _often_twice(bounds: Iterable[Bound], mate: Nodes) -> list[Edge]:
    """The pairs that most ways break twice, if many do."""
    often: Counter[Edge] = Counter()
    for bound in bounds:
        partners = Counter(player for pair in bound.added for player in pair)
        often.update({edge_of(player, int(mate[player])) for player, count in partners.items() if count > 1})
    most = max(often.values(), default=0)
    return [pair for pair, count in often.items() if count == most >= _MANY]


class _Ways:
    """Steps from player to player, none of them to or from the pairs that stand apart.

    By player: `mate`, the partner, and `own`, what their pair costs. By new pair, in both directions: `taker`, `taken`
    and `cost`. By player: `distance`, by which the lengths of steps are reduced.
    """

    def __init__(self, mate: Nodes, own: Nodes, pairs: Nodes, costs: _Costs, apart: Sequence[Edge]) -> None:
        self.mate, self.own, self.apart = mate, own, apart
        self.ends = [player for pair in apart for player in pair]
        self.is_end = np.zeros(len(mate), np.bool_)
        self.is_end[self.ends] = True
        self.taker, self.taken = np.concatenate([pairs, pairs[:, ::-1]]).T
        near = np.minimum(costs, _FAR)
        self.cost = np.concatenate([near, near]).astype(np.int64)
        self.beyond = np.concatenate([costs - near] * 2)
        self.distance = np.zeros(len(mate), np.int64)
        self.steps: list[list[tuple[int, int]]] = []

    def reduce(self) -> bool:
        """Find the distances and the reduced steps; False if some way round costs less than nothing, or seems to."""
        rows = ~(self.is_end[self.taker] | self.is_end[self.taken])
        start, end, length = self.taker[rows], self.mate[self.taken[rows]], (self.cost - self.own[self.taken])[rows]
        if not self._find_distances(start, end, length):
            return False
        self.steps = [[] for _ in self.mate]
        reduced = length + self.distance[start] - self.distance[end] + self.beyond[rows]
        order = np.argsort(reduced, kind="stable")
        for i, j, more in zip(start[order].tolist(), end[order].tolist(), reduced[order].tolist(), strict=True):
            self.steps[i].append((more, j))
        return True

    def _find_distances(self, start: Nodes, end: Nodes, length: Nodes) -> bool:
        if not len(end):
            return True
        order = np.argsort(end, kind="stable")
        start, end, length = start[order], end[order], length[order]
        first = np.flatnonzero(np.diff(end, prepend=-1))
        reached, distance, least = end[first], self.distance, -self.own.sum()
        for _ in range(_STEPS):
            nearer = np.minimum(np.minimum.reduceat(distance[start] + length, first), distance[reached])
            if (nearer == distance[reached]).all():
                return True
            distance[reached] = nearer
            if nearer.min() < least:
                return False
        return False

    def follow(
        self, first: Iterable[tuple[int, int]], limit: int, goal: int | None = None
    ) -> tuple[dict[int, int], dict[int, int]]:
        """The players reached from the first steps for less than `limit`: how far they are, and who comes before them.

        Not further than the goal, when it is reached.
        """
        nearest = {player: length for length, player in sorted(first, reverse=True) if length < limit}
        before: dict[int, int] = {}
        reached: dict[int, int] = {}
        heap = [(length, player) for player, length in nearest.items()]
        heapify(heap)
        while heap:
            far, player = heappop(heap)
            if player in reached:
                continue
            reached[player] = far
            if player == goal:
                break
            for more, other in self.steps[player]:
                further = far + more
                if further >= limit:
                    break
                if further < nearest.get(other, limit):
                    nearest[other], before[other] = further, player
                    heappush(heap, (further, other))
        return reached, before

    def round(self, player: int, price: int) -> Bound:
        """The shortest way round that takes the player, if it is shorter than the price."""
        reached, before = self.follow(self.steps[player], price, player)
        if player not in reached:
            return Bound(price)
        return Bound(reached[player], self.new_pairs(player, before, player))

    def new_pairs(self, first: int, before: Mapping[int, int], left: int) -> tuple[Edge, ...]:
        """Those on the way that `follow` found, from the first player until `left` is without a partner."""
        pairs = []
        while True:
            taker = before.get(left, first)
            pairs.append(edge_of(taker, int(self.mate[left])))
            if left not in before:
                return tuple(pairs)
            left = taker


class _Ends:
    """Ways between players of pairs that stand apart; the places of two partners differ in the last bit.

    `outward[x, j]`: from the end x until j is left without a partner. `between[x, y]`: from x until y is taken.
    `broken[s][x, y]`: by ways between ends, from x until y is left, when just the pairs of the set `s` are broken (a
    bit for each). `closing[x, y]`: from where y is taken until x is left.
    """

    def __init__(self, ways: _Ways, limit: int) -> None:
        self.ways = ways
        self.own = ways.own[ways.ends].tolist()
        self.place = np.zeros(len(ways.mate), np.int64)
        self.place[ways.ends] = range(len(ways.ends))
        self.before: list[dict[int, int]] = []
        self.outward = np.stack([self._outward(end, limit) for end in ways.ends])
        self.between = np.stack([self._taking(end) for end in ways.ends], axis=1)
        self.closing = np.full_like(self.between, _FAR)
        self.broken = np.full((1 << len(ways.apart), *self.between.shape), _FAR)
        self._break()

    def without(self, place: int, price: int) -> Bound:
        """A bound for the pair apart of that place."""
        end = 2 * place
        ways = self.closing[:, end] + self.between[:, end]
        last = int(ways.argmin())
        extra = int(ways[last])
        if extra >= price:
            return Bound(price)
        return Bound(extra, (*self._pairs_closing(last, end), *self._pairs_taking(last, end)))

    def through(self, pairs: Sequence[Edge]) -> list[int]:
        """For each of the pairs, the shortest way round through it that breaks some pair apart."""
        taken, left = np.array(pairs, np.int64).reshape(-1, 2).T
        there = (self.closing[:, :, None] + self.outward[:, None, left]).min(axis=0)
        back = self.outward[:, taken] + self.ways.own[taken]
        bounds: list[int] = (np.minimum(there, _FAR) + back).min(axis=0).tolist()
        return bounds

    def pairs_through(self, pair: Edge) -> tuple[Edge, ...]:
        """The new pairs of that way."""
        taken, left = pair
        ways = self.closing + self.outward[:, None, left] + self.outward[None, :, taken]
        start, end = (int(place) for place in np.unravel_index(ways.argmin(), ways.shape))
        return (
            *self._pairs_outward(start, left),
            *self._pairs_outward(end, taken),
            *self._pairs_closing(start, end),
        )

    def _outward(self, end: int, limit: int) -> Nodes:
        ways = self.ways
        rows = (ways.taker == end) & ~ways.is_end[ways.taken]
        left = ways.mate[ways.taken[rows]]
        lengths = (ways.cost - ways.own[ways.taken])[rows] - ways.distance[left]
        least = int(lengths.min(initial=_FAR))
        reached, before = ways.follow(zip((lengths - least).tolist(), left.tolist(), strict=True), limit)
        self.before.append(before)
        far = np.full(len(ways.mate), limit)
        far[list(reached)] = list(reached.values())
        outward: Nodes = np.minimum(far + least + ways.distance, _FAR)
        return outward

    def _taking(self, end: int) -> Nodes:
        """The column of `between` for the end that is taken."""
        ways = self.ways
        rows = (ways.taken == end) & ~ways.is_end[ways.taker]
        column: Nodes = (self.outward[:, ways.taker[rows]] + ways.cost[rows]).min(axis=1, initial=_FAR)
        direct = (ways.taken == end) & ways.is_end[ways.taker]
        places = self.place[ways.taker[direct]]
        column[places] = np.minimum(column[places], ways.cost[direct])
        column[self.place[end]] = _FAR
        return column

    def _break(self) -> None:
        """Fill in `broken`, from no pair to all of them, and `closing`."""
        count = len(self.ways.apart)
        every = np.arange(1 << count)
        sizes = (every[:, None] >> np.arange(count) & 1).sum(axis=1)
        self.broken[0][np.diag_indices(2 * count)] = 0
        taking = np.full_like(self.broken, _FAR)
        for size in range(count + 1):
            sets = every[sizes == size]
            for k in range(count):
                # Who is left last is of the pair broken last.
                those = sets[sets >> k & 1 == 1]
                for end in (2 * k, 2 * k + 1):
                    self.broken[those, :, end ^ 1] = taking[those ^ 1 << k, :, end] - self.own[end]
            for last in range(2 * count):
                ways = self.broken[sets, :, last, None] + self.between[last]
                taking[sets] = np.minimum(taking[sets], ways)
        for k in range(count):
            without = self.broken[every >> k & 1 == 0]
            for end in (2 * k, 2 * k + 1):
                self.closing[:, end] = np.minimum(without[:, end ^ 1].min(axis=0) - self.own[end], _FAR)
        np.fill_diagonal(self.closing, _FAR)

    def _pairs_closing(self, last: int, first: int) -> Iterator[Edge]:
        """The new pairs of the way from where the first end is taken until the last is left."""
        start = first ^ 1
        every = np.arange(len(self.broken))
        without = every[every >> first // 2 & 1 == 0]
        those = int(without[self.broken[without, start, last].argmin()])
        while those:
            taken = last ^ 1
            those ^= 1 << taken // 2
            last = int((self.broken[those][start] + self.between[:, taken]).argmin())
            yield from self._pairs_taking(last, taken)

    def _pairs_taking(self, start: int, end: int) -> Iterator[Edge]:
        """The new pairs from one end until another is taken."""
        ways = self.ways
        rows = np.flatnonzero((ways.taken == ways.ends[end]) & ~ways.is_end[ways.taker])
        lengths = self.outward[start, ways.taker[rows]] + ways.cost[rows]
        if len(rows) and lengths.min() == self.between[start, end]:
            last = int(ways.taker[rows[lengths.argmin()]])
            yield from self._pairs_outward(start, last)
        else:
            last = ways.ends[start]
        yield edge_of(last, ways.ends[end])

    def _pairs_outward(self, start: int, left: int) -> tuple[Edge, ...]:
        return self.ways.new_pairs(self.ways.ends[start], self.before[start], left)
