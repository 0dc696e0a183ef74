"""The line that a director types, as in ``12 431 7 389``."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.services.results.fast_entry import TypedGame, parse_line


@examples(40, deep=1000)
@given(st.integers(1, 99), st.integers(0, 1500), st.integers(100, 199), st.integers(0, 1500))
def test_four_numbers_are_two_players_with_their_scores(first: int, a: int, second: int, b: int) -> None:
    assert parse_line(f" {first} {a},{second}  {b} ") == TypedGame((first, second), scores=(a, b))
    assert parse_line(f"{first} {a} {second} {b} {a - b:+d}").scores == (a, b)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("12 0 7 389", TypedGame((12, 7), scores=(0, 389))),
        ("૧૨ ૪૩૧ ૭ ૩૮૯", TypedGame((12, 7), scores=(431, 389))),
        ("12 431 7 389 t7", TypedGame((12, 7), scores=(431, 389), lost_on_time=7)),
        ("12 431 7 389 42 T12", TypedGame((12, 7), scores=(431, 389), lost_on_time=12)),
        ("12 f", TypedGame((12,), word="f")),
        ("12 7 F", TypedGame((12, 7), word="f")),
        ("12 7 void", TypedGame((12, 7), word="void")),
    ],
)
def test_zero_is_a_score_and_words_are_special_results(line: str, meaning: TypedGame) -> None:
    assert parse_line(line) == meaning


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "four numbers"),
        ("12 431 7", "four numbers"),
        ("12 431 7 389 42 1", "four numbers"),
        ("12 431 7 389 41", "spread"),
        ("12 431 7 389 t431", "four numbers"),
        ("12 431 7 389 t", "not a whole number"),
        ("t7", "four numbers"),
        ("12 431 7 abc", "“abc” is not a whole number"),
        ("12 431 7 3.5", "“3.5” is not a whole number"),
        ("12 -1501 7 389", "-1501"),
        ("12 9999 7 389", "9999"),
        ("12 431 12 389", "entered twice"),
        ("12 431 7 99999999999999999999", "not a whole number"),
        ("12 431 7 ④③①x", "not a whole number"),
        ("f", "player 12 forfeits"),
        ("12 void", "does not count"),
        ("12 12 f", "forfeit"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, says: str) -> None:
    with pytest.raises(ValidationError) as refused:
        parse_line(line)
    assert says in refused.value.messages[0]


@examples(40, deep=1000)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_message(line: str) -> None:
    refused = ""
    try:
        typed = parse_line(line)
    except ValidationError as error:
        refused = error.messages[0]
    assert refused or 1 <= len(typed.numbers) <= 2
