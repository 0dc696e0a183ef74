"""The chance of winning a meeting, against all ways in which its games can go."""

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.chances import of_meeting


@given(game=st.floats(0, 1), best_of=st.sampled_from([1, 3, 5, 7]))
def test_it_is_the_sum_over_all_ways(game: float, best_of: int) -> None:
    """The winner of each game is written out, all games played on."""
    won = sum(
        prod(game if one else 1 - game for one in games)
        for games in product([True, False], repeat=best_of)
        if sum(games) > best_of // 2
    )
    assert of_meeting(game, best_of) == pytest.approx(won, abs=1e-12)


@given(game=st.floats(0, 1), best_of=st.sampled_from([1, 3, 5, 7, 9]))
def test_one_of_the_two_wins(game: float, best_of: int) -> None:
    assert of_meeting(game, best_of) + of_meeting(1 - game, best_of) == pytest.approx(1)


def test_more_games_favour_the_stronger() -> None:
    """Best of three at 60 %: 0.6² + 2 · 0.6² · 0.4."""
    assert of_meeting(0.6, 3) == pytest.approx(0.648)
    assert of_meeting(0.6, 5) > of_meeting(0.6, 3) > 0.6
