"""Reading word lists and looking words up in their compiled form."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.engine import scowl
from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.compiled import BadLexiconFileError, CompiledLexicon, compile_words
from lexicon.engine.wordlist import Reason, WordList, read_words


def reopened(folder: Path, words: WordList) -> CompiledLexicon:
    path = folder / "list.marisa"
    path.write_bytes(compile_words(words))
    return CompiledLexicon.open(path)


def test_a_list_is_read_with_everything_refused_named_by_line() -> None:
    lines = ["\ufeff# my list", "", "train", "TRAIN", "hob  a shelf by the fire", "I", "x" * 16, "don't", "  qi  "]
    read = read_words(lines, ENGLISH)
    assert read.words == ("HOB", "QI", "TRAIN")
    assert read.duplicates == 1
    assert [(item.line, item.reason) for item in read.refused] == [
        (6, Reason.SHORT),
        (7, Reason.LONG),
        (8, Reason.LETTER),
    ]
    assert all(f"line {item.line}" in item.message for item in read.refused)
    assert read.lengths == {2: 1, 3: 1, 5: 1}


def test_an_endless_line_is_refused_without_being_repeated() -> None:
    [refused] = read_words(["a" * 1_000_000], ENGLISH).refused
    assert refused.reason is Reason.LONG
    assert len(refused.message) < 200


def test_the_checksum_is_sha256_of_the_sorted_words() -> None:
    expected = hashlib.sha256(b"HOB\nTRAIN\n").hexdigest()
    assert (
        read_words(["train", "hob"], ENGLISH).checksum
        == read_words(["HOB", "Train", "hob"], ENGLISH).checksum
        == expected
    )


def test_the_compiled_list_knows_words_prefixes_length_and_checksum(tmp_path: Path) -> None:
    words = read_words(["train", "trainer", "hob"], ENGLISH)
    lexicon = reopened(tmp_path, words)
    assert "TRAIN" in lexicon
    assert "TRAI" not in lexicon
    assert "train" not in lexicon
    assert "TR\ud800" not in lexicon
    assert lexicon.has_prefix("TRAI")
    assert lexicon.has_prefix("TRAINER")
    assert not lexicon.has_prefix("TRAINERS")
    assert lexicon.with_prefix("TR") == ["TRAIN", "TRAINER"]
    assert len(lexicon) == 3
    assert list(lexicon) == ["HOB", "TRAIN", "TRAINER"]
    assert lexicon.checksum == words.checksum


def test_many_words_are_looked_up_at_once(tmp_path: Path) -> None:
    lexicon = reopened(tmp_path, read_words(["train", "hob", "at", "xi"], ENGLISH))
    sample = ["HOB", "AT", "TA", "TRAIN", "TRAINS", "TA", "AT", "", "hob", "TR\ud800", "X\ud800"]
    expected = [word for word in sample if word not in lexicon]
    assert expected == ["TA", "TRAINS", "TA", "", "hob", "TR\ud800", "X\ud800"]
    for _ in range(2):  # the second time with what was learnt from the first
        assert lexicon.unknown(sample) == expected
        assert lexicon.unknown(sample[:-2]) == expected[:-2]
        assert lexicon.unknown([]) == []


def test_an_empty_list_compiles_too(tmp_path: Path) -> None:
    lexicon = reopened(tmp_path, read_words([], ENGLISH))
    assert len(lexicon) == 0
    assert list(lexicon) == lexicon.with_prefix("") == []


@settings(max_examples=50, deadline=None)
@given(words=st.sets(st.text("ABC", min_size=2, max_size=6)), probes=st.lists(st.text("ABC", max_size=7)))
def test_lookup_agrees_with_a_set(tmp_path_factory: pytest.TempPathFactory, words: set[str], probes: list[str]) -> None:
    lexicon = reopened(tmp_path_factory.mktemp("lexicon"), read_words(words, ENGLISH))
    assert set(lexicon) == words
    for probe in [*probes, *words]:
        assert (probe in lexicon) == (probe in words)
        if probe:
            assert lexicon.has_prefix(probe) == any(word.startswith(probe) for word in words)


@pytest.mark.parametrize("content", [b"", b"rubbish", b"We love Marisa.", bytes(range(256)) * 50])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.marisa"
    path.write_bytes(content)
    with pytest.raises(BadLexiconFileError, match=r"x\.marisa"):
        CompiledLexicon.open(path)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    whole = compile_words(read_words((f"{a}{b}{c}" for a in "abcdef" for b in "ghijkl" for c in "mnopq"), ENGLISH))
    path = tmp_path / "half.marisa"
    for size in (len(whole) // 3, len(whole) // 2, len(whole) - 8):
        path.write_bytes(whole[:size])
        with pytest.raises(BadLexiconFileError):
            CompiledLexicon.open(path)


def test_a_trie_of_somebody_else_is_refused(tmp_path: Path) -> None:
    import marisa_trie

    path = tmp_path / "foreign.marisa"
    path.write_bytes(marisa_trie.Trie(["HOB"]).tobytes())
    with pytest.raises(BadLexiconFileError, match="which words"):
        CompiledLexicon.open(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        CompiledLexicon.open(tmp_path / "nowhere.marisa")


def test_the_scowl_recipe_keeps_words_and_drops_what_is_none() -> None:
    files = {
        "english-words.10": "train\ntrain's\naa\nbrr\ncsc\ngym\nxx\n",
        "british_variant_2-words.80": "connexion\n",
        "british_variant_1-words.35": "oesophaguses\n",
        "variant_3-words.50": "outlandish\n",
        "english-words.95": "rare\n",
        "english-abbreviations.10": "etc\n",
        "english-words.20": "abcdefghijklmnop\ncaf\xe9\n",
    }
    built = scowl.build(files)
    assert set(built.words) - scowl.TWOS == {"TRAIN", "BRR", "GYM", "CONNEXION"}
    assert set(built.words) >= scowl.TWOS


def test_the_two_letter_words_are_enables_and_four_more() -> None:
    """lexicons.md §1: 96 of ENABLE, and KI OK QI ZA; none of SCOWL's own."""
    assert len(scowl.TWOS) == 100
    assert {"KI", "OK", "QI", "ZA", "AA", "XU"} <= scowl.TWOS
    assert scowl.TWOS.isdisjoint(["BS", "CS", "FS", "GE", "KB", "KS", "LM", "MB", "MS", "PS", "SE", "TS"])
