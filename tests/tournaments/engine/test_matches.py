"""Several rounds in a row against the same opponent, in every system."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.events import Event, field_of
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, choose, pairing_options, plan
from tournaments.engine.pairing.explain import explain_pair
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.starts import StartReason

#: Systems of which any round may be the first of a meeting, with what they need to know.
OPEN = {
    "swiss": pairing_options("swiss"),
    "koth": pairing_options("koth"),
    "qoth": pairing_options("qoth"),
    "factor": pairing_options("factor"),
    "quartile": pairing_options("quartile"),
    "random": pairing_options("random"),
    "quick": pairing_options("quick"),
    "australian": pairing_options("australian"),
    "chew": pairing_options("chew", total_rounds=6),
    "finals": pairing_options("finals", total_rounds=6),
    "cop": pairing_options("cop", total_rounds=6, simulations=200, control_simulations=20),
    "interleaved": pairing_options("interleaved"),
    "fontes": pairing_options("fontes", opening=3),
    "auto": pairing_options("auto", total_rounds=6, simulations=200, control_simulations=20),
}


def in_a_row(size: int, rounds: int, games: int, rules: PairingOptions, seed: int = 1) -> Event:
    event, dice = Event(field_of(size)), random.Random(seed)
    for _ in range(rounds):
        event.play(dice, replace(rules, meeting_games=games), seed)
    return event


def pairs(planned: Plan) -> set[frozenset[int]]:
    return {frozenset((pair.first, pair.second)) for pair in planned.pairs}


def starts(planned: Plan) -> set[tuple[int, int]]:
    return {(pair.first, pair.second) for pair in planned.pairs}


@pytest.mark.parametrize("games", [2, 3])
@pytest.mark.parametrize("system", sorted(OPEN))
@pytest.mark.parametrize("size", [8, 9])
def test_the_rounds_of_a_match_have_the_same_pairs_with_firsts_swapped(system: str, size: int, games: int) -> None:
    event = in_a_row(size, 6, games, OPEN[system])
    for number, planned in enumerate(event.plans, start=1):
        before = event.plans[number - 2]
        if (number - 1) % games == 0:
            assert not any(note.code == "meeting_game" for note in planned.notes)
            continue
        assert starts(planned) == {(second, first) for first, second in starts(before)}
        assert [bye.player for bye in planned.byes] == [bye.player for bye in before.byes]
        assert {note.value for note in planned.notes if note.code == "meeting_game"} == {(number - 1) % games + 1}
        assert {(pair.start, pair.locked) for pair in planned.pairs} == {(StartReason.SWAP_LAST_ROUND, False)}
        assert planned.used == system


@pytest.mark.parametrize("size", [6, 7, 8])
def test_repeats_count_matches(size: int) -> None:
    """Every match has two games, yet there are no repeats while possible, even where none is allowed."""
    event = in_a_row(size, 6, 2, pairing_options("swiss", max_repeats=0))
    times = Counter(pair for planned in event.plans[::2] for pair in pairs(planned))
    assert set(times.values()) == {1}
    assert sum(times.values()) == 3 * (size // 2)


def test_a_limit_of_one_repeat_allows_one_more_match() -> None:
    event = in_a_row(2, 4, 2, pairing_options("swiss", max_repeats=1))
    with pytest.raises(Infeasible):
        plan(event.snapshot, pairing_options("swiss", max_repeats=1, meeting_games=2), 1)
    assert len(plan(event.snapshot, pairing_options("swiss", max_repeats=2, meeting_games=2), 1).pairs) == 1


@pytest.mark.parametrize("games", [1, 2, 3])
def test_the_length_of_an_opening_is_in_matches(games: int) -> None:
    """Groups of four play each other once, in matches of this many games."""
    event = in_a_row(8, 3 * games, games, pairing_options("fontes", opening=3))
    times = Counter(pair for planned in event.plans for pair in pairs(planned))
    assert set(times.values()) == {games}
    assert Counter(player for pair in times for player in pair) == dict.fromkeys((p.id for p in event.players), 3)
    with pytest.raises(RulesError, match=f"are 1 to {3 * games}"):
        plan(event.snapshot, pairing_options("fontes", opening=3, meeting_games=games), 1)


def test_odd_seeds_play_matches_against_all_even_seeds() -> None:
    event = in_a_row(8, 8, 2, pairing_options("interleaved"))
    times = Counter(pair for planned in event.plans for pair in pairs(planned))
    assert len(times) == 16
    assert set(times.values()) == {2}


def test_auto_counts_matches() -> None:
    """Six rounds of two are three matches: no room for an opening; twelve are six, three of them the opening."""
    rules = replace(OPEN["auto"], meeting_games=2)
    chosen = [choose(Snapshot(number, field_of(8)), rules).options.key for number in (1, 3, 5)]
    assert chosen == ["swiss", "swiss", "cop"]
    twelve = replace(rules, total_rounds=12)
    systems = [choose(Snapshot(number, field_of(8)), twelve).options.key for number in range(1, 12, 2)]
    assert systems == ["fontes"] * 3 + ["cop"] * 3


def test_the_last_match_of_cop_is_between_neighbours() -> None:
    event = in_a_row(8, 4, 2, OPEN["cop"])
    assert "last_round" not in names(Snapshot(3, event.players, event.games))
    assert "last_round" in names(event.snapshot)


def names(snapshot: Snapshot) -> set[str]:
    """The constraints under which COP pairs a round of a match of two."""
    setup = choose(snapshot, replace(OPEN["cop"], meeting_games=2)).prepare()
    return {limit.name for limit in setup.problem.constraints}


def test_who_has_nobody_to_repeat_is_paired_as_in_a_swiss() -> None:
    event = in_a_row(9, 1, 3, pairing_options())
    (idle,) = [bye.player for bye in event.plans[0].byes]
    broken = event.plans[0].pairs[1]
    event.withdraw(broken.first)
    planned = plan(event.snapshot, pairing_options(meeting_games=3), 1)
    unchanged = pairs(event.plans[0]) - {frozenset((broken.first, broken.second))}
    assert pairs(planned) == unchanged | {frozenset((broken.second, idle))}
    event.enter(EntrySnapshot(id=7000, number=10))
    event.withdraw(idle)
    late = plan(event.snapshot, pairing_options(meeting_games=3), 1)
    assert pairs(late) == unchanged | {frozenset((broken.second, 7000))}


def test_the_directors_choices_override_the_match() -> None:
    event = in_a_row(8, 1, 2, pairing_options())
    one, other, *_rest = event.plans[0].pairs
    snapshot = event.snapshot
    locked = replace(snapshot, locked=(LockedPair(one.first, other.first),))
    assert frozenset((one.first, other.first)) in pairs(plan(locked, pairing_options(meeting_games=2), 1))
    absent = replace(snapshot, absent=(one.first, other.second))
    assert frozenset((one.second, other.first)) in pairs(plan(absent, pairing_options(meeting_games=2), 1))
    blocked = replace(snapshot, blocked=(BlockedPair(one.first, one.second),), absent=(other.first,))
    assert frozenset((one.first, one.second)) not in pairs(plan(blocked, pairing_options(meeting_games=2), 1))
    changed = replace(snapshot, requested_byes=(one.first,), absent=(other.first,))
    assert frozenset((one.second, other.second)) in pairs(plan(changed, pairing_options(meeting_games=2), 1))


@pytest.mark.parametrize(
    "kind", [ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT, ResultKind.VOID, ResultKind.PENDING]
)
def test_a_game_that_was_not_played_is_repeated_too(kind: ResultKind) -> None:
    field = field_of(2)
    snapshot = Snapshot(2, field, (GameFact(1, field[0].id, field[1].id, kind=kind),))
    assert starts(plan(snapshot, pairing_options(meeting_games=2), 1)) == {(field[1].id, field[0].id)}


def test_they_stay_at_their_table() -> None:
    event = in_a_row(8, 1, 2, pairing_options())
    tables = {player: pair.table for pair in event.plans[0].pairs for player in (pair.first, pair.second)}
    snapshot = replace(event.snapshot, last_tables=tuple(tables.items()))
    planned = plan(snapshot, pairing_options(meeting_games=2), 1)
    assert {player: pair.table for pair in planned.pairs for player in (pair.first, pair.second)} == tables


def test_matches_can_begin_in_a_later_round() -> None:
    event, dice = Event(field_of(6)), random.Random(1)
    for number in range(1, 6):
        event.play(dice, pairing_options(first_round=2, meeting_games=2 if number > 1 else 1))
    first, second, third, fourth, fifth = map(pairs, event.plans)
    assert second == third
    assert fourth == fifth
    assert not first & second


def test_a_package_has_its_own_rounds() -> None:
    with pytest.raises(RulesError, match="packaged"):
        plan(Snapshot(1, field_of(8)), pairing_options("package", total_rounds=8, meeting_games=2), 1)


def test_a_repeated_pair_is_not_weighed() -> None:
    event = in_a_row(8, 1, 2, pairing_options())
    one, other, *_rest = event.plans[0].pairs
    with pytest.raises(ValueError, match="not free"):
        explain_pair(choose(event.snapshot, pairing_options(meeting_games=2)), one.first, other.first)


def test_the_same_plan_as_ever_with_one_game() -> None:
    event = in_a_row(9, 3, 1, pairing_options())
    planned = plan(event.snapshot, pairing_options(), 1)
    assert planned == replace(plan(event.snapshot, pairing_options(first_round=2), 1), rules=pairing_options())


@settings(max_examples=40, deadline=None)
@given(size=st.integers(2, 15), games=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_with_late_entries_and_withdrawals_everybody_plays_once_and_matches_go_on(
    size: int, games: int, seed: int
) -> None:
    dice, event, rules = random.Random(seed), Event(field_of(size)), pairing_options(meeting_games=games)
    for number in range(1, 2 * games + 2):
        there = {player.id for player in event.players if player.active}
        planned = event.play(dice, rules, seed)
        seated = [player for pair in planned.pairs for player in (pair.first, pair.second)]
        assert sorted([*seated, *(bye.player for bye in planned.byes)]) == sorted(there)
        if (number - 1) % games:
            before = {(b, a) for a, b in starts(event.plans[-2]) if {a, b} <= there}
            assert before <= starts(planned)
        if dice.random() < 0.3 and len(there) > 2:
            event.withdraw(dice.choice(sorted(there)))
        if dice.random() < 0.3:
            event.enter(EntrySnapshot(id=9000 + number, number=len(event.players) + 1))
