"""The draw for the first move: what is nearest the start of the alphabet, blanks first, equals again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword.drawing import EqualTilesError, draw, playing_order
from games.engine.crossword.tiles import tile_set

ENGLISH = tile_set("en")


def order(*drawn: str) -> tuple[int, ...]:
    return playing_order(ENGLISH, [ENGLISH.encode(tiles) for tiles in drawn])


def test_the_order_of_two_three_and_four() -> None:
    assert order("K", "E") == (1, 0)
    assert order("A", "?") == (1, 0)
    assert order("C", "A", "T") == (1, 0, 2)
    assert order("Z", "?", "A", "B") == (1, 2, 3, 0)


def test_equal_tiles_are_drawn_again_by_those_who_drew_them() -> None:
    with pytest.raises(EqualTilesError) as equal:
        order("E", "E", "B")
    assert equal.value.players == (0, 1)
    assert order("EK", "EA", "B") == (2, 1, 0)
    with pytest.raises(EqualTilesError):
        order("EA", "EA", "B")


def test_what_cannot_have_been_drawn() -> None:
    for drawn in (("", "A"), ("Q", "Q"), ("?", "?", "?")):
        with pytest.raises(ValueError, match="tile"):
            order(*drawn)


@given(st.integers(2, 4), st.integers(0, 2**63))
def test_a_draw_settles_the_order_and_the_same_seed_draws_the_same(players: int, seed: int) -> None:
    drawn = draw(ENGLISH, players, Random(seed))
    assert sorted(playing_order(ENGLISH, drawn)) == list(range(players))
    assert drawn == draw(ENGLISH, players, Random(seed))
    level = {tiles[:-1] for tiles in drawn if len(tiles) > 1}
    assert all(sum(tiles.startswith(begin) for tiles in drawn) > 1 for begin in level), "only who is level draws again"
