"""Contenders, flights and leaders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import all_pairings, pairing_of, played_event
from tests.tournaments.engine.test_cop import state
from tests.tournaments.engine.test_systems_by_place import seeds
from tournaments.engine.model import BlockedPair
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.chew import Flight, flights


def chew(total: int, prizes: int = 2) -> PairingOptions:
    return pairing_options("chew", total_rounds=total, prizes=prizes, balance_starts=False)


@pytest.mark.parametrize(
    ("best", "prizes", "left", "expected"),
    [
        ((1, 1, 1, 1, 4, 4), 1, 2, ((0, 4, True), (4, 6, False))),
        ((1, 1, 1, 4, 4, 4), 1, 2, ((0, 4, True), (4, 6, False))),  # rounded up to even
        ((1,) * 10, 1, 1, ((0, 2, True), (2, 10, False))),  # flights of 2, 4, 8, 12 with 1, 2, 3, 4 rounds left
        ((1,) * 10, 1, 3, ((0, 8, True), (8, 10, False))),
        ((1,) * 20, 1, 9, ((0, 12, True), (12, 20, False))),
        ((1, 1, 3, 3, 3, 6), 4, 2, ((0, 2, True), (2, 6, True))),  # the next open prize has its own contenders
    ],
)
def test_flights(best: tuple[int, ...], prizes: int, left: int, expected: tuple[tuple[int, int, bool], ...]) -> None:
    assert flights(best, prizes, left) == tuple(Flight(*flight) for flight in expected)


def test_leaders_play_first_against_last_and_the_rest_a_swiss() -> None:
    """Two rounds left, so four contenders: 1v4, 2v3; below them equal scores play each other, top half against bottom half."""
    planned = plan(state([6, 6, 5, 5, 3, 3, 3, 3], [90, 80, 70, 60, 50, 40, 30, 20]), chew(8, prizes=1), 1)
    assert seeds(planned) == [(1, 4), (2, 3), (5, 7), (6, 8)]


def test_the_last_round_is_for_first_place() -> None:
    planned = plan(state([6, 6, 5, 5, 3, 3, 3, 3], [90, 80, 70, 60, 50, 40, 30, 20]), chew(7, prizes=1), 1)
    assert (1, 2) in seeds(planned)


def test_who_cannot_catch_up_is_not_an_opponent_for_a_contender() -> None:
    snapshot = state([9, 7, 7, 7, 1, 0], [5, 4, 3, 2, 1, 0])
    planned = plan(snapshot, chew(11, prizes=1), 1)
    assert all(not (a <= 4 < b) for a, b in seeds(planned))


def test_blocked_contenders_go_elsewhere() -> None:
    snapshot = state([6, 6, 5, 5, 3, 3, 3, 3], [90, 80, 70, 60, 50, 40, 30, 20])
    blocked = tuple(BlockedPair(1, other) for other in (2, 3, 4))
    planned = plan(type(snapshot)(snapshot.round, snapshot.players, snapshot.games, blocked=blocked), chew(8), 1)
    assert next(b for a, b in seeds(planned) if a == 1) > 4


@given(size=st.integers(2, 24), rounds=st.integers(0, 6), left=st.integers(1, 5), seed=st.integers(0, 999))
@examples(30, deep=300)
def test_any_event_is_paired(size: int, rounds: int, left: int, seed: int) -> None:
    event = played_event(size, rounds, seed)
    planned = plan(event.snapshot, pairing_options("chew", total_rounds=rounds + left), seed)
    seated = [player for pair in planned.pairs for player in (pair.first, pair.second)] + [
        bye.player for bye in planned.byes
    ]
    assert sorted(seated) == sorted(player.id for player in event.players)


@pytest.mark.parametrize("size", [5, 6, 8])
def test_no_pairing_costs_less(size: int) -> None:
    for seed in range(4):
        event = played_event(size, 4 + seed, seed)
        rules = pairing_options("chew", total_rounds=10)
        setup = choose(event.snapshot, rules).prepare(seed)
        place, planned = setup.pool.places(), plan(event.snapshot, rules, seed)
        costs = {
            pairing: sum(setup.problem.cost(place[a], size if b is None else place[b]) for a, b in pairing)
            for pairing in [*all_pairings([player.id for player in event.players]), pairing_of(planned)]
        }
        assert planned.cost == min(costs.values()) == costs[pairing_of(planned)]
