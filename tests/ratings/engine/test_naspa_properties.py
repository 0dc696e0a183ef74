"""What holds for every event: parts add up, order is irrelevant, a plain transcription of the formula agrees."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.detail import from_detail, to_detail
from ratings.engine.fold import fold
from ratings.engine.naspa import Naspa, rate, spend
from ratings.engine.newcomers import performance_rating
from ratings.engine.params import PRESETS, ParameterError, Params, build_params
from ratings.engine.types import Event, RatedGame, Rating
from tests.harness.deep import examples
from tests.ratings.engine.builders import turned

NASPA = PRESETS["naspa"]
PLAYERS = range(1, 9)
SCORES = st.integers(min_value=280, max_value=300)  # narrow, so that ties happen

ratings = st.builds(
    Rating,
    st.one_of(st.none(), st.integers(min_value=1, max_value=2300)),
    st.one_of(st.none(), st.integers(min_value=0, max_value=120)),
).map(lambda rating: Rating() if rating.value is None else rating)
fields = st.dictionaries(st.sampled_from(PLAYERS), ratings)


@st.composite
def games(draw: st.DrawFn, rounds: int) -> tuple[RatedGame, ...]:
    drawn = []
    for index in range(draw(st.integers(min_value=0, max_value=14))):
        one, other = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=2, unique=True))
        number = draw(st.integers(min_value=1, max_value=rounds))
        drawn.append(RatedGame(f"g{index}", number, one, other, draw(SCORES), draw(SCORES)))
    return tuple(drawn)


@st.composite
def events(draw: st.DrawFn) -> Event:
    rounds = draw(st.integers(min_value=1, max_value=40))
    day = date(2026, 1, 1) + timedelta(days=draw(st.integers(min_value=0, max_value=30)))
    return Event(draw(st.integers(min_value=1, max_value=10**6)), day, rounds, draw(games(rounds)))


presets = st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)


@examples(25, deep=300)
@given(events(), fields, presets)
def test_every_point_is_accounted_for(event: Event, before: dict[int, Rating], params: Params) -> None:
    for change in rate(event, before, params):
        expected_start = change.before.value
        for segment in change.segments:
            assert segment.start == expected_start
            assert segment.accounted == pytest.approx(segment.end, abs=1e-6)
            expected_start = segment.end
        assert change.after.value == expected_start


@examples(25, deep=300)
@given(events(), fields)
def test_the_stored_working_is_the_working(event: Event, before: dict[int, Rating]) -> None:
    for change in rate(event, before, NASPA):
        detail = json.loads(json.dumps(to_detail(change)))
        restored = from_detail(detail)
        assert to_detail(replace(change, segments=restored)) == detail
        for segment in restored:
            assert segment.accounted == pytest.approx(segment.end, abs=1e-3)


@examples(25, deep=300)
@given(events(), fields, st.randoms(use_true_random=False))
def test_order_of_games_and_who_stands_first_are_irrelevant(
    event: Event, before: dict[int, Rating], random: object
) -> None:
    shuffled = list(event.games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # Hypothesis gives a random.Random
    swapped = tuple(turned(game) if index % 2 else game for index, game in enumerate(shuffled))
    assert rate(replace(event, games=swapped), before, NASPA) == rate(event, before, NASPA)


@examples(15, deep=150)
@given(st.lists(events(), max_size=5, unique_by=lambda event: event.id), fields, st.integers(min_value=0, max_value=5))
def test_fold_of_a_and_b_is_fold_of_b_after_fold_of_a(drawn: list[Event], before: dict[int, Rating], cut: int) -> None:
    ordered = sorted(drawn, key=lambda event: (event.date, event.id))
    system = Naspa.of(NASPA)
    whole = fold(reversed(ordered), before, system)
    first = fold(ordered[:cut], before, system)
    second = fold(ordered[cut:], first.ratings, system)
    assert second.ratings == whole.ratings
    assert first.events + second.events == whole.events


@given(fields)
def test_when_nobody_plays_nothing_changes(before: dict[int, Rating]) -> None:
    system = Naspa.of(NASPA)
    assert fold([Event(1, date(2026, 1, 1), 8, ())], before, system).ratings == before


def _transcribed_k(games_played: int | None, rating: float) -> int:
    new = games_played is not None and games_played < 50
    if rating < 1800:
        return 30 if new else 20
    if rating < 2000:
        return 24 if new else 16
    return 15 if new else 10


def _transcribed(rating: float, excess: float, games_played: int | None) -> float:
    """The published loop, word for word, as an oracle."""
    while excess != 0:
        k = _transcribed_k(games_played, rating)
        new = rating + k * excess
        if _transcribed_k(games_played, new) == k:
            return new
        boundary = 1800 if rating < 1800 else (2000 if excess > 0 else 1799) if rating < 2000 else 1999
        excess -= (boundary - rating) / k
        rating = boundary
    return rating


@given(
    st.integers(min_value=1, max_value=2400),
    st.floats(min_value=-30, max_value=30, allow_nan=False),
    st.one_of(st.none(), st.integers(min_value=0, max_value=100)),
)
def test_k_crossing_agrees_with_the_published_loop(rating: int, excess: float, career: int | None) -> None:
    assert spend(rating, excess, career, NASPA)[-1].end == pytest.approx(_transcribed(rating, excess, career), abs=1e-9)


def test_parameters_are_checked() -> None:
    assert build_params("nsa2008") == PRESETS["naspa"]
    assert build_params("naspa", {"floor": 300, "curve": 0.004}) == replace(NASPA, floor=300, curve=0.004)
    for system, overrides, words in (
        ("elo5000", {}, "unknown rating system"),
        ("naspa", {"k": 3}, "unknown parameter"),
        ("naspa", {"floor": "low"}, "must be a number"),
        ("naspa", {"floor": 1.5}, "whole number"),
        ("naspa", {"curve": 0}, "positive"),
        ("naspa", {"feedback": -1}, "0 or more"),
        ("naspa", {"feedback": math.nan}, "finite"),
        ("naspa", {"games_at_split": 1}, "true or false"),
        ("naspa", {"bands": []}, "unknown parameter"),
    ):
        with pytest.raises(ParameterError, match=words):
            build_params(system, overrides)


@given(st.lists(st.integers(min_value=1, max_value=2400), min_size=1, max_size=20), st.data())
def test_performance_rating_expects_the_wins_it_is_made_from(opponents: list[int], data: st.DataObject) -> None:
    """A plain bisection over the allowed range is the oracle; whole numbers are up to a point beside it."""
    halves = data.draw(st.integers(min_value=0, max_value=2 * len(opponents)))
    earned = halves / 2
    target = {0.0: 0.05 * len(opponents), float(len(opponents)): 0.95 * len(opponents)}.get(earned, earned)
    low, high = 0.0, 3000.0
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(1 / (1 + math.exp(0.0031879 * (opponent - middle))) for opponent in opponents)
        low, high = (middle, high) if expected < target else (low, middle)
    assert performance_rating([float(rating) for rating in opponents], earned, NASPA) == pytest.approx(low, abs=1.0001)


@given(
    opponents=st.lists(st.floats(0, 2400) | st.sampled_from([0.0, 500.0, 2000.0]), min_size=1, max_size=14),
    halves=st.integers(0, 28),
    curve=st.sampled_from([0.0004, 0.0031879, 0.006, 0.02]),
    start=st.none() | st.floats(0, 2400),
)
def test_performance_rating_is_that_of_bounds_closing_in_wherever_it_starts(
    opponents: list[float], halves: int, curve: float, start: float | None
) -> None:
    games = len(opponents)
    earned = min(halves, 2 * games) / 2
    target = {0.0: 0.05 * games, float(games): 0.95 * games}.get(earned, earned)
    low, high, tried = 0, int(NASPA.newcomer_ceiling), 0
    while high - low > 1:
        tried = (low + high) // 2
        expected = sum([1 - 1 / (1 + math.exp(curve * (tried - opponent))) for opponent in opponents])
        low, high = (tried, high) if expected < target else (low, tried)
    assert performance_rating(opponents, earned, replace(NASPA, curve=curve), start=start) == tried
