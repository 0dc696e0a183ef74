"""Typed games end by themselves: what nobody writes, but the moves give, is counted as lines of the site's own."""

import pytest

from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.findings import Severity
from games.engine.crossword.record import AFTER_THE_END, Kind, move_text
from games.engine.crossword.rules import RULE_SETS, RuleSet
from tests.games.engine.crossword import helpers
from tests.games.engine.crossword.test_endings import GAME

SEATS = ("Abena Quill", "Dmitri Vane")
TOURNAMENT = RULE_SETS["tournament"]


def typed() -> bytes:
    """The moves of a whole game alone: no names, no scores, no end."""
    events = [event for event in helpers.check(GAME).record.events if event.kind not in AFTER_THE_END]
    return "\n".join(
        f"challenge {event.score}" if event.kind is Kind.CHALLENGE else move_text(event) for event in events
    ).encode()


def check(data: bytes, rules: RuleSet) -> RecordCheck:
    return check_record(data, rules=rules, seats=SEATS)


@pytest.mark.parametrize(
    ("slug", "scores", "lines"),
    [
        ("tournament", (443, 304), [(Kind.OUT, 0, "(I)", 2)]),
        ("hasbro-zh", (442, 303), [(Kind.OUT, 0, "(I)", 1), (Kind.RACK, 1, "(I)", -1)]),
    ],
)
def test_the_tiles_left_over_are_counted(
    slug: str, scores: tuple[int, int], lines: list[tuple[Kind, int, str, int]]
) -> None:
    report = check(typed(), RULE_SETS[slug].with_options(challenge="five"))
    assert report.complete
    assert [finding for finding in report.findings if finding.severity is not Severity.NOTE] == []
    assert report.final_scores == report.stated_scores == scores
    counted = [turn for turn in report.turns if turn.line == 0]
    assert [(turn.kind, turn.player, turn.text, turn.computed_score) for turn in counted] == lines
    assert all(turn.stated_score is None for turn in counted)
    assert [player.name for player in report.record.players] == [*SEATS]


def test_what_was_written_is_left_as_it_is() -> None:
    right = check(typed() + b"\n(I) +2", TOURNAMENT)
    assert right.final_scores == (443, 304)
    assert all(turn.line for turn in right.turns)
    wrong = check(typed() + b"\n(I) +3", TOURNAMENT)
    assert "end_points_wrong" in {finding.code for finding in wrong.findings}
    unclear = check(typed().replace(b"2N LI", b"16N LI"), TOURNAMENT)
    assert all(turn.line for turn in unclear.turns), "which tiles are left is not known"
    late = check(typed() + b"\nDmitri time -20", TOURNAMENT)
    assert late.final_scores == late.stated_scores == (443, 284)


@pytest.mark.parametrize(
    ("slug", "scores"), [("tournament", (443, 304)), ("tokyo-club", (442, 304)), ("hasbro-zh", (442, 303))]
)
def test_tiles_beside_the_name_of_who_is_not_out_are_that_players_own(slug: str, scores: tuple[int, int]) -> None:
    report = check(typed() + b"\nDmitri (I)", RULE_SETS[slug].with_options(challenge="five", withdrawn_passes=False))
    assert [finding.code for finding in report.findings if finding.severity is not Severity.NOTE] == []
    assert report.final_scores == report.stated_scores == scores


def test_passing_ends_with_the_known_racks() -> None:
    racks = b"AEINRST 8D TRAINS\nBHOOSUY pass\n" + b"AEEEEEE pass\nBHOOSUY pass\n" * 3
    report = check(racks, TOURNAMENT)
    assert report.complete
    assert [(turn.player, turn.text, turn.computed_score) for turn in report.turns if not turn.line] == [
        (0, "(AEEEEEE)", -7),
        (1, "(BHOOSUY)", -15),
    ]
    unknown = check(racks.replace(b"BHOOSUY ", b""), TOURNAMENT)
    assert [finding.computed for finding in unknown.findings if finding.code == "end_missing"] == [
        "Abena Quill -7, Dmitri Vane"
    ]


@pytest.mark.parametrize(
    "tail",
    [
        "(DDEGIOU)\n(EEAABCO)",
        "Dmitri (DDEGIOU)\nAbena (EEAABCO)",
        "Abena (EEAABCO)\nDmitri (DDEGIOU)",
        "(DDEGIOU) -10\n(EEAABCO) -11",
    ],
)
def test_tiles_typed_after_passes_are_each_players_own_and_need_no_points(tail: str) -> None:
    report = check(("8D TRAIN\n" + "-\n" * 6 + tail).encode(), TOURNAMENT)
    assert report.findings == ()
    assert report.complete
    assert report.final_scores == (12 - 11, -10)


def test_tiles_typed_after_going_out_are_the_opponents_and_need_no_points() -> None:
    report = check(typed() + b"\n(I)", TOURNAMENT.with_options(challenge="five"))
    assert report.findings == ()
    assert report.final_scores == (443, 304)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("8D TRAIN\n7E HOB", ["Abena Quill", "Dmitri Vane"]),
        ("abena 8D TRAIN\n7E HOB", ["Abena Quill", "Dmitri Vane"]),
        ("8D TRAIN\nDmitri 7E HOB\n8K pass", ["Abena Quill", "Dmitri Vane"]),
        ("Dmitri 8D TRAIN\n7E HOB", ["Dmitri Vane", "Abena Quill"]),
        ("Vane - Quill\n8D TRAIN\n7E HOB", ["Dmitri Vane", "Abena Quill"]),
        ("Dima 8D TRAIN\n7E HOB", ["Dima", "Dmitri Vane"]),
        ("Ann - Bea\n8D TRAIN", ["Ann", "Bea"]),
    ],
)
def test_players_have_the_names_of_the_seats(text: str, names: list[str]) -> None:
    report = check(text.encode(), TOURNAMENT)
    assert [player.name for player in report.record.players] == names
    assert "Player" not in str(report.as_dict())
