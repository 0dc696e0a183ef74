"""What all documents share (rules.md 1), played out under each of them: one test for a paragraph, in its order."""

import pytest

from games.engine.crossword.drawing import starters
from games.engine.crossword.ending import Ending
from games.engine.crossword.position import IllegalMoveError, Position
from games.engine.crossword.rules import RULE_SETS, RuleSet
from tests.games.engine.crossword.helpers import board_with, faces, measure

SLUGS = ("tokyo-club", "gujarati-club", "hasbro-zh", "tournament")
EVERY = pytest.mark.parametrize("rules", [RULE_SETS[slug] for slug in SLUGS], ids=SLUGS)
BAG = "AINRTVWBHOOSUYCDEFGKLEEEEEEEEEEEEEEEEE"


def start(rules: RuleSet, bag: str = BAG, players: int = 2) -> Position:
    return Position.start(rules, rules.tiles.encode(bag), players)


def reasons(position: Position, move: str) -> list[str]:
    return [problem.code for problem in position.problems(move)]


@EVERY
@pytest.mark.parametrize("players", [2, 3, 4])
def test_paragraph_1_two_to_four_players_a_board_of_15_and_100_tiles(rules: RuleSet, players: int) -> None:
    position = Position.start(rules, rules.tiles.bag, players)
    assert (position.players, len(position.rows()), {len(row) for row in position.rows()}) == (players, 15, {15})
    assert (rules.tiles.total, rules.tiles.blanks) == (100, 2)
    assert {"A1", "1A", "O15", "15O"} <= rules.layout.places.keys()
    assert not {"P1", "16A"} & rules.layout.places.keys()


