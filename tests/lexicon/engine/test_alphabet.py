"""Alphabets: folding, tiles of several letters, and what is refused."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.alphabets import ENGLISH

SPANISH = Alphabet(
    slug="es",
    name="Spanish",
    tiles=("A", "B", "C", "CH", "D", "E", "G", "I", "L", "LL", "N", "Ñ", "O", "R", "RR", "U"),
    keep=frozenset("Ñ"),
)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("train", "TRAIN"), ("Café", "CAFE"), ("œuvre", "OEUVRE"), ("naïve", "NAIVE"), ("cafe\u0301", "CAFE")],
)
def test_english_folds_case_marks_and_ligatures(typed: str, stored: str) -> None:
    assert ENGLISH.encode(typed) == stored


@pytest.mark.parametrize(
    ("typed", "letter", "position"),
    [
        ("don't", "'", 4),
        ("co-op", "-", 3),
        ("tr\u0410in", "\u0410", 3),
        ("a b", " ", 2),
        ("r2", "2", 2),
        ("#A", "#", 1),
    ],
)
def test_a_foreign_letter_is_named_and_placed(typed: str, letter: str, position: int) -> None:
    with pytest.raises(BadLetterError) as caught:
        ENGLISH.encode(typed)
    assert (caught.value.letter, caught.value.position) == (letter, position)
    assert f"letter {position}" in str(caught.value)


def test_a_cyrillic_letter_is_called_by_its_name() -> None:
    with pytest.raises(BadLetterError, match="CYRILLIC CAPITAL LETTER A"):
        ENGLISH.encode("tr\u0430in")


def test_spanish_digraphs_are_one_tile_and_n_with_tilde_is_not_n() -> None:
    """lexicons.md §5.5: CHORRILLO = CH O RR I LL O, 6 tiles."""
    assert SPANISH.tokenise("chorrillo") == ("CH", "O", "RR", "I", "LL", "O")
    assert len(SPANISH.encode("chorrillo")) == 6
    assert SPANISH.fold("niño") == "NIÑO"
    assert SPANISH.encode("nin\u0303o") == SPANISH.encode("NIÑO") != SPANISH.encode("NINO")
    assert SPANISH.fold("canción") == "CANCION"


def test_replacements_come_before_upper_case() -> None:
    german = Alphabet("de", "German", ("S", "A", "Ä"), frozenset("Ä"), MappingProxyType({"ß": "ss", "ẞ": "SS"}))
    assert german.encode("ßä") == german.encode("ẞä") == "SSÄ"


@given(st.lists(st.sampled_from(SPANISH.tiles), max_size=12))
def test_decoding_inverts_encoding_and_the_longest_tile_wins(tiles: list[str]) -> None:
    word = "".join(tiles)
    code = SPANISH.encode(word)
    assert SPANISH.decode(code) == word
    assert len(code) == len(SPANISH.tokenise(word)) <= len(tiles)


@given(st.text(max_size=20))
def test_any_text_is_encoded_or_refused_with_a_bad_letter(text: str) -> None:
    try:
        code = ENGLISH.encode(text)
    except BadLetterError as error:
        bad = error
    else:
        assert set(code) <= set(ENGLISH.tiles)
        assert ENGLISH.encode(code) == code
        return
    assert bad.position >= 1
    assert bad.letter not in ENGLISH.tiles


def test_decoding_something_else_is_refused() -> None:
    with pytest.raises(BadLetterError):
        ENGLISH.decode("AB#")
