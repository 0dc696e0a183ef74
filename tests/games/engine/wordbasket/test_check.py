"""What a check finds in a record: every code of the catalogue has a record that shows it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.wordbasket.cards import DECK
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import check_record
from games.engine.wordbasket.jsonform import as_dict
from games.engine.wordbasket.record import MAX_BYTES, MAX_EVENTS
from games.wordbasket.files import check_files, load
from lexicon.engine.shiritori_index import NounDictionary, NounList, compile_nouns
from tests.games.engine.wordbasket.helpers import check, codes_and_lines
from tests.harness.deep import examples

# A game to its end, with hands unknown.
DOWN = ["start あ", "A あしか か", "A かえるで て", "A てじなし し", "A しいたけ け", "A reach"]
WHOLE = "\n".join([*DOWN, "A けいらく く", "A win"])
DECK_TEXT = " ".join(DECK)

#: code → lines of play, and the line it is found on.
EXAMPLES: dict[str, tuple[str, int | None]] = {
    "heading_malformed": ("#player A\nstart あ\nA あしか か", 1),
    "option_invalid": ("#option wild_last perhaps\nstart あ\nA あしか か", None),
    "deck_wrong": ("#deck か か\nstart あ\nA あしか か", None),
    "event_malformed": ("start あ\nA あしか か き", 2),
    "player_unknown": ("start あ\nC あしか か", 2),
    "too_many_events": ("start あ\n" + "A miss あしか か\n" * MAX_EVENTS, MAX_EVENTS + 1),
    "not_kana": ("start あ\nA 海鹿 か", 2),
    "ends_in_n": ("start あ\nA あんぱん は*", 2),
    "too_short": ("start あ\nA あか か", 2),
    "does_not_link": ("start あ\nA いるか か", 2),
    "wrong_end": ("start あ\nA あひる か", 2),
    "wrong_length": ("start あ\nA あひる 5", 2),
    "length_below": ("start あ\nA あひる 7+", 2),
    "word_repeated": ("start あ\nA あひる る\nA あひる ら*", 3),
    "letter_wrong": ("start つ\nA つみき か*>か", 2),
    "card_not_in_hand": ("#deck " + DECK_TEXT + "\nA さくらば ま", 2),
    "card_elsewhere": ("start か\nA かもしか か", 2),
    "reset_not_whole_hand": ("start あ\nA reset か き", 2),
    "reset_top_number": ("start あ\nA reset か き く け 5", 2),
    "draw_count_wrong": ("start あ\nA reset か き く け こ +5", 2),
    "draw_cards_wrong": ("#deck " + DECK_TEXT + "\nA reset あ い う え お + わ わ ろ れ る り", 2),
    "hand_wrong": ("start あ\nA hand か き", 2),
    "count_wrong": ("start あ\ncount A 4", 2),
    "cards_not_60": ("start あ\ncount A 5 B 5 stock 48 basket 1", 2),
    "turn_wrong": ("#deck " + DECK_TEXT + "\nstart わ", 2),
    "turn_not_due": ("start あ\nrestock か", 2),
    "turn_number": ("start 5", 1),
    "turn_too_many": ("start か あ", 1),
    "turn_missing": ("A あしか か", 1),
    "penalty_not_taken": ("start あ\nA いるか か\nB からす す", 2),
    "penalty_no_play": ("start あ\nA penalty", 2),
    "penalty_unfounded": ("start あ\nA あしか か\nA penalty", 3),
    "reach_not_said": ("\n".join([*DOWN[:-1], "A けいらく く", "A win"]), 5),
    "reach_wrong": ("start あ\nA reach", 2),
    "reach_again": ("\n".join([*DOWN, "A reach"]), 7),
    "reach_not_forgotten": ("start あ\nA noreach", 2),
    "back_no_play": ("start あ\nB back あしか か", 2),
    "event_after_end": (WHOLE + "\nB くすのき き", 9),
    "winner_wrong": (WHOLE.replace("A win", "B win"), 8),
    "winner_has_cards": ("start あ\nA win", 2),
    "win_missing": (WHOLE.removesuffix("\nA win"), 7),
}


@pytest.mark.parametrize("code", EXAMPLES)
def test_each_example_has_its_code(code: str) -> None:
    text, line = EXAMPLES[code]
    assert (code, line) in codes_and_lines(text)


def test_every_code_has_an_example() -> None:
    elsewhere = {
        *("file_unreadable", "folder_empty", "empty_file", "too_large", "not_text", "json_malformed"),
        *("players_wrong", "no_events", "incomplete", "no_link_letter", "wild_last", "option_other", "level_other"),
        *("word_not_listed", "word_proper_name", "word_no_noun", "word_refused_listed"),
    }
    assert set(EXAMPLES) | elsewhere == set(CATALOGUE)
    assert not set(EXAMPLES) & elsewhere


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b" \n", "empty_file"),
        (b"x" * (MAX_BYTES + 1), "too_large"),
        ("あしか".encode("shift-jis"), "not_text"),
        (b"a\0b", "not_text"),
        (b"{", "json_malformed"),
        (b'{"wordbasket": "1", "players": 5}', "json_malformed"),
        (b"#player A\n", "players_wrong"),
        (b"#player A\n#player B\n", "no_events"),
        ("#player A\n#player B\nstart あ\n".encode(), "incomplete"),
    ],
)
def test_files_that_hold_no_game(data: bytes, code: str) -> None:
    assert [f.code for f in check_record(data).findings] == [code]


@pytest.mark.parametrize(
    ("place", "change", "stated"),
    [
        (None, {"wordbasket": "2"}, "wordbasket"),
        (None, {"players": [{"label": "A"}, {"label": "A"}]}, "players"),
        (None, {"players": ["A", "B"]}, "players"),
        (None, {"seed": -1}, "seed"),
        (None, {"seed": True}, "seed"),
        (None, {"options": [["last_letters"]]}, "options"),
        (None, {"headings": [["title", 5]]}, "headings"),
        (None, {"handicaps": [[2]]}, "handicaps"),
        (None, {"handicaps": [[2, None]]}, "handicaps"),
        (0, {"cards": []}, "cards"),
        (0, {"cards": ["?!"]}, "cards: "),
        (1, {"kind": "dance"}, "kind"),
        (1, {"player": "Z"}, "player Z"),
        (1, {"word": 5}, "word"),
        (1, {"refused": "yes"}, "refused"),
        (1, {"counts": [1]}, "counts"),
        (1, {"drawn": -1}, "drawn"),
    ],
)
def test_json_of_another_form_is_explained(place: int | None, change: dict[str, object], stated: str) -> None:
    whole = as_dict(check(WHOLE).record)
    events = whole["events"]
    assert isinstance(events, list)
    (whole if place is None else events[place]).update(change)
    (only,) = check_record(json.dumps(whole).encode()).findings
    assert only.code == "json_malformed"
    assert str(only.stated).startswith(stated)


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    paths = [str(tmp_path / "none.basket"), str(tmp_path / "empty"), "/dev/zero"]
    assert [f.code for file in check_files(load(paths)).files for f in file.findings] == [
        "file_unreadable",
        "folder_empty",
        "file_unreadable",
    ]


def test_options_of_the_record() -> None:
    last = "\n".join([*DOWN, "A けいらく か*"])
    assert ("wild_last", 7) not in codes_and_lines(last.replace("けいらく", "けいらか"))
    assert ("wild_last", 8) in codes_and_lines(
        "#option wild_last false\n" + last.replace("けいらく", "けいらか") + "\nA win"
    )
    assert codes_and_lines("start そ\nA そふぁ あ") == []
    assert ("no_link_letter", 2) in codes_and_lines("start そ\nA そふぁ あ", small_vowel="illegal")


def test_words_by_the_dictionary() -> None:
    nouns = NounDictionary(
        compile_nouns(NounList(common=("あしか", "かもめ"), proper=("めきしこ",), others=("このむ",)))
    )
    lines = "start あ\nA あしか か\nB かもめ め\nB penalty word\nB かさがめ め\nA めきしこ こ\nB このむ む\n"
    lines += "A むらさき き\nA penalty word\n"  # the players may well refuse what is not listed
    report = check_record(f"#player A\n#player B\n{lines}".encode(), dictionary=nouns)
    assert [(f.code, f.line) for f in report.findings] == [
        ("word_refused_listed", 6),
        ("word_not_listed", 7),
        ("word_proper_name", 8),
        ("word_no_noun", 9),
        ("incomplete", 11),
    ]


# -- good records -----------------------------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    report = check(WHOLE + "\ncount A 0 B 5 stock 49 basket 6")
    assert report.findings == ()
    assert (report.winner, report.cards_left, report.complete, report.verdict) == (0, (0, 5), True, "ok")
    assert report.turns[-2].text == "A win"
    assert report.turns[1].letters == "か"
    json.dumps(report.as_dict())


def test_an_illegal_play_that_was_pointed_out_is_no_finding() -> None:
    assert codes_and_lines("start あ\nA いるか か\nA penalty +1\nA あしか か") == []
    assert codes_and_lines("start あ\nA いるか か\nB back いるす す\nA penalty +1\nA あしか か") == []


def test_a_forgotten_reach_that_was_pointed_out_is_no_finding() -> None:
    after_out = [*DOWN[:-1], "A けいらく く", "A noreach +1", "A reach", "A くすりばこ こ", "A win"]
    assert codes_and_lines("\n".join(after_out)) == []


def test_hands_that_are_written_are_checked_with_the_deal_unknown() -> None:
    lines = "start あ\nA hand か き く け こ\nB hand か さ し す せ\n"
    assert codes_and_lines(lines) == [("card_elsewhere", 3)]
    assert codes_and_lines("start あ\nA hand か き ? ? ?\nA あしか か\nB かげき き") == [("card_elsewhere", 4)]
    assert codes_and_lines("start あ\nA hand か き く け こ\nA あさひ ひ") == [("card_not_in_hand", 3)]


def test_a_card_turned_over_lies_in_no_hand() -> None:
    hand = "A hand か き く け こ\n"
    assert codes_and_lines(hand + "start さ") == []
    assert codes_and_lines(hand + "start か") == [("card_elsewhere", 2)]


def test_a_card_that_lies_elsewhere_cannot_be_drawn() -> None:
    reset = "start あ\nA reset か き く け こ + さ し す せ そ "
    assert codes_and_lines(reset + "た") == []
    assert codes_and_lines(reset + "あ") == [("card_elsewhere", 2)]


def test_reach_that_nobody_said_is_told_though_the_win_is_not_written_either() -> None:
    assert codes_and_lines("\n".join([*DOWN[:-1], "A けいらく く"])) == [("reach_not_said", 5), ("win_missing", 6)]


def test_drawn_cards_stay_in_the_hand_that_drew_them() -> None:
    lines = "start あ\nA reset か き く け こ + さ し す せ そ た\n"
    assert codes_and_lines(lines + "A こけし し") == []
    assert codes_and_lines(lines + "A こうつう う") == [("card_not_in_hand", 3)]
    assert codes_and_lines(lines + "B こけし し") == [("card_elsewhere", 3)]


def test_one_impossible_card_does_not_spoil_the_rest() -> None:
    deck = "#deck " + DECK_TEXT
    lines = [deck, "A さくらば ま", "A まつたけ け", "B けしき き"]
    assert [code for code, _ in codes_and_lines("\n".join(lines))][:1] == ["card_not_in_hand"]


def test_places_and_sentences_of_a_finding() -> None:
    one = check("start あ\nA いるか か\nB からす す").findings[0]
    assert (one.code, one.line, one.turn, one.stated, one.computed) == ("does_not_link", 4, 2, "いるか", "あ")
    assert one.message == "いるか begins with い; it must begin with あ."


def test_names_stand_in_the_sentences() -> None:
    text = "#player A Aiko\n#player B Ben\n" + WHOLE.replace("A win", "B win")
    messages = [f.message for f in check_record(text.encode()).findings]
    assert messages == ["The record says Ben won, but Aiko went out first."]


# -- whatever is sent -------------------------------------------------------------------------------------------------

_TYPED = """
    A B C start restock count win reset penalty reach noreach back miss hand あしか かめら か き 5 7+ か* ? + +3 word
    stock basket 4 > ; #player #deck #option #handicap seed wild_last false ashika ka*>ki ー 海 リーチ 手札
