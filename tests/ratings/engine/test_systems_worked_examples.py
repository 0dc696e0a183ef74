"""Worked examples of the systems besides NASPA, each named after the system and what it shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ratings.engine.curves import expectation
from ratings.engine.elo import Isc
from ratings.engine.glicko import Belief as GlickoBelief
from ratings.engine.glicko import Glicko2, Glicko225
from ratings.engine.multi import by_place, by_score
from ratings.engine.naspa import k_factor
from ratings.engine.new_zealand import NewZealand
from ratings.engine.norwegian import Belief, Norwegian
from ratings.engine.params import PRESETS
from ratings.engine.registry import SYSTEMS, build_system
from ratings.engine.types import PlayerChange, Rating
from tests.ratings.engine.builders import event

GLICKO225 = Glicko225()


def after(system: str, one: Rating, other: Rating, score: int, theirs: int) -> tuple[PlayerChange, PlayerChange]:
    first, second = SYSTEMS[system].rate(event([(1, 1, 2, score, theirs)], rounds=1), {1: one, 2: other})
    return first, second


@pytest.mark.parametrize(
    ("difference", "expected"), [(72, 0.6), (148, 0.7), (239, 0.8), (362, 0.9), (700, 0.993336), (100, 0.638163)]
)
def test_nsa_before_2009_curve(difference: float, expected: float) -> None:
    tolerance = 1e-6 if expected * 10 % 1 else 1e-3
    assert expectation(difference, PRESETS["nsa"]) == pytest.approx(expected, abs=tolerance)
    assert expectation(-difference, PRESETS["nsa"]) == pytest.approx(1 - expected, abs=tolerance)


@pytest.mark.parametrize(("rating", "k"), [(1799, 20), (1800, 16), (1999, 16), (2000, 10)])
def test_wespa_style_logit_250_has_the_k_found_in_its_reports(rating: int, k: float) -> None:
    assert k_factor(rating, 100, PRESETS["wespa-250"]) == k
    assert expectation(250, PRESETS["wespa-250"]) == pytest.approx(0.7310586)


def test_wespa_172_keeps_its_k_across_a_boundary_and_accelerates_by_two_thirds() -> None:
    one, _ = after("wespa-172", Rating(1795, 60), Rating(1795, 60), 400, 300)
    # 10 points at K 20 although 1800 is crossed; 5 of them are above the threshold: 2/3 of 5 again.
    assert one.segments[0].crossing == 0
    assert one.segments[0].acceleration == pytest.approx(10 / 3)
    assert one.after.value == 1808


@pytest.mark.parametrize(
    ("difference", "expected"), [(120, 0.60), (0, 0.5), (540, 0.95), (600, 0.95), (-540, 0.05), (-2000, 0.05)]
)
def test_australian_curve(difference: float, expected: float) -> None:
    assert expectation(difference, PRESETS["australian"]) == pytest.approx(expected)


def test_australian_k_is_20_and_nothing_else_counts() -> None:
    one, other = after("australian", Rating(1620, 60), Rating(1500, 60), 400, 300)
    assert (one.after.value, other.after.value) == (1628, 1492)


def test_pakistani_floor_is_500() -> None:
    _, other = after("pakistani", Rating(505, 60), Rating(505, 60), 400, 300)
    assert (other.after.value, other.segments[0].floor) == (500, 5)
    assert after("australian", Rating(505, 60), Rating(505, 60), 400, 300)[1].after.value == 495


def test_new_zealand_curve_and_k() -> None:
    assert NewZealand().expectation(100) == pytest.approx(0.57920, abs=5e-6)
    assert NewZealand().k_factor(1500, 8) == 22.5
    assert NewZealand().k_factor(3200, 8) == 0
    years_1999_2016 = build_system("new-zealand-1999")
    assert isinstance(years_1999_2016, NewZealand)
    assert years_1999_2016.k_factor(1500, 8) == 30


def test_new_zealand_provisional_gain_beyond_the_threshold_counts_double() -> None:
    # Nine wins against equals are 4.5 unexpected wins: 101.25 points, 22.5 beyond 3.5 · K = 78.75.
    games = [(number, 1, number + 1, 400, 300) for number in range(1, 10)]
    before = {player: Rating(1500, 10 if player == 1 else 100) for player in range(1, 11)}
    changes = NewZealand().rate(event(games, rounds=9), before)
    assert changes[0].segments[0].acceleration == pytest.approx(22.5)
    assert changes[0].after.value == 1624
    assert [change.segments[0].feedback for change in changes[1:]] == [pytest.approx(1.125)] * 9
    assert changes[1].after.value == 1490  # 1500 − 11.25 + 1.125
    settled = NewZealand().rate(event(games, rounds=9), before | {1: Rating(1500, 100)})
    assert settled[0].after.value == 1601


def test_new_zealand_2017_pays_for_taking_part() -> None:
    games = [(1, 1, 2, 400, 300), (2, 1, 2, 300, 400), (3, 1, 2, 350, 350)]
    one, other = SYSTEMS["new-zealand-2017"].rate(event(games, rounds=3), {1: Rating(1500, 99), 2: Rating(1500, 99)})
    assert (one.after.value, other.after.value) == (1501, 1501)


def test_new_zealand_performance_is_drawn_to_the_opponents() -> None:
    # 3 of 4: p = (1 · 2/4 + 2) / 4 = 0.625.
    assert NewZealand().performance(3, 4, 1500) == pytest.approx(1659.89, abs=0.01)
    assert NewZealand().performance(1, 1, 1500) == 1500
    assert NewZealand().performance(4, 4, 1500) == pytest.approx(1500 + 313 * 1.0986123, abs=0.01)


def test_absp_before_1999() -> None:
    # 120 beats 100 (worth 150), loses to 200 (clamped to 160: 110), draws with 130: the event's average is 130.
    games = [(1, 1, 2, 400, 300), (2, 1, 3, 300, 400), (3, 1, 4, 350, 350)]
    before = {1: Rating(120, 0), 2: Rating(100, 50), 3: Rating(200, 50), 4: Rating(130, 50)}
    assert SYSTEMS["absp-1998"].rate(event(games, rounds=3), before)[0].after.value == 130


def test_absp_newcomers_are_estimated_twice_and_count_with_the_second_value() -> None:
    # Pass 1: A beat 140 → 190; B lost to 110 → 60.  Pass 2, with each other: A beat B (60) → (190 + 110) / 2 = 150;
    # B lost to A (190) → (60 + 140) / 2 = 100.
    games = [(1, 1, 3, 400, 300), (1, 2, 4, 300, 400), (2, 1, 2, 400, 300)]
    changes = SYSTEMS["absp-1998"].rate(event(games, rounds=2), {3: Rating(140, None), 4: Rating(110, None)})
    values = {change.player: change.after.value for change in changes}
    assert (values[1], values[2]) == (150, 100)
    assert changes[2].segments[0].games[0].opponent_rating == 150


def test_norwegian_equals_a_win_by_100() -> None:
    done = Norwegian().update(Belief(1500, 150), [(Belief(1500, 150), 100, 1.0)])
    assert done.mean == pytest.approx(1545.45, abs=0.005)
    assert done.deviation == pytest.approx(143.02, abs=0.005)


def test_norwegian_three_games() -> None:
    games = [(Belief(1500, 100), 50, 1.0), (Belief(1700, 90), -20, 1.0), (Belief(1550, 120), 130, 1.0)]
    done = Norwegian().update(Belief(1600, 80), games)
    assert done.mean == pytest.approx(1620.39, abs=0.005)
    assert done.deviation == pytest.approx(76.63, abs=0.005)


def test_norwegian_deviation_grows_with_the_root_of_the_days() -> None:
    rated = Rating(1500, 50, 60.0, (1500.0, 60.0), date(2026, 1, 1))
    idle = Norwegian().on_day(rated, date(2026, 1, 26))
    assert idle.deviation == pytest.approx((60**2 + 100 * 25) ** 0.5)
    assert replace(idle, deviation=60.0, state=(1500.0, 60.0)) == rated
    assert Norwegian().on_day(rated, date(2090, 1, 1)).deviation == 400


@pytest.mark.parametrize(
    ("rating", "games", "share"),
    [(1500, 199, 1), (1500, 900, 0.5), (1500, 360, 0.8), (1900, 360, 0.75), (2100, 360, 0.5), (1500, 1001, 0.5)],
)
def test_coco_veterans_move_less(rating: float, games: int, share: float) -> None:
    coco = SYSTEMS["coco"]
    assert isinstance(coco, Norwegian)
    assert coco.share(rating, games) == pytest.approx(share)


def test_coco_ratings_are_whole_with_two_decimals_of_deviation() -> None:
    one, other = after("coco", Rating(1500, 0, 150.0, (1500.0, 150.0)), Rating(1500, 0), 450, 350)
    assert one.after.state == (1545.0, 143.02)
    assert other.after.state == (1455.0, 143.02)
    _, lost = after("coco", Rating(2000, 0), Rating(310, 0), 900, 100)
    assert (lost.after.value, lost.after.state[0]) == (300, 300.0)


def test_isc_points() -> None:
    isc = Isc()
    assert isc.game_k(0, None) * (1 - isc.expectation(0)) == 10
    assert isc.game_k(200, None) * (1 - isc.expectation(0)) == 20
    assert isc.game_k(250, None) == 40
    assert 1400 + isc.game_k(100, None) * (1 - isc.expectation(-200)) == pytest.approx(1422.79, abs=0.005)
    one, _ = after("isc", Rating(1400, 50), Rating(1600, 50), 450, 350)
    assert one.after.state == pytest.approx((1422.79,), abs=0.005)


def test_isc_provisional_players() -> None:
    games = [(1, 1, 2, 400, 300), (2, 1, 3, 400, 300), (3, 1, 2, 300, 400), (4, 1, 4, 400, 300)]
    before = {2: Rating(1500, 50), 3: Rating(1600, 50)}
    changes = SYSTEMS["isc"].rate(event(games, rounds=4), before)
    # Two wins and a loss against established players, 1533.3 on average; the game of the two newcomers is not counted.
    assert changes[0].after.state[0] == pytest.approx(4600 / 3 + 133 * 0.6931472)
    assert changes[3].after.value == 1500
    # A newcomer as opponent: a tenth of the K.
    assert changes[1].segments[0].games[0].k == pytest.approx(3)


def test_glicko2_paper_example() -> None:
    games = [(1400.0, 30.0, 1.0, 1.0), (1550.0, 100.0, 0.0, 1.0), (1700.0, 300.0, 0.0, 1.0)]
    done = Glicko2().update(GlickoBelief(1500, 200, 0.06), games, 1.0)
    assert done.after.rating == pytest.approx(1464.06, abs=0.01)
    assert done.after.deviation == pytest.approx(151.52, abs=0.01)
    assert done.after.volatility == pytest.approx(0.05999, abs=1e-5)
    assert done.variance == pytest.approx(1.7785, abs=5e-4)
    assert done.improvement == pytest.approx(-0.4834, abs=1e-3)  # the paper rounds on the way


def glicko225(own: tuple[float, float], theirs: tuple[float, float], spread: int, days: float = 0) -> GlickoBelief:
    credit = GLICKO225.credit(spread, 1.0 if spread > 0 else 0.0, own[0], theirs[0])
    return GLICKO225.update(GlickoBelief(*own, 0.06), [(*theirs, credit, 1.0)], days / 4).after


def test_glicko225_1500_350_beats_1500_350_by_50() -> None:
    winner = glicko225((1500, 350), (1500, 350), 50)
    assert (winner.rating, winner.deviation) == pytest.approx((1645.99, 290.23), abs=0.005)
    assert glicko225((1500, 350), (1500, 350), -50).rating == pytest.approx(1354.01, abs=0.005)
    one, other = after("glicko225", Rating(), Rating(), 450, 400)
    assert (one.after.value, other.after.value) == (1646, 1354)
    assert one.after.deviation == pytest.approx(290.23, abs=0.005)


def test_glicko225_margin_counts_up_to_125() -> None:
    assert glicko225((1500, 60), (1500, 60), 1).rating == pytest.approx(1508.26, abs=0.005)
    assert glicko225((1500, 60), (1500, 60), 250).rating == pytest.approx(1509.89, abs=0.005)
    assert glicko225((1500, 60), (1500, 60), 125).rating == pytest.approx(1509.89, abs=0.005)
    assert glicko225((1500, 60), (1500, 60), 124).rating < 1509.89
    assert glicko225((1500, 60), (1500, 60), 250).deviation == 60


def test_glicko225_after_a_day() -> None:
    winner = glicko225((1600, 100), (1400, 80), 30, days=1)
    assert (winner.rating, winner.deviation) == pytest.approx((1609.70, 97.35), abs=0.005)


def test_glicko225_win_boost() -> None:
    boost = GLICKO225.boost(1500, 1500)
    assert boost == pytest.approx(0.41667, abs=5e-6)
    assert 4 * GLICKO225.margin_scale * boost / (1 - 2 * boost) == pytest.approx(1250)


def test_elo_is_wins_against_expected_wins() -> None:
    one, other = after("elo", Rating(1600, 60), Rating(1400, 60), 300, 400)
    assert one.after.state == pytest.approx((1600 - 20 / (1 + 10 ** (-200 / 400)),))
    assert (one.after.value, other.after.value) == (1585, 1415)


def test_a_table_of_four_counts_three_halves_of_a_game_for_each() -> None:
    games = by_score("t1", 1, {1: 300, 2: 250, 3: 250, 4: 100})
    assert len(games) == 6
    placed = by_place("t1", 1, [[1], [2, 3], [4]])
    assert [(game.player, game.opponent) for game in placed] == [(game.player, game.opponent) for game in games]
    four = replace(event([], rounds=1), games=games)
    changes = SYSTEMS["elo"].rate(four, {player: Rating(1500, 60) for player in range(1, 5)})
    assert [(change.games, change.earned, change.after.value) for change in changes] == [
        (3, 3.0, 1515),
        (3, 1.5, 1500),
        (3, 1.5, 1500),
        (3, 0.0, 1485),
    ]
    with pytest.raises(ValueError, match="player 1 stands in two places"):
        by_place("t", 1, [[1], [1, 2]])
