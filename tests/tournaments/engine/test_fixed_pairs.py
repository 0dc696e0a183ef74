"""Pairs fixed by hand: the rest is completed as well as it can be, and what the fixed ones cost is true."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import all_pairings, field_of, played_event
from tests.tournaments.engine.test_oracle import WEIGHING, allowed, cost, event
from tournaments.engine.codec import snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import BlockedPair, LockedPair, Snapshot
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.fixed import pairs_of, scale_of, weighed
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.plan import ByeReason


def fixed(dice: random.Random, snapshot: Snapshot) -> Snapshot:
    """The round with some pairs and perhaps a bye made by hand, whatever the rules say."""
    players = [player.id for player in snapshot.players]
    dice.shuffle(players)
    count = dice.randrange(len(players) // 2 + 1)
    pairs = tuple(LockedPair(players[2 * k], players[2 * k + 1], players[2 * k]) for k in range(count))
    rest = players[2 * count :]
    byes = tuple(rest[:1]) if rest and dice.random() < 0.3 else ()
    return replace(snapshot, locked=pairs, locked_byes=byes)


@given(
    rules=st.sampled_from(WEIGHING),
    size=st.integers(2, 10),
    rounds=st.integers(0, 5),
    seed=st.integers(0, 10**6),
    limit=st.sampled_from([None, 0, 1]),
)
@examples(40, deep=600)
def test_the_rest_is_completed_at_the_least_cost(
    rules: PairingOptions, size: int, rounds: int, seed: int, limit: int | None
) -> None:
    dice = random.Random(seed)
    snapshot = fixed(dice, event(dice, size, rounds))
    chosen = replace(rules, max_repeats=limit)
    setup = choose(snapshot, chosen).prepare(seed)
    ids = [row.player.id for row in setup.pool.rows]
    costs = [cost(setup, pairing) for pairing in all_pairings(ids) if allowed(setup, pairing)]
    try:
        planned = plan(snapshot, chosen, seed)
    except Infeasible:
        assert costs == []
        return
    assert planned.cost == min(costs)
    made = {frozenset((pair.first, pair.second)) for pair in planned.pairs}
    assert {frozenset((lock.a, lock.b)) for lock in snapshot.locked} <= made
    assert {bye.player for bye in planned.byes if bye.reason is ByeReason.DIRECTOR} == set(snapshot.locked_byes)
    seated = [player for pair in pairs_of(planned) for player in pair if player is not None]
    assert sorted(seated) == sorted(player.id for player in snapshot.players if player.active)


@given(size=st.integers(2, 8), rounds=st.integers(0, 4), seed=st.integers(0, 10**6))
@examples(40, deep=400)
def test_what_fixed_pairs_cost_is_the_difference_to_the_best_pairing(size: int, rounds: int, seed: int) -> None:
    dice = random.Random(seed)
    snapshot = fixed(dice, replace(event(dice, 2 * (size // 2), rounds), blocked=()))
    snapshot = replace(snapshot, locked_byes=())
    chosen = choose(snapshot, pairing_options())
    planned = weighed(chosen, chosen.plan(seed), seed)
    scale = scale_of(snapshot, pairing_options(), seed)
    assert scale is not None
    if not snapshot.locked:
        assert planned.compared == ()
        return
    problem = scale.setup.problem
    weight = {term.name: term.scale for term in problem.terms}
    extra = sum(weight[change.name] * (change.other - change.plan) for change in planned.compared)
    ids = [row.player.id for row in scale.setup.pool.rows]
    least = min(cost(scale.setup, pairing) for pairing in all_pairings(ids))
    made = tuple((pair.first, pair.second) for pair in planned.pairs)
    assert extra == cost(scale.setup, made) - least >= 0
    for pair in planned.pairs:
        if pair.locked:
            assert pair.terms == scale.terms((pair.second, pair.first))


def test_nothing_is_weighed_where_the_round_has_no_costs() -> None:
    """A schedule, a simulation, and a round in which those of the round before play on."""
    event = played_event(4, 1, 1).snapshot
    assert scale_of(event, pairing_options(), 1) is not None
    for rules in (
        pairing_options("round_robin"),
        pairing_options("cop", total_rounds=8),
        pairing_options(meeting_games=2),
    ):
        assert scale_of(event, rules, 1) is None, rules
    one, other = event.players[:2]
    simulated = pairing_options("cop", total_rounds=2, simulations=100, control_simulations=30)
    chosen = choose(replace(event, locked=(LockedPair(one.id, other.id, one.id),)), simulated)
    planned = chosen.plan(1)
    assert weighed(chosen, planned, 1) == planned


def test_a_pair_that_only_the_director_could_make_is_compared_with_nothing() -> None:
    a, b = field_of(2)
    blocked, locked = (BlockedPair(a.id, b.id),), (LockedPair(a.id, b.id, a.id),)
    chosen = choose(Snapshot(1, (a, b), blocked=blocked, locked=locked), pairing_options())
    planned = weighed(chosen, chosen.plan(1), 1)
    assert [(pair.first, pair.second, pair.locked) for pair in planned.pairs] == [(a.id, b.id, True)]
    assert planned.compared == ()


def test_locked_byes_are_stored_and_read_again() -> None:
    snapshot = replace(event(random.Random(1), 6, 2), locked_byes=(3,))
    assert snapshot_from_dict(snapshot_as_dict(snapshot)).locked_byes == (3,)
    assert "locked_byes" not in snapshot_as_dict(replace(snapshot, locked_byes=()))
