"""Explanations are exact, and a round that cannot be paired says why and what would help."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import all_pairings, field_of, played_event
from tournaments.engine.model import BlockedPair, EntrySnapshot, Snapshot, SnapshotError
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.explain import explain_pair, explain_plan
from tournaments.engine.pairing.infeasible import Barrier, Infeasible, Relaxation
from tournaments.engine.pairing.matching import all_edges, match
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.team_matches import TeamMatches


def every_cost(snapshot: Snapshot) -> dict[tuple[tuple[int, int], ...], int]:
    problem = choose(snapshot, pairing_options()).prepare().problem
    pairings = all_pairings(range(problem.size))
    whole = [tuple(sorted((i, j) for i, j in pairs if j is not None)) for pairs in pairings]
    return {pairs: sum(problem.cost(i, j) for i, j in pairs) for pairs in whole}


@given(size=st.integers(3, 8), rounds=st.integers(0, 6), seed=st.integers(0, 10**6))
@examples(15, deep=150)
def test_extra_is_the_difference_to_the_best_pairing_with_or_without_the_pair(
    size: int, rounds: int, seed: int
) -> None:
    snapshot = played_event(size, rounds, seed).snapshot
    setup = choose(snapshot, pairing_options()).prepare()
    costs = every_cost(snapshot)
    best = min(costs.values())
    for i, j in all_edges(setup.pool.size):
        explanation = explain_pair(
            choose(snapshot, pairing_options()),
            setup.pool.id(i),
            None if j == setup.pool.bye_node else setup.pool.id(j),
        )
        others = [cost for pairs, cost in costs.items() if ((i, j) in pairs) is not explanation.paired]
        assert explanation.extra == (min(others) - best if others else None)
        weighed = sum(
            (change.other - change.plan) * next(t.scale for t in setup.problem.terms if t.name == change.name)
            for change in explanation.changes
        )
        assert explanation.extra is None or weighed == explanation.extra


def test_why_a_repeat_was_not_paired() -> None:
    event = played_event(10, 3, 2)
    game = event.games[0]
    assert game.second is not None
    explanation = explain_pair(choose(event.snapshot, pairing_options()), game.first, game.second)
    assert not explanation.paired
    assert explanation.changes[0].name == "repeats"
    assert (explanation.changes[0].plan, explanation.changes[0].other) == (0, 1)
    assert (game.first, game.second) in explanation.instead or (game.second, game.first) in explanation.instead


def test_why_not_a_blocked_pair() -> None:
    a, b, *_ = field_of(6)
    snapshot = Snapshot(1, field_of(6), blocked=(BlockedPair(a.id, b.id),))
    explanation = explain_pair(choose(snapshot, pairing_options()), a.id, b.id)
    assert (explanation.paired, explanation.forbidden_by, explanation.extra, explanation.instead) == (
        False,
        ("blocked",),
        None,
        (),
    )


def test_why_the_bye() -> None:
    players = field_of(7)
    assert explain_pair(choose(Snapshot(1, players), pairing_options()), players[6].id, None).paired
    explanation = explain_pair(choose(Snapshot(1, players), pairing_options()), players[0].id, None)
    assert not explanation.paired
    assert explanation.changes[0].name == "bye_place"


def test_a_whole_plan_explained_in_a_large_field() -> None:
    snapshot = played_event(105, 2, 1).snapshot
    explanation = explain_plan(choose(snapshot, pairing_options()))
    assert len(explanation) == 53
    assert all(one.paired and one.extra is not None and one.extra >= 0 for one in explanation)


def test_a_pair_far_apart_in_a_large_field_can_be_explained() -> None:
    players = field_of(120)
    explanation = explain_pair(choose(Snapshot(1, players), pairing_options()), players[0].id, players[119].id)
    problem = choose(Snapshot(1, players), pairing_options()).prepare().problem
    forced = [(i, j) for i, j in all_edges(120) if (i, j) == (0, 119) or not {i, j} & {0, 119}]
    assert explanation.extra == match(problem, forced).cost - match(problem, all_edges(120)).cost


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 9), (1, None)])
def test_questions_that_make_no_sense(a: int, b: int | None) -> None:
    players = tuple(EntrySnapshot(k, k) for k in range(1, 5))
    with pytest.raises(SnapshotError):
        explain_pair(choose(Snapshot(1, players), pairing_options()), a, b)


@pytest.mark.parametrize(("a", "b"), [(101, 999), (999, 101), (999, None)])
def test_nobody_who_is_not_there_can_be_asked_about_among_teams(a: int, b: int | None) -> None:
    players = tuple(
        EntrySnapshot(id=100 * team + one, number=10 * one + team, team=f"{team}") for team in (1, 2) for one in (1, 2)
    )
    assert explain_pair(choose(Snapshot(1, players), TeamMatches()), 101, 202).paired
    with pytest.raises(SnapshotError, match="not free to be paired"):
        explain_pair(choose(Snapshot(1, players), TeamMatches()), a, b)


def test_a_round_without_a_plan_says_so_here_too() -> None:
    a, b = field_of(2)
    with pytest.raises(Infeasible):
        explain_pair(choose(Snapshot(1, (a, b), blocked=(BlockedPair(a.id, b.id),)), pairing_options()), a.id, b.id)


def test_a_fixed_table_has_no_costs_to_explain() -> None:
    with pytest.raises(RulesError, match="fixed schedule"):
        explain_plan(choose(Snapshot(1, field_of(4)), pairing_options("round_robin")))


def refusal(snapshot: Snapshot, rules: PairingOptions) -> Infeasible:
    with pytest.raises(Infeasible) as caught:
        plan(snapshot, rules, 1)
    return caught.value


def test_one_player_blocked_from_all_others() -> None:
    players = field_of(4)
    lone = players[0].id
    snapshot = Snapshot(1, players, blocked=tuple(BlockedPair(lone, other.id) for other in players[1:]))
    why = refusal(snapshot, pairing_options())
    assert why.stuck == {lone: ("blocked",)}
    assert [way.constraints for way in why.relaxations] == [("blocked",)]
    assert len(why.relaxations[0].pairs) == 1
    assert "relax blocked" in str(why)


def test_a_limit_on_repeats_when_all_have_played() -> None:
    snapshot = played_event(4, 3, 1).snapshot
    why = refusal(snapshot, pairing_options(max_repeats=0))
    assert set(why.stuck) == {player.id for player in snapshot.players}
    assert [way.constraints for way in why.relaxations] == [("max_repeats",)]
    assert len(why.relaxations[0].pairs) == 2
    assert plan(snapshot, pairing_options(max_repeats=1), 1).pairs


def test_either_of_two_constraints_may_give() -> None:
    """All have played each other; the only opponents left, within the limit, are blocked, so one or the other must give way."""
    event = played_event(4, 2, 1)
    met = {frozenset((g.first, g.second)) for g in event.games}
    ids = [player.id for player in event.players]
    fresh = [pair for pair in combinations(ids, 2) if frozenset(pair) not in met]
    snapshot = Snapshot(3, event.players, event.games, blocked=tuple(BlockedPair(a, b) for a, b in fresh))
    why = refusal(snapshot, pairing_options(max_repeats=0))
    assert {way.constraints for way in why.relaxations} == {("blocked",), ("max_repeats",)}
    assert {frozenset(pair) for pair in why.relaxations[0].pairs} == {frozenset(pair) for pair in fresh}


def holds(barrier: Barrier, allowed: set[frozenset[int | None]], nodes: set[int | None]) -> bool:
    """Check a proof by itself: odd groups, no way out of a group but a keystone, more groups than keystones."""
    inside = [set(group) for group in barrier.groups]
    closed = all(
        frozenset((player, other)) not in allowed
        for group in inside
        for player in group
        for other in nodes - group - set(barrier.keystones)
    )
    return closed and all(len(group) % 2 for group in inside) and len(inside) > len(barrier.keystones)


@given(size=st.integers(2, 8), data=st.data())
@examples(40, deep=300)
def test_infeasible_is_real_its_proof_holds_and_its_way_out_is_smallest(size: int, data: st.DataObject) -> None:
    players = field_of(size)
    ids = [player.id for player in players]
    edges = list(combinations(ids, 2))
    blocked = data.draw(st.lists(st.sampled_from(edges), min_size=len(edges) // 2, unique=True))
    snapshot = Snapshot(1, players, blocked=tuple(BlockedPair(a, b) for a, b in blocked))
    barred = {frozenset(pair) for pair in blocked}
    broken = [sum(frozenset(pair) in barred for pair in pairing) for pairing in all_pairings(ids)]
    assume(min(broken) > 0)
    why = refusal(snapshot, pairing_options())
    assert [len(way.pairs) for way in why.relaxations] == [min(broken)]
    assert all(frozenset(pair) in barred for pair in why.relaxations[0].pairs)
    nodes: set[int | None] = {*ids, None} if size % 2 else set(ids)
    allowed = {frozenset(pair) for pair in combinations(nodes, 2)} - barred
    assert why.barrier is not None
    assert holds(why.barrier, allowed, nodes)


def test_relaxing_what_is_named_makes_the_round_possible() -> None:
    players = field_of(6)
    everyone = tuple(BlockedPair(a.id, b.id) for a, b in combinations(players, 2))
    way: Relaxation = refusal(Snapshot(1, players, blocked=everyone), pairing_options()).relaxations[0]
    rest = tuple(pair for pair in everyone if (pair.a, pair.b) not in way.pairs and (pair.b, pair.a) not in way.pairs)
    assert len(rest) == len(everyone) - 3
    assert len(plan(Snapshot(1, players, blocked=rest), pairing_options(), 1).pairs) == 3
