"""A list beside a second one: files as they come, and the figures."""

import gzip

from lexicon.engine.alphabets import ENGLISH, SPANISH
from lexicon.engine.measuring import Measure, measure, second_list

#: casa, casado, casador, and a word that shares more than 30 letters with the one before.
_ASPELL = b"\x02\x00casa\x04do\x06r\x00" + b"a" * 33 + b"\x1e\x02b\x1f\xff"


def test_precision_and_recall_count_words_of_three_tiles_or_more() -> None:
    found = measure(["CAT", "DOG", "AA", "EMU"], ["cat", "dog", "eel", "fox", "aa", "it's"], ENGLISH)
    assert found == Measure(words=3, second=4, both=2)
    assert (round(found.precision, 2), found.recall) == (0.67, 0.5)
    nothing = measure([], [], ENGLISH)
    assert (nothing.precision, nothing.recall) == (0, 0)


def test_what_a_checker_knows_only_to_refuse_it_is_no_word() -> None:
    """A misspelling that looks right by the rules stands in Hunspell's dictionaries with a mark."""
    affixes = b"FORBIDDENWORD !\nSFX S Y 1\nSFX S 0 s .\n"
    assert set(second_list(b"casa/S\ncasassa/!\n", affixes=affixes)) == {"casa", "casas"}


def test_two_words_that_share_more_than_a_byte_can_say() -> None:
    """Aspell writes the letters shared with the word before as several bytes then: 30, 255 and the rest."""
    first = "a" * 300
    data = b"\x02\x00" + first.encode() + b"\x1e\xff\x0fb"
    assert list(second_list(data)) == [first, f"{first[: 30 + 255 + 15]}b"]


def test_the_files_that_lists_come_in() -> None:
    plain = "casa\nMadrid\nNiño\n"
    assert list(second_list(plain.encode())) == ["casa"]
    assert list(second_list(plain.encode(), names=True)) == ["casa", "Madrid", "Niño"]
    assert list(second_list("niño\n".encode("iso-8859-1"), encoding="iso-8859-1")) == ["niño"]
    long = "a" * 33
    for data in (_ASPELL, gzip.compress(_ASPELL)):
        assert list(second_list(data)) == ["casa", "casado", "casador", long, f"{long[:32]}b"]
    affixes = b"SFX S Y 1\nSFX S 0 s a\nSFX X Y 1\nSFX X 0 lo a\n"
    assert list(second_list(b"casa/SX\n", affixes=affixes, only="S")) == ["casa", "casas"]
    assert measure(["CASA", "CASAS"], second_list(b"casa/SX\n", affixes=affixes), SPANISH) == Measure(2, 3, 2)
