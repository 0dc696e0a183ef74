"""The event Kalman filter against a plain transcription of its description, against closed forms, and its laws."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine import kalman
from ratings.engine.evaluate_history import GameRow, History, build_history
from ratings.engine.kalman import Constants, EventGames
from ratings.engine.params import ParameterError
from tests.harness.deep import examples
from tests.ratings.engine.plain_kalman import Divisions, PlainFilter, invented_events

K = Constants()
MANY = replace(K, sweeps=1000)
# Among players of whom nothing is known only differences are determined; their common level would settle slowly.
PLACED = replace(MANY, v_first=1500.0, v_new=1500.0)


def as_history(events: list[Divisions]) -> History:
    return build_history(
        GameRow(number, date.fromordinal(700_000 + day), division, 1, *game)
        for number, (day, divisions) in enumerate(events)
        for division, games in enumerate(divisions)
        for game in games
    )


def two_players(margin: float, *, total: float = 817, first: float = 0, day: int = 0) -> EventGames:
    return EventGames(
        day,
        np.array([0, 1]),
        np.array([0, 0]),
        np.array([0]),
        np.array([1]),
        np.array([float(margin)]),
        np.array([float(total)]),
        np.array([float(first)]),
    )


@pytest.mark.parametrize("dense", [0, 256], ids=["list of meetings", "square of meetings"])
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_the_plain_transcription(monkeypatch: pytest.MonkeyPatch, seed: int, dense: int) -> None:
    """Predictions before and beliefs after each of four events with newcomers, divisions, gaps and unknown starts."""
    monkeypatch.setattr(kalman, "_DENSE", dense)
    events = invented_events(seed)
    history = as_history(events)
    plain, book = PlainFilter(K), kalman.new_book(len(history.players))
    for event, (day, divisions) in zip(history.events, events, strict=True):
        expected = plain.predict(700_000 + day, divisions)
        plain.rate(700_000 + day, divisions)
        solution = kalman.rate_event(book, event, K)
        kalman.write_down(book, event, solution)
        lead, variance = kalman.expected_spread(solution.prior, event)
        chance = kalman.win_chance(lead, variance, event.first, K)
        assert np.column_stack((lead, chance)) == pytest.approx(np.array(expected), abs=1e-8)
    assert len(plain.players) == len(history.players) == 24
    for row, name in enumerate(history.players):
        belief = plain.players[str(name)]
        (aa, ac), (_, cc) = belief.cov
        expected_row = [*belief.mean, aa, ac, cc, belief.games, belief.day]
        assert book[row] == pytest.approx(np.array(expected_row), rel=1e-9, abs=1e-7)


def test_a_game_against_somebody_known_exactly_is_a_plain_kalman_step() -> None:
    """Prior variance 100, the opponent's next to nothing, totals say nothing: gain = 100 / (100 + 97²)."""
    k = replace(MANY, kap=0.0, sig_s=1e9, q_day=0.0, q_event=0.0, drift=0.0, first=0.0)
    book = kalman.new_book(2)
    book[0] = (10, 0, 100, 0, 60, 500, 0)
    book[1] = (-20, 0, 1e-9, 0, 60, 500, 0)
    solution = kalman.rate_event(book, two_players(90), k)
    gain = 100 / (100 + 97**2)
    assert solution.posterior.a[0] == pytest.approx(10 + gain * (90 - 30))
    assert solution.posterior.aa[0] == pytest.approx(100 * (1 - gain))
    assert solution.posterior.a[1] == pytest.approx(-20, abs=1e-6)


def test_between_two_equals_the_first_move_explains_its_own_points() -> None:
    """Whoever moves first and wins by just what that is worth has shown nothing."""
    for first in (1, -1):
        after = kalman.rate_event(kalman.new_book(2), two_players(first * K.first, first=first), K).posterior
        assert after.a == pytest.approx([0, 0], abs=1e-9)


@pytest.mark.parametrize("margin", [325, 326, 900])
def test_a_larger_margin_than_the_cap_counts_as_the_cap(margin: int) -> None:
    capped = kalman.rate_event(kalman.new_book(2), two_players(325), K).posterior
    assert kalman.rate_event(kalman.new_book(2), two_players(margin), K).posterior.a == pytest.approx(capped.a)


def test_an_unusual_total_of_a_single_event_is_the_events_own() -> None:
    """The event's mean total is nearly free, so one unusual total teaches next to nothing of players who are known."""
    book = kalman.new_book(2)
    book[:] = (40, 14.56, 400, 145.6, 116, 5000, 0)
    usual, high = (kalman.rate_event(book, two_players(0, total=total), MANY) for total in (817, 1017))
    assert high.event_total - usual.event_total == pytest.approx(200, abs=2)
    assert high.posterior.a - usual.posterior.a == pytest.approx([0, 0], abs=0.5)


