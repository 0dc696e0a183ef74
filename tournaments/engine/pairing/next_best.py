"""For every pair of a cheapest matching: the cheapest matching without it, for all pairs together.

One by one, each pair takes a matching of its own. Here a pair's *price* is what the best swap known so far costs more;
at first that is the best between two pairs. Then many pairs are made dearer by their price at once and the round is
matched again. If the old matching is still a cheapest one, no matching without some of those pairs costs less than all
their prices together, so every one of these prices is right. If not, the new matching shows cheaper swaps, or pairs
whose prices cannot be judged together, because one swap does without them all for less than the sum: some of these
wait. Where already the first such matching shows cheaper swaps, most prices are settled by `swap_bounds` instead, and
matchings judge the rest. Whole numbers throughout, so exact. Of matchings that cost the same the solver is made to
prefer the old one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import rustworkx

from tournaments.engine.pairing.arrays import Edge, edge_of
from tournaments.engine.pairing.matching import WEIGHT_LIMIT
from tournaments.engine.pairing.swap_bounds import swap_bounds


@dataclass(frozen=True, slots=True)
class Swap:
    """A way to do without some pairs: those removed, those their players form instead, and what that costs more."""

    extra: int
    removed: tuple[Edge, ...]
    added: tuple[Edge, ...]


def next_best(
    size: int, weighted: Sequence[tuple[int, int, int]], chosen: Sequence[Edge], beyond: int
) -> dict[Edge, Swap | None]:
    """The cheapest swap for each pair of `chosen`, a cheapest perfect matching of `weighted` (i < j, cost).

    None: without the pair there is no perfect matching. `beyond`: more than any two perfect matchings differ.
    """
    search = _Search(size, weighted, chosen, beyond)
    together = search.together(chosen)
    waiting = [pair for pair in chosen if pair not in {*together}]
    if not search.holds(together):
        waiting = search.not_bounded(size, weighted)
    while waiting:
        judged = search.judge(waiting)
        waiting = [pair for pair in waiting if pair not in judged]
    return {pair: search.best.get(pair) for pair in chosen}


class _Search:
    """`known`: by pair, the numbers of the `swaps` that remove it and may matter; `best`: the cheapest swap that removes it."""

    def __init__(
        self, size: int, weighted: Sequence[tuple[int, int, int]], chosen: Sequence[Edge], beyond: int
    ) -> None:
        self.chosen = chosen
        self.beyond = beyond
        self.mate = _mates(chosen)
        self.costs = {(i, j): cost for i, j, cost in weighted}
        self.numbers = {pair: number for number, pair in enumerate(self.costs)}
        self.unit, self.weights = self._weights()
        self.graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        self.graph.add_nodes_from(range(size))
        self.graph.add_edges_from([(i, j, number) for (i, j), number in self.numbers.items()])
        self.best: dict[Edge, Swap] = {}
        self.swaps: dict[Swap, int] = {}
        self.extras: list[int] = []
        self.known: dict[Edge, list[int]] = {pair: [] for pair in chosen}
        self._learn_of_two_pairs()

    def _weights(self) -> tuple[int, list[int]]:
        """What a cost of 1 weighs, and the weight of each pair."""
        unit = len(self.chosen) + 1
        if unit * self.beyond >= WEIGHT_LIMIT:
            return 1, [-cost for cost in self.costs.values()]
        # A new pair weighs 1 more; all new pairs together do not weigh what the least cost does.
        weights = [-1 - unit * cost for cost in self.costs.values()]
        for pair in self.chosen:
            weights[self.numbers[pair]] += 1
        return unit, weights

    def _learn_of_two_pairs(self) -> None:
        """The swaps of two pairs that change partners, as far as they may matter."""
        least = dict.fromkeys(self.chosen, self.beyond)
        ways = list(self._of_two_pairs())
        for extra, one, other, *_added in ways:
            least[one], least[other] = min(least[one], extra), min(least[other], extra)
        for extra, one, other, *added in ways:
            # Prices only fall: a swap that costs as much as its pairs together never keeps them apart.
            apart = extra < least[one] + least[other]
            if apart or extra in (least[one], least[other]):
                swap = Swap(extra, (one, other), tuple(added))
                self._price(swap)
                if apart:
                    self._remember(swap)

    def _of_two_pairs(self) -> Iterator[tuple[int, Edge, Edge, Edge, Edge]]:
        """Two pairs that change partners, each way once: what that costs more, the old pairs, the new ones."""
        costs, numbers, mate = self.costs, self.numbers, self.mate
        pair_of = {node: pair for pair in self.chosen for node in pair}
        for (i, j), number in numbers.items():
            one, other, rest = pair_of[i], pair_of[j], edge_of(mate[i], mate[j])
            if numbers.get(rest, -1) > number and one != other:
                yield costs[i, j] + costs[rest] - costs[one] - costs[other], one, other, (i, j), rest

    def _swap(self, removed: tuple[Edge, ...], added: tuple[Edge, ...]) -> Swap:
        costs = self.costs
        return Swap(sum([costs[pair] for pair in added]) - sum([costs[pair] for pair in removed]), removed, added)

    def _learn(self, swap: Swap) -> Swap:
        self._price(swap)
        self._remember(swap)
        return swap

    def _price(self, swap: Swap) -> None:
        for pair in swap.removed:
            if swap.extra < self.price(pair):
                self.best[pair] = swap

    def _remember(self, swap: Swap) -> None:
        if swap not in self.swaps:
            number = self.swaps[swap] = len(self.extras)
            self.extras.append(swap.extra)
            for pair in swap.removed:
                self.known[pair].append(number)

    def price(self, pair: Edge) -> int:
        """What doing without the pair costs more, as far as is known."""
        swap = self.best.get(pair)
        return self.beyond if swap is None else swap.extra

    def not_bounded(self, size: int, weighted: Sequence[tuple[int, int, int]]) -> list[Edge]:
        """The pairs whose price no bound shows to be right, with the swaps that bounds lead to."""
        bounds = swap_bounds(size, weighted, self.chosen, {pair: self.price(pair) for pair in self.chosen})
        for bound in bounds.values():
            self._form(bound.added)
        return [pair for pair in self.chosen if pair not in bounds or bounds[pair].extra < self.price(pair)]

    def _form(self, added: tuple[Edge, ...]) -> None:
        """Learn of the swap that makes these pairs, if there is one."""
        players = [player for pair in added for player in pair]
        removed = {edge_of(player, self.mate[player]) for player in players}
        new = all(pair in self.costs and pair not in removed for pair in added)
        if new and 2 * len(removed) == len(players) == len({*players}):
            self._learn(self._swap(tuple(sorted(removed)), added))

    def judge(self, waiting: Sequence[Edge]) -> set[Edge]:
        """Those of the pairs that can be judged together; their prices are now right. At least one."""
        together = self.together(waiting)
        while not self.holds(together):
            together = self.together(together)
        return set(together)

    def holds(self, pairs: Sequence[Edge]) -> bool:
        """Whether no matching without some of the pairs costs less than their prices together: then all are right."""
        prices = {pair: self.price(pair) for pair in pairs}
        swaps = self._cheapest(prices)
        return all(one.extra >= sum(prices.get(pair, 0) for pair in one.removed) for one in swaps)

    def together(self, pairs: Sequence[Edge]) -> list[Edge]:
        """As many of the pairs, from the first on, as no known swap removes for less than the sum of their prices."""
        left = self.extras.copy()
        chosen = []
        for pair in pairs:
            price, known = self.price(pair), self.known[pair]
            if min([left[swap] for swap in known], default=price) >= price:
                chosen.append(pair)
                for swap in known:
                    left[swap] -= price
        return chosen

    def _cheapest(self, prices: Mapping[Edge, int]) -> list[Swap]:
        """The swaps of the cheapest matching when these pairs cost so much more."""
        weights = self.weights.copy()
        for pair, price in prices.items():
            weights[self.numbers[pair]] -= self.unit * price
        matching = rustworkx.max_weight_matching(self.graph, max_cardinality=True, weight_fn=weights.__getitem__)
        return [self._learn(self._swap(removed, added)) for removed, added in self._cycles(_mates(matching))]

    def _cycles(self, other: Mapping[int, int]) -> Iterator[tuple[tuple[Edge, ...], tuple[Edge, ...]]]:
        """Where two matchings differ they form cycles: their pairs of the one and of the other."""
        seen: set[int] = set()
        for start, _ in self.chosen:
            removed, added, node = [], [], start
            while node not in seen and other[node] != self.mate[node]:
                partner = self.mate[node]
                seen |= {node, partner}
                removed.append(edge_of(node, partner))
                node = other[partner]
                added.append(edge_of(partner, node))
            if removed:
                yield tuple(removed), tuple(added)


def _mates(pairs: Collection[Edge]) -> dict[int, int]:
    return {a: b for i, j in pairs for a, b in ((i, j), (j, i))}
