"""The simulated rest of an event, against what can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ratings.engine.rest_of_event import PlayerScore, simulate


def even(players: int) -> np.ndarray:
    return np.full((players, players), 0.5)


def test_nothing_left_is_the_standings() -> None:
    scores = [PlayerScore(7, 2.0, 10), PlayerScore(8, 3.0, -5), PlayerScore(9, 2.0, 30), PlayerScore(10, 0.0, -35)]
    finishes = simulate(scores, even(4), 0, simulations=10, seed=1)
    assert [(one.player, one.first, one.top_three) for one in finishes] == [
        (8, 1.0, 1.0),
        (7, 0.0, 1.0),
        (9, 0.0, 1.0),
        (10, 0.0, 0.0),
    ]


def test_one_game_of_two_is_won_as_often_as_the_chance_says() -> None:
    chances = np.array([[0.5, 0.8], [0.2, 0.5]])
    finishes = simulate([PlayerScore(1, 0.0, 0), PlayerScore(2, 0.0, 0)], chances, 1, simulations=20_000, seed=3)
    assert [one.player for one in finishes] == [1, 2]
    assert finishes[0].first == pytest.approx(0.8, abs=0.01)
    assert finishes[0].wins + finishes[1].wins == pytest.approx(1.0)


def test_a_lead_of_one_win_before_one_round() -> None:
    """1 leads by a win and 2 needs to win: then both have one win, and 2 the better spread by 40 and the game's."""
    finishes = simulate([PlayerScore(1, 1.0, -20), PlayerScore(2, 0.0, 20)], even(2), 1, simulations=20_000, seed=5)
    assert {one.player: one.first for one in finishes}[1] == pytest.approx(0.5, abs=0.015)


def test_the_last_of_an_odd_number_has_a_bye() -> None:
    finishes = simulate([PlayerScore(player, 0.0, -player) for player in range(3)], even(3), 1, simulations=500, seed=2)
    assert {one.player: one.wins for one in finishes}[2] == 1.0
    assert sum(one.wins for one in finishes) == pytest.approx(2.0)


def test_chances_of_first_and_wins_add_up_and_follow_from_the_seed() -> None:
    scores = [PlayerScore(player, float(player % 3), 7 * player) for player in range(11)]
    one, again, other = (simulate(scores, even(11), 4, simulations=300, seed=seed) for seed in (1, 1, 2))
    assert one == again != other
    assert sum(line.first for line in one) == pytest.approx(1)
    assert sum(line.top_three for line in one) == pytest.approx(3)
    played = sum(standing.wins for standing in scores) + 4 * 6
    assert sum(line.wins for line in one) == pytest.approx(played)


def test_more_players_than_it_is_made_for() -> None:
    with pytest.raises(ValueError, match="at most 500 players"):
        simulate([PlayerScore(player, 0.0, 0) for player in range(501)], even(501), 1, simulations=1, seed=1)
    with pytest.raises(ValueError, match="a chance for each pair"):
        simulate([PlayerScore(1, 0.0, 0)], even(2), 1, simulations=1, seed=1)
