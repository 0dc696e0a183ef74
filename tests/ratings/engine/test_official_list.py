"""Reading official lists and finding their players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.official_list import Known, ListedPlayer, folded, match, parse_list

ADA = ListedPlayer(1, "Ada Example", 1712, 88)


def test_csv_with_a_header() -> None:
    text = "rank,Name,Rating,Games,ID\n1,Ada Example,1712,88,X1\n\n2,'=Bo,1500,,\n"
    assert parse_list(text).players == (
        ListedPlayer(2, "Ada Example", 1712, 88, "X1"),
        ListedPlayer(4, "=Bo", 1500, None, ""),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Ada Example\t1712\t88",
        "Ada Example\t1712\t3\t20270101\t88",
        "AE   NZ  Ada Example            88 1712 20260301 61",
        "Ada Example,1712,88",
        "Ada Example,1712,88\n\n",
    ],
)
def test_lines_without_a_header(text: str) -> None:
    assert parse_list(text).players == (ADA,)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 0, "empty"),
        ("name,rating\nAda,12.5", 2, "rating"),
        ("name,rating\nAda,0", 2, "rating"),
        ("name,rating\n,1500", 2, "name"),
        ("name,rating,games\nAda,1500,-1", 2, "games"),
        ("Ada,1500\nBo,1400\nADA,1600", 3, "twice"),
        ("Ada,1500\n" * 20_001, 0, "too_long"),
    ],
)
def test_what_cannot_be_read(text: str, line: int, code: str) -> None:
    problem = parse_list(text).problems[0]
    assert (problem.line, problem.code) == (line, code)


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    parsed = parse_list(text)
    assert parsed.players or parsed.problems


def test_names_are_compared_without_accents_and_order() -> None:
    assert folded("Exámple, Ada-Lou") == folded("ada lou EXAMPLE") == "ada lou example"


def test_matching() -> None:
    club = [Known(1, "Ada Example", "X1"), Known(2, "Bo", ""), Known(3, "Bo", ""), Known(4, "Cy Long", "")]
    listed = [
        ListedPlayer(1, "Someone Else", 1500, None, "x1"),
        ListedPlayer(2, "Bo", 1500),
        ListedPlayer(3, "Cy Lomg", 1500),
        ListedPlayer(4, "Ada Example", 1500, None, "X9"),
        ListedPlayer(5, "LONG, Cy", 1500, None, "X7"),
    ]
    matches = match(listed, club)
    assert [one.known.id if one.known else None for one in matches] == [1, None, None, None, 4]
    assert [known.id for known in matches[1].candidates] == [2, 3]
    assert [known.id for known in matches[2].candidates] == [4]
    assert match([ListedPlayer(1, "Nobody Near", 1500)], club)[0].candidates == ()
