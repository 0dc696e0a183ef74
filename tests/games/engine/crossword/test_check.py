"""The check: what is judged how, and that one slip is one finding."""

import json

import pytest

from games.engine.crossword.findings import Severity, Verdict
from tests.games.engine.crossword.helpers import HEADER, check, codes
from tests.games.engine.crossword.test_files import FILES

GAME = FILES["club_game"].read_text()
TRAIN = ">anna: AINRTVW 8D TRAIN +12 12\n"


def carried(nick: str, after: str, change: int, text: str = GAME) -> str:
    """The text with ``change`` carried through a player's totals after the line that holds ``after``."""
    lines, started = [], False
    for line in text.split("\n"):
        start, _, total = line.rpartition(" ")
        moved = started and line.startswith(f">{nick}:")
        lines.append(f"{start} {int(total) + change}" if moved else line)
        started = started or after in line
    return "\n".join(lines)


def test_a_wrong_score_that_is_carried_on_is_one_finding() -> None:
    text = carried("anna", "SKAW", 2).replace("SKAW +41 127", "SKAW +43 129")
    report = check(text)
    assert [(f.code, f.turn, f.stated, f.computed) for f in report.findings] == [("score_wrong", 6, 43, 41)]
    assert report.final_scores == (443, 284)
    assert report.stated_scores == (445, 284)


def test_a_wrong_total_that_is_carried_on_is_one_finding() -> None:
    text = carried("anna", "SKAW", 10).replace("SKAW +41 127", "SKAW +41 137")
    report = check(text)
    assert [(f.code, f.turn, f.stated, f.computed) for f in report.findings] == [("total_wrong", 6, 137, 127)]


def test_a_wrong_total_that_is_put_right_later_is_one_finding() -> None:
    report = check(GAME.replace("SKAW +41 127", "SKAW +41 137"))
    assert codes(report) == ["total_wrong"]
    assert report.stated_scores == (443, 284)


def test_findings_have_their_place_in_the_file() -> None:
    finding = check(GAME.replace("SKAW +41 127", "SKAW +43 129")).findings[0]
    line = GAME.split("\n")[finding.line - 1 if finding.line else 0]
    assert line.startswith(">anna: AGKOSTW 7F SKAW")
    assert finding.column == line.index("+41") + 1
    assert finding.message == "The play scores 41; the record says 43."


def test_a_play_that_cannot_be_placed_does_not_drag_the_next_ones_along() -> None:
    report = check(GAME.replace("7F SKAW", "7A SK.W"))
    assert codes(report) == ["gap"]
    assert "board_uncertain" in codes(report, notes=True)


def test_a_move_that_cannot_be_read_is_one_finding() -> None:
    """Nothing is known of the rack after it, so no later rack contradicts it."""
    later = ">anna: VWEEEEE - +0 12\n>ben: ADDGHSU - +0 0\n"
    for move, code in (
        (">ben: BHOOSUY 6D B!O +0 0\n", "word_malformed"),
        (">ben: BHOOSUY -A5 +0 0\n", "rack_malformed"),
        (">ben: BHOOSUY - +0 0\n", "rack_inconsistent"),  # after a pass that can be read the rack has changed
    ):
        report = check(HEADER + TRAIN + move + later)
        assert codes(report) == [code], move


def test_unchallenged_phoneys_are_notes() -> None:
    report = check(HEADER + TRAIN, words=frozenset({"RAIN"}))
    phoney = next(finding for finding in report.findings if finding.code == "phoney")
    assert (phoney.severity, phoney.stated) == (Severity.NOTE, "TRAIN")
    assert report.verdict is Verdict.NOTE


def test_a_withdrawn_phoney_is_not_reported() -> None:
    text = HEADER + TRAIN + ">anna: AINRTVW -- -12 0\n"
    assert "phoney" not in codes(check(text, words=frozenset()), notes=True)


