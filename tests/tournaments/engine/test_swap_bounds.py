"""Bounds of swaps are never above what the cheapest swap costs, and settle nearly all prices of a real round."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import troubled_event
from tests.tournaments.engine.test_next_best import Weighted, cost_without
from tournaments.engine.pairing import choose, pairing_options
from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.core import best, near
from tournaments.engine.pairing.matching import allowed_edges, max_matching
from tournaments.engine.pairing.next_best import next_best
from tournaments.engine.pairing.swap_bounds import swap_bounds


def in_score_groups(dice: random.Random, groups: list[int], share: float, apart: int, top: int) -> Weighted:
    """Pairs that cost below `top`, and `apart` more for each two groups between their players, squared."""
    group = [number for number, size in enumerate(groups) for _ in range(size)]
    return [
        (i, j, dice.randrange(top) + apart * (group[j] - group[i]) ** 2)
        for j in range(len(group))
        for i in range(j)
        if dice.random() < share
    ]


@given(
    groups=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    share=st.floats(0.3, 1),
    apart=st.sampled_from([0, 40, 1 << 52, 1 << 60, 1 << 75]),
    top=st.sampled_from([3, 50, 1 << 40, 1 << 58]),
    seed=st.integers(0, 10**6),
)
@examples(80, deep=20000)
def test_no_bound_is_above_the_cheapest_swap(groups: list[int], share: float, apart: int, top: int, seed: int) -> None:
    size = sum(groups)
    weighted = in_score_groups(random.Random(seed), groups, share, apart, top)
    chosen = max_matching(size, weighted, cheapest=True)
    assume(2 * len(chosen) == size)
    costs = {(i, j): cost for i, j, cost in weighted}
    least = sum(costs[pair] for pair in chosen)
    far = least + sum(costs.values()) + 1
    for pair, bound in swap_bounds(size, weighted, chosen, dict.fromkeys(chosen, far)).items():
        other = cost_without(size, weighted, pair)
        assert bound.extra <= (far if other is None else other - least)
        if is_swap(bound.added, costs, chosen):
            removed = {old for old in chosen for new in bound.added if {*old} & {*new}}
            more = sum(costs[new] for new in bound.added) - sum(costs[old] for old in removed)
            assert pair in removed
            assert least + more >= (other or 0)


def test_next_bests_of_score_groups_are_those_found_alone() -> None:
    """Where bounds lead to pairs that are no swap, nothing is learned of them."""
    dice, rounds = random.Random(1), 0
    for _ in range(600):
        groups = [dice.randint(1, 7) for _ in range(dice.randint(1, 5))]
        apart, top = dice.choice([0, 40, 1 << 52, 1 << 60, 1 << 75]), dice.choice([3, 50, 1 << 40, 1 << 58])
        size, weighted = sum(groups), in_score_groups(dice, groups, dice.uniform(0.3, 1), apart, top)
        chosen = max_matching(size, weighted, cheapest=True)
        if 2 * len(chosen) < size:
            continue
        rounds += 1
        costs = {(i, j): cost for i, j, cost in weighted}
        least = sum(costs[pair] for pair in chosen)
        for pair, swap in next_best(size, weighted, chosen, sum(costs.values()) + 1).items():
            assert cost_without(size, weighted, pair) == (least + swap.extra if swap else None), (groups, apart, top)
    assert rounds > 150


def is_swap(added: tuple[Edge, ...], costs: dict[Edge, int], chosen: tuple[Edge, ...]) -> bool:
    """Whether these are new pairs that exist, and have each player of some old pairs once."""
    players = sorted(player for pair in added for player in pair)
    left = sorted(player for pair in chosen if {*pair} & {*players} for player in pair)
    return bool(added) and players == left and all(pair in costs and pair not in chosen for pair in added)


@pytest.mark.parametrize(("size", "rounds"), some([(124, 5), (106, 7), (250, 9)], suite=1))
def test_nearly_every_price_of_a_swiss_is_settled(size: int, rounds: int) -> None:
    setup = choose(troubled_event(size, rounds, 1).snapshot, pairing_options()).prepare(0)
    plan = best(setup)[0]
    weighted = allowed_edges(setup.problem, near(setup))
    costs = {(i, j): cost for i, j, cost in weighted}
    bounds = swap_bounds(setup.problem.size, weighted, plan.pairs, dict.fromkeys(plan.pairs, 1 + setup.problem.most))
    settled = [pair for pair in plan.pairs if is_swap(bounds[pair].added, costs, plan.pairs)]
    assert len(settled) > 0.9 * len(plan.pairs)
    for pair in settled[::10]:
        assert cost_without(setup.problem.size, weighted, pair) == plan.cost + bounds[pair].extra
