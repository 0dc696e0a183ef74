"""The word judge, the list of nouns and its queries."""

import lzma
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from lexicon.engine.kana import first, last
from lexicon.engine.shiritori import REASONS, VERDICTS, Demand, Listing, Reason, Verdict, judge
from lexicon.engine.shiritori_build import main
from lexicon.engine.shiritori_index import BadNounFileError, NounDictionary, NounList, compile_nouns
from lexicon.engine.shiritori_source import Entry, build
from lexicon.wordlists import japanese
from tests.harness.deep import examples

SMALL = NounList(
    common=("あしか", "あひる", "からす", "しょくぶつ", "しんがっき", "すきー", "つみき", "らっこ"),
    proper=("よーろっぱ",),
)
NOUNS = NounDictionary(compile_nouns(SMALL))


@pytest.fixture(scope="module")
def shipped() -> NounDictionary:
    return japanese.nouns()


# -- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "verdict", "sentence"),
    [
        ("アシカ", Verdict.COMMON_NOUN, "あしか is a common noun."),
        (
            "yo-roppa",
            Verdict.PROPER_NAME,
            "よーろっぱ is a proper name; it counts if it is well known and the players agree.",
        ),
        (
            "あべこべ",
            Verdict.NOT_LISTED,
            "あべこべ is not in the dictionary; the players decide.",
        ),
    ],
)
def test_legal_words(typed: str, verdict: Verdict, sentence: str) -> None:
    judgement = judge(typed, Demand(), dictionary=NOUNS)
    assert judgement.verdict is verdict
    assert [text % values for text, values in judgement.sentences] == [sentence]


@pytest.mark.parametrize(
    ("word", "demand", "reasons"),
    [
        ("みかん", Demand(), [Reason.ENDS_IN_N]),
        ("いか", Demand(), [Reason.TOO_SHORT]),
        ("らっこ", Demand(min_letters=4), [Reason.TOO_SHORT]),
        ("あしか", Demand(begins="い"), [Reason.DOES_NOT_LINK]),
        ("あしか", Demand(ends="る"), [Reason.WRONG_END]),
        ("あしか", Demand(exactly=5), [Reason.WRONG_LENGTH]),
        ("あしか", Demand(barred_word="あしか"), [Reason.REPEATED]),
        ("あしか", Demand(card_least=7), [Reason.LENGTH_BELOW]),
        ("海", Demand(), [Reason.NOT_KANA]),
        ("ごん", Demand(begins="あ", ends="か"), [Reason.DOES_NOT_LINK, Reason.ENDS_IN_N, Reason.TOO_SHORT]),
    ],
)
def test_illegal_words_name_every_reason(word: str, demand: Demand, reasons: list[Reason]) -> None:
    judgement = judge(word, demand, dictionary=NOUNS)
    assert judgement.verdict is Verdict.ILLEGAL
    assert [fault.reason for fault in judgement.faults] == reasons
    assert judgement.links_on == ""
    assert all(word in text % values for text, values in judgement.sentences)


def test_every_reason_and_verdict_has_its_sentence() -> None:
    assert set(REASONS) == set(Reason)
    assert set(VERDICTS) == set(Verdict) - {Verdict.ILLEGAL}
    for text in (*REASONS.values(), *VERDICTS.values()):
        assert text.isascii() or "ん" in text


@given(st.text(max_size=40))
def test_the_judge_never_fails(text: str) -> None:
    judgement = judge(text, Demand(begins="あ", ends="か"), dictionary=NOUNS)
    assert all(text % values for text, values in judgement.sentences)
    assert judgement.sentences


# -- the index --------------------------------------------------------------------------------------------------------


def test_a_word_that_is_no_kana_is_not_listed() -> None:
    for word in ("", "abc", "海", "あ" * 300, "\ud800"):
        assert NOUNS.listing(word) is Listing.UNLISTED
        assert word not in NOUNS


def test_bytes_that_are_no_list_are_refused() -> None:
    data = compile_nouns(SMALL)
    for bad in (b"", b"x" * 100, data[:60], data[:-1]):
        with pytest.raises(BadNounFileError):
            NounDictionary(bad)


def test_an_empty_list_has_nothing() -> None:
    empty = NounDictionary(compile_nouns(NounList((), ())))
    assert (len(empty), empty.count_proper(), empty.find().total, list(empty)) == (0, 0, 0, [])


LETTER = st.sampled_from("あかさたがぱょーっ")
WORD = st.builds(str.__add__, st.sampled_from("あかがぱ"), st.text(LETTER, min_size=1, max_size=5))


@given(st.frozensets(WORD, max_size=40), st.frozensets(WORD, max_size=10), st.data())
@examples(40, deep=300)
def test_queries_against_brute_force(common: frozenset[str], proper: frozenset[str], data: st.DataObject) -> None:
    nouns = NounDictionary(compile_nouns(NounList(tuple(sorted(common)), tuple(sorted(proper - common)))))
    begins = data.draw(st.sampled_from(["", "か", "あか", "は"]))
    ends = data.draw(st.sampled_from(["", "あ", "かさ", "つよ"]))
    length = data.draw(st.none() | st.integers(1, 6))
    least = data.draw(st.integers(0, 5))
    expected = {
        word
        for word in common
        if (not begins or first(word) in begins)
        and (not ends or last(word) in ends)
        and length in (None, len(word))
        and len(word) >= least
    }
    matches = nouns.find(begins=begins, ends=ends, length=length, at_least=least, limit=1000)
    assert set(matches.words) == expected
    assert matches.total == len(matches.words) == len(expected)
    assert list(map(len, matches.words)) == sorted(map(len, matches.words))
    few = nouns.find(begins=begins, ends=ends, length=length, at_least=least, limit=3)
    assert few == (matches.total, matches.words[:3])
    for word in common | proper:
        assert nouns.listing(word) is (Listing.COMMON if word in common else Listing.PROPER)
    assert sorted(nouns) == sorted(common)