def test_a_withdrawn_good_play_is_noted() -> None:
    text = HEADER + TRAIN + ">anna: AINRTVW -- -12 0\n"
    assert "withdrawn_valid" in codes(check(text, words=frozenset({"TRAIN"})), notes=True)


def test_points_for_a_phoney_are_noted() -> None:
    text = HEADER + TRAIN + ">anna: (challenge) +5 17\n"
    found_codes = codes(check(text, words=frozenset()), notes=True)
    assert "bonus_for_phoney" in found_codes
    assert "phoney" not in found_codes


@pytest.mark.parametrize(
    ("rule", "points", "right"),
    [
        ("open", 5, True),
        ("open", 10, True),
        ("open", 7, False),
        ("single", 0, True),
        ("single", 5, False),
        ("double", 5, False),
        ("five", 5, True),
        ("five", 10, False),
        ("ten", 10, True),
        ("five-per-word", 5, True),
        ("five-per-word", 10, False),  # the play formed one word
        ("ten-per-word", 10, True),
        ("free-then-five", 0, True),
        ("free-then-five", 5, False),
    ],
)
def test_the_award_of_a_failed_challenge(rule: str, points: int, right: bool) -> None:
    report = check(HEADER + TRAIN + f">anna: (challenge) +{points} {12 + points}\n", challenge=rule)
    assert codes(report) == ([] if right else ["bonus_wrong"])


@pytest.mark.parametrize(("rule", "points"), [("minus-five", 5), ("minus-ten", 10)])
def test_points_that_the_challenger_loses(rule: str, points: int) -> None:
    assert codes(check(HEADER + TRAIN + f">ben: (challenge) -{points} -{points}\n", challenge=rule)) == []
    assert codes(check(HEADER + TRAIN + f">anna: (challenge) -{points} {12 - points}\n", challenge=rule)) != []


def test_six_scoreless_turns_end_the_game_and_both_lose_their_tiles() -> None:
    turns = "".join(
        f">{nick}: {rack} - +0 0\n" for _ in range(3) for nick, rack in (("anna", "AEINRST"), ("ben", "BHO"))
    )
    report = check(HEADER + turns + ">anna: AEINRST (AEINRST) -7 -7\n>ben: BHOOSUY (BHOOSUY) -15 -15\n")
    assert codes(report) == []
    assert report.complete
    assert report.final_scores == (-7, -15)


def test_a_play_of_no_points_resets_the_count() -> None:
    passes = "".join(f">{nick}: - +0 0\n" for nick in ("anna", "ben", "anna", "ben"))
    report = check(HEADER + passes + ">anna: ??EINRS 8H er +0 0\n" + ">ben: - +0 0\n>anna: - +0 0\n")
    assert not report.complete
    assert codes(report) == []


@pytest.mark.parametrize(("rules", "turns"), [("gujarati-club", 3), ("hasbro-zh", 4), ("tournament", 6)])
def test_how_many_passes_end_the_game(rules: str, turns: int) -> None:
    lines = [f">{('anna', 'ben')[turn % 2]}: - +0 0\n" for turn in range(turns)]
    assert not check(HEADER + "".join(lines[:-1]), rules=rules).complete
    assert check(HEADER + "".join(lines), rules=rules).complete


def test_tokyo_a_game_goes_on_after_passes_and_is_over_where_the_record_ends_after_all_have_passed() -> None:
    passes = ">anna: - +0 0\n>ben: - +0 0\n"
    play = ">anna: AINRTVW 8D TRAIN +12 12\n"
    cases = (
        ("", play, False),
        (passes, play, False),
        (passes + play, ">ben: - +0 0\n", False),
        (play, ">ben: - +0 0\n>anna: - +0 12\n", True),
        # What comes off after a challenge was a pass.
        (">anna: AINRTVW 8D TRAIN +12 12\n>anna: AINRTVW -- -12 0\n", ">ben: - +0 0\n", True),
        (">anna: AINRTVW 8D TRAIN +12 12\n", ">anna: AINRTVW -- -12 0\n", False),
    )
    for before, last, over in cases:
        report = check(HEADER + before + last, rules="tokyo-club")
        assert [code for code in codes(report) if code != "incomplete"] == [], (before, last)
        assert report.complete is over, (before, last)
        assert report.final_scores == report.stated_scores, (before, last)


