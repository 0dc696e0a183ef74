"""Racks over the whole game: what was noted goes on being known until it is played (gaps.md 3.7, 7)."""

import pytest

from games.engine.crossword.findings import Severity
from tests.games.engine.crossword.helpers import HEADER, check
from tests.games.engine.crossword.test_files import FILES

START = HEADER + ">anna: AINQRTZ 8D TRAIN +12 12\n"  # Q and Z stay
GAME = FILES["club_game"].read_text()


def racks(text: str) -> list[tuple[str, str, int | None]]:
    """Findings about racks: code, severity, turn."""
    kinds = {"held_elsewhere", "rack_inconsistent", "rack_not_available", "rack_malformed", "end_rack_wrong"}
    return [(one.code, str(one.severity), one.turn) for one in check(text).findings if one.code in kinds]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (">ben: BHOOSUY 7E HOB +25 25\n", []),
        # Anna has the only Q, noted on Ben's rack, or played by him with no rack noted.
        (">ben: QHOOSUY 7E HO +12 12\n", [("held_elsewhere", "note", 2)]),
        (">ben: 7H QUA +20 20\n", [("held_elsewhere", "note", 2)]),
        # Two turns later, her racks not noted in between, she has them still.
        (">ben: - +0 0\n>anna: 9C VW +12 24\n>ben: Q - +0 0\n", [("held_elsewhere", "note", 4)]),
        # Once she has played the Q it may not be held any more, but the Z still is.
        (">ben: - +0 0\n>anna: 9C QI +12 24\n>ben: Z - +0 0\n", [("held_elsewhere", "note", 4)]),
        # She herself must have them still: six others leave room for one of the two.
        (">ben: - +0 0\n>anna: AEIOUS - +0 12\n", [("rack_inconsistent", "note", 3)]),
        (">ben: - +0 0\n>anna: AEIOU - +0 12\n", []),
        # An exchange by number tells nothing about what stayed.
        (">ben: - +0 0\n>anna: AEIOUQZ -3 +0 12\n>ben: QZ - +0 0\n", []),
        (">ben: - +0 0\n>anna: AEIOUQZ -QZ +0 12\n>ben: QZ - +0 0\n", []),
    ],
)
def test_what_a_player_kept(lines: str, expected: list[tuple[str, str, int]]) -> None:
    assert racks(START + lines) == expected


def test_a_slip_is_told_once() -> None:
    lines = ">ben: QHOOSUY - +0 0\n>anna: AEIOUQZ - +0 12\n>ben: QHOOSUY - +0 0\n"
    assert racks(START + lines) == [("held_elsewhere", "note", 2)]


def test_the_tiles_of_a_play_taken_back_are_known_to_all() -> None:
    off = ">anna: AINQRTZ -- -12 0\n"
    assert racks(START + off + ">ben: BHOOSQU - +0 0\n") == [("held_elsewhere", "note", 3)]
    assert racks(START + off + ">ben: - +0 0\n>anna: AEIOUST - +0 0\n") == [("rack_inconsistent", "discrepancy", 4)]


def test_with_the_bag_empty_there_is_one_rack_left() -> None:
    """Anna holds L and X: Ben can have nothing but E I I, in part or whole."""
    unknown = GAME.replace(">ben: EEIIN I3 EN", ">ben: I3 EN")
    for rack, right in (("EII", True), ("EI", True), ("", True), ("EIX", False), ("EX", False), ("EIL", False)):
        found = check(unknown.replace(">ben: EII 4D", f">ben: {rack} 4D")).findings
        assert [(one.code, one.severity) for one in found] == (
            [] if right else [("held_elsewhere", Severity.DISCREPANCY)]
        )


def test_three_players_keep_their_tiles_apart() -> None:
    text = HEADER + "#player3 cleo Cleo Ash\n" + START.removeprefix(HEADER)
    assert racks(text + ">ben: BHOOSUY - +0 0\n>cleo: Q - +0 0\n") == [("held_elsewhere", "note", 3)]
    assert racks(text + ">ben: BHOOSUJ - +0 0\n>cleo: J - +0 0\n") == [("held_elsewhere", "note", 3)]
    assert racks(text + ">ben: BHOOSUJ - +0 0\n>cleo: X - +0 0\n") == []


def test_a_digit_in_a_rack_is_named() -> None:
    for lines in (">anna: ?AEE3TT 8G TEAT +8 8\n", ">anna: ?AEE3TT - +0 0\n"):
        assert ("rack_malformed", "error", 1) in racks(HEADER + lines)
    assert racks(HEADER + ">anna: ?AEEQTT - +0 0\n") == []


def test_the_tiles_left_after_six_passes_are_those_of_the_rack_before() -> None:
    passes = "".join(f">{name}: {rack} - +0 0\n" for name, rack in (("anna", "AEINRST"), ("ben", "BCDFGHJ")) * 3)
    own = passes + ">anna: AEINRST (AEINRST) -7 -7\n"
    assert racks(HEADER + own + ">ben: BCDFGHJ (BCDFGHJ) -26 -26\n") == []
    assert [code for code, *_ in racks(HEADER + own + ">ben: (BCDFGHK) -23 -23\n")] == ["end_rack_wrong"]
    other = passes[: passes.rindex("J -")] + "K - +0 0\n"
    assert ("rack_inconsistent", "discrepancy", 6) in racks(HEADER + other)
