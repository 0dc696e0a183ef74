"""How games end on the clock, and what that does to the result (directing.md 3.9, gaps.md 3.2)."""

import pytest

from games.engine.crossword.compare import against_result
from games.engine.crossword.ending import Ending, after_time_loss, loses_on_time, overtime_penalty, unlikely
from games.engine.crossword.position import Position
from games.engine.crossword.rules import RULE_SETS
from games.engine.options import InvalidOptionError
from tests.games.engine.crossword.helpers import HEADER, TOURNAMENT, check, codes
from tests.games.engine.crossword.test_files import FILES

GAME = FILES["club_game"].read_text()  # 443 – 284, two minutes of overtime for Ben
LIMIT = {"challenge": "five", "overtime_minutes": 1, "overtime_loses": True}


@pytest.mark.parametrize(
    ("minutes", "options", "expected"),
    [
        (0, {}, (0, False)),
        (2, {}, (-20, False)),
        (2, {"overtime_minutes": 1}, (-20, False)),  # a limit that the director deals with
        (1, LIMIT, (-10, False)),
        (2, LIMIT, (-20, True)),
        (2, {**LIMIT, "overtime_points": 5}, (-10, True)),
    ],
)
def test_what_overtime_costs(minutes: int, options: dict[str, object], expected: tuple[int, bool]) -> None:
    rules = TOURNAMENT.with_options(**options)
    assert (overtime_penalty(rules, minutes), loses_on_time(rules, minutes)) == expected


@pytest.mark.parametrize(
    ("scores", "loser", "result"),
    [
        ((400, 380), 0, (330, 380)),
        ((300, 380), 0, (250, 380)),
        ((400, 400), 1, (400, 350)),
        ((9, 7, 8), 0, (-42, 7, 8)),
    ],
)
def test_gaps_3_2_who_led_gets_50_less_than_the_winner_who_trailed_50_less_than_he_had(
    scores: tuple[int, ...], loser: int, result: tuple[int, ...]
) -> None:
    assert after_time_loss(TOURNAMENT, scores, loser) == result


def test_a_record_of_a_game_lost_on_time() -> None:
    report = check(GAME, options=LIMIT)
    assert codes(report) == ["time_lost"]
    assert report.final_scores == report.stated_scores == (443, 284), "the board's scores stay"
    assert (report.result_scores, report.lost_on_time, report.winners) == ((443, 234), 1, (0,))
    assert report.as_dict()["result_scores"] == [443, 234]
    assert against_result(report, (443, 284), late=1) == ()
    assert [one.code for one in against_result(report, (443, 284))] == ["result_without_time"]
    assert [one.code for one in against_result(report, (443, 234), late=1)] == ["result_differs"]


def test_the_leader_may_lose_on_time() -> None:
    report = check(GAME.replace(">ben: (time) -20 284", ">anna: (time) -20 423"), options=LIMIT)
    assert (report.final_scores, report.result_scores, report.winners) == ((423, 304), (254, 304), (1,))


def test_within_the_limit_only_points_are_lost() -> None:
    report = check(GAME, challenge="five", overtime_minutes=2, overtime_loses=True)
    assert (codes(report), report.result_scores, report.winners) == ([], (443, 284), (0,))


def test_the_game_ends_there_and_unplayed_tiles_do_not_count() -> None:
    play = HEADER + ">anna: AINRTVW 8D TRAIN +12 12\n"
    report = check(play + ">ben: (time) -20 -20\n", options=LIMIT)
    assert (report.complete, codes(report)) == (True, ["time_lost"])
    assert (report.result_scores, report.winners) == ((12, -70), (0,))
    more = play + ">ben: (time) -20 -20\n>ben: BHOOSUY (BHOOSUY) -16 -36\n"
    assert codes(check(more, options=LIMIT)) == ["time_lost", "end_early"]


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_position_with_overtime(slug: str) -> None:
    rules = RULE_SETS[slug].with_options(overtime_points=10, overtime_minutes=5, overtime_loses=True)
    position = Position.start(rules, rules.tiles.encode("AINRTVWBHOOSUYEEEEEEE")).play("8D TRAIN")
    within = position.with_overtime((2, 0))
    assert (within.final_scores, within.result_scores, within.is_over) == ((-8, 0), (-8, 0), False)
    late = position.with_overtime((6, 0))
    assert (late.ending, late.loser, late.winners) == (Ending.TIME, 0, (1,))
    assert (late.final_scores, late.result_scores) == (
        (-48, 0),
        (-98, 0),
    )  # 12 − 60 is behind already, and 50 less than that
    for minutes in ((1,), (-1, 0), (1, 2, 3)):
        with pytest.raises(ValueError, match="each player"):
            position.with_overtime(minutes)


