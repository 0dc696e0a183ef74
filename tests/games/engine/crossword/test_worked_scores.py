"""The worked scores of the Chinese rule sheet; each must come out exactly."""

import pytest

from games.engine.crossword.ending import out_adjustments
from games.engine.crossword.rules import RULE_SETS
from tests.games.engine.crossword.helpers import board_with, faces, measure

ZH = RULE_SETS["hasbro-zh"]
TRAINER = board_with("8B TRAINER")
TWO_TOPS = board_with("C1 NO", "G1 SO")


def test_zh_8d_train_on_the_empty_board_scores_12() -> None:
    measured = measure(ZH.layout.empty, "8D TRAIN", ZH)
    assert (measured.score, faces(measured), measured.faults) == (12, ["TRAIN"], ())


def test_zh_8a_strainers_around_trainer_scores_27() -> None:
    measured = measure(TRAINER, "8A S.......S", ZH)
    assert (measured.score, faces(measured), measured.faults) == (27, ["STRAINERS"], ())


def test_zh_b8_throb_through_the_t_scores_12() -> None:
    # The document writes the word from row 8, where its T is the first letter of TRAINER.
    measured = measure(TRAINER, "B8 .HROB", ZH)
    assert (measured.score, faces(measured), measured.faults) == (12, ["THROB"], ())


def test_zh_7e_hob_along_trainer_scores_25_with_three_crossing_words() -> None:
    measured = measure(TRAINER, "7E HOB", ZH)
    assert (measured.score, faces(measured), measured.faults) == (25, ["HOB", "HI", "ON", "BE"], ())


def test_zh_a3_throbs_makes_strainer_and_scores_69() -> None:
    measured = measure(TRAINER, "A3 THROBS", ZH)
    assert (measured.score, faces(measured), measured.faults) == (69, ["THROBS", "STRAINER"], ())


def test_zh_1a_conquest_over_two_triple_words_scores_261() -> None:
    measured = measure(TWO_TOPS, "1A CO.QUE.T", ZH)
    assert (measured.score, faces(measured), measured.faults) == (261, ["CONQUEST"], ())


@pytest.mark.parametrize(("slug", "changes"), [("hasbro-zh", (9, -9)), ("tournament", (18, 0)), ("tokyo-club", (9, 0))])
def test_zh_end_opponent_holds_x_and_a(slug: str, changes: tuple[int, int]) -> None:
    rules = RULE_SETS[slug]
    unplayed = (0, rules.tiles.value(rules.tiles.encode("XA")))
    assert out_adjustments(rules, unplayed, out=0) == changes
