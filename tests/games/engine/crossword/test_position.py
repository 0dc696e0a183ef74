"""Positions: legality with every reason, drawing, challenges and endings."""

import random

import pytest

from games.engine.crossword.ending import Ending
from games.engine.crossword.move import Exchange
from games.engine.crossword.position import IllegalChallengeError, IllegalMoveError, Position
from games.engine.crossword.rules import RULE_SETS, RuleSet

TOURNAMENT = RULE_SETS["tournament"]


def start(bag: str, rules: RuleSet = TOURNAMENT, players: int = 2) -> Position:
    return Position.start(rules, rules.tiles.encode(bag), players)


def reasons(position: Position, move: str) -> list[str]:
    return [problem.code for problem in position.problems(move)]


TRAIN = start("AINRTVWBHOOSUYEEEEEEEEEEEEEE")
AFTER = TRAIN.play("8D TRAIN")


def test_a_play_scores_draws_and_passes_the_turn() -> None:
    assert AFTER.scores == (12, 0)
    assert AFTER.turn == 1
    assert TOURNAMENT.tiles.text(AFTER.racks[0]) == "EEEEEVW"
    assert len(AFTER.bag) == len(TRAIN.bag) - 5
    assert AFTER.words == ("TRAIN",)
    assert TRAIN.scores == (0, 0)


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        (TRAIN, "8D TRAINS", ["tiles_not_on_rack"]),
        (TRAIN, "1A TRAIN", ["off_centre"]),
        (TRAIN, "1A TRAINS", ["off_centre", "tiles_not_on_rack"]),
        (TRAIN, "8H T", ["one_letter"]),
        (TRAIN, "8M TRAIN", ["off_board"]),
        (TRAIN, "8D T.AIN", ["gap"]),
        (AFTER, "1A BO", ["not_touching"]),
        (AFTER, "1A BOX", ["not_touching", "tiles_not_on_rack"]),
        (AFTER, "E7 BOY", ["occupied"]),
        (AFTER, "8D TRAIN", ["no_new_tile"]),
        (AFTER, "8I S", ["part_of_word"]),
        (AFTER, "8I BOO", ["part_of_word"]),
        (AFTER, "-QQ", ["tiles_not_on_rack"]),
        (AFTER, "-", []),
        (AFTER, "-BHO", []),
        (AFTER, "exchange bho", []),
        (AFTER, "swap QQ", ["tiles_not_on_rack"]),
        (AFTER, "7E HOB", []),
        (AFTER, "hello", ["move_unreadable"]),
        (AFTER, "8D TR4IN", ["move_unreadable"]),
    ],
)
def test_every_reason_is_listed(position: Position, move: str, expected: list[str]) -> None:
    assert reasons(position, move) == expected
    if expected:
        with pytest.raises(IllegalMoveError) as caught:
            position.play(move)
        assert [problem.code for problem in caught.value.problems] == expected
        assert str(caught.value)


def test_exchange_needs_seven_tiles_in_the_bag_or_one_for_each() -> None:
    assert reasons(start("AINRTVWBHOOSUYEEEEEE"), "-A") == ["exchange_too_few"]
    one_each = RULE_SETS["hasbro-zh"]
    assert reasons(start("AINRTVWBHOOSUYEE", one_each), "-AI") == []
    assert reasons(start("AINRTVWBHOOSUYEE", one_each), "-AIN") == ["exchange_too_few"]


def test_an_exchange_is_of_at_least_one_tile() -> None:
    assert [problem.code for problem in TRAIN.problems(Exchange(b""))] == ["exchange_nothing"]


def test_exchanged_tiles_go_to_the_end_of_the_bag() -> None:
    position = start("AINRTVWBHOOSUYCDEFGKL").play("-VW")
    assert TOURNAMENT.tiles.text(position.bag) == "EFGKLVW"
    assert TOURNAMENT.tiles.text(position.racks[0]) == "ACDINRT"
    assert position.scoreless == 1


