"""Reports as pages show them: positions, findings beside moves, racks, score lines."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.crossword.board_view import board_view
from games.crossword.chart import score_chart
from games.crossword.viewer import Replay, replay_of
from games.engine.crossword.check import check_record
from games.engine.crossword.rules import RULE_SETS

RULES = RULE_SETS["tournament"]
#: A play, a play that comes off after a challenge, another one on the same squares, an exchange, and a wrong score.
GAME = b"""#character-encoding UTF-8
#player1 ada Ada
#player2 ben Ben
>ada: TRAINSE 8D TRAIN +12 12
>ben: GALEXYZ 7C ZAX +30 30
>ben: GALEXYZ -- -30 0
>ada: SE?BCDE -SE +0 12
>ben: GALEXYZ 7C GALE +14 14
>ada: ?BCDEFG H8 .eB +4 16
"""


def replay(data: bytes = GAME, at: int | None = None) -> Replay:
    return replay_of(check_record(data, rules=RULES).as_dict(), at=at)


def shown(view: Replay) -> dict[str, str]:
    """The visible tiles by coordinate, blanks in lower case, those of the last play marked."""
    return {
        f"{row.number}{column}": (tile.face.lower() if tile.blank else tile.face) + ("!" if tile.fresh else "")
        for row in view.board.rows
        for column, square in zip(view.board.columns, row.squares, strict=True)
        for tile in square.tiles
        if tile.visible
    }


def test_the_board_is_empty_before_the_first_move() -> None:
    assert shown(replay(at=0)) == {}


def test_the_last_play_is_marked() -> None:
    assert shown(replay(at=1)) == {"8D": "T!", "8E": "R!", "8F": "A!", "8G": "I!", "8H": "N!"}


def test_tiles_taken_off_disappear_and_others_take_their_place() -> None:
    assert shown(replay(at=2))["7C"] == "Z!"
    assert "7C" not in shown(replay(at=3))
    assert shown(replay(at=3))["8D"] == "T"
    assert shown(replay(at=5))["7C"] == "G!"


def test_every_position_is_on_the_page_at_once() -> None:
    view = replay()
    square = view.board.rows[6].squares[2]
    assert [(tile.face, tile.since, tile.until) for tile in square.tiles] == [("Z", 2, 3), ("G", 5, None)]


def test_a_blank_shows_its_letter_and_no_points() -> None:
    tile = replay().board.rows[8].squares[7].tiles[0]
    assert (tile.face, tile.blank, tile.points) == ("E", True, 0)
    assert [(rack.face, rack.points, rack.blank) for rack in replay().turns[5].rack if rack.blank] == [("?", 0, True)]


def test_premiums_and_centre() -> None:
    board = replay(at=0).board
    assert (board.rows[0].squares[0].premium, board.rows[0].squares[3].premium) == ("3W", "2L")
    assert [(row.number, index) for row in board.rows for index, square in enumerate(row.squares) if square.start] == [
        (8, 7)
    ]


def test_findings_stand_beside_their_move_with_both_values() -> None:
    turn = replay().turns[4]
    assert (turn.text, turn.stated_score, turn.computed_score, turn.score_differs) == ("7C GALE", 14, 13, True)
    assert "The play scores 13; the record says 14." in [finding.message for finding in turn.findings]
    assert not replay().turns[0].findings


def test_findings_without_a_move_are_about_the_record() -> None:
    view = replay(b"8D TRAIN 12\nrubbish\n")
    assert [finding.line for finding in view.general] == [2]


def test_both_totals_run_on() -> None:
    assert [turn.totals for turn in replay().turns][:5] == [(12, 0), (12, 40), (12, 0), (12, 0), (12, 13)]


def test_only_where_the_player_chose_could_another_play_be_tried() -> None:
    """Not where a play comes off; and the lines after the last move have no number of a move."""
    view = replay(GAME + b">ada:  (FGY) +26 42\n")
    assert [turn.kind for turn in view.turns if not turn.chosen] == ["withdrawn", "out"]
    assert (view.label, replay(at=1).label) == (
        "The board at the end of the game",
        "The board after move 1: Ada, 8D TRAIN",
    )


def test_beyond_the_game_is_its_end() -> None:
    assert replay(at=999).at == replay().last == 6
    assert replay(at=-5).at == 0


def test_names_of_the_seats_replace_those_of_typed_moves() -> None:
    view = replay_of(check_record(b"8D TRAIN 12\n", rules=RULES).as_dict(), names=("Ada Byron", "Ben Katz"))
    assert view.turns[0].name == "Ada Byron"


def test_a_finding_of_an_older_engine_keeps_its_stored_sentence() -> None:
    data = check_record(b"8D TRAIN 12\nrubbish\n", rules=RULES).as_dict()
    findings = data["findings"]
    assert isinstance(findings, list)
    findings[0].update(code="long_gone", message="Kept as it was.")
    findings[1].update(code="score_wrong", message="Kept too.", params={})
    view = replay_of(data)
    messages = [finding.message for finding in view.general] + [f.message for turn in view.turns for f in turn.findings]
    assert {"Kept as it was.", "Kept too."} <= set(messages)


def test_digraph_tiles_fill_one_square() -> None:
    rules = RULES.with_options(tile_set="es")
    empty = ["." * 15] * 15
    board = board_view(rules, [empty, [*empty[:7], ".......[CH]A......", *empty[8:]]], 1)
    assert [tile.face for square in board.rows[7].squares for tile in square.tiles] == ["CH", "A"]


@given(st.binary(max_size=300) | st.text(alphabet="8D TRAIN\n>a:+-#()123?.[]", max_size=200).map(str.encode))
@settings(max_examples=150, deadline=None)
def test_any_bytes_can_be_displayed(data: bytes) -> None:
    view = replay(data)
    for turn in view.turns:
        assert len(turn.totals) == len(view.players)
    assert view.board.size == 15


@given(
    st.lists(st.integers(-100, 900), min_size=1, max_size=60), st.lists(st.integers(-100, 900), min_size=1, max_size=60)
)
def test_chart_stays_inside_its_frame(one: list[int], two: list[int]) -> None:
    length = min(len(one), len(two))
    chart = score_chart(["Ada", "Ben"], [one[:length], two[:length]])
    for line in chart.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert chart.left <= x <= chart.right
            assert chart.top - 0.1 <= y <= chart.bottom + 0.1
    assert [tick.label for tick in chart.y_ticks] == sorted({tick.label for tick in chart.y_ticks})
    assert all(before < after for before, after in pairwise(chart.turn_x))


def test_chart_goes_up_in_steps() -> None:
    chart = score_chart(["Ada"], [[0, 10, 10, 40]])
    corners = [tuple(map(float, point.split(","))) for point in chart.lines[0].points.split()]
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(corners))
