"""King and queen of the hill, and the Berger table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.engine.events import field_of, played_event
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, LockedPair, Snapshot
from tournaments.engine.pairing import Plan, pairing_options, plan
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.plan import ByeReason, Optimality
from tournaments.engine.pairing.round_robin import berger_round, cycle_length


def numbers(planned: Plan, players: tuple[EntrySnapshot, ...]) -> list[tuple[int, int]]:
    number = {player.id: player.number for player in players}
    return [tuple(sorted((number[pair.first], number[pair.second]))) for pair in planned.pairs]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("system", "size", "expected"),
    [
        ("koth", 6, [(1, 2), (3, 4), (5, 6)]),
        ("koth", 7, [(1, 2), (3, 4), (5, 6)]),
        ("qoth", 8, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        ("qoth", 6, [(1, 3), (2, 4), (5, 6)]),
        ("qoth", 2, [(1, 2)]),
    ],
)
def test_hills_pair_by_place(system: str, size: int, expected: list[tuple[int, int]]) -> None:
    players = field_of(size)
    assert numbers(plan(Snapshot(1, players), pairing_options(system), 1), players) == expected


def test_king_of_the_hill_ignores_repeats_unless_they_are_limited() -> None:
    players = tuple(EntrySnapshot(k, k) for k in range(1, 5))
    games: tuple[GameFact, ...] = (GameFact(1, 1, 2, 400, 399), GameFact(1, 3, 4, 500, 300))
    games += (GameFact(2, 1, 3, 400, 399), GameFact(2, 4, 2, 300, 301))
    table_order = Snapshot(3, players, games)
    free = plan(table_order, pairing_options("koth"), 1)
    assert numbers(free, players) == [(1, 3), (2, 4)]
    limited = plan(table_order, pairing_options("koth", max_repeats=0), 1)
    assert numbers(limited, players) == [(1, 4), (2, 3)]


def test_a_limit_that_leaves_nobody_to_play_is_an_answer() -> None:
    snapshot = played_event(4, 3, 1).snapshot
    with pytest.raises(Infeasible):
        plan(snapshot, pairing_options("koth", max_repeats=0), 1)


@pytest.mark.parametrize("size", range(1, 41))
def test_each_pair_plays_once_in_each_cycle_and_firsts_balance(size: int) -> None:
    length = cycle_length(size)
    for cycle in range(3):
        times: Counter[frozenset[int]] = Counter()
        lead: Counter[int] = Counter()
        for turn in range(1, length + 1):
            games = berger_round(size, cycle * length + turn)
            seats = [seat for game in games for seat in game if seat is not None]
            assert sorted(seats) == list(range(size))
            for a, b in games:
                if b is not None:
                    times[frozenset((a, b))] += 1
                    lead[a] += 1
                    lead[b] -= 1
        assert len(times) == size * (size - 1) // 2
        assert set(times.values()) <= {1}
        assert all(abs(lead[seat]) <= (1 if size % 2 == 0 else 0) for seat in range(size))


def test_two_cycles_give_each_pair_one_first_each() -> None:
    starts = {game for turn in range(1, 11) for game in berger_round(6, turn)}
    assert len(starts) == 30
    assert {(b, a) for a, b in starts} == starts


@pytest.mark.parametrize("size", [5, 8])
def test_the_top_seed_plays_the_others_from_the_bottom_up(size: int) -> None:
    opponents = [next(b if a == 0 else a for a, b in berger_round(size, turn) if 0 in (a, b)) for turn in range(1, 8)]
    everyone = [None, *range(4, 0, -1), None, 4] if size == 5 else list(range(7, 0, -1))
    assert opponents == everyone


@pytest.mark.parametrize("size", [4, 6, 7, 12])
def test_the_last_round_is_first_against_second(size: int) -> None:
    row = {frozenset((a, b)) for a, b in berger_round(size, cycle_length(size)) if b is not None}
    assert row == {frozenset((k, k + 1)) for k in range(0, size - 1, 2)}


def test_a_whole_round_robin_by_plans() -> None:
    event = played_event(7, 7, 3, pairing_options("round_robin"))
    assert len({frozenset((g.first, g.second)) for g in event.games}) == 21 + 7
    assert {bye.player for planned in event.plans for bye in planned.byes} == {player.id for player in event.players}
    assert all(planned.shown is Optimality.SCHEDULE for planned in event.plans)


def test_the_random_seed_decides_who_goes_first() -> None:
    snapshot = Snapshot(1, field_of(6))
    plans = [plan(snapshot, pairing_options("round_robin"), seed) for seed in range(8)]
    firsts = {tuple((pair.first, pair.second) for pair in one.pairs) for one in plans}
    assert len(firsts) == 2
    assert {tuple((b, a) for a, b in one) for one in firsts} == firsts


def test_the_opponent_of_a_withdrawn_player_has_a_bye() -> None:
    players = field_of(6)
    first = plan(Snapshot(1, players), pairing_options("round_robin"), 1)
    games = tuple(GameFact(1, pair.first, pair.second, 400, 380) for pair in first.pairs)
    remaining = (replace(players[0], active=False), *players[1:])
    planned = plan(Snapshot(2, remaining, games), pairing_options("round_robin"), 1)
    assert [(bye.player, bye.reason) for bye in planned.byes] == [(players[4].id, ByeReason.NO_OPPONENT)]
    assert len(planned.pairs) == 2


def test_a_fixed_table_cannot_keep_locks_or_blocks() -> None:
    a, b, *_ = field_of(4)
    with pytest.raises(RulesError, match="locked pairs"):
        plan(Snapshot(1, field_of(4), locked=(LockedPair(a.id, b.id),)), pairing_options("round_robin"), 1)
    with pytest.raises(RulesError, match="remove the players kept apart"):
        plan(Snapshot(1, field_of(4), blocked=(BlockedPair(a.id, b.id),)), pairing_options("round_robin"), 1)
