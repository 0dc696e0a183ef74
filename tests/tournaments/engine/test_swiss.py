"""Swiss pairing: invariants over random events, and exhaustive search over tiny fields."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import (
    Event,
    Pairing,
    all_pairings,
    field_of,
    pairing_of,
    played_event,
    times_played,
    troubled_event,
)
from tournaments.engine.model import (
    BlockedPair,
    EntrySnapshot,
    GameFact,
    LockedPair,
    ResultKind,
    Snapshot,
    SnapshotError,
)
from tournaments.engine.pairing import choose, pairing_options, plan
from tournaments.engine.pairing.core import COMPLETE_SIZE
from tournaments.engine.pairing.matching import all_edges, match
from tournaments.engine.pairing.plan import ByeReason, Optimality, Plan
from tournaments.engine.standings import standings
from tournaments.engine.starts import StartReason

EVENTS = st.tuples(st.integers(1, 14), st.integers(0, 12), st.integers(0, 10**6))


def importance(snapshot: Snapshot, pairing: Pairing) -> tuple[int, ...]:
    """What Swiss minimises, in its order, worked out from the facts alone; firsts and distance left out."""
    table = [row for row in standings(snapshot.players, snapshot.games, snapshot.settings) if row.player.active]
    points = {row.player.id: row.points for row in table}
    byes = {row.player.id: row.byes for row in table}
    turn = sorted(table, key=lambda row: (row.byes, -table.index(row)))
    times = times_played(snapshot.games)
    last = {frozenset((g.first, g.second)) for g in snapshot.games if g.round == snapshot.round - 1}
    games = [(a, b) for a, b in pairing if b is not None]
    byes_now = [a for a, b in pairing if b is None]
    return (
        sum(byes[a] for a in byes_now),
        sum(times(a, b) * (times(a, b) + 1) // 2 for a, b in games),
        sum(frozenset((a, b)) in last for a, b in games),
        sum([row.player.id for row in turn].index(a) for a in byes_now),
        sum((points[a] - points[b]) ** 2 for a, b in games),
    )


@given(size=st.integers(1, 8), rounds=st.integers(0, 9), seed=st.integers(0, 10**6))
@examples(30, deep=300)
def test_no_pairing_of_a_tiny_field_is_better(size: int, rounds: int, seed: int) -> None:
    snapshot = played_event(size, rounds, seed).snapshot
    ids = [player.id for player in snapshot.players]
    best = min(importance(snapshot, pairing) for pairing in all_pairings(ids))
    assert importance(snapshot, pairing_of(plan(snapshot, pairing_options(), 1))) == best


@given(size=st.integers(1, 8), rounds=st.integers(0, 9), seed=st.integers(0, 10**6), balance=st.booleans())
@examples(30, deep=300)
def test_the_cost_is_the_least_of_all_pairings(size: int, rounds: int, seed: int, balance: bool) -> None:
    snapshot = played_event(size, rounds, seed).snapshot
    rules = pairing_options(balance_starts=balance)
    problem = choose(snapshot, rules).prepare().problem
    costs = [sum(problem.cost(i, j) for i, j in p if j is not None) for p in all_pairings(range(problem.size))]
    assert plan(snapshot, rules, 1).cost == min(costs)


def with_free_repeats(snapshot: Snapshot, pairing: Pairing, free: int) -> tuple[int, ...]:
    """The same with `free` repeats: those beyond come where repeats do (the free ones only after the scores)."""
    byes, _repeats, *rest = importance(snapshot, pairing)
    times = times_played(snapshot.games)
    met = [times(a, b) for a, b in pairing if b is not None]
    return byes, sum(sum(range(games - free + 1)) for games in met), *rest


@given(size=st.integers(1, 8), rounds=st.integers(0, 9), seed=st.integers(0, 10**6), free=st.integers(1, 3))
@examples(30, deep=300)
def test_with_free_repeats_no_pairing_of_a_tiny_field_is_better(size: int, rounds: int, seed: int, free: int) -> None:
    snapshot = played_event(size, rounds, seed).snapshot
    rules = pairing_options(free_repeats=free)
    pairings = list(all_pairings([player.id for player in snapshot.players]))
    planned = plan(snapshot, rules, 1)
    best = min(with_free_repeats(snapshot, pairing, free) for pairing in pairings)
    assert with_free_repeats(snapshot, pairing_of(planned), free) == best
    problem = choose(snapshot, rules).prepare().problem
    costs = [sum(problem.cost(i, j) for i, j in p if j is not None) for p in all_pairings(range(problem.size))]
    assert planned.cost == min(costs)


def leaders_who_have_met(times: int = 1) -> Snapshot:
    """1 and 2 drew at first; since then they have won both games, against players below."""
    rounds = [*times * [[(1, 2), (3, 4), (5, 6)]], [(1, 3), (2, 5), (4, 6)], [(1, 4), (2, 6), (3, 5)]]
    games = tuple(
        GameFact(number, a, b, 400, 350 if a < 3 <= b else 400)
        for number, pairs in enumerate(rounds, start=1)
        for a, b in pairs
    )
    return Snapshot(len(rounds) + 1, tuple(EntrySnapshot(id=k, number=k) for k in range(1, 7)), games)


def of_the_leaders(snapshot: Snapshot, system: str = "swiss", **options: Any) -> dict[str, int] | None:
    """What 1 against 2 costs, None if they play others."""
    pairs = plan(snapshot, pairing_options(system, **options), 1).pairs
    return next(({t.name: t.value for t in p.terms} for p in pairs if {p.first, p.second} == {1, 2}), None)


def test_equal_scores_come_before_a_free_repeat() -> None:
    """Not before a second one, nor where the maximum forbids it; and the reasons say that it was free."""
    once, twice = leaders_who_have_met(), leaders_who_have_met(2)
    assert of_the_leaders(once) is None
    assert of_the_leaders(once, free_repeats=1, balance_starts=False) == {"free_repeats": 1}
    assert of_the_leaders(once, free_repeats=1, max_repeats=0) is None
    assert of_the_leaders(twice, free_repeats=1) is None
    assert of_the_leaders(twice, free_repeats=2, balance_starts=False) == {"free_repeats": 2}


def test_win_groups_too_pair_equal_scores_again_where_that_is_free() -> None:
    assert of_the_leaders(leaders_who_have_met(), "win_groups") is None
    assert of_the_leaders(leaders_who_have_met(), "win_groups", free_repeats=1) is not None
    assert of_the_leaders(leaders_who_have_met(2), "win_groups", free_repeats=1) is None


def test_a_free_repeat_is_not_made_for_nothing() -> None:
    """Four players level, who have all played two others: the third pairing has no repeat, whatever is free."""
    games = (
        GameFact(1, 1, 3, 400, 400),
        GameFact(1, 2, 4, 400, 400),
        GameFact(2, 1, 4, 400, 400),
        GameFact(2, 2, 3, 400, 400),
    )
    snapshot = Snapshot(3, tuple(EntrySnapshot(id=k, number=k) for k in range(1, 5)), games)
    for system in ("swiss", "win_groups"):
        pairs = plan(snapshot, pairing_options(system, free_repeats=5), 1).pairs
        assert {frozenset((pair.first, pair.second)) for pair in pairs} == {frozenset((1, 2)), frozenset((3, 4))}, (
            system
        )


@given(event=EVENTS)
@examples(30, deep=300)
def test_every_active_player_is_paired_once_or_has_the_only_bye(event: tuple[int, int, int]) -> None:
    snapshot = troubled_event(*event).snapshot
    planned = plan(snapshot, pairing_options(), 1)
    active = sorted(player.id for player in snapshot.players if player.active)
    named = [p for pair in planned.pairs for p in (pair.first, pair.second)] + [bye.player for bye in planned.byes]
    assert sorted(named) == active
    assert len(planned.byes) == len(active) % 2
    assert sorted(pair.table for pair in planned.pairs) == list(range(1, len(planned.pairs) + 1))


@given(event=EVENTS, dice=st.randoms())
@examples(20, deep=200)
def test_neither_the_order_of_facts_nor_a_second_run_changes_anything(
    event: tuple[int, int, int], dice: random.Random
) -> None:
    snapshot = troubled_event(*event).snapshot
    players, games = list(snapshot.players), list(snapshot.games)
    dice.shuffle(players)
    dice.shuffle(games)
    shuffled = replace(snapshot, players=tuple(players), games=tuple(games))
    assert (
        plan(shuffled, pairing_options(), 3)
        == plan(snapshot, pairing_options(), 3)
        == plan(snapshot, pairing_options(), 3)
    )


@given(size=st.integers(1, 15), rounds=st.integers(1, 15), seed=st.integers(0, 10**6))
@examples(30, deep=300)
def test_byes_differ_by_one_at_most(size: int, rounds: int, seed: int) -> None:
    event = played_event(size, rounds, seed)
    count = Counter(game.first for game in event.games if game.kind is ResultKind.BYE)
    byes = [count[player.id] for player in event.players]
    assert max(byes) - min(byes) <= 1


@pytest.mark.parametrize(("size", "rounds"), [(1, 4), (2, 5), (3, 8), (4, 9), (5, 11)])
def test_more_rounds_than_opponents(size: int, rounds: int) -> None:
    """Everybody plays everybody before there is a repeat, and so on in each cycle."""
    event = played_event(size, rounds, 1)
    times = times_played(event.games)
    ids = [player.id for player in event.players]
    counts = [times(a, b) for a in ids for b in ids if a < b]
    assert not counts or max(counts) - min(counts) <= 1


def can_avoid_repeats(event: Event, planned: Plan) -> bool:
    """Whether a pairing without any repeat existed for the round, given who had the bye; by another library."""
    before = [game for game in event.games if game.round < planned.round]
    times = {frozenset((game.first, game.second)) for game in before}
    players = {player for pair in planned.pairs for player in (pair.first, pair.second)}
    graph = networkx.Graph([pair for pair in combinations(sorted(players), 2) if frozenset(pair) not in times])
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(players)


@pytest.mark.parametrize("size", [*range(10, 23), 23, 29, 30, 37, 44, 51, 60])
def test_twenty_rounds_without_an_unneeded_repeat_or_bye(size: int) -> None:
    event = played_event(size, 20, size)
    with_repeats = [
        planned for planned in event.plans if any(t.name == "repeats" for pair in planned.pairs for t in pair.terms)
    ]
    assert not any(can_avoid_repeats(event, planned) for planned in with_repeats)
    assert size < 23 or not with_repeats
    byes = Counter(planned.bye.player for planned in event.plans if planned.bye)
    assert not byes or max(byes.values()) - min(byes[player.id] for player in event.players) <= 1


def test_firsts_stay_balanced() -> None:
    event = played_event(30, 20, 5)
    for row in standings(event.players, event.games, event.snapshot.settings):
        assert abs(row.firsts - row.seconds) <= 2


def test_round_one_is_top_half_against_bottom_half_by_seed() -> None:
    planned = plan(Snapshot(1, field_of(8)), pairing_options(), 1)
    number = {player.id: player.number for player in field_of(8)}
    pairs = [tuple(sorted((number[pair.first], number[pair.second]))) for pair in planned.pairs]
    assert pairs == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_round_one_of_an_odd_field_gives_the_bye_to_the_last_seed() -> None:
    planned = plan(Snapshot(1, field_of(9)), pairing_options(), 1)
    assert planned.bye is not None
    assert planned.bye.player == field_of(9)[8].id
    assert planned.bye.passed_over == ()


def winners_first(scores: list[tuple[int, int, int, int]]) -> tuple[GameFact, ...]:
    return tuple(GameFact(1, a, b, s, t) for a, b, s, t in scores)


def test_round_two_pairs_winners_with_winners_top_half_against_bottom_half() -> None:
    players = tuple(EntrySnapshot(k, k) for k in range(1, 9))
    games = winners_first([(1, 5, 500, 300), (2, 6, 480, 300), (3, 7, 460, 300), (4, 8, 440, 300)])
    planned = plan(Snapshot(2, players, games), pairing_options(balance_starts=False), 1)
    assert [tuple(sorted((pair.first, pair.second))) for pair in planned.pairs] == [(1, 3), (2, 4), (6, 8), (5, 7)]


def test_an_odd_group_sends_its_middle_down_to_the_top_of_the_next() -> None:
    """Three winners, three losers: 1 v 3 among the winners, and the second plays the best of the losers."""
    players = tuple(EntrySnapshot(k, k) for k in range(1, 7))
    games = winners_first([(1, 4, 500, 300), (2, 5, 480, 300), (3, 6, 460, 300)])
    planned = plan(Snapshot(2, players, games), pairing_options(balance_starts=False), 1)
    assert [tuple(sorted((pair.first, pair.second))) for pair in planned.pairs] == [(1, 3), (2, 6), (4, 5)]


@pytest.mark.parametrize(
    ("size", "rounds"), some([(COMPLETE_SIZE + 1, 13), (COMPLETE_SIZE + 2, 13), (150, 12), (221, 10)])
)
def test_weighing_near_pairs_finds_what_weighing_all_pairs_finds(size: int, rounds: int) -> None:
    dice = random.Random(size)
    event = Event(field_of(size))
    for _ in range(rounds):
        ids = [player.id for player in event.players]
        blocked = {tuple(dice.sample(ids, 2)) for _ in range(dice.choice([0, 0, 200]))}
        snapshot = replace(event.snapshot, blocked=tuple(BlockedPair(a, b) for a, b in blocked))
        problem = choose(snapshot, pairing_options()).prepare().problem
        assert plan(snapshot, pairing_options(), 1).cost == match(problem, all_edges(problem.size)).cost
        event.play(dice)
    shown = [planned.shown for planned in event.plans[: size // 12]]
    assert Optimality.NEAR in shown  # all pairs in rounds where firsts stay uneven


def test_all_pairs_are_weighed_when_near_pairs_without_repeats_do_not_suffice() -> None:
    """The top player has played everybody, the last one twice: one repeat is needed, but not that one."""
    players = field_of(110)
    games = [GameFact(k, players[0].id, other.id, 400, 390) for k, other in enumerate(players[1:], start=1)]
    games += [GameFact(1, players[0].id, players[109].id, 400, 390)]
    snapshot = Snapshot(2, players, tuple(replace(game, round=1) for game in games))
    planned = plan(snapshot, pairing_options(), 1)
    assert planned.shown is Optimality.COMPLETE
    assert [(t.name, t.value) for pair in planned.pairs for t in pair.terms if t.name == "repeats"] == [("repeats", 1)]


def test_a_lone_permitted_opponent_far_away_is_found() -> None:
    players = field_of(110)
    blocked = tuple(BlockedPair(players[0].id, other.id) for other in players[1:-1])
    planned = plan(Snapshot(1, players, blocked=blocked), pairing_options(), 1)
    assert {planned.pairs[0].first, planned.pairs[0].second} == {players[0].id, players[-1].id}


@pytest.mark.parametrize("system", ["koth", "qoth"])
def test_hills_in_a_large_field(system: str) -> None:
    players = field_of(102)
    planned = plan(Snapshot(1, players), pairing_options(system), 1)
    problem = choose(Snapshot(1, players), pairing_options(system)).prepare().problem
    assert planned.shown is Optimality.NEAR
    assert planned.cost == match(problem, all_edges(problem.size)).cost


def test_the_terms_of_the_pairs_add_up_to_the_cost() -> None:
    for planned in played_event(13, 10, 3).plans:
        terms = [term for pair in planned.pairs for term in pair.terms] + [
            term for bye in planned.byes for term in bye.terms
        ]
        assert sum(term.cost for term in terms) == planned.cost


def test_void_games_and_forfeits_do_not_count_as_played() -> None:
    players = tuple(EntrySnapshot(k, k) for k in (1, 2))
    for kind in (ResultKind.VOID, ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT):
        planned = plan(Snapshot(2, players, (GameFact(1, 1, 2, kind=kind),)), pairing_options(), 1)
        assert all(term.name not in {"repeats", "consecutive", "starts"} for term in planned.pairs[0].terms)


def test_a_game_still_being_played_counts_as_played_and_as_a_start() -> None:
    players = tuple(EntrySnapshot(k, k) for k in range(1, 5))
    games = (GameFact(1, 1, 3, kind=ResultKind.PENDING), GameFact(1, 2, 4, kind=ResultKind.PENDING))
    planned = plan(Snapshot(2, players, games), pairing_options(), 1)
    pairs = [{pair.first, pair.second} for pair in planned.pairs]
    assert {1, 3} not in pairs
    assert {2, 4} not in pairs
    assert all(term.name != "repeats" for pair in planned.pairs for term in pair.terms)


def test_rounds_from_the_one_to_pair_on_are_not_history() -> None:
    """Re-pairing round 2 when round 2 has results already."""
    players = tuple(EntrySnapshot(k, k) for k in range(1, 5))
    first = (GameFact(1, 1, 3, 400, 300), GameFact(1, 2, 4, 400, 300))
    later = (GameFact(2, 1, 2, 400, 300), GameFact(2, 3, 4, 400, 300))
    known, unknown = Snapshot(2, players, first + later), Snapshot(2, players, first)
    assert plan(known, pairing_options(), 1).pairs == plan(unknown, pairing_options(), 1).pairs


def test_standings_of_an_earlier_round_on_request() -> None:
    event = played_event(8, 3, 4)
    by_seed = plan(replace(event.snapshot, based_on=0), pairing_options(), 1)
    table = [player.id for player in event.players]
    tops = [min(table.index(pair.first), table.index(pair.second)) for pair in by_seed.pairs]
    assert tops == sorted(tops)
    assert by_seed.pairs != plan(event.snapshot, pairing_options(), 1).pairs


def test_absent_and_withdrawn_players_are_left_out_and_requested_byes_granted() -> None:
    players = tuple(EntrySnapshot(k, k, active=k != 3) for k in range(1, 9))
    planned = plan(Snapshot(1, players, absent=(4,), requested_byes=(5,)), pairing_options(), 1)
    assert sorted(p for pair in planned.pairs for p in (pair.first, pair.second)) == [1, 2, 6, 7]
    assert [(bye.player, bye.reason) for bye in planned.byes] == [(5, ByeReason.REQUESTED), (8, ByeReason.ODD_FIELD)]


def test_locked_pairs_stay_and_the_rest_is_paired_round_them() -> None:
    players = tuple(EntrySnapshot(k, k) for k in range(1, 7))
    planned = plan(Snapshot(1, players, locked=(LockedPair(1, 2, first=2),)), pairing_options(), 1)
    top = planned.pairs[0]
    assert (top.first, top.second, top.table, top.start, top.locked) == (2, 1, 1, StartReason.DIRECTOR, True)
    assert [{pair.first, pair.second} for pair in planned.pairs[1:]] == [{3, 5}, {4, 6}]


def test_a_locked_pair_may_be_a_repeat() -> None:
    event = played_event(4, 1, 1)
    a, b = event.plans[0].pairs[0].first, event.plans[0].pairs[0].second
    planned = plan(replace(event.snapshot, locked=(LockedPair(a, b),)), pairing_options(max_repeats=9), 1)
    assert {planned.pairs[0].first, planned.pairs[0].second} == {a, b} or planned.pairs[1].locked


def test_blocked_pairs_are_never_made() -> None:
    players = field_of(6)
    blocked = (BlockedPair(players[0].id, players[3].id, "sisters"),)
    planned = plan(Snapshot(1, players, blocked=blocked), pairing_options(), 1)
    assert {players[0].id, players[3].id} not in [{pair.first, pair.second} for pair in planned.pairs]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": (EntrySnapshot(1, 1), EntrySnapshot(1, 2))}, "same id"),
        ({"players": (EntrySnapshot(1, 1), EntrySnapshot(2, 1))}, "same number"),
        ({"locked": (LockedPair(1, 2, first=3),)}, "not one of them"),
        ({"locked": (LockedPair(1, 2), LockedPair(2, 3))}, r"more than once: players \[2\]"),
        ({"requested_byes": (9,)}, r"not active in the division: players \[9\]"),
        ({"round": 0}, "numbered from 1"),
    ],
)
def test_contradictions_are_named(change: dict[str, Any], message: str) -> None:
    snapshot = Snapshot(1, tuple(EntrySnapshot(k, k) for k in range(1, 5)))
    with pytest.raises(SnapshotError, match=message):
        plan(replace(snapshot, **change), pairing_options(), 1)


def test_nobody_to_pair() -> None:
    planned = plan(Snapshot(1, ()), pairing_options(), 1)
    assert (planned.pairs, planned.byes, planned.cost) == ((), (), 0)


def summary(planned: Plan) -> list[tuple[int, int]]:
    return [(pair.first, pair.second) for pair in planned.pairs]


def test_the_plan_is_the_same_on_every_machine() -> None:
    """If this changes on purpose, ENGINE_VERSION must grow: stored runs name their version."""
    assert summary(played_event(12, 6, 1).plans[-1]) == GOLDEN


GOLDEN = [(136, 101), (122, 129), (108, 143), (164, 157), (178, 171), (115, 150)]
