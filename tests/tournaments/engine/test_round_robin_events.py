"""Round robins as they are played: whole cycles of 3 to 40 players, withdrawals, late entries, several games in a row."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import field_of
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, choose, pairing_options, plan
from tournaments.engine.pairing.explain import scheduled_round
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.plan import ByeReason
from tournaments.engine.pairing.round_robin import RoundRobin, berger_round, cycle_length, cycle_of, seats_of

RULES = RoundRobin()


def results(planned: Plan) -> tuple[GameFact, ...]:
    byes = tuple(GameFact(planned.round, bye.player, kind=ResultKind.BYE) for bye in planned.byes)
    return (*byes, *(GameFact(planned.round, pair.first, pair.second, 400, 390) for pair in planned.pairs))


def play(snapshot: Snapshot, rounds: int, rules: PairingOptions = RULES) -> Snapshot:
    """The event after this many more rounds."""
    for _ in range(rounds):
        planned = plan(snapshot, rules, 5)
        snapshot = replace(snapshot, round=snapshot.round + 1, games=(*snapshot.games, *results(planned)))
    return snapshot


def times_played(snapshot: Snapshot, first: int, last: int) -> Counter[frozenset[int]]:
    games = [game for game in snapshot.games if first <= game.round <= last and game.second is not None]
    return Counter(frozenset((game.first, game.second or 0)) for game in games)


def lead(snapshot: Snapshot, last: int) -> Counter[int]:
    surplus: Counter[int] = Counter()
    for game in snapshot.games:
        if game.second is not None and game.round <= last:
            surplus[game.first] += 1
            surplus[game.second] -= 1
    return surplus


@pytest.mark.parametrize("size", some([*range(3, 15), 21, 30, 39, 40], suite=13))
def test_each_pair_once_in_each_cycle_and_firsts_within_one(size: int) -> None:
    """Three cycles, checked after each."""
    length, cycles = cycle_length(size), 3
    event = play(Snapshot(1, field_of(size)), cycles * length)
    for cycle in range(cycles):
        counts = times_played(event, cycle * length + 1, (cycle + 1) * length)
        assert len(counts) == size * (size - 1) // 2
        assert set(counts.values()) == {1}
        assert all(abs(count) <= 1 for count in lead(event, (cycle + 1) * length).values())
        if size % 2:
            byes = [game for game in event.games if game.kind is ResultKind.BYE and game.round <= (cycle + 1) * length]
            assert set(Counter(game.first for game in byes).values()) == {cycle + 1}


@pytest.mark.parametrize("size", some([*range(3, 15), 40, *range(15, 40)], suite=13))
def test_every_size_by_its_table(size: int) -> None:
    """All sizes from 3 to 40 and three cycles through the door that makes plans, without the history of results."""
    pairs: Counter[frozenset[int]] = Counter()
    first: Counter[int] = Counter()
    for round_ in range(1, 3 * cycle_length(size) + 1):
        planned = plan(Snapshot(round_, field_of(size)), RULES, 1)
        assert len({player for pair in planned.pairs for player in (pair.first, pair.second)}) == size - size % 2
        pairs.update(frozenset((pair.first, pair.second)) for pair in planned.pairs)
        for pair in planned.pairs:
            first[pair.first] += 1
            first[pair.second] -= 1
        assert all(abs(count) <= 2 for count in first.values()), round_
    assert set(pairs.values()) == {3}
    assert len(pairs) == size * (size - 1) // 2
    assert all(abs(count) <= 1 for count in first.values())


def test_several_games_in_a_row_against_each_opponent() -> None:
    rules = replace(RULES, meeting_games=2)
    event = play(Snapshot(1, field_of(6)), 10, rules)
    for round_ in range(1, 11, 2):
        one, two = times_played(event, round_, round_), times_played(event, round_ + 1, round_ + 1)
        assert one == two
    assert set(times_played(event, 1, 10).values()) == {2}
    assert set(lead(event, 10).values()) == {0}
    assert set(lead(event, 2).values()) == {0}


def test_a_player_who_left_before_the_cycle_has_no_line_in_it() -> None:
    event = play(Snapshot(1, field_of(6)), 5)
    players = tuple(replace(p, active=p.number != 3) for p in event.players)
    event = play(replace(event, players=players), 5)
    counts = times_played(event, 6, 10)
    assert len(counts) == 10
    assert set(counts.values()) == {1}
    assert {game.kind for game in event.games if game.second is None} == {ResultKind.BYE}


def test_a_player_who_was_never_active_leaves_no_gap() -> None:
    players = tuple(replace(p, active=p.number not in (2, 5)) for p in field_of(8))
    planned = plan(Snapshot(1, players), RULES, 1)
    assert len(planned.pairs) == 3
    assert planned.byes == ()


@given(size=st.integers(4, 12), leaves=st.integers(1, 12), after=st.integers(1, 6))
@examples(20, deep=60)
def test_a_player_who_leaves_keeps_the_line_so_that_there_are_no_repeats(size: int, leaves: int, after: int) -> None:
    length = cycle_length(size)
    after = min(after, length - 1)
    event = play(Snapshot(1, field_of(size)), after)
    players = tuple(replace(p, active=p.number != min(leaves, size)) for p in event.players)
    event = play(replace(event, players=players), length - after)
    counts = times_played(event, 1, length)
    rest = {p.id for p in players if p.active}
    assert set(counts.values()) == {1}
    assert sum(pair <= rest for pair in counts) == len(rest) * (len(rest) - 1) // 2


def test_a_late_entry_takes_the_line_of_the_bye() -> None:
    event = play(Snapshot(1, field_of(5)), 2)
    late = EntrySnapshot(id=9000, number=2, rating=2300)  # seeded among the others, whose numbers shift
    players = (event.players[0], late, *(replace(p, number=p.number + 1) for p in event.players[1:]))
    event = play(replace(event, players=players), 3)
    assert [game.round for game in event.games if game.second is None] == [1, 2]
    counts = times_played(event, 1, 5)
    assert set(counts.values()) == {1}
    assert sum(9000 in pair for pair in counts) == 3


def test_a_late_entry_takes_the_line_of_a_player_who_left_else_has_byes() -> None:
    event = play(Snapshot(1, field_of(6)), 2)
    late = EntrySnapshot(id=9000, number=7)
    without = plan(replace(event, players=(*event.players, late)), RULES, 1)
    assert [(bye.player, bye.reason) for bye in without.byes] == [(9000, ByeReason.NO_OPPONENT)]
    players = tuple(replace(p, active=p.number != 6) for p in event.players)
    assert plan(replace(event, players=(*players, late)), RULES, 1).byes == ()


def test_a_player_who_missed_the_first_round_keeps_the_line() -> None:
    players = field_of(6)
    event = play(Snapshot(1, players, absent=(players[3].id,)), 1)
    event = replace(event, absent=())
    assert seats_of(event, 1) == tuple(p.id for p in players)
    event = play(event, 4)
    assert set(times_played(event, 1, 5).values()) == {1}
    assert len(times_played(event, 1, 5)) == 14


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("size", [4, 5, 8])
def test_who_is_first_in_the_game_of_the_first_two(size: int, first: bool) -> None:
    players = field_of(size)
    planned = plan(Snapshot(cycle_length(size), players), replace(RULES, second_seed_first=first), 3)
    pair = next(p for p in planned.pairs if {p.first, p.second} == {players[0].id, players[1].id})
    assert (pair.first == players[1].id) == first


def test_a_round_robin_can_begin_in_a_later_round() -> None:
    players = field_of(4)
    rules = replace(RULES, first_round=3)
    assert cycle_of(Snapshot(3, players), rules).start == 3
    planned = plan(Snapshot(5, players), rules, 1)
    assert {frozenset((p.first, p.second)) for p in planned.pairs} >= {frozenset((players[0].id, players[1].id))}
    with pytest.raises(RulesError, match="starts in round 3"):
        plan(Snapshot(2, players), rules, 1)


def test_the_round_in_which_two_players_are_scheduled_is_known() -> None:
    players = field_of(6)
    event = play(Snapshot(1, players), 5)
    for game in event.games:
        assert game.second is not None
        assert scheduled_round(choose(Snapshot(2, players), RULES), game.first, game.second) == game.round
    with pytest.raises(RulesError):
        scheduled_round(choose(event, pairing_options("swiss")), players[0].id, players[1].id)


def test_the_round_of_a_pair_is_known_as_far_as_the_rounds_follow_the_schedule() -> None:
    """The first of four plays the second last by the schedule; the director takes that round second."""
    one, two, three, four = (player.id for player in field_of(4))
    event = play(Snapshot(1, field_of(4)), 1)

    def rounds(rules: RoundRobin) -> list[int | None]:
        return [scheduled_round(choose(event, rules), one, other) for other in (two, three, four, 999)]

    assert rounds(RULES) == [3, 2, 1, None]
    assert rounds(replace(RULES, table_round=3)) == [2, None, 1, None], "when the schedule's second round comes is open"


def test_weak_and_expired_blocks_do_not_matter() -> None:
    a, b, *_ = players = field_of(4)
    weak, ended = BlockedPair(a.id, b.id, weak=True), BlockedPair(a.id, b.id, until=1)
    assert plan(Snapshot(2, players, blocked=(weak, ended)), RULES, 1).pairs
    with pytest.raises(RulesError, match="remove the players kept apart"):
        plan(Snapshot(1, players, blocked=(ended,)), RULES, 1)


@pytest.mark.parametrize(("size", "by_rating"), [(8, True), (9, True), (8, False), (20, False)])
def test_an_imported_round_robin_goes_on_with_the_rounds_of_the_schedule_that_are_left(
    size: int, by_rating: bool
) -> None:
    """tsh takes the table's rounds in a shuffled order; its players may sit by another number than the seed."""
    players = field_of(size)
    if not by_rating:
        players = tuple(replace(player, number=size + 1 - player.number) for player in players)
    length = cycle_length(size)
    order = random.Random(size).sample(range(1, length + 1), length)
    ids = sorted(player.id for player in players)
    played = []
    for round_, turn in enumerate(order[: length * 2 // 3], start=1):
        for a, b in berger_round(size, turn):
            first, second = (a, b) if b is None or random.Random(round_ * 100 + a).random() < 0.5 else (b, a)
            if second is None:
                played.append(GameFact(round_, ids[first], kind=ResultKind.BYE))
            else:
                played.append(GameFact(round_, ids[first], ids[second], 400, 390))
    event = Snapshot(length * 2 // 3 + 1, players, tuple(played))
    notes = {note.code for note in plan(event, RULES, 5).notes}
    assert "table_repeats" not in notes
    event = play(event, length - event.round + 1)
    assert set(times_played(event, 1, length).values()) == {1}
    assert len(times_played(event, 1, length)) == size * (size - 1) // 2
    assert scheduled_round(choose(event, RULES), ids[0], ids[1]) is not None


def test_the_director_can_choose_the_round_of_the_schedule() -> None:
    event = Snapshot(1, field_of(6))
    planned = plan(event, replace(RULES, table_round=5), 1)
    assert {frozenset((pair.first, pair.second)) for pair in planned.pairs} == {
        frozenset((event.players[a].id, event.players[b].id)) for a, b in ((0, 1), (2, 3), (4, 5))
    }
    assert [(note.code, note.value) for note in planned.notes] == [("table_round", 5)]
    with pytest.raises(RulesError, match="5 rounds"):
        plan(event, replace(RULES, table_round=6), 1)