def test_newcomers_are_placed_by_three_known_players_and_not_by_two() -> None:
    book = kalman.new_book(4)
    book[:3] = [(a, 0.364 * a, 500, 182, 130, 300, 0) for a in (30, 60, 90)]
    square = EventGames(
        0,
        np.arange(4),
        np.zeros(4, dtype=np.int64),
        np.array([0, 1]),
        np.array([2, 3]),
        *(np.zeros(2) for _ in range(3)),
    )
    prior = kalman.beliefs_before(book, square, K)
    drifted = 60 + K.drift * math.exp(-300 / K.n_drift)
    assert prior.a[3] == pytest.approx(K.gamma * drifted + K.off)
    assert prior.aa[3] == K.v_new
    book[2] = 0
    prior = kalman.beliefs_before(book, square, K)
    assert (prior.a[3], prior.aa[3]) == (0, K.v_first)


def test_time_makes_uncertain_up_to_a_limit_and_moves_nobody_with_many_games() -> None:
    book = kalman.new_book(2)
    book[:] = (40, 14.56, 400, 145.6, 116, 5000, 0)
    soon, late, never = (kalman.beliefs_before(book, two_players(0, day=day), K) for day in (1, 700, 10**7))
    assert soon.aa[0] == pytest.approx(400 + K.q_day + K.q_event)
    assert late.aa[0] == pytest.approx(400 + 700 * K.q_day + K.q_event)
    assert never.aa[0] == pytest.approx(K.v_max)
    assert (never.aa * never.cc > never.ac**2).all()
    assert late.a == pytest.approx([40, 40])


@examples(15, deep=150)
@given(st.integers(min_value=0, max_value=10**6), st.randoms(use_true_random=False))
def test_the_order_of_games_and_who_stands_first_do_not_matter(seed: int, dice: st.DataObject) -> None:
    (day, divisions), *_ = invented_events(seed, events=1)
    turned = [[(q, p, t, s, -first) for p, q, s, t, first in games] for games in divisions]
    for games in turned:
        dice.shuffle(games)  # type: ignore[attr-defined]  # a random.Random
    one, other = as_history([(day, divisions)]), as_history([(day, turned)])
    books = []
    for history in (one, other):
        book = kalman.new_book(len(history.players))
        kalman.write_down(book, history.events[0], kalman.rate_event(book, history.events[0], K))
        books.append(dict(zip(history.players, book[:, :6].tolist(), strict=True)))
    for player, row in books[0].items():
        assert books[1][player] == pytest.approx(row, rel=1e-9, abs=1e-7)


@examples(10, deep=100)
@given(st.integers(min_value=0, max_value=10**6))
def test_contributions_of_the_games_add_up_to_the_change(seed: int) -> None:
    history = as_history(invented_events(seed, events=2))
    book = kalman.new_book(len(history.players))
    for event in history.events:
        solution = kalman.rate_event(book, event, PLACED)
        parts = kalman.contributions(event, solution, PLACED)
        change = np.zeros(len(event.players))
        np.add.at(change, np.stack((event.one, event.two), axis=1), parts.spread + parts.total)
        assert solution.prior.a + change == pytest.approx(solution.posterior.a, abs=1e-6)
        kalman.write_down(book, event, solution)


def test_forty_sweeps_are_exact_to_a_tenth_of_a_rating_point() -> None:
    """But for the common level of a pool of newcomers, of which no game says anything."""
    history = as_history(invented_events(3))
    strengths = []
    for k in (replace(K, sweeps=40), MANY):
        book = kalman.new_book(len(history.players))
        for event in history.events:
            kalman.write_down(book, event, kalman.rate_event(book, event, k))
        strengths.append(book[:, kalman.A] * K.scale)
    difference = strengths[1] - strengths[0]
    assert difference - difference.mean() == pytest.approx(np.zeros(24), abs=0.1)


def test_an_event_of_the_past_is_refused() -> None:
    book = kalman.new_book(2)
    kalman.write_down(book, two_players(5, day=9), kalman.rate_event(book, two_players(5, day=9), K))
    with pytest.raises(ValueError, match="after a later one"):
        kalman.rate_event(book, two_players(5, day=8), K)


@pytest.mark.parametrize(
    ("name", "value"), [("sig_d", 0.0), ("vs", -1.0), ("sweeps", 0), ("sweeps", 10**6), ("damping", 1.5), ("cap", 0.0)]
)
def test_impossible_constants_are_refused(name: str, value: float) -> None:
    with pytest.raises(ParameterError, match=name):
        replace(K, **{name: value})  # type: ignore[arg-type]  # numbers by name
