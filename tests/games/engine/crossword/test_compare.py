"""A record beside other papers: result, other sheet, pairing, judge's log (gaps.md §3.7, 2, 3, 12, 13 and 14)."""

import pytest

from games.engine.crossword.check import check_record
from games.engine.crossword.compare import (
    LoggedAdjudication,
    against_first,
    against_log,
    against_result,
    against_sheet,
    sheet,
    sheet_of_turns,
    used_elsewhere,
)
from games.engine.crossword.findings import Finding
from tests.games.engine.crossword.helpers import HEADER, TOURNAMENT, check
from tests.games.engine.crossword.test_files import FILES

GAME = FILES["club_game"].read_text()
REPORT = check(GAME)
TRAIN = ">anna: AINRTVW 8D TRAIN +12 12\n"
HOB = ">ben: BHOOSUY 7E HOB +25 25\n"


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [one.code for one in findings]


def test_a_record_that_agrees_with_the_result() -> None:
    assert against_result(REPORT, (443, 284)) == ()


def test_a_record_with_another_end_than_the_result() -> None:
    (finding,) = against_result(REPORT, (443, 285))
    assert (finding.code, finding.stated, finding.computed) == ("result_differs", "443 – 285", "443 – 284")
    assert "443 – 284; the result says 443 – 285" in finding.message


def test_scores_in_another_order_than_the_records() -> None:
    assert against_result(REPORT, (284, 443), (1, 0)) == ()
    (finding,) = against_result(REPORT, (284, 444), (1, 0))
    assert (finding.stated, finding.computed) == ("284 – 444", "284 – 443")


def test_a_record_cannot_confirm_what_it_does_not_reach() -> None:
    assert codes(against_result(check(HEADER + TRAIN), (12, 0))) == ["result_unconfirmed"]
    assert codes(against_result(REPORT, (443, 284, 0))) == ["result_unconfirmed"]
    assert codes(against_result(REPORT, None)) == ["result_not_played"]


def test_two_equal_sheets_in_two_notations() -> None:
    moves = b"Ben - Anna\n1. Anna 8D TRAIN 12\n2. Ben 25 7E HOB\n3. Anna: 8D (TRAIN)S +6 18"
    other = check_record(moves, rules=TOURNAMENT)
    mine = check(HEADER + TRAIN + HOB + ">anna: INRSVW 8D .....S +6 18\n")
    assert against_sheet(sheet(mine), sheet(other)) == ()
    assert sheet(mine) == sheet_of_turns(mine.as_dict()["turns"])  # type: ignore[arg-type]  # the JSON form is not typed


@pytest.mark.parametrize(
    ("other", "stated", "computed"),
    [
        (TRAIN + ">ben: BHOOSUY 7E HOB +24 24\n", "7E HOB 25", "7E HOB 24"),
        (TRAIN + ">ben: BHOOSUY 7E HOB +25 35\n", "7E HOB 25 (25)", "7E HOB 25 (35)"),
        (TRAIN + ">ben: BHOOSUY 7E HOY +23 23\n", "7E HOB 25", "7E HOY 23"),
        (TRAIN + ">ben: BHOOSUY -B +0 0\n", "7E HOB 25", "-B 0"),
        (TRAIN, "7E HOB 25", "–"),
    ],
)
def test_the_first_difference_of_two_sheets(other: str, stated: str, computed: str) -> None:
    mine = check(HEADER + TRAIN + HOB + ">anna: INRSVW 8D .....S +6 18\n")
    (finding,) = against_sheet(sheet(mine), sheet(check(HEADER + other)))
    assert (finding.code, finding.turn, finding.line) == ("sheets_differ", 2, 5)
    assert (finding.stated, finding.computed) == (stated, computed)
    assert finding.message == f"The records first differ at turn 2: {stated} and {computed}."


def test_a_sheet_that_goes_on_longer_than_mine() -> None:
    (finding,) = against_sheet(sheet(check(HEADER + TRAIN)), sheet(check(HEADER + TRAIN + HOB)))
    assert (finding.turn, finding.line, finding.stated, finding.computed) == (2, None, "–", "7E HOB 25")