"""
TOKENS = st.sampled_from(_TYPED.split())
LINES = st.lists(st.lists(TOKENS, max_size=6).map(" ".join), max_size=12).map("\n".join)


def check_answered(data: bytes) -> None:
    """The bytes get a report: each finding with its sentence, 60 cards at each step, writable as JSON."""
    report = check_record(data)
    for one in report.findings:
        assert one.message
    for step in report.steps:
        assert sum(step.counts) == 60
    assert json.loads(json.dumps(report.as_dict()))["verdict"] == report.verdict


@given(LINES | st.text(max_size=200))
def test_no_text_breaks_the_check(text: str) -> None:
    check_answered(("#player A\n#player B\n" + text).encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=300))
def test_no_bytes_break_the_check(data: bytes) -> None:
    check_answered(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["A", "play", "か", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(st.data())
@examples(50, deep=500)
def test_no_json_breaks_the_check(data: st.DataObject) -> None:
    whole = as_dict(check(WHOLE).record)
    events = whole["events"]
    assert isinstance(events, list)
    target = data.draw(st.sampled_from([whole, *events]))
    key = data.draw(st.sampled_from([*sorted(target), "counts", "drawn", "drew", "seed", "deck", "letter"]))
    target[key] = data.draw(JSON)
    check_answered(json.dumps(whole).encode())
