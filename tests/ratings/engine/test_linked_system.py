"""The filter with links as a rating system of lists."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.detail import from_detail, to_detail
from ratings.engine.fold import fold
from ratings.engine.linked import Book
from ratings.engine.linked_system import LinkedSpreadAware
from ratings.engine.registry import build_system, rates_places, rates_tables
from ratings.engine.types import Event, Rating, Segment
from tests.harness.deep import examples
from tests.ratings.engine.builders import event
from tests.ratings.engine.test_kalman_system import DAY, invented

SYSTEM = LinkedSpreadAware()
seeds = st.integers(min_value=0, max_value=10**6)


@examples(10, deep=100)
@given(seeds, st.sampled_from([None, 0, 12, 400]))
def test_every_point_is_accounted_for(seed: int, career: int | None) -> None:
    """Also for newcomers (placed, then moved) and for ratings brought along; points = k x (spread - expected)."""
    before = {1: Rating(1730, career), 2: Rating(900, career)}
    for done in fold(invented(seed), before, SYSTEM).events:
        for change in done.changes:
            (segment,) = change.segments
            assert segment.accounted == pytest.approx(segment.end, abs=1e-8)
            assert segment.end == change.after.value
            for line in segment.games:
                assert line.expected_spread is not None
                assert line.points == pytest.approx(line.k * (line.spread - line.expected_spread), abs=1e-9)
            assert from_detail(json.loads(json.dumps(to_detail(change))))[0].end == segment.end


@examples(5, deep=50)
@given(seeds, st.integers(1, 3), st.sampled_from([0, 20]))
def test_a_replay_may_start_anywhere(seed: int, cut: int, forget: int) -> None:
    """To the last bit, with the links that the first part ended in, forgetting included."""
    system = LinkedSpreadAware(forget_days=forget, forget_every=10, forget_above=0)
    events = invented(seed, events=4, players=12, rounds=2)
    first = fold(events[:cut], {}, system)
    rest, whole = fold(events[cut:], first.ratings, system, book=first.book), fold(events, {}, system)
    assert rest.ratings == whole.ratings
    assert rest.book == whole.book
    assert first.book is not None
    stored = Book.of([*first.book.lines()], first.book.swept)
    assert stored == first.book
    assert fold(events[cut:], first.ratings, system, book=stored).ratings == whole.ratings
    some = first.book.players[::2]
    part = Book.of([line for line in first.book.lines() if line.player in some], first.book.swept)
    assert list(part.lines()) == [line for line in first.book.only(some).lines() if line.player in some]


def test_what_earlier_opponents_show_is_counted_at_the_next_own_event() -> None:
    """1 and 2 draw; 1 then beats everybody by far; 2, who did not play, has that carried over at the next event."""
    met = Event(1, DAY, 1, event([(1, 1, 2, 400, 400)], rounds=1).games)
    shown = Event(2, DAY + timedelta(7), 2, event([(1, 1, 3, 600, 300), (2, 1, 4, 600, 300)], rounds=2).games)
    later = Event(3, DAY + timedelta(14), 1, event([(1, 2, 3, 400, 400)], rounds=1).games)
    done = fold([met, shown, later], {}, SYSTEM)
    assert [change.player for change in done.events[1].changes] == [1, 3, 4]
    second = {change.player: change.segments[0] for change in done.events[2].changes}[2]
    assert second.since > 20
    assert second.start == done.events[0].changes[1].after.value
    assert second.accounted == pytest.approx(second.end)
    alone = fold([met, later], {}, SYSTEM)
    assert alone.events[1].changes[0].segments[0].since == 0


@examples(5, deep=50)
@given(seeds)
def test_chances_use_the_links_of_the_two(seed: int) -> None:
    done = fold(invented(seed), {1: Rating(1700, 50)}, SYSTEM)
    players = sorted(done.ratings)
    pairs = list(pairwise(players))
    there = SYSTEM.chances(pairs, done.ratings, DAY + timedelta(100), done.book)
    back = SYSTEM.chances([(two, one) for one, two in pairs], done.ratings, DAY + timedelta(100), done.book)
    for chance, reverse in zip(there, back, strict=True):
        assert chance is not None
        assert reverse is not None
        assert 0 < chance < 1
        assert chance + reverse == pytest.approx(1)
    assert SYSTEM.chances([(1, 77)], done.ratings, None, done.book) == [None]
    # Without a book nothing is known of links: the chance of the two ratings alone.
    alone = SYSTEM.chances(pairs[:1], done.ratings)
    assert alone[0] == pytest.approx(SYSTEM.win_probability(done.ratings[players[0]], done.ratings[players[1]]))
    far = SYSTEM.chances([(1, 2)], {1: Rating(1900, 50), 2: Rating(1500, 50)}, DAY)[0]
    assert far is not None
    assert 0.7 < far < 0.85


def test_two_who_were_placed_together_are_told_apart_better_than_their_deviations_say() -> None:
    """Their common level is uncertain; the difference between them is not."""
    done = fold(invented(4, events=4, rounds=8), {}, SYSTEM)
    one, two = sorted(done.ratings, key=lambda player: done.ratings[player].state[0])[::8][:2]
    (linked,) = SYSTEM.chances([(two, one)], done.ratings, None, done.book)
    alone = SYSTEM.win_probability(done.ratings[two], done.ratings[one])
    assert linked is not None
    assert alone is not None
    assert linked > alone > 0.5


@examples(5, deep=50)
@given(seeds, st.randoms(use_true_random=False))
def test_order_of_games_does_not_matter(seed: int, dice: object) -> None:
    (only,) = invented(seed, events=1)
    games = list(only.games)
    dice.shuffle(games)  # type: ignore[attr-defined]  # a random.Random
    assert SYSTEM.rate(replace(only, games=tuple(games)), {}) == SYSTEM.rate(only, {})


def test_it_is_a_preset_whose_numbers_can_be_changed() -> None:
    assert build_system("linked-kalman") == SYSTEM
    assert build_system("linked-kalman", {"cap": 250, "forget_days": 0}) == LinkedSpreadAware(cap=250, forget_days=0)
    assert not rates_places("linked-kalman")
    assert not rates_tables("linked-kalman")


def test_an_event_without_games_changes_nobody() -> None:
    assert SYSTEM.rate(Event(1, date(2026, 1, 1), 5, ()), {1: Rating(1500, 10)}) == ()


def test_the_names_of_the_parts() -> None:
    (only,) = invented(1, events=1)
    segment: Segment = SYSTEM.rate(only, {1: Rating(1600, 10)})[0].segments[0]
    assert segment.others != 0 != segment.totals
    assert segment.joint == 0


def test_a_young_list_keeps_its_level() -> None:
    """Newcomers far stronger than newcomers are: the level, of which nothing is known, does not take everybody along."""
    first = [(round_, one, one + 1, 400, 400) for round_ in (1, 2) for one in range(1, 9)]
    strong = [(round_, one, 10 + one, 380, 420) for round_ in (1, 2) for one in range(1, 5)]
    events = [
        Event(number, DAY + timedelta(30 * number), 2, event(games, rounds=2).games)
        for number, games in enumerate((first, strong))
    ]
    level = {}
    for system in (SYSTEM, LinkedSpreadAware(v_level=815000.0)):
        changes = fold(events, {}, system).events[1].changes
        moved = [
            change.after.state[0] - change.before.state[0] for change in changes if change.before.value is not None
        ]
        level[system.v_level] = sum(moved) / len(moved)
    assert abs(level[20000.0]) < 0.6 * abs(level[815000.0])
    assert abs(level[20000.0]) < 40