# -- the list that comes with the program -----------------------------------------------------------------------------


def test_the_shipped_list_is_the_one_named() -> None:
    nouns = japanese.shipped_list()
    assert nouns.checksum == japanese.CHECKSUM
    assert (len(nouns.common), len(nouns.proper)) == (109_119, 137_884)
    assert not set(nouns.common) & set(nouns.proper)
    assert lzma.decompress(japanese.DATA.read_bytes()).decode() == nouns.text


SEEDS = """
    あひる あしか つくえ こんぴゅーたー らっこ しゅみ すきー ばたー いんきょ ばんど とんぼ しょくぶつ ついか つみき しんがっき
"""


@pytest.mark.parametrize("word", SEEDS.split())
def test_seeds_are_common_nouns(shipped: NounDictionary, word: str) -> None:
    assert shipped.listing(word) is Listing.COMMON


def test_europe_is_a_proper_name(shipped: NounDictionary) -> None:
    assert shipped.listing("よーろっぱ") is Listing.PROPER
    assert "よーろっぱ" not in shipped


def test_no_shipped_word_ends_in_n_or_is_too_short(shipped: NounDictionary) -> None:
    assert shipped.find(ends="ん").total == 0
    assert shipped.find(length=1).total == 0
    assert shipped.find(length=2).total > 1000


def test_the_licences_are_there() -> None:
    text = japanese.LICENCE.read_text(encoding="utf-8")
    for notice in ("Works Applications", "Apache License", "The UniDic Consortium", "Toshinori Sato"):
        assert notice in text


def test_it_is_compiled_on_demand_and_mended(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a small list in its place."""
    settings.WORDHALL_DATA = str(tmp_path)
    monkeypatch.setattr(japanese, "shipped_list", lambda: SMALL)
    monkeypatch.setattr(japanese, "CHECKSUM", SMALL.checksum)
    assert len(japanese.nouns()) == len(SMALL.common)
    file = next((tmp_path / "lexicons").glob("*.shiritori"))
    japanese._open.cache_clear()
    file.write_bytes(b"")
    assert "あしか" in japanese.nouns()
    assert file.stat().st_size
    japanese._open.cache_clear()


def test_the_recipe() -> None:
    noun, place, country = ("名詞", "普通名詞", "一般", "*"), ("名詞", "固有名詞", "地名", "一般"), "国"
    entries = [
        Entry("海豹", noun, "アザラシ"),
        Entry("ハスキー・ボイス", noun, "ハスキー・ボイス"),
        Entry("蜜柑", noun, "ミカン"),
        Entry("胃", noun, "イ"),
        Entry("Tシャツ", noun, "ティーシャツ"),
        Entry("走る", ("動詞", "一般", "*", "*"), "ハシル"),
        Entry("コロッサス", noun, "colossus"),
        Entry("ヨーロッパ", place, "ヨーロッパ"),
        Entry("奈良県", place, "ナラケ"),
        Entry("愛愛町", place, "アイアイチョウ"),
        Entry("北朝鮮共和国", (*place[:3], country), "キタチョウセンキョウワコク"),
        Entry("織田信長", ("名詞", "固有名詞", "人名", "一般"), "オダノブナガ"),
        Entry("海豹", ("名詞", "固有名詞", "一般", "*"), "アザラシ"),
    ]
    nouns = build(entries)
    assert nouns.common == ("あざらし", "はすきーぼいす")
    assert nouns.proper == ("おだのぶなが", "きたちょうせんきょうわこく", "ならけ", "よーろっぱ")
    assert NounList.parse(nouns.text) == nouns


SUDACHI = """
class Word:
    def __init__(self, surface, speech, reading):
        self._row = surface, speech, reading
    def surface(self): return self._row[0]
    def part_of_speech(self): return self._row[1]
    def reading_form(self): return self._row[2]

class Dictionary:
    def __init__(self, dict):
        assert dict == "core"
    def entries(self):
        yield Word("海豹", ("名詞", "普通名詞", "一般", "*", "*", "*"), "アザラシ")
        yield Word("欧州", ("名詞", "固有名詞", "地名", "国", "*", "*"), "オウシュウ")
        yield Word("食べる", ("動詞", "一般", "*", "*", "下一段", "終止形-一般"), "タベル")
        yield Word("食べ", ("動詞", "一般", "*", "*", "下一段", "連用形-一般"), "タベ")
        yield Word("蜜柑", ("名詞", "普通名詞", "一般", "*", "*", "*"), "ミカン")
"""


def test_the_list_is_made_from_the_installed_dictionary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tokeniser is not installed here: a small one in its place has five entries, as it would give them."""
    assert main([]) == 2
    assert capsys.readouterr().err == "usage: python -m lexicon.engine.shiritori_build OUTPUT\n"
    (tmp_path / "sudachipy.py").write_text(SUDACHI, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    output = tmp_path / "ja.txt.xz"
    try:
        assert main([str(output)]) == 0
    finally:
        sys.modules.pop("sudachipy", None)
    nouns = NounList(common=("あざらし",), proper=("おうしゅう",), others=("たべる",))
    assert lzma.decompress(output.read_bytes()).decode() == nouns.text
    assert capsys.readouterr().out == f"common=1 proper=1 others=1 checksum={nouns.checksum}\n"