def test_first_player_against_the_pairing() -> None:
    assert against_first(REPORT, 0) == ()
    (finding,) = against_first(REPORT, 1, ("A. Lind", "B. Okoro"))
    assert finding.message == "In the record A. Lind plays first; the pairing has B. Okoro first."
    assert (finding.code, finding.turn) == ("first_other", 1)
    assert against_first(check(""), 1) == ()


def test_one_file_for_two_games() -> None:
    (finding,) = used_elsewhere("round 1, table 3")
    assert (finding.code, finding.message) == (
        "record_reused",
        "The same record was sent for another game (round 1, table 3). Is it the right one?",
    )


OFF = HEADER + TRAIN + ">anna: AINRTVW -- -12 0\n"
BONUS = HEADER + TRAIN + ">anna: (challenge) +5 17\n"
LOST = HEADER + TRAIN + ">ben: - +0 0\n#note #unsuccessful-challenge\n"
GOOD, BAD = (
    LoggedAdjudication(1, ("TRAIN",), acceptable=True, award=5),
    LoggedAdjudication(1, ("TRAIN",), acceptable=False),
)
FREE, TURN = (
    LoggedAdjudication(1, ("TRAIN",), acceptable=True),
    LoggedAdjudication(1, ("TRAIN",), acceptable=True, turn_lost=True),
)
WON = LoggedAdjudication(1, ("TRAIN",), acceptable=False, decides=True)


@pytest.mark.parametrize(
    ("text", "log", "expected"),
    [
        (OFF, [BAD], []),
        (BONUS, [GOOD], []),
        (LOST, [TURN], []),
        (OFF, [], ["challenge_not_logged"]),
        (BONUS, [], ["challenge_not_logged"]),
        (LOST, [], ["challenge_not_logged"]),
        (OFF, [GOOD], ["ruled_good_came_off"]),
        (BONUS, [BAD], ["ruled_bad_stays"]),
        (HEADER + TRAIN, [BAD], ["ruled_bad_stays"]),
        (HEADER + TRAIN, [GOOD], ["ruled_points"]),
        (HEADER + TRAIN, [FREE], []),  # a free challenge leaves no trace to miss
        (BONUS, [FREE], ["ruled_points"]),
        (HEADER + TRAIN + HOB, [TURN], ["ruled_turn_kept"]),
        (OFF + HOB, [WON], ["ruled_game_went_on"]),
        (
            OFF,
            [LoggedAdjudication(1, ("HOB",), acceptable=False)],
            ["adjudication_not_recorded", "challenge_not_logged"],
        ),
        (HEADER + TRAIN + ">ben: - +0 0\n", [], []),
    ],
)
def test_challenges_against_the_judges_log(text: str, log: list[LoggedAdjudication], expected: list[str]) -> None:
    assert codes(against_log(check(text, challenge="five"), log)) == expected


def test_the_words_named_tell_two_adjudications_on_one_kind_of_play_apart() -> None:
    """HOB is laid twice; the second time OA was challenged with it, and the record says so."""
    twice = HEADER + TRAIN + HOB + ">ben: -- -25 0\n#note #challenged HOB\n>anna: - +0 12\n" + HOB
    second = twice + ">ben: (challenge) +5 30\n#note #challenged HOB OA\n"
    one, two = (
        LoggedAdjudication(1, ("HOB",), acceptable=False),
        LoggedAdjudication(2, ("OA", "HOB"), acceptable=True, award=5),
    )
    report = check(second, challenge="five")
    assert codes(against_log(report, [one, two])) == codes(against_log(report, [two, one])) == []
    (finding,) = against_log(report, [one, LoggedAdjudication(2, ("BI",), acceptable=True, award=5)])
    assert finding.message == "In the record HOB, OA was challenged (turn 5); the word judge was asked about BI."


@pytest.mark.parametrize(
    ("rule", "lost"), [("double", True), ("open", True), ("five", False), ("single", False), ("ten-per-word", False)]
)
def test_a_turn_lost_for_a_challenge_where_the_rule_costs_none(rule: str, *, lost: bool) -> None:
    finding = {one.code for one in check(FILES["lost_turn_other"].read_bytes(), challenge=rule).findings}
    assert ("lost_turn_other" in finding) is not lost
