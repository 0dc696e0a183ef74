"""Word study: against a brute-force search, over pages and API, and closed to who is playing."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import User
from lexicon.engine.anagrams import AnagramIndex, compile_anagrams
from lexicon.engine.compiled import CompiledLexicon, compile_words
from lexicon.engine.hooks import hooks
from lexicon.engine.patterns import BadPatternFileError, PatternIndex, compile_patterns
from lexicon.engine.wordlist import WordList
from lexicon.models import LexiconVersion
from lexicon.study import BadQuestionError, card, search
from tests import factories
from tests.api_client import Api, as_user
from tests.harness.deep import examples
from tournaments.models import Division, Pairing

small = st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1)


@pytest.fixture(scope="session")
def trie_folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return tmp_path_factory.mktemp("tries")


def version(folder: Any, words: set[str]) -> CompiledLexicon:
    path = folder / "words.marisa"
    path.unlink(missing_ok=True)
    path.write_bytes(compile_words(WordList(tuple(sorted(words)))))
    return CompiledLexicon.open(path)


@given(small, st.text("ABCD?*", min_size=1, max_size=8), st.integers(1, 9))
@examples(30, deep=300)
def test_patterns_against_regular_expressions(words: set[str], pattern: str, most: int) -> None:
    expected = re.compile(pattern.replace("?", ".").replace("*", ".*"))
    index = PatternIndex(compile_patterns(words))
    fitting = sorted(filter(expected.fullmatch, words), key=lambda word: (len(word), word))
    assert index.matches(pattern) == fitting
    assert index.matches(pattern, most=most) == fitting[:most]


@pytest.mark.parametrize(
    ("pattern", "fitting"),
    [
        ("*A*I*", ["TRAIN", "TRAINER"]),
        ("T*A?N*R", ["TRAINER"]),
        ("*R?I*", ["TRAIN", "TRAINER"]),
        ("*E*E*", ["EASEL"]),
        ("*E*E*E*", []),
        ("*AI*NE*", ["TRAINER"]),
        ("*NE*AI*", []),
    ],
)
def test_parts_between_stars_stand_one_behind_the_other(pattern: str, fitting: list[str]) -> None:
    index = PatternIndex(compile_patterns({"TRAIN", "TRAINER", "EASEL", "RE"}))
    assert index.matches(pattern) == fitting


@pytest.mark.parametrize("cut", [0, 4, 12, 20, -1])
def test_a_damaged_pattern_index_is_noticed(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "words.columns"
    path.write_bytes(compile_patterns(["QI", "ZA", "TRAIN"])[:cut])
    with pytest.raises(BadPatternFileError):
        PatternIndex.open(path)


@given(small, st.text("ABC", min_size=1, max_size=4))
def test_hooks_against_the_whole_list(trie_folder: Any, words: set[str], word: str) -> None:
    answers = hooks(version(trie_folder, words), word, "ABC")
    assert set(answers.front) == {other[0] for other in words if other[1:] == word}
    assert set(answers.back) == {other[-1] for other in words if other[:-1] == word}


@given(small, st.text("ABC?", min_size=1, max_size=5).filter(lambda text: text.count("?") <= 2))
def test_anagrams_against_the_whole_list(trie_folder: Any, words: set[str], letters: str) -> None:
    path = trie_folder / "words.anagrams"
    path.unlink(missing_ok=True)
    path.write_bytes(compile_anagrams(words))

    def fits(word: str) -> bool:
        left = list(letters.replace("?", ""))
        blanks = letters.count("?")
        for letter in word:
            if letter in left:
                left.remove(letter)
            else:
                blanks -= 1
        return len(word) == len(letters) and blanks >= 0 and not left

    assert AnagramIndex.open(path).of(letters, "ABC") == sorted(filter(fits, words))


@pytest.mark.django_db
def test_questions_to_the_shipped_dictionary(dictionary: LexiconVersion) -> None:
    answers = card(dictionary, "train")
    assert (answers.valid, answers.front, answers.back, answers.without_first) == (True, ("S",), ("S",), "RAIN")
    assert {"RIANT"} <= set(answers.anagrams)
    assert search(dictionary, "prefix", "quixotr") == ["QUIXOTRY", "QUIXOTRIES"]
    assert len(search(dictionary, "pattern", "?a?e?s")) == 157  # lexicons.md §6
    assert search(dictionary, "anagram", "QUIXOTR?") == ["QUIXOTRY"]
    assert len(search(dictionary, "pattern", "*")) == 500
    for kind, question in (("anagram", "???"), ("word", "co-op"), ("pattern", ""), ("prefix", "A" * 40), ("odd", "A")):
        with pytest.raises(BadQuestionError):
            card(dictionary, question) if kind == "word" else search(dictionary, kind, question)


@pytest.mark.django_db
def test_over_the_api(dictionary: LexiconVersion) -> None:
    api = as_user(factories.user("reader"))
    assert api.post("dictionaries/en/lookup/", {"words": ["train", "zzqx", "co-op"]})["valid"] == [True, False, False]
    assert api.post("dictionaries/en/judge/", {"words": ["train", "zzqx"]})["acceptable"] is False
    assert api.post("dictionaries/en/judge/", {"words": ["train"]})["checksum"] == dictionary.checksum
    assert api.get("dictionaries/en/words/train/")["without_first"] == "RAIN"
    assert api.get("dictionaries/en/search/?kind=anagram&q=QUIXOTR%3F")["words"] == ["QUIXOTRY"]
    for path, body in (("judge", {"words": ["Q1"]}), ("judge", {"words": []}), ("lookup", {"words": ["A"] * 1001})):
        api.post(f"dictionaries/en/{path}/", body, expect=400)
    api.get("dictionaries/en/search/?kind=odd&q=A", expect=400)
    api.get("dictionaries/nothing/search/?q=A", expect=404)
    Api().post("dictionaries/en/judge/", {"words": ["train"]}, expect=401)


@pytest.mark.django_db
def test_the_api_slows_down_bulk_look_ups(dictionary: LexiconVersion) -> None:
    api = as_user(factories.user("reader"))
    for _n in range(120):
        assert api.get("dictionaries/en/words/train/")["valid"] is True
    assert "throttled" in api.get("dictionaries/en/words/train/", expect=429)["detail"]


@pytest.mark.django_db
def test_study_is_closed_to_entrants_while_their_round_is_open(
    running: Division, dictionary: LexiconVersion, director: User
) -> None:
    user, client, other = factories.entrant("Ada"), Client(), Client()
    client.force_login(user)
    other.force_login(director)
    address = "/dictionaries/en/words/?kind=word&q=train"
    assert client.get(address).status_code == 403
    assert "RAIN" not in client.get(address).content.decode()
    as_user(user).get("dictionaries/en/words/train/", expect=403)
    as_user(user).post("dictionaries/en/judge/", {"words": ["train"]}, expect=403)
    assert "RAIN" in other.get(address).content.decode()
    assert Client().get(address).status_code == 302  # an account is needed, or signing out would open it
    factories.agree(Pairing.objects.get(seats__entry__name="Ada"))
    page = client.get(address)
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store, private"
    assert client.get("/dictionaries/en/words/?kind=word&q=co-op").status_code == 422