def test_going_out_wins_twice_the_other_rack() -> None:
    position = start("AINRTVWXA")
    position = position.play("8D TRAIN").play("-").play("9C VW")
    assert position.ending is Ending.OUT
    assert position.adjustments == (18, 0)
    assert position.final_scores == (position.scores[0] + 18, 0)
    assert position.winners == (0,)
    assert reasons(position, "-") == ["game_over"]


def test_the_play_that_goes_out_may_be_challenged() -> None:
    before = start("AINRTVWXA").play("8D TRAIN").play("-")
    back = before.play("9C VW").challenge(valid=False)
    assert (back.ending, back.turn, back.racks, back.scores) == (None, 1, before.racks, before.scores)
    assert back.scoreless == before.scoreless + 1
    stays = before.play("9C VW").challenge(valid=True)
    assert stays.ending is Ending.OUT


@pytest.mark.parametrize(
    ("rule", "scores", "turn"),
    [
        ("open", (12, 0), 1),
        ("single", (12, 0), 1),
        ("double", (12, 0), 0),
        ("five", (17, 0), 1),
        ("ten", (22, 0), 1),
        ("five-per-word", (22, 0), 1),
        ("ten-per-word", (32, 0), 1),
        ("minus-five", (12, -5), 1),
        ("minus-ten", (12, -10), 1),
        ("free-then-five", (12, 0), 1),
    ],
)
def test_a_failed_challenge_of_two_words(rule: str, scores: tuple[int, int], turn: int) -> None:
    rules = TOURNAMENT.with_options(challenge=rule)
    position = start("AINRTVWBHOOSUYEEEEEEE", rules).play("8D TRAIN")
    after = position.challenge(valid=True, words=2)
    assert (after.scores, after.turn) == (scores, turn)
    with pytest.raises(IllegalChallengeError):
        after.challenge(valid=True)
    back = position.challenge(valid=False)
    assert (back.scores, back.turn, back.board, back.scoreless) == ((0, 0), 1, rules.layout.empty, 1)


def test_triple_challenge_decides_the_game() -> None:
    position = start("AINRTVWBHOOSUYEEEEEEE", TOURNAMENT.with_options(challenge="triple")).play("8D TRAIN")
    assert position.challenge(valid=True).winners == (0,)
    assert position.challenge(valid=False).winners == (1,)


def test_no_challenges_under_the_void_rule() -> None:
    position = start("AINRTVWBHOOSUYEEEEEEE", TOURNAMENT.with_options(challenge="void"))
    with pytest.raises(IllegalChallengeError):
        position.play("8D TRAIN").challenge(valid=True)
    assert [problem.code for problem in position.problems("8D TRAIN", frozenset())] == ["phoney"]


def test_a_second_failed_challenge_costs() -> None:
    rules = TOURNAMENT.with_options(challenge="free-then-five")
    position = start("AINRTVWBHOOSUYEEEEEEEEEEEEEEE", rules).play("8D TRAIN").challenge(valid=True).play("7E HOB")
    position = position.challenge(valid=True).play("-").play("6F YO")
    assert position.challenge(valid=True).scores == (12, position.scores[1] + 5)


def test_a_challenger_of_three_sits_out_when_the_turn_comes() -> None:
    rules = TOURNAMENT.with_options(challenge="double")
    position = start("AINRTVWBHOOSUYCDEFGHIEEEEEEE", rules, 3).play("8D TRAIN").challenge(valid=True, challenger=2)
    assert position.turn == 1
    assert position.play("-").turn == 0


@pytest.mark.parametrize(("slug", "passes"), [("gujarati-club", 4), ("hasbro-zh", 6), ("tournament", 6)])
def test_passing_ends_the_game_of_three(slug: str, passes: int) -> None:
    position = start("AEIOULNBHOOSUYCDEFGHIEEEEEEE", RULE_SETS[slug], 3)
    for _ in range(passes):
        assert not position.is_over
        position = position.play("-")
    assert position.ending is Ending.STUCK
    unplayed = tuple(-position.rules.tiles.value(rack) for rack in position.racks)
    assert position.adjustments == unplayed


