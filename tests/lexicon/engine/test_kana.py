"""Kana: folding, counting and linking, one case for each trap that Unicode sets."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine.kana import (
    BadKanaError,
    KanaFault,
    LinkRules,
    OldKana,
    SmallFinal,
    first,
    fold,
    last,
    row_of,
)
from lexicon.engine.kana_romaji import to_kana, to_romaji

LETTERS = "".join(chr(code) for code in range(ord("ぁ"), ord("ゖ") + 1))
WORDS = st.builds(str.__add__, st.text(LETTERS, min_size=1, max_size=1), st.text(LETTERS + "ー", max_size=12))


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("コンピューター", "こんぴゅーたー"),
        ("ｺﾝﾋﾟｭｰﾀｰ", "こんぴゅーたー"),  # half width, marks apart
        ("ハ゜ン", "ぱん"),  # spacing handakuten
        ("は゛んと゛", "ばんど"),  # spacing dakuten
        ("か\u3099", "が"),  # combining dakuten
        (unicodedata.normalize("NFD", "がぎぐ"), "がぎぐ"),
        ("ヴァイオリン", "ゔぁいおりん"),
        ("ヷヸヹヺ", "ゔぁゔぃゔぇゔぉ"),
        ("ヵヶ", "ゕゖ"),
        ("を", "を"),
        ("ァィゥェォ", "ぁぃぅぇぉ"),
        (" あひる ", "あひる"),
        *[(f"すき{dash}", "すきー") for dash in "ー-‐‑–—―−－─〜～~ｰ"],
    ],
)
def test_folding(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize(
    ("typed", "fault", "letter"),
    [
        ("", KanaFault.EMPTY, ""),
        ("  ", KanaFault.EMPTY, ""),
        ("海", KanaFault.NOT_KANA, "海"),
        ("あA", KanaFault.NOT_KANA, "A"),
        ("あ・い", KanaFault.NOT_KANA, "・"),
        ("こゝろ", KanaFault.ITERATION_MARK, "ゝ"),
        ("人々", KanaFault.NOT_KANA, "人"),
        ("々", KanaFault.ITERATION_MARK, "々"),
        ("ーあ", KanaFault.STARTS_LONG, "ー"),
        ("あ" * 101, KanaFault.TOO_LONG, ""),
        ("\ud800", KanaFault.NOT_KANA, "\ud800"),
    ],
)
def test_refused(typed: str, fault: KanaFault, letter: str) -> None:
    with pytest.raises(BadKanaError) as caught:
        fold(typed)
    assert (caught.value.fault, caught.value.letter) == (fault, letter)


@pytest.mark.parametrize(
    ("word", "begins", "ends", "letters"),
    [
        ("コンピューター", "こ", "あ", 7),
        ("しゃ", "し", "や", 2),
        ("ばんど", "は", "と", 3),
        ("ソファ", "そ", "あ", 3),
        ("ゔ", "う", "う", 1),
        ("を", "を", "を", 1),
        ("ぱーてぃー", "は", "い", 5),
        ("きゃーー", "き", "あ", 4),
        ("しょー", "し", "お", 3),
        ("んー", "ん", "ん", 2),
        ("あっ", "あ", "つ", 2),
        ("ゐー", "ゐ", "い", 2),
        ("をー", "を", "お", 2),
        ("ゎ", "わ", "わ", 1),
        ("ゕー", "か", "あ", 2),
    ],
)
def test_letters_first_and_last(word: str, begins: str, ends: str, letters: int) -> None:
    folded = fold(word)
    assert (first(folded), last(folded), len(folded)) == (begins, ends, letters)


def test_where_the_sheet_is_silent_a_parameter_decides() -> None:
    modern = LinkRules(old_kana=OldKana.MODERN)
    assert [last(word, modern) for word in ("えを", "えゐ", "えゑ")] == ["お", "い", "え"]
    assert first("をとこ", modern) == "お"
    strict = LinkRules(small_vowel=SmallFinal.ILLEGAL, small_tsu=SmallFinal.ILLEGAL)
    assert [last(word, strict) for word in ("そふぁ", "あっ", "しゃ", "そふぁー")] == ["", "", "や", "あ"]


def test_rows() -> None:
    assert row_of("け") == "かきくけこ"
    assert row_of("を") == ""


@given(WORDS)
def test_folding_is_stable_and_one_for_both_scripts(word: str) -> None:
    katakana = "".join(chr(ord(letter) + 0x60) if letter != "ー" else letter for letter in word)
    assert fold(word) == word == fold(katakana) == fold(fold(unicodedata.normalize("NFD", katakana)))


@given(st.text(max_size=30))
def test_whatever_is_typed_is_folded_or_refused(text: str) -> None:
    try:
        word = fold(text)
    except BadKanaError:
        return
    assert fold(word) == word
    assert set(word) <= set(LETTERS + "ー")


@given(WORDS)
def test_latin_letters_read_back(word: str) -> None:
    assert to_romaji(word).isascii()
    assert to_kana(to_romaji(word)) == word


@pytest.mark.parametrize(
    ("typed", "kana"),
    [
        ("suki-", "すきー"),
        ("SHUMI", "しゅみ"),
        ("syumi", "しゅみ"),
        ("rakko", "らっこ"),
        ("matcha", "まっちゃ"),
        ("maccha", "まっちゃ"),
        ("onna", "おんな"),
        ("kin'you", "きんよう"),
        ("kinyou", "きにょう"),
        ("shokubutsu", "しょくぶつ"),
        ("syokubutu", "しょくぶつ"),
        ("yo-roppa", "よーろっぱ"),
        ("tonbo", "とんぼ"),
        ("fan", "ふぁん"),
        ("pa-thi-", "ぱーてぃー"),
        ("jamu", "じゃむ"),
        ("hon", "ほん"),
    ],
)
def test_latin_letters(typed: str, kana: str) -> None:
    assert to_kana(typed) == kana


@pytest.mark.parametrize("typed", ["x", "ash", "q", "あ1", "tt", "-a", "", "a b"])
def test_latin_letters_that_spell_nothing(typed: str) -> None:
    with pytest.raises(BadKanaError):
        to_kana(typed)