def test_a_finish_line_reached_by_the_points_of_a_challenge_ends_the_game() -> None:
    play = HEADER + ">anna: AINRTVW 8D TRAIN +12 12\n>anna: (challenge) +5 17\n"
    for line, over in ((17, True), (18, False)):
        assert check(play, challenge="five", finish_line=line).complete is over
    assert codes(check(play + ">ben: - +0 0\n", challenge="five", finish_line=17)) == ["move_after_end"]


def test_exchange_with_few_tiles_is_right_where_one_is_enough() -> None:
    text = FILES["exchange_too_few"].read_text()
    assert codes(check(text)) == ["exchange_too_few"]
    assert codes(check(text, exchange_minimum=1)) == []


def test_the_rules_of_the_documents_change_the_end() -> None:
    """Under the Chinese rules the same game ends with one times the rack for each."""
    text = GAME.replace(">anna: (I) +2 443", ">anna: (I) +1 442\n>ben: I (I) -1 303").replace(
        ">ben: (time) -20 284\n", ""
    )
    report = check(text, rules="hasbro-zh", challenge="five")
    assert codes(report) == []
    assert report.final_scores == (442, 303)


def test_finish_line_ends_the_game() -> None:
    report = check(HEADER + TRAIN, finish_line=12)
    assert report.complete
    assert codes(report, notes=True) == []


def test_turns_show_the_board_after_each_event() -> None:
    report = check(GAME)
    first, _, withdrawn = report.turns[:3]
    assert first.board[7] == "......IsOLATE.."
    assert first.new_squares[0] == (7, 6)
    assert (first.words, first.stated_score, first.computed_total) == (("ISOLATE",), 64, 64)
    assert withdrawn.board == first.board
    assert json.loads(json.dumps(report.as_dict()))["turns"][0]["board"][7] == "......IsOLATE.."


def test_three_and_four_players() -> None:
    text = HEADER + "#player3 cleo Cleo Ash\n" + TRAIN
    assert codes(check(text + ">ben: - +0 0\n>cleo: - +0 0\n>anna: - +0 12\n")) == []
    assert codes(check(text + ">cleo: - +0 0\n")) == ["off_turn"]


def test_nine_tile_racks() -> None:
    text = HEADER + ">anna: AEINRSTUV 8D TRAINERS +0 0\n"
    assert "rack_too_large" in codes(check(text))
    assert "rack_too_large" not in codes(check(text, rack_size=9, bingo_from=7))


def test_partial_and_missing_racks_are_normal() -> None:
    assert codes(check(HEADER + ">anna: TRAIN 8D TRAIN +12 12\n>ben: 7E HOB +25 25\n")) == []


def test_written_out_letters_and_brackets_are_read() -> None:
    start = HEADER + ">anna: AINRTVW 8D TRAIN +12 12\n"
    for word in ("STRAIN", "S.....", "S(TRAIN)"):
        assert codes(check(start + f">ben: BEHOOSS 8C {word} +9 9\n")) == ["score_wrong"]
        assert codes(check(start + f">ben: BEHOOSS 8c {word} +6 6\n")) == []


def test_digraph_tiles_count_as_one() -> None:
    text = HEADER + ">anna: [CH]AOOOOO 8H [CH]A +12 12\n"
    report = check(text, tile_set="es")
    assert codes(report) == []
    assert report.turns[0].new_squares == ((7, 7), (7, 8))
    assert report.turns[0].board[7] == ".......[CH]A......"
