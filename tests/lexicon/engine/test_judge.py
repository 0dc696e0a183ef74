"""The judge's pure parts: reading a play, one verdict, the list of hashes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine import hashed
from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.judge import MOST_WORDS, MalformedPlayError, is_acceptable, read_play

WORDS = frozenset({"QI", "ZA", "TRAIN"})


def test_a_play_is_read_in_the_order_typed() -> None:
    assert read_play([" train", "Qi "], ENGLISH) == ("TRAIN", "QI")


@pytest.mark.parametrize(
    "words",
    [
        [],
        [""],
        ["A"],
        ["A" * 16],
        ["CO-OP"],  # rules.md: hyphens
        ["DON'T"],  # rules.md: apostrophes
        ["TRAIN", "Q1"],
        ["TRAIN", ""],
        ["АВ"],  # Cyrillic letters that look like Latin ones
        ["X" * 100_000],
        ["QI"] * (MOST_WORDS + 1),
        ["TWO WORDS"],
    ],
)
def test_what_cannot_be_judged_is_refused_without_saying_why(words: list[str]) -> None:
    with pytest.raises(MalformedPlayError) as refusal:
        read_play(words, ENGLISH)
    assert str(refusal.value) == ""


@given(st.lists(st.sampled_from(["QI", "ZA", "TRAIN", "QQ", "ZZ"]), min_size=1, max_size=8))
def test_one_bad_word_takes_the_play_off(words: list[str]) -> None:
    assert is_acceptable(words, WORDS) == all(word in WORDS for word in words)


def test_every_word_is_looked_up_whatever_the_first_ones_say() -> None:
    looked_up: list[object] = []

    class Watched:
        def __contains__(self, word: object) -> bool:
            looked_up.append(word)
            return False

    assert not is_acceptable(("QI", "ZA", "TRAIN"), Watched())
    assert looked_up == ["QI", "ZA", "TRAIN"]


@given(st.sets(st.text("ABC", min_size=2, max_size=5)), st.text("ABC", min_size=2, max_size=5))
def test_the_hashes_hold_the_words_and_nothing_else(words: set[str], probe: str) -> None:
    data = hashed.build(words, "f" * 64)
    assert len(data) == len(words) * hashed.BYTES
    assert hashed.holds(data, probe, "f" * 64) == (probe in words)


def test_the_hashes_of_another_edition_hold_nothing_of_this_one() -> None:
    data = hashed.build(WORDS, "a" * 64)
    assert not any(hashed.holds(data, word, "b" * 64) for word in WORDS)
    assert not any(word.encode() in data for word in WORDS)
