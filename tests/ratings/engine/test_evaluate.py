"""Scores against values worked by hand and by brute force; systems never see the games they predict."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from ratings.engine.evaluate import (
    LEVELS,
    Forecast,
    Split,
    TooFewGames,
    Years,
    at_level,
    calibration,
    calibration_error,
    fit_link,
    fit_logistic,
    gain_interval,
    judge,
    log_losses,
    logistic,
    score_all,
)
from ratings.engine.evaluate_file import GamesFileError, read_games
from ratings.engine.evaluate_history import GameRow, History, HistoryError, build_history
from ratings.engine.evaluate_predictors import OFFICIAL, SPREAD_ELO, forecast, names, parameters
from ratings.engine.evaluate_report import calibration_lines, comparison_lines
from ratings.engine.evaluate_tune import search, starting_values, training_loss
from ratings.engine.params import ParameterError

SPLIT = Split(Years(2021, 2021), Years(2022, 2022))


def rows(*, seed: int = 1, events: int = 30, players: int = 16, from_year: int = 2020) -> Iterator[GameRow]:
    """Events of five rounds, a month apart, of players of hidden strength with noisy official ratings."""
    dice = random.Random(seed)
    strength = [dice.gauss(0, 60) for _ in range(players)]
    official = [round(1500 + 5 * one + dice.gauss(0, 300)) for one in strength]
    for number in range(events):
        day = date(from_year, 1, 3) + timedelta(days=31 * number)
        people = list(range(players if number else players - 4))
        for turn in range(1, 6):
            dice.shuffle(people)
            for p, q in zip(people[::2], people[1::2], strict=True):
                first = dice.choice([1, -1, 0])
                margin = round(strength[p] - strength[q] + 13 * first + dice.gauss(0, 95))
                unrated = max(p, q) == players - 1
                scores = (400 + margin // 2, 400 + margin // 2 - margin)
                one, other = (None, None) if unrated else (official[p], official[q])
                yield GameRow(number, day, "A", turn, p, q, *scores, first, one, other, max(p, q) < 8)


@pytest.fixture(scope="module")
def history() -> History:
    return build_history(rows())


def flat(history: History, value: float = 0.0) -> Forecast:
    return Forecast(np.full(history.games, value), np.full(history.games, value), 0.0)


def test_log_loss_by_hand() -> None:
    losses = log_losses(np.array([0.5, 0.8, 0.8, 0.8]), np.array([1.0, 1.0, 0.0, 0.5]))
    tie = (math.log(1 / 0.8) + math.log(1 / 0.2)) / 2
    assert losses == pytest.approx([math.log(2), math.log(1 / 0.8), math.log(1 / 0.2), tie])


def test_calibration_by_hand() -> None:
    """Four games with a favourite at 0.62 who wins 2½ of them, one sure thing that comes, an even game drawn."""
    chance = np.array([0.62, 0.62, 0.38, 0.38, 1.0, 0.5])
    won = np.array([1.0, 0.5, 0.0, 1.0, 1.0, 0.5])
    bins = calibration(chance, won)
    assert [(one.low, one.high, one.games) for one in bins] == [(0.5, 0.55, 1), (0.6, 0.65, 4), (0.95, 1.0, 1)]
    assert bins[1].predicted == pytest.approx(0.62)
    assert bins[1].observed == pytest.approx(2.5 / 4)
    assert calibration_error(bins) == pytest.approx(4 * 0.005 / 6)
    assert calibration_error(()) == 0


def test_the_curve_of_greatest_likelihood_by_brute_force() -> None:
    dice = np.random.default_rng(4)
    strength, first = dice.normal(0, 100, 400), dice.integers(-1, 2, 400).astype(float)
    won = (dice.random(400) < logistic(0.01 * strength + 0.3 * first)).astype(float)
    slope, bonus = fit_logistic(won, strength, first)

    def loss(one: float, other: float) -> float:
        return float(log_losses(logistic(one * strength + other * first), won).mean())

    around = [(slope * a, bonus + b) for a in (0.99, 1, 1.01) for b in (-0.01, 0, 0.01)]
    assert min(loss(*point) for point in around) == pytest.approx(loss(slope, bonus), abs=1e-12)
    assert 0.006 < slope < 0.014
    assert fit_logistic(won, strength, np.zeros(400))[1] == 0
    assert fit_logistic(won, np.zeros(400), first)[0] == 0


def test_spread_of_a_lead_is_fitted_by_least_squares(history: History) -> None:
    lead = history.margin - 20 * history.first
    link = fit_link(Forecast(lead, lead / 4, 0.0), history, np.ones(history.games, dtype=np.bool_))
    assert (link.points, link.first_points) == pytest.approx((4, 20))


def test_a_late_term_says_by_how_much_a_lead_shrinks_during_an_event(history: History) -> None:
    """Chances invented with a slope of 0.02 in the first rounds and 0.004 in the last."""
    assert (history.lateness.min(), history.lateness.max()) == pytest.approx((-0.4, 0.4))
    dice = np.random.default_rng(2)
    lead = dice.normal(0, 120, history.games)
    won = dice.random(history.games) < logistic((0.012 - 0.02 * history.lateness) * lead)
    invented = replace(history, margin=np.where(won, 50.0, -50.0), first=np.zeros(history.games))
    prediction, everything = Forecast(lead, lead, 0.0), np.ones(history.games, dtype=np.bool_)
    plain, late = (fit_link(prediction, invented, everything, late=late) for late in (False, True))
    assert plain.late == 0
    assert late.late == pytest.approx(-0.02, abs=0.006)
    losses = [log_losses(link.chances(prediction, invented, everything), invented.won).mean() for link in (plain, late)]
    assert losses[1] < losses[0] - 0.005


def test_a_system_that_says_nothing_scores_as_a_coin(history: History) -> None:
    silent = replace(history, first=np.zeros(history.games))
    score = judge(flat(silent), silent, "all", SPLIT).score
    assert score.log_loss == pytest.approx(math.log(2))
    assert score.brier == pytest.approx(((0.5 - silent.won[SPLIT.test.of(silent)]) ** 2).mean())
    assert score.accuracy == 0.5
    assert score.spread_rmse == pytest.approx(np.sqrt((silent.margin[SPLIT.test.of(silent)] ** 2).mean()))


def test_the_error_of_a_predicted_spread_game_by_game(history: History) -> None:
    """A lead that misses by 20 for whoever goes first, and by 7 besides: the link takes the 20 away, the 7 stay."""
    wrong = np.where(np.arange(history.games) % 2 == 0, 7.0, -7.0)
    lead = history.margin - 20 * history.first + wrong
    judged = judge(Forecast(lead, lead, 0.0), history, "all", SPLIT).score
    errors = [
        float(history.margin[game]) - judged.link.points * float(lead[game]) - judged.link.first_points * float(first)
        for game, first in enumerate(history.first)
        if SPLIT.test.of(history)[game]
    ]
    assert judged.spread_rmse == pytest.approx(math.sqrt(sum(miss**2 for miss in errors) / len(errors)))
    assert judged.spread_rmse == pytest.approx(7, abs=0.5)


def test_levels(history: History) -> None:
    """Established ⊂ rated ⊂ all; an event where nobody has an official rating belongs to none."""
    established, rated, everything = (at_level(history, level) for level in LEVELS)
    assert 0 < established.sum() < rated.sum() < everything.sum() == history.games
    assert (rated[established]).all()
    first = history.event == 0
    blank = replace(history, official_one=np.where(first, np.nan, history.official_one))
    assert not at_level(blank, "all")[first].any()
    assert at_level(blank, "all")[~first].all()
    with pytest.raises(ValueError, match="unknown level"):
        at_level(history, "some")


@pytest.mark.parametrize("system", names())
def test_no_system_sees_the_event_it_foretells_nor_later_ones(system: str) -> None:
    """Every result from event 6 on turned round: what is said up to and including event 6 stays the same."""
    games = list(rows(events=9))
    turned = [
        replace(row, score_one=row.score_two, score_two=row.score_one) if int(str(row.event)) >= 6 else row
        for row in games
    ]
    one, other = (forecast(system, build_history(some)) for some in (games, turned))
    end = sum(int(str(row.event)) <= 6 for row in games)
    assert (one.strength[:end] == other.strength[:end]).all()
    assert (one.lead[:end] == other.lead[:end]).all()
    if system != OFFICIAL:
        assert (one.strength[end:] != other.strength[end:]).any()
        assert (one.strength[:30] == 0).all(), "nobody is known before the first event"


@pytest.mark.parametrize("system", names())
def test_every_system_beats_a_coin_on_players_of_fixed_strength(system: str, history: History) -> None:
    score = judge(forecast(system, history), history, "rated", SPLIT).score
    assert score.log_loss < math.log(2) - 0.01
    assert 0.55 < score.accuracy < 0.8


def test_the_spread_aware_system_beats_noisy_official_ratings(history: History) -> None:
    forecasts = {name: forecast(name, history) for name in (OFFICIAL, "event-kalman")}
    table = score_all(forecasts, history, SPLIT, baseline=OFFICIAL)
    ours = table["event-kalman"]["rated"]
    assert ours.information is not None
    assert ours.gain is not None
    assert ours.gain_low is not None
    assert ours.gain_high is not None
    assert ours.information > 0.1
    assert ours.gain_low < ours.gain < ours.gain_high
    assert table[OFFICIAL]["rated"].information == 0
    assert ours.gain == pytest.approx(table[OFFICIAL]["rated"].log_loss - ours.log_loss)
    lines = list(comparison_lines(table, {OFFICIAL: 0.0, "event-kalman": 0.5}, history.games))
    assert [line.split()[0] for line in lines if line.startswith((OFFICIAL, "event"))][:2] == ["event-kalman", OFFICIAL]
    assert any(line.startswith("0.50–0.55") for line in calibration_lines("event-kalman", table["event-kalman"]))


def test_the_interval_is_over_events(history: History) -> None:
    """A lead that comes from one event only is not certain, however many games that event has."""
    base = judge(flat(history), history, "all", SPLIT)
    steady = replace(base, losses=base.losses - 0.1)
    assert gain_interval(base, steady, seed=1) == pytest.approx((0.1, 0.1, 0.1))
    lucky = replace(base, losses=base.losses - np.where(base.events == base.events[0], 1.2, 0.0))
    gain, low, high = gain_interval(base, lucky, seed=1)
    assert low == pytest.approx(0, abs=1e-12)
    assert low < gain < high
    assert gain_interval(base, lucky, seed=1) == (gain, low, high)


def test_nothing_to_fit_or_to_score(history: History) -> None:
    with pytest.raises(TooFewGames, match="fit"):
        judge(flat(history), history, "all", Split(Years(1990, 1991), Years(2022, 2022)))
    with pytest.raises(TooFewGames, match="test years"):
        judge(flat(history), history, "all", Split(Years(2021, 2021), Years(2040, 2041)))
    with pytest.raises(ValueError, match="after the years to fit on"):
        Split(Years(2021, 2022), Years(2022, 2023))
    with pytest.raises(ValueError, match="backwards"):
        Years(2022, 2021)


def test_parameters_reach_the_system(history: History) -> None:
    usual, slow = (forecast(SPREAD_ELO, history, params).lead for params in ({}, {"k_new": 0.05}))
    assert np.abs(slow).mean() < np.abs(usual).mean()
    assert parameters("event-kalman")["sweeps"] == 12
    assert not parameters(OFFICIAL)
    for system, params, words in (
        ("event-kalman", {"speed": 1}, "unknown parameter “speed”"),
        ("magic", {}, "unknown rating system “magic”"),
        (OFFICIAL, {"k": 1}, "no parameters"),
        (SPREAD_ELO, {"n_half": 0.0}, "n_half"),
    ):
        with pytest.raises(ParameterError, match=words):
            forecast(system, history, params)


def test_tuning_finds_a_better_value_and_looks_at_the_training_years_only(history: History) -> None:
    loss = training_loss("event-kalman", history, SPLIT.train)
    tuned = search(loss, {"sig_d": 400.0}, most_tries=40, progress=lambda _done, _all: None)
    assert tuned.loss < tuned.start_loss == loss({"sig_d": 400.0})
    assert tuned.tries <= 40
    later = history.year > 2021
    turned = replace(history, margin=np.where(later, -history.margin, history.margin))
    turned = replace(
        turned,
        events=tuple(
            replace(event, margin=turned.margin[start:end])
            for event, start, end in zip(history.events, history.starts[:-1], history.starts[1:], strict=True)
        ),
    )
    assert (
        search(
            training_loss("event-kalman", turned, SPLIT.train),
            {"sig_d": 400.0},
            most_tries=40,
            progress=lambda *_: None,
        )
        == tuned
    )


def test_a_search_finds_the_bottom_of_a_bowl() -> None:
    tuned = search(
        lambda at: (at["x"] - 7) ** 2 + (at["y"] + 2) ** 2, {"x": 1, "y": -9}, most_tries=500, progress=lambda *_: None
    )
    assert tuned.params == pytest.approx({"x": 7, "y": -2}, rel=0.05)


def test_what_cannot_be_tuned() -> None:
    assert starting_values("event-kalman", ["cap", "kap"], {"cap": 200}) == {"cap": 200, "kap": 0.364}
    with pytest.raises(ParameterError, match="not a number"):
        starting_values("event-kalman", ["speed"], {})
    with pytest.raises(TooFewGames):
        training_loss("event-kalman", build_history(rows(events=2)), Years(1990, 1991))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda games: [], "no game"),
        (lambda games: games[5:10] + games[:5] + games[40:45] + games[10:12], "do not stand together"),
        (lambda games: games[-5:] + games[:5], "stands after an event of"),
        (lambda games: [games[0], replace(games[1], day=date(2020, 1, 4))], "several dates"),
        (lambda games: [replace(games[0], two=games[0].one)], "plays against themselves"),
    ],
)
def test_games_that_are_no_history(change: object, words: str) -> None:
    games = list(rows(events=2))
    with pytest.raises(HistoryError, match=words):
        build_history(change(games))  # type: ignore[operator]  # one of the functions above


HEADER = (
    "event,date,division,round,player1,player2,score1,score2,first,rating1_before,rating2_before,status1,status2,flag"
)


def test_reading_games() -> None:
    lines = [
        HEADER,
        "e1,2024-05-01,A,1,ann,bob,400,350,1.0,1500,,est,new,",
        "",
        "e1,2024-05-01,A,2,bob,ann,400,350,-1,1400,1500,est,est,odd totals",
        "e1,2024-05-01,A,3,bob,ann,0,0,,1400,1500,est,est,forfeit?",
    ]
    one, two = read_games(line + "\n" for line in lines)
    assert one == GameRow("e1", date(2024, 5, 1), "A", 1, "ann", "bob", 400, 350, 1, 1500.0, None, False)
    assert two == GameRow("e1", date(2024, 5, 1), "A", 2, "bob", "ann", 400, 350, -1, 1400.0, 1500.0, True)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "line 1: missing columns: event"),
        (["event,date,round,player1,player2,score1"], "missing columns: score2"),
        ([HEADER + ",flag"], "comes twice"),
        ([HEADER, "e1,2024-05-01"], "line 2: 2 cells under 14 columns"),
        ([HEADER, "e1,yesterday,A,1,ann,bob,400,350,,,,,,"], "line 2: Invalid isoformat"),
        ([HEADER, "e1,2024-05-01,A,1,ann,bob,4o0,350,,,,,,"], "“score1” must be a whole number from -5000 to 5000"),
        ([HEADER, "e1,2024-05-01,A,1,ann,bob,nan,350,,,,,,"], "“score1” must be a whole number"),
        ([HEADER, "e1,2024-05-01,A,1,ann,bob,400,1e99,,,,,,"], "“score2” must be a whole number"),
        ([HEADER, "e1,2024-05-01,A,1,ann,bob,400,350,2,,,,,"], "“first” must be a whole number from -1 to 1"),
        ([HEADER, "e1,2024-05-01,A,1,ann,,400,350,,,,,,"], "“player2” must have 1 to 100 characters"),
        ([HEADER, 'e1,"2024'], "line 2: "),
    ],
)
def test_files_that_are_no_games(lines: list[str], words: str) -> None:
    with pytest.raises(GamesFileError) as error:
        list(read_games(lines))
    assert words in str(error.value)
