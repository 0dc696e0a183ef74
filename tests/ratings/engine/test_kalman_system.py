"""The spread-aware filter as a rating system of pools."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine import kalman
from ratings.engine.detail import from_detail, to_detail
from ratings.engine.fold import fold
from ratings.engine.kalman_system import SpreadAware
from ratings.engine.params import ParameterError
from ratings.engine.registry import build_system
from ratings.engine.types import Event, RatedGame, Rating
from tests.harness.deep import examples
from tests.ratings.engine.builders import event

SYSTEM = SpreadAware()
DAY = date(2026, 1, 10)


def invented(seed: int, *, events: int = 3, players: int = 9, rounds: int = 6) -> list[Event]:
    dice = random.Random(seed)
    history = []
    for number in range(events):
        games = []
        for turn in range(1, rounds + 1):
            people = dice.sample(range(1, players + 1), players)
            for one, other in zip(people[::2], people[1::2], strict=False):
                scores = (dice.randint(250, 520), dice.randint(250, 520))
                first_known = dice.random() < 0.8
                games.append(RatedGame(f"{turn}.{one}", turn, one, other, *scores, first_known=first_known))
        history.append(Event(number + 1, DAY + timedelta(days=30 * number), rounds, tuple(games)))
    return history


@examples(10, deep=100)
@given(st.integers(min_value=0, max_value=10**6), st.sampled_from([None, 0, 12, 400]))
def test_every_point_is_accounted_for(seed: int, career: int | None) -> None:
    """Also for newcomers (placed, then moved) and for ratings brought along; points = k x (spread - expected)."""
    before = {1: Rating(1730, career), 2: Rating(900, career)}
    for done in fold(invented(seed), before, SYSTEM).events:
        for change in done.changes:
            (segment,) = change.segments
            assert segment.accounted == pytest.approx(segment.end, abs=1e-9)
            assert segment.end == change.after.value
            for line in segment.games:
                spread = line.score - line.opponent_score
                assert line.expected_spread is not None
                assert line.points == pytest.approx(line.k * (spread - line.expected_spread), abs=1e-9)
            assert from_detail(json.loads(json.dumps(to_detail(change))))[0].end == segment.end


def test_the_first_event_of_a_pool_is_that_of_the_filter() -> None:
    (only,) = invented(5, events=1)
    changes = {change.player: change.after for change in SYSTEM.rate(only, {})}
    players = sorted(changes)
    place = {player: index for index, player in enumerate(players)}
    arrays = kalman.EventGames(
        only.date.toordinal(),
        np.arange(len(players)),
        np.zeros(len(players), dtype=np.int64),
        np.array([place[game.player] for game in only.games]),
        np.array([place[game.opponent] for game in only.games]),
        np.array([float(game.player_score - game.opponent_score) for game in only.games]),
        np.array([float(game.player_score + game.opponent_score) for game in only.games]),
        np.array([float(game.first_known) for game in only.games]),
    )
    posterior = kalman.rate_event(kalman.new_book(len(players)), arrays, SYSTEM).posterior
    for player, index in place.items():
        exact = 1500 + 5 * posterior.a[index]
        assert changes[player].value == max(1, int(np.floor(exact + 0.5)))
        assert changes[player].deviation == pytest.approx(min(180, 5 * posterior.aa[index] ** 0.5))
        assert changes[player].state[:2] == pytest.approx((posterior.a[index], posterior.c[index]))


@examples(10, deep=100)
@given(st.integers(min_value=0, max_value=10**6), st.randoms(use_true_random=False))
def test_order_of_games_and_sides_do_not_matter(seed: int, dice: random.Random) -> None:
    (only,) = invented(seed, events=1)
    games = [
        RatedGame(g.key, g.round, g.opponent, g.player, g.opponent_score, g.player_score, first_known=False)
        if not g.first_known and dice.random() < 0.5
        else g
        for g in only.games
    ]
    dice.shuffle(games)
    assert SYSTEM.rate(replace(only, games=tuple(games)), {}) == SYSTEM.rate(only, {})


@examples(5, deep=50)
@given(st.integers(min_value=0, max_value=10**6))
def test_a_replay_may_start_anywhere(seed: int) -> None:
    events = invented(seed, events=4)
    half = fold(events[:2], {}, SYSTEM)
    assert fold(events[2:], half.ratings, SYSTEM).ratings == fold(events, {}, SYSTEM).ratings


def test_an_event_without_games_changes_nobody() -> None:
    assert SYSTEM.rate(Event(1, DAY, 5, ()), {1: Rating(1500, 10)}) == ()


def test_the_stronger_margin_gains_more_and_a_narrow_win_over_a_weak_player_loses() -> None:
    before = {1: Rating(1800, 300), 2: Rating(1200, 300)}
    after = {}
    for margin in (1, 50, 150):
        changes = SYSTEM.rate(event([(1, 1, 2, 400 + margin, 400)], rounds=1), before)
        after[margin] = changes[0].after.value or 0
    assert after[1] < after[50] < 1800 < after[150]


def test_waiting_widens_the_deviation_only() -> None:
    ratings = fold(invented(1), {}, SYSTEM).ratings
    one = ratings[1]
    later = SYSTEM.on_day(one, DAY + timedelta(days=1000))
    assert later.value == one.value
    assert later.games == one.games
    assert later.deviation is not None
    assert one.deviation is not None
    assert one.deviation < later.deviation <= 180
    assert SYSTEM.on_day(later, DAY) == later
    assert SYSTEM.on_day(Rating(1500, 20), DAY) == Rating(1500, 20)


def test_waiting_in_two_steps_is_waiting_once() -> None:
    one = fold(invented(1), {}, SYSTEM).ratings[1]
    halfway = SYSTEM.on_day(one, DAY + timedelta(days=400))
    there = SYSTEM.on_day(halfway, DAY + timedelta(days=800))
    assert there.state == pytest.approx(SYSTEM.on_day(one, DAY + timedelta(days=800)).state)


def test_win_probability() -> None:
    strong, weak = Rating(1700, 100), Rating(1500, 100)
    chance = SYSTEM.win_probability(strong, weak)
    assert chance is not None
    assert 0.62 < chance < 0.66  # 200 points are about 65 %, a little less while both ratings are uncertain
    back = SYSTEM.win_probability(weak, strong)
    assert back == pytest.approx(1 - chance)
    assert SYSTEM.win_probability(strong, Rating()) is None


def test_a_rating_is_provisional_for_about_fifty_games() -> None:
    assert SYSTEM.provisional(Rating())
    events = invented(2, events=12, players=8, rounds=8)
    ratings = fold(events[:1], {}, SYSTEM).ratings
    assert all(SYSTEM.provisional(rating) for rating in ratings.values())
    ratings = fold(events, {}, SYSTEM).ratings
    assert not any(SYSTEM.provisional(rating) for rating in ratings.values())


def test_the_floor_is_only_shown() -> None:
    system = SpreadAware(floor=1400)
    before = {1: Rating(1400, 100), 2: Rating(1400, 100)}
    changes = system.rate(event([(1, 1, 2, 600, 200)], rounds=1), before)
    assert changes[1].after.value == 1400
    assert changes[1].after.state[kalman.A] < -20
    assert changes[1].segments[0].floor > 0
    assert changes[1].segments[0].accounted == pytest.approx(1400)


def test_it_is_a_preset_whose_numbers_can_be_changed() -> None:
    assert build_system("event-kalman") == SYSTEM
    assert build_system("event-kalman", {"cap": 250, "off": -100}) == SpreadAware(cap=250, off=-100)
    with pytest.raises(ParameterError, match="sig_d"):
        build_system("event-kalman", {"sig_d": 0})
