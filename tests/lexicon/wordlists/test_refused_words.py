"""rules.md, "Words": no proper nouns, abbreviations, hyphens, apostrophes; lexicons.md §1: no two-letter junk. By name."""

import pytest

from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.judge import MalformedPlayError, is_acceptable, read_play
from lexicon.queries import shipped_lexicon

PROPER_NOUNS = """LONDON FRANCE EUROPE AFRICA ANTARCTICA ITALY MICHAEL SUSAN KENNETH SHAKESPEARE MICROSOFT WEDNESDAY"""
ABBREVIATIONS = """ETC MRS BBC NATO USA VHS KGB CIA DVD PHD HTML"""
#: What SCOWL has among its two-letter entries up to size 80 and no tournament list has.
JUNK_TWOS = """BS CS DS FS GE GS HS JS KB KS LM LN LS LX MB MF MS NS PS QS RS SE SS TS WS XS YS ZS"""
#: They are also common nouns, and so words: a commode, a carriage, a hat of straw, porcelain, an old measure, a bird.
NAMES_THAT_ARE_WORDS = """JOHN BERLIN BANGKOK CHINA CHOPIN TURKEY"""


@pytest.mark.parametrize("word", f"{PROPER_NOUNS} {ABBREVIATIONS} {JUNK_TWOS}".split())
def test_it_is_not_in_the_english_default(word: str) -> None:
    assert not is_acceptable(read_play([word], ENGLISH), shipped_lexicon())


@pytest.mark.parametrize("word", NAMES_THAT_ARE_WORDS.split())
def test_a_name_that_is_a_common_noun_too_is_a_word(word: str) -> None:
    assert is_acceptable(read_play([word], ENGLISH), shipped_lexicon())


@pytest.mark.parametrize(
    "word", ["CO-OP", "DON'T", "DON’T", "O'CLOCK", "X-RAY", "MR.", "-ISH", "RE-", "A", "3D", "ICE CREAM"]
)
def test_what_is_spelt_with_more_than_letters_is_refused_before_it_is_looked_up(word: str) -> None:
    with pytest.raises(MalformedPlayError):
        read_play([word], ENGLISH)


def test_no_entry_has_anything_but_capital_letters() -> None:
    assert all(word.isascii() and word.isalpha() and word.isupper() for word in shipped_lexicon())


def test_the_two_letter_words_are_the_hundred_of_the_recipe() -> None:
    twos = {word for word in shipped_lexicon() if len(word) == 2}
    assert len(twos) == 100
    assert {"QI", "ZA", "OK", "KI", "AA", "XU"} <= twos
