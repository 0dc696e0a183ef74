"""An exhaustive search over fields of up to eight players: the plan's cost is the least, and what is infeasible really is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import Event, Pairing, all_pairings
from tests.tournaments.engine.test_systems_by_place import numbers
from tournaments.engine.model import BlockedPair, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import SYSTEMS, PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.core import Setup, WeighedSystem
from tournaments.engine.pairing.infeasible import Barrier, Infeasible
from tournaments.engine.pairing.matching import Constraint

TOTAL = 8
WEIGHING = [
    pairing_options(system, total_rounds=TOTAL, opening=TOTAL, bracket=2, simulations=100, control_simulations=30)
    for system in SYSTEMS
    if issubclass(SYSTEMS[system], WeighedSystem)
]


def event(dice: random.Random, size: int, rounds: int) -> Snapshot:
    """A round to pair after some by a mixture of chances, with blocks, clubs, teams and classes."""
    players = tuple(
        replace(
            p,
            club=dice.choice(["x", "y", "z", None]),
            team=dice.choice(["r", "s", None]),
            player_class=dice.choice(["B", None]),
        )
        for p in numbers(size)
    )
    event = Event(players)
    for _ in range(rounds):
        event.play(dice, pairing_options("random"), dice.randrange(1000))
    pairs = []
    for _ in range(dice.randrange(4)):
        one, other = dice.sample(range(1, size + 1), 2)
        pairs.append(BlockedPair(one, other, weak=dice.random() < 0.5))
    return replace(event.snapshot, blocked=tuple(pairs) if size > 1 else ())


def edges_of(setup: Setup, pairing: Pairing) -> list[Edge]:
    place = setup.pool.places()
    return [(place[a], len(place) if b is None else place[b]) for a, b in pairing]


def allowed(setup: Setup, pairing: Pairing) -> bool:
    return not any(setup.problem.forbidden_by(i, j) for i, j in edges_of(setup, pairing))


def cost(setup: Setup, pairing: Pairing) -> int:
    return sum(setup.problem.cost(i, j) for i, j in edges_of(setup, pairing))


@given(
    rules=st.sampled_from(WEIGHING),
    size=st.integers(2, 8),
    rounds=st.integers(0, 5),
    seed=st.integers(0, 10**6),
    limit=st.sampled_from([None, 0, 1]),
    switches=st.sampled_from(
        [{}, {"avoid_club_until": 9}, {"avoid_team_until": 9, "weak_avoidance": True}, {"consecutive_apart": True}]
    ),
)
@examples(60, deep=1000)
def test_the_plan_costs_the_least_and_what_cannot_be_paired_cannot(
    rules: PairingOptions, size: int, rounds: int, seed: int, limit: int | None, switches: dict[str, object]
) -> None:
    dice = random.Random(seed)
    snapshot = event(dice, size, rounds)
    chosen = replace(rules, max_repeats=limit, **switches)  # type: ignore[arg-type]  # each with its own type
    setup = choose(snapshot, chosen).prepare(seed)
    ids = [row.player.id for row in setup.pool.rows]
    costs = [cost(setup, pairing) for pairing in all_pairings(ids) if allowed(setup, pairing)]
    try:
        planned = plan(snapshot, chosen, seed)
    except Infeasible as error:
        assert costs == []
        check_ways_out(setup, ids, error)
        return
    assert planned.cost == min(costs)
    check_limits(setup, ids)


def check_limits(setup: Setup, ids: list[int]) -> None:
    """No pair pays more of a term than its limit, and no pairing more than its total: the scales rest on that."""
    for pairing in all_pairings(ids):
        for term in setup.problem.terms:
            values = [term.value(i, j) for i, j in edges_of(setup, pairing)]
            assert max(values, default=0) <= term.limit
            assert term.total is None or sum(values) <= term.total


def check_ways_out(setup: Setup, ids: list[int], error: Infeasible) -> None:
    """Each way out works with that many broken pairs and no fewer; no smaller set of constraints would do."""
    limits = setup.problem.constraints
    assert error.relaxations
    sets = [frozenset(way.constraints) for way in error.relaxations]
    for one in sets:
        assert not any(other < one for other in sets)
    for way in error.relaxations:
        fewest = fewest_broken(setup, ids, [limit for limit in limits if limit.name in way.constraints])
        assert fewest == len(way.pairs)
        for name in way.constraints:
            fewer = [limit for limit in limits if limit.name in way.constraints and limit.name != name]
            assert fewest_broken(setup, ids, fewer) is None
    if error.barrier is not None:
        check_barrier(setup, error.barrier)


def fewest_broken(setup: Setup, ids: list[int], lifted: list[Constraint]) -> int | None:
    """The fewest pairs that break one of the lifted constraints, over all pairings that keep the others."""
    names = {limit.name for limit in lifted}
    counts = []
    for pairing in all_pairings(ids):
        broken = [setup.problem.forbidden_by(i, j) for i, j in edges_of(setup, pairing)]
        if all(set(by) <= names for by in broken):
            counts.append(sum(bool(by) for by in broken))
    return min(counts, default=None)


def check_barrier(setup: Setup, barrier: Barrier) -> None:
    """A proof by counting: more odd groups than keystones, and no allowed pair crosses two groups."""
    node = {None: setup.pool.bye_node} | {row.player.id: k for k, row in enumerate(setup.pool.rows)}
    assert len(barrier.groups) > len(barrier.keystones)
    assert all(len(group) % 2 for group in barrier.groups)
    everybody = {player for group in barrier.groups for player in group}
    for group in barrier.groups:
        for a in group:
            for b in set(node) - set(group) - set(barrier.keystones):
                one, other = node[a], node[b]
                assert one is not None
                if other is not None and (b in everybody or setup.pool.bye_node is not None or b is not None):
                    assert setup.problem.forbidden_by(min(one, other), max(one, other))


@pytest.mark.parametrize("rules", WEIGHING, ids=lambda rules: rules.key)
def test_every_system_that_weighs_is_looked_at(rules: PairingOptions) -> None:
    planned = plan(Snapshot(1, numbers(6)), rules, 1)
    assert len(planned.pairs) == 3


def test_one_constraint_alone_or_two_together() -> None:
    """1 must not play 2 or 3 (blocked) and has played 4: either is enough; 2 and 3 are free of both."""
    games = (GameFact(1, 1, 4, kind=ResultKind.PENDING),)
    blocked = (BlockedPair(1, 2), BlockedPair(1, 3))
    with pytest.raises(Infeasible) as caught:
        plan(Snapshot(2, numbers(4), games, blocked=blocked), pairing_options(max_repeats=0), 1)
    assert [way.constraints for way in caught.value.relaxations] == [("blocked",), ("max_repeats",)]
    assert caught.value.stuck == {1: ("blocked", "max_repeats")}
