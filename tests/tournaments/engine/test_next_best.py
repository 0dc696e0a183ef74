"""What is next best for every pair together is what asking for each pair alone gives."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import played_event, troubled_event
from tests.tournaments.engine.test_oracle import WEIGHING, event
from tournaments.engine.model import BlockedPair, Snapshot
from tournaments.engine.pairing import PairingOptions, choose, pairing_options
from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.explain import PairExplanation, explain_pair, explain_plan
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.matching import WEIGHT_LIMIT, max_matching
from tournaments.engine.pairing.next_best import next_best
from tournaments.engine.pairing.options import RulesError

Weighted = list[tuple[int, int, int]]


def cost_without(size: int, weighted: Weighted, pair: Edge) -> int | None:
    costs = {(i, j): cost for i, j, cost in weighted if (i, j) != pair}
    result = max_matching(size, [(i, j, cost) for (i, j), cost in costs.items()], cheapest=True)
    return sum(costs[edge] for edge in result) if 2 * len(result) == size else None


@given(
    pairs=st.integers(1, 9),
    share=st.floats(0.2, 1),
    top=st.sampled_from([2, 9, 10**30, WEIGHT_LIMIT // 16]),
    seed=st.integers(0, 10**6),
)
@examples(60, deep=600)
def test_random_graphs(pairs: int, share: float, top: int, seed: int) -> None:
    dice = random.Random(seed)
    size = 2 * pairs
    edges = [(i, j) for i in range(size) for j in range(i + 1, size) if dice.random() < share]
    weighted = [(i, j, dice.randrange(top)) for i, j in edges]
    chosen = max_matching(size, weighted, cheapest=True)
    assume(2 * len(chosen) == size)
    costs = {(i, j): cost for i, j, cost in weighted}
    least = sum(costs[edge] for edge in chosen)
    result = next_best(size, weighted, chosen, pairs * top + 1)
    assert list(result) == list(chosen)
    for pair, swap in result.items():
        other = cost_without(size, weighted, pair)
        assert (None if swap is None else least + swap.extra) == other
        if swap is None:
            continue
        assert pair in swap.removed
        new = {*chosen} - {*swap.removed} | {*swap.added}
        assert sorted(node for edge in new for node in edge) == list(range(size))
        assert sum(costs[edge] for edge in new) == other


def check_alone(snapshot: Snapshot, rules: PairingOptions, explanation: PairExplanation, seed: int) -> None:
    """The explanation of a pair among all pairs is that of the pair alone."""
    alone = explain_pair(choose(snapshot, rules), explanation.a, explanation.b, seed)
    assert (explanation.paired, explanation.terms, explanation.forbidden_by, explanation.extra) == (
        alone.paired,
        alone.terms,
        alone.forbidden_by,
        alone.extra,
    )
    scale = {term.name: term.scale for term in choose(snapshot, rules).prepare(seed).problem.terms}
    weighed = sum((change.other - change.plan) * scale[change.name] for change in explanation.changes)
    assert explanation.extra is None or (weighed == explanation.extra and explanation.instead)


@given(
    rules=st.sampled_from(WEIGHING),
    size=st.integers(2, 14),
    rounds=st.integers(0, 4),
    seed=st.integers(0, 10**6),
    limit=st.sampled_from([None, 0]),
)
@examples(25, deep=300)
def test_every_system(rules: PairingOptions, size: int, rounds: int, seed: int, limit: int | None) -> None:
    snapshot = event(random.Random(seed), size, rounds)
    chosen = replace(rules, max_repeats=limit)
    try:
        explanation = explain_plan(choose(snapshot, chosen), seed)
    except (Infeasible, RulesError):
        assume(False)
    assert len(explanation) == (size + 1) // 2
    for one in explanation:
        check_alone(snapshot, chosen, one, seed)


@pytest.mark.parametrize(("size", "rounds", "seed"), some([(60, 10, 1), (105, 2, 1), (61, 7, 2), (131, 4, 3)], suite=2))
def test_fields_of_which_all_and_only_near_pairs_are_weighed(size: int, rounds: int, seed: int) -> None:
    snapshot = troubled_event(size, rounds, seed).snapshot
    for explanation in explain_plan(choose(snapshot, pairing_options())):
        check_alone(snapshot, pairing_options(), explanation, 0)


def test_a_pair_that_nothing_can_replace() -> None:
    players = played_event(4, 0, 0).players
    a, b, c, d = (player.id for player in players)
    blocked = tuple(BlockedPair(*pair) for pair in ((a, c), (a, d)))
    snapshot = Snapshot(1, players, blocked=blocked)
    explanation = explain_plan(choose(snapshot, pairing_options()))
    for one in explanation:
        check_alone(snapshot, pairing_options(), one, 0)
    assert [(one.a, one.b, one.extra, one.instead) for one in explanation] == [(a, b, None, ()), (c, d, None, ())]


def test_team_matches_are_explained_pair_by_pair_only() -> None:
    with pytest.raises(RulesError):
        explain_plan(choose(Snapshot(1, played_event(4, 0, 0).players), pairing_options("team_matches")))
