"""The near pairs, computed in arrays for all players at once, are those of a walk that goes step by step."""

from __future__ import annotations

import random
from math import isqrt

import pytest

from tests.tournaments.engine.events import troubled_event
from tournaments.engine.model import BlockedPair
from tournaments.engine.pairing import PairingOptions, choose, pairing_options
from tournaments.engine.pairing.arrays import Edge, as_edges
from tournaments.engine.pairing.candidates import SUITED_SEARCH, near_edges
from tournaments.engine.pairing.core import REACH, Setup, near
from tournaments.engine.pairing.matching import Problem, Term, allowed_edges, dense_term, fitted, sparse_term
from tournaments.engine.pairing.options import Order, Shape
from tournaments.engine.pairing.pool import Groups


def anchors(i: int, cut: Groups, shape: Shape, booked: set[int]) -> list[int]:
    """Where a player looks for opponents; the first of a group who is not booked also looks at the middle of the one above, who is
    nearest to its exit at the top of the next."""
    start, size = cut.start[i], cut.size[i]
    places = [i]
    if shape.order is not Order.HALVES or not shape.win_groups:
        places.append(max(0, min(i + cut.gap[i] // 2, len(cut.start) - 1)))
        if shape.order is not Order.FOLD:
            return places
    half, middle = (size + 1) // 2, isqrt(size) + 2
    if i - start < half + middle:
        places.append(min(i + half, start + size))
    if i - start >= half - middle:
        places.append(max(i - half, start))
    if start and all(place in booked for place in range(start, i)):
        places.append(start - (cut.size[start - 1] + 1) // 2)
    from_exit = {place: 2 * (place - start) - cut.exit[i] for place in {*range(start, start + size)} - booked}
    if start + size < len(cut.start) and i == min(from_exit, key=lambda place: (abs(from_exit[place]), place)):
        places.append(min(start + size + max(0, from_exit[i]) // 4, len(cut.start) - 1))
    return places


def walk(anchor: int, own: int, lead: list[int], reach: int, suited: int, spent: set[int]) -> list[int]:
    """One step down, one step up, until enough are found."""
    low, high, last = anchor - 1, anchor, anchor + SUITED_SEARCH * suited
    places: list[int] = []
    while (reach > 0 or (suited > 0 and high < last)) and (low >= 0 or high < len(lead)):
        for place in (high, low):
            if 0 <= place < len(lead) and place not in spent:
                fits = own * lead[place] <= 0
                if reach > 0 or fits:
                    places.append(place)
                reach -= 1
                suited -= fits
        low -= 1
        high += 1
    return places


def step_by_step(setup: Setup, avoid: set[Edge], booked: set[int]) -> list[Edge]:
    pool, cut = setup.pool, setup.groups
    lead = [record.firsts - record.seconds for record in pool.starts]
    edges = set()
    for i in set(range(len(pool.rows))) - booked:
        spent = {i, *booked} | {b for a, b in avoid if a == i} | {a for a, b in avoid if b == i}
        suited = isqrt(cut.size[i]) if any(lead) else 0
        for anchor in anchors(i, cut, setup.shape, booked):
            edges |= {(min(i, j), max(i, j)) for j in walk(anchor, lead[i], lead, REACH, suited, spent)}
    if pool.bye_node is not None:
        turns = [turn for turn in pool.bye_turns() if turn not in booked]
        edges |= {(turn, pool.bye_node) for turn in turns[: 4 * REACH]}
    return sorted(edges)


@pytest.mark.parametrize(
    "rules",
    [
        pairing_options(),
        pairing_options(order=Order.FOLD),
        pairing_options(order=Order.ADJACENT),
        pairing_options("koth"),
    ],
)
@pytest.mark.parametrize(("size", "rounds"), [(101, 0), (120, 5), (187, 4)])
def test_near_pairs(rules: PairingOptions, size: int, rounds: int) -> None:
    setup = choose(troubled_event(size, rounds, size).snapshot, rules).prepare()
    dice = random.Random(size)
    places = range(len(setup.pool.rows))
    avoid = {(i, j) for i in places for j in places if i < j and dice.random() < 0.05}
    for booked in (set(), set(dice.sample(places, size // 2)), set(places) - {3, 4}):
        edges = near_edges(setup.pool, setup.groups, setup.shape, avoid, REACH, booked=booked)
        assert as_edges(edges) == step_by_step(setup, avoid, booked)


def test_played_or_blocked_pairs_are_not_near_except_the_pair_to_explain() -> None:
    event = troubled_event(130, 4, 1)
    ids = [player.id for player in event.players if player.active]
    snapshot = event.snapshot
    setup = choose(snapshot, pairing_options()).prepare()
    played = {frozenset((game.first, game.second)) for game in snapshot.games}
    edges = as_edges(near(setup, also=((0, 120),)))
    assert (0, 120) in edges
    bye = setup.pool.bye_node
    pairs = [frozenset((setup.pool.id(i), setup.pool.id(j))) for i, j in edges if j != bye and (i, j) != (0, 120)]
    assert not played.intersection(pairs)
    one, other = setup.pool.id(10), setup.pool.id(11)
    blocked = choose(
        type(snapshot)(snapshot.round, snapshot.players, snapshot.games, blocked=(BlockedPair(one, other),)),
        pairing_options(),
    ).prepare()
    assert {one, other} <= set(ids)
    assert (10, 11) not in as_edges(near(blocked))


def test_costs_too_large_for_arrays_are_added_up_exactly() -> None:
    terms = fitted(
        [
            sparse_term("rare", {(0, 1): 10**6, (2, 3): 3}),
            dense_term("wide", lambda i, j: (j - i) * 10**9, 10**10),
            Term("plain", lambda i, j: i * j, 30),
            dense_term("fine", lambda i, j: i + j, 10),
        ],
        3,
    )
    problem = Problem(6, terms)
    assert sum(term.scale * term.limit for term in terms) > 1 << 64
    edges = [(i, j) for i in range(6) for j in range(i + 1, 6)]
    weighed = {(i, j): cost for i, j, cost in allowed_edges(problem, edges)}
    assert weighed == {edge: sum(term.scale * term.value(*edge) for term in terms) for edge in edges}
    assert weighed == {edge: problem.cost(*edge) for edge in edges}