def test_a_game_may_be_over_when_everybody_has_passed_once() -> None:
    position = start("AEIOULNBHOOSUYCDEFGHIEEEEEEE", TOURNAMENT.with_options(pass_rule="pass-out"), 3)
    for move in ("-AE", "-", "-"):
        position = position.play(move)
        assert not position.is_over, "an exchange is no pass"
    assert position.play("-").ending is Ending.STUCK


def test_gujarati_tie_goes_to_the_higher_score_before_the_adjustment() -> None:
    rules = RULE_SETS["gujarati-club"]
    position = Position(
        rules=rules,
        board=rules.layout.empty,
        racks=(rules.tiles.encode("QZ"), rules.tiles.encode("X")),
        bag=b"",
        scores=(120, 108),
        passes=(0, 0),
        skips=(0, 0),
        failed_challenges=(0, 0),
        ending=Ending.STUCK,
    )
    assert position.final_scores == (100, 100)
    assert position.winners == (0,)


def test_finish_line() -> None:
    position = start("AINRTVWBHOOSUYEEEEEEE", TOURNAMENT.with_options(finish_line=12)).play("8D TRAIN")
    assert (position.ending, position.winners, position.adjustments) == (Ending.FINISH_LINE, (0,), (0, 0))


def test_the_points_of_a_failed_challenge_may_reach_the_finish_line() -> None:
    rules = TOURNAMENT.with_options(challenge="five", finish_line=17)
    position = start("AINRTVWBHOOSUYEEEEEEE", rules).play("8D TRAIN")
    assert (position.ending, position.winners) == (None, ())
    after = position.challenge(valid=True)
    assert (after.ending, after.scores, after.winners) == (Ending.FINISH_LINE, (17, 0), (0,))


def test_nine_tiles_pay_fifty_for_seven_eight_or_nine() -> None:
    rules = TOURNAMENT.with_options(rack_size=9, bingo_from=7)
    position = start("ABCDEFGHIEEEEEEEEEEEEEEEEEE", rules)
    scores = {
        len(word): position.play(f"8D {word}").scores[0] for word in ("ABCDEF", "ABCDEFG", "ABCDEFGH", "ABCDEFGHI")
    }
    assert scores[6] < 50 < min(scores[7], scores[8], scores[9])


def test_the_bag_may_be_shuffled_but_not_changed() -> None:
    position = start("AINRTVWBHOOSUYCDE")
    assert TOURNAMENT.tiles.text(position.with_bag(position.bag[::-1]).bag) == "EDC"
    with pytest.raises(ValueError, match="same tiles"):
        position.with_bag(b"\x01")


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        start("A" * 40, players=players)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("slug", sorted(RULE_SETS))
def test_tiles_are_conserved_and_scores_add_up(slug: str, players: int) -> None:
    """Random exchanges, passes and short plays: nothing is lost, and what was scored is what the scores say."""
    rng = random.Random(f"{slug}{players}")
    rules = RULE_SETS[slug].with_options(challenge="single")
    bag = list(rules.tiles.bag)
    rng.shuffle(bag)
    position = Position.start(rules, bytes(bag), players)
    places = sorted({coordinate.upper() for coordinate in rules.layout.places})
    for _ in range(60):
        if position.is_over:
            break
        rack = rules.tiles.text(position.racks[position.turn]).replace("?", "e")
        tries = [f"{rng.choice(places)} {''.join(rng.sample(rack, min(2, len(rack))))}" for _ in range(150)]
        move = next((text for text in tries if not position.problems(text)), "-")
        after = position.play(move)
        on_board = [code if code < 64 else 64 for code in after.board if code]
        assert sorted([*on_board, *after.bag, *b"".join(after.racks)]) == list(rules.tiles.bag)
        assert sum(after.scores) >= sum(position.scores)
        if after.before is not None and rng.random() < 0.2:
            after = after.challenge(valid=False)
            assert (after.board, after.scores, after.racks) == (position.board, position.scores, position.racks)
        position = after