def test_overtime_after_the_end_leaves_the_end_as_it_was() -> None:
    rules = TOURNAMENT.with_options(overtime_minutes=1, overtime_loses=True)
    over = Position.start(rules, rules.tiles.encode("AINRTVWXA")).play("8D TRAIN").play("-").play("9C VW")
    late = over.with_overtime((0, 2))
    assert (late.ending, late.winners) == (Ending.OUT, (0,))
    assert late.result_scores == (over.final_scores[0], -70)


@pytest.mark.parametrize(
    ("option", "value"),
    [("overtime_loses", 1), ("overtime_spread", -1), ("free_challenges", True), ("free_challenges", 101)],
)
def test_options_that_cannot_be(option: str, value: object) -> None:
    with pytest.raises(InvalidOptionError, match=option):
        TOURNAMENT.with_options(**{option: value})


@pytest.mark.parametrize(
    ("scores", "options", "doubtful"),
    [
        ((60, 351), {}, True),
        ((60, 351, 200), {}, False),
        ((60, 1100), {"board": "standard21"}, False),
        ((60, 351), {"rack_size": 9}, False),
        ((60, 70), {"finish_line": 70}, False),
    ],
)
def test_only_scores_of_the_usual_game_of_two_are_taken_for_typing_errors(
    scores: tuple[int, ...], options: dict[str, object], *, doubtful: bool
) -> None:
    assert unlikely(scores, TOURNAMENT.with_options(**options)) is doubtful


# -- without anybody going out ----------------------------------------------------------------------------------------

PASSES = "".join(
    f">{nick}: {rack} - +0 0\n" for _ in range(3) for nick, rack in (("anna", "AEINRST"), ("ben", "BHOOSUY"))
)


@pytest.mark.parametrize(
    ("rack", "points", "expected"),
    [("AEINRST", 7, []), ("AEINRSU", 7, ["end_rack_wrong"]), ("AEINRST", 8, ["end_points_wrong"])],
)
def test_after_six_scoreless_turns_everybody_loses_the_rack_that_was_noted(
    rack: str, points: int, expected: list[str]
) -> None:
    ends = f">anna: {rack} ({rack}) -{points} -{points}\n>ben: BHOOSUY (BHOOSUY) -15 -15\n"
    assert codes(check(HEADER + PASSES + ends)) == expected


def test_a_missing_end_is_reported_only_on_a_certain_board() -> None:
    without_end = GAME.replace(">anna: (I) +2 443\n", "")
    assert codes(check(without_end)) == ["end_missing"]
    assert codes(check(without_end.replace("2N LI", "16N LI"))) == ["off_board"], "which tiles are left is not known"


@pytest.mark.parametrize(
    ("slug", "passes", "winners"),
    [("gujarati-club", "ben anna ben", (0,)), ("hasbro-zh", "ben anna ben anna", (0, 1)), ("tournament", "", (0, 1))],
)
def test_the_winner_of_a_record_whose_totals_are_tied(slug: str, passes: str, winners: tuple[int, ...]) -> None:
    """12 – 0 before the unplayed tiles, of which Anna holds 19 points and Ben 7: −7 each."""
    turns = passes.split() or ["ben", "anna"] * 3
    totals = {"ben": 0, "anna": 12}
    lines = "".join(f">{nick}: - +0 {totals[nick]}\n" for nick in turns)
    ends = ">anna: AJQ (AJQ) -19 -7\n>ben: AEINOST (AEINOST) -7 -7\n"
    report = check(HEADER + ">anna: AINRTVW 8D TRAIN +12 12\n" + lines + ends, rules=slug)
    assert (codes(report), report.final_scores, report.winners) == ([], (-7, -7), winners)