@EVERY
@pytest.mark.parametrize("players", [1, 5])
def test_paragraph_1_no_other_number_of_players(rules: RuleSet, players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        Position.start(rules, rules.tiles.bag, players)


@EVERY
@pytest.mark.parametrize(
    ("drawn", "first"), [("CAT", (1,)), ("A?", (1,)), ("BB", (0, 1)), ("??A", (0, 1)), ("ZYXW", (3,))]
)
def test_paragraph_3_who_is_nearest_to_a_starts_and_a_blank_beats_a(
    rules: RuleSet, drawn: str, first: tuple[int, ...]
) -> None:
    assert starters(rules.tiles, rules.tiles.encode(drawn)) == first


@EVERY
def test_paragraph_4_racks_of_seven_are_refilled_until_the_bag_is_empty(rules: RuleSet) -> None:
    position = start(rules, BAG[:16])
    assert [len(rack) for rack in position.racks] == [7, 7]
    after = position.play("8D TRAIN")  # two are left for five
    assert ([len(rack) for rack in after.racks], len(after.bag)) == ([4, 7], 0)


@EVERY
@pytest.mark.parametrize(
    ("move", "code"), [("8H T", "one_letter"), ("1A TRAIN", "off_centre"), ("8D TRAINS", "tiles_not_on_rack")]
)
def test_paragraph_5_the_first_play_has_two_tiles_on_the_centre(rules: RuleSet, move: str, code: str) -> None:
    assert code in reasons(start(rules), move)
    assert start(rules).play("8D TRAIN").scores[0] == 12  # the centre doubles


@EVERY
@pytest.mark.parametrize(
    ("move", "codes"),
    [
        ("E8 ....", ["no_new_tile", "gap"]),
        ("1A HOB", ["not_touching"]),
        ("E7 H.B", []),
        ("9A HOB", ["not_touching"]),
        ("8I SO", ["part_of_word"]),
        ("8D .....S", []),
        ("14N HOB", ["off_board"]),
        ("8D BRAIN", ["occupied"]),
    ],
)
def test_paragraph_5_later_plays_touch_in_one_line_without_gaps(rules: RuleSet, move: str, codes: list[str]) -> None:
    problems = reasons(start(rules).play("8D TRAIN"), move)
    assert problems == codes if not codes else set(problems) & set(codes)


@EVERY
def test_paragraph_6_every_run_with_a_new_tile_is_a_word_and_scores(rules: RuleSet) -> None:
    measured = measure(board_with("8B TRAINER", rules=rules), "7E HOB", rules)
    assert (faces(measured, rules), measured.score) == (["HOB", "HI", "ON", "BE"], 25)


@EVERY
@pytest.mark.parametrize(
    ("board", "move", "score"),
    [
        ((), "8H QUITE", 30),  # E on the double letter: (10 + 1 + 1 + 1 + 2) × 2
        (("8D TRAIN",), "8D .....S", 6),  # the centre and the letter under T are spent
        (("8D TRAIN",), "8C S.....", 6),
    ],
)
def test_paragraph_7_premiums_count_once(rules: RuleSet, board: tuple[str, ...], move: str, score: int) -> None:
    assert measure(board_with(*board, rules=rules), move, rules).score == score


@EVERY
def test_paragraph_7_two_word_premiums_multiply_and_a_blank_on_one_still_does(rules: RuleSet) -> None:
    nine = board_with("C1 NO", "G1 SO", rules=rules)
    assert measure(nine, "1A CO.QUE.T", rules).score == 29 * 9
    assert measure(nine, "1A cO.QUE.T", rules).score == (29 - 3) * 9  # the blank C on a triple word
    four = board_with("H4 AN", rules=rules)
    assert measure(four, "5E TRA.NER", rules).score == 7 * 4


@EVERY
@pytest.mark.parametrize(("placed", "bonus"), [("AINRTVW", 50), ("AINRTV", 0)])
def test_paragraph_8_fifty_for_the_full_rack_after_all_multipliers(rules: RuleSet, placed: str, bonus: int) -> None:
    plain = rules.with_options(bingo_bonus=0)
    board = rules.layout.empty
    assert measure(board, f"8D {placed}", rules).score - measure(board, f"8D {placed}", plain).score == bonus


@EVERY
def test_paragraph_8_fewer_tiles_at_the_end_of_the_bag_earn_nothing(rules: RuleSet) -> None:
    position = start(rules, "AINRTVWAE").play("8D TRAIN").play("-").play("9C VW")
    assert position.ending is Ending.OUT  # the whole rack, but of two
    assert position.scores[0] == 12 + measure(board_with("8D TRAIN", rules=rules), "9C VW", rules).score


@EVERY
def test_paragraph_9_a_blank_keeps_its_letter_and_placed_tiles_stay(rules: RuleSet) -> None:
    position = start(rules, "?INRTVWBHOOSUYEEEEEEE").play("8D TRaIN")
    assert position.rows()[7] == "...TRaIN......."
    assert reasons(position, "8D TRUIN") == ["occupied"]
    assert "occupied" not in reasons(position, "8D TRAINS")


@EVERY
def test_paragraph_10_the_same_word_may_be_formed_again(rules: RuleSet) -> None:
    position = start(rules, "AINRTVWBHOOSUYAINRTEEEEE").play("8D TRAIN").play("-")
    assert reasons(position, "D8 .RAIN") == []


@EVERY
def test_paragraph_11_exchange_any_number_and_pass_always(rules: RuleSet) -> None:
    position = start(rules)
    for count in range(1, 8):
        after = position.play(f"-{'AINRTVW'[:count]}")
        assert (after.turn, after.scores, len(after.bag)) == (1, (0, 0), len(position.bag))
    assert reasons(position, "-") == []
    assert reasons(start(rules, BAG[:14]), "-") == []
    assert reasons(position, "-Q") == ["tiles_not_on_rack"]


@EVERY
def test_paragraph_12_a_challenge_concerns_the_play_just_made(rules: RuleSet) -> None:
    rules = rules.with_options(challenge="single")
    position = start(rules).play("8D TRAIN")
    off = position.challenge(valid=False)
    assert (off.scores, off.board, off.racks, off.turn) == ((0, 0), rules.layout.empty, start(rules).racks, 1)
    with pytest.raises(ValueError, match="no play to challenge"):
        position.play("-").challenge(valid=False)
    with pytest.raises(IllegalMoveError):
        position.play("8D TRAIN")
