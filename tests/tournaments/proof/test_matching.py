"""The checker's own matching: against every pairing, and against networkx; its proof is worth what it says."""

import random

import networkx
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.proof.checker.matching import by_brute_force, cheapest, every_pairing


def costs_of(size: int, highest: int, seed: int) -> list[list[int]]:
    dice = random.Random(seed)
    costs = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            costs[i][j] = costs[j][i] = dice.randrange(highest)
    return costs


@given(st.integers(0, 5), st.sampled_from([1, 2, 3, 10, 10**30]), st.integers(0, 10**9))
@examples(150, deep=3000)
def test_the_least_of_all_pairings(half: int, highest: int, seed: int) -> None:
    costs = costs_of(2 * half, highest, seed)
    matching = cheapest(costs)
    assert matching.cost == matching.proof == by_brute_force(costs)
    every = [sum(costs[i][j] for i, j in pairs) for pairs in every_pairing(range(2 * half))]
    assert min(every) == matching.cost
    assert sorted(node for pair in matching.pairs for node in pair) == list(range(2 * half))


@given(st.integers(6, 20), st.sampled_from([2, 4, 1000]), st.integers(0, 10**9))
@examples(25, deep=400)
def test_as_networkx(half: int, highest: int, seed: int) -> None:
    costs = costs_of(2 * half, highest, seed)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, -costs[i][j]) for i in range(2 * half) for j in range(i))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    matching = cheapest(costs)
    assert matching.cost == matching.proof == sum(costs[i][j] for i, j in pairs)
