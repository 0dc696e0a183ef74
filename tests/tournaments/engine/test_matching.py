"""The matching core against exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.events import all_pairings, field_of
from tournaments.engine.model import BlockedPair, GameFact, Snapshot
from tournaments.engine.pairing import choose, pairing_options
from tournaments.engine.pairing.matching import (
    Constraint,
    NoPerfectMatching,
    Problem,
    Term,
    TermCost,
    all_edges,
    fitted,
    lexicographic,
    match,
    sparse_term,
)


def random_problem(size: int, seed: int, forbidden: float) -> Problem:
    dice = random.Random(seed)
    edges = list(all_edges(size))
    coarse = {edge: dice.randint(0, 2) for edge in edges}
    fine = {edge: dice.randint(0, 9) for edge in edges}
    barred = {edge for edge in edges if dice.random() < forbidden}
    terms = lexicographic([sparse_term("coarse", coarse), Term("fine", lambda i, j: fine[i, j], 9)], size // 2)
    return Problem(size, terms, (Constraint("barred", lambda i, j: (i, j) in barred),))


@given(size=st.sampled_from([2, 4, 6, 8]), seed=st.integers(0, 10**6), forbidden=st.sampled_from([0.0, 0.3, 0.7]))
def test_costs_no_more_than_any_pairing_and_fails_only_where_there_is_none(
    size: int, seed: int, forbidden: float
) -> None:
    problem = random_problem(size, seed, forbidden)
    costs = [
        sum(problem.cost(i, j) for i, j in pairs if j is not None)
        for pairs in all_pairings(range(size))
        if not any(problem.forbidden_by(i, j) for i, j in pairs if j is not None)
    ]
    if not costs:
        with pytest.raises(NoPerfectMatching):
            match(problem, all_edges(size))
        return
    matching = match(problem, all_edges(size))
    assert matching.cost == min(costs)
    assert sorted(node for pair in matching.pairs for node in pair) == list(range(size))
    assert not any(problem.forbidden_by(i, j) for i, j in matching.pairs)


@given(size=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6), kept=st.integers(1, 2))
def test_kept_pairs_stay_and_the_rest_is_the_cheapest_around_them(size: int, seed: int, kept: int) -> None:
    problem = random_problem(size, seed, 0.2)
    fixed = frozenset((2 * k, 2 * k + 1) for k in range(kept))
    free = [node for node in range(size) if node >= 2 * kept]
    costs = [
        sum(problem.cost(i, j) for i, j in {*fixed, *pairs} if j is not None)
        for pairs in all_pairings(free)
        if not any(problem.forbidden_by(i, j) for i, j in {*fixed, *pairs} if j is not None)
    ]
    if not costs:
        with pytest.raises(NoPerfectMatching):
            match(problem, combinations(free, 2), fixed)
        return
    matching = match(problem, combinations(free, 2), fixed)
    assert matching.cost == min(costs)
    assert fixed <= {*matching.pairs}
    assert sorted(node for pair in matching.pairs for node in pair) == list(range(size))


@given(seed=st.integers(0, 10**6))
def test_a_lesser_term_never_outweighs_one_unit_of_a_greater(seed: int) -> None:
    problem = random_problem(8, seed, 0.0)

    def totals(pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(sum(term.value(i, j) for i, j in pairs) for term in problem.terms)

    everyone = [[(i, j) for i, j in pairs if j is not None] for pairs in all_pairings(range(8))]
    assert totals(match(problem, all_edges(8)).pairs) == min(totals(pairs) for pairs in everyone)


def test_the_terms_of_a_pair_add_up_to_its_cost_whichever_way_round() -> None:
    problem = random_problem(8, 5, 0.0)
    for i, j in all_edges(8):
        assert sum(term.cost for term in problem.terms_of(j, i)) == problem.cost(i, j) == problem.cost(j, i)


def test_terms_that_cost_nothing_are_not_named() -> None:
    problem = Problem(2, (sparse_term("never", {}), sparse_term("always", {(0, 1): 2})))
    assert problem.terms_of(0, 1) == (TermCost("always", 2, 2),)


def test_pairs_left_out_are_not_used() -> None:
    matching = match(Problem(4, (sparse_term("dear", {(0, 3): 5, (1, 2): 5}),)), [(0, 3), (1, 2)])
    assert (matching.pairs, matching.cost) == (((0, 3), (1, 2)), 10)


def test_nobody_to_pair() -> None:
    assert match(Problem(0, ()), []).pairs == ()


def test_what_cannot_be_weighed_exactly_is_refused() -> None:
    huge = [Term(str(k), lambda i, j: 0, 10**9) for k in range(5)]
    with pytest.raises(OverflowError, match="5 terms"):
        lexicographic(huge, 10**3)


def test_terms_that_no_longer_fit_are_weighed_more_coarsely_from_the_end() -> None:
    wide = [Term(name, lambda _i, _j: 10**12, 10**12) for name in "abcd"]
    terms = fitted(wide, 1000)
    assert [term.name for term in terms] == ["a", "b", "c"]
    assert [term.limit for term in terms[:2]] == [10**12] * 2
    assert 0 < terms[2].value(0, 1) == terms[2].limit < 10**12
    assert fitted(wide[:2], 1000) == lexicographic(wide[:2], 1000)


def test_a_very_large_field_with_every_switch_has_room_for_all_terms() -> None:
    dice = random.Random(3)
    players = tuple(replace(p, team=f"t{dice.randrange(60)}", club=f"c{dice.randrange(40)}") for p in field_of(2000))
    games = []
    for round_ in range(1, 16):
        order = dice.sample([p.id for p in players], 2000)
        games += [
            GameFact(round_, a, b, dice.randrange(300, 500), 400) for a, b in zip(order[::2], order[1::2], strict=True)
        ]
    pairs = [dice.sample([p.id for p in players], 2) for _ in range(50)]
    blocked = tuple(BlockedPair(one, other, weak=True) for one, other in pairs)
    rules = pairing_options(avoid_team_until=99, avoid_club_until=99, weak_avoidance=True, gibson=True, total_rounds=20)
    problem = choose(Snapshot(16, players, tuple(games), blocked=blocked), rules).prepare(1).problem
    assert problem.terms[-1].name == "distance"
    assert {"blocked_weakly", "team", "club", "groups", "floats", "starts"} <= {term.name for term in problem.terms}
