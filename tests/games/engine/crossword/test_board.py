"""Board layouts: symmetry, premium counts and coordinates."""

import pytest

from games.engine.crossword.board import Layout, board_layout, board_slugs
from tests.walk import check_each

COUNTS = {
    "standard15": {"T": 8, "D": 17, "t": 12, "d": 24, "Q": 0, "q": 0},
    "standard21": {"T": 16, "D": 41, "t": 20, "d": 36, "Q": 4, "q": 8},
}


@pytest.mark.parametrize("slug", board_slugs())
def test_premiums(slug: str) -> None:
    layout = board_layout(slug)
    text = "".join(layout.rows)
    assert {premium: text.count(premium) for premium in COUNTS[slug]} == COUNTS[slug]
    assert layout.rows == layout.rows[::-1]
    assert tuple(zip(*layout.rows, strict=True)) == tuple(tuple(row) for row in layout.rows)


@pytest.mark.parametrize("slug", board_slugs())
def test_coordinates_read_back(slug: str) -> None:
    layout = board_layout(slug)
    for square in layout.squares:
        for across in (True, False):
            place = layout.places[layout.coordinate(square, across=across)]
            assert (place.square, place.step == 1) == (square, across)
        assert layout.square(*layout.row_and_column(square)) == square
    assert len(layout.places) == 4 * layout.size**2


def test_no_places_beyond_the_edge() -> None:
    places = board_layout("standard15").places
    assert not {"16A", "0A", "8P", "P8", "A0", "8", "A", ""} & places.keys()


def test_a_board_is_one_of_ours_and_as_many_rows_as_columns() -> None:
    with pytest.raises(LookupError, match="no board 'round'"):
        board_layout("round")

    def check(*rows: str) -> None:
        with pytest.raises(ValueError, match="board odd is not 3 by 3"):
            Layout("odd", "Odd", 3, (1, 1), rows)

    check_each([("...", "..."), ("...", "..", "...")], check, undo=False)
