"""The record as text: what may be typed, and what it means."""

import pytest

from games.engine.options import InvalidOptionError
from games.engine.wordbasket.cards import COPIES, DECK, BadCardError, read_card, shuffled
from games.engine.wordbasket.notation import read_text, write_text
from games.engine.wordbasket.record import Event, Kind, Player, Record
from games.engine.wordbasket.rules import RULE_SETS, Handicap
from tests.games.engine.wordbasket.helpers import cards

HEAD = "#player A Aiko Sato\n#player B\n"


def one(line: str) -> Event:
    """The only event of a record."""
    reading = read_text(HEAD + line)
    assert reading.findings == ()
    (event,) = reading.record.events
    return event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("start か", Event(Kind.START, cards=cards("か"))),
        ("開始 5 か行", Event(Kind.START, cards=cards("5 か*"))),
        ("restock ka", Event(Kind.RESTOCK, cards=cards("か"))),
        ("A あしか か", Event(Kind.PLAY, 0, "あしか", cards("か"))),
        ("A アシカ カ", Event(Kind.PLAY, 0, "あしか", cards("か"))),
        ("A ashika ka", Event(Kind.PLAY, 0, "あしか", cards("か"))),
        ("A tsumiki ka*>ki", Event(Kind.PLAY, 0, "つみき", cards("か*"), "き")),
        ("A しんがっき 5>き ; 早い", Event(Kind.PLAY, 0, "しんがっき", cards("5"), "き", note="早い")),
        ("A しんがっき ５", Event(Kind.PLAY, 0, "しんがっき", cards("5"))),
        ("A kyouryoku 7", Event(Kind.PLAY, 0, "きょうりょく", cards("7+"))),
        ("B reset か 5 き +4", Event(Kind.RESET, 1, cards=cards("か 5 き"), drawn=4)),
        ("B リセット か + さ 5 7+", Event(Kind.RESET, 1, cards=cards("か"), drawn=3, drew=cards("さ 5 7+"))),
        ("A penalty", Event(Kind.PENALTY, 0)),
        ("A penalty word +1", Event(Kind.PENALTY, 0, drawn=1, refused=True)),
        ("A ペナルティ 言葉", Event(Kind.PENALTY, 0, refused=True)),
        ("A reach", Event(Kind.REACH, 0)),
        ("A リーチ", Event(Kind.REACH, 0)),
        ("A りーち ち", Event(Kind.PLAY, 0, "りーち", cards("ち"))),
        ("A noreach + か", Event(Kind.NOREACH, 0, drawn=1, drew=cards("か"))),
        ("B back からす す", Event(Kind.BACK, 1, "からす", cards("す"))),
        ("B miss からす す", Event(Kind.MISS, 1, "からす", cards("す"))),
        ("A hand か ? 7+", Event(Kind.HAND, 0, cards=cards("か ? 7+"))),
        ("A hand", Event(Kind.HAND, 0)),
        ("count A 4 B 6 stock 30 basket 20", Event(Kind.COUNT, counts=(4, 6, 30, 20))),
        ("枚数 山 30", Event(Kind.COUNT, counts=(None, None, 30, None))),
        ("win B", Event(Kind.WIN, 1)),
        ("B 勝ち", Event(Kind.WIN, 1)),
        ("A 海鹿 か", Event(Kind.PLAY, 0, "海鹿", cards("か"))),
    ],
)
def test_a_line_is_an_event(line: str, event: Event) -> None:
    assert one(line) == event


@pytest.mark.parametrize(
    "line",
    [
        "A", "A あしか", "A あしか か き", "A あしか を", "A あしか か>きく", "A reset", "A reset +4", "A reset か +4 き",
        "A reset か +", "A penalty か", "A reach now", "A back か", "A あしか ?", "count", "count A", "count A x", "start",
        "start ?", "A count 5", "A start か", "win", "A hand を",
    ],
)  # fmt: skip
def test_an_unreadable_line_is_reported(line: str) -> None:
    reading = read_text(HEAD + line)
    assert reading.record.events == ()
    assert [(f.code, f.line, f.stated) for f in reading.findings] in (
        [("event_malformed", 3, line)],
        [("player_unknown", 3, "win")],
    )


@pytest.mark.parametrize(
    "line",
    [
        "#wordbasket 2", "#player", "#player A again", "#player reset", "#player a>b", "#handicap A 2", "#handicap C 2 3",
        "#handicap A x 3", "#option wild_last", "#deck", "#deck を", "#deck seed x", "#", "#deck seed ٣",
    ],
)  # fmt: skip
def test_an_unreadable_heading_is_reported(line: str) -> None:
    assert [(f.code, f.line) for f in read_text(HEAD + line).findings] == [("heading_malformed", 3)]


def test_headings() -> None:
    text = HEAD + "#title 決勝\n#handicap B 4 5\n#option wild_last false\n#deck seed 42\n; a remark\n\n"
    record = read_text("\ufeff#wordbasket 1\r\n" + text.replace("\n", "\r\n")).record
    assert record == Record(
        players=(Player("A", "Aiko Sato"), Player("B")),
        events=(),
        options=(("wild_last", "false"),),
        handicaps=(None, Handicap(4, 5)),
        seed=42,
        headings=(("title", "決勝"),),
    )
    assert record.heading("title") == "決勝"
    assert read_text(write_text(record)).record == record


def test_every_card_is_written_in_kana_and_in_latin_letters() -> None:
    text = HEAD + "A hand " + " ".join(COPIES)
    record = read_text(text).record
    latin = write_text(record, romaji=True)
    assert latin.isascii()
    assert read_text(latin).record == record


@pytest.mark.parametrize("text", ["を", "ん", "8", "わ*", "が", "ー", "", "あい", "x", "*"])
def test_texts_that_are_no_card(text: str) -> None:
    with pytest.raises(BadCardError):
        read_card(text)


def test_the_shuffle_is_a_fixed_permutation() -> None:
    """Another program must find the same order: the first cards of one seed are written down here."""
    assert shuffled(DECK, seed=42)[:6] == cards("る に ら ふ も り")
    assert sorted(shuffled(DECK, seed=42)) == sorted(DECK)
    assert shuffled(DECK, seed=42, turn=1) != shuffled(DECK, seed=42)


def test_rule_options() -> None:
    rules = RULE_SETS["word-basket"].with_options(restock="when_needed", small_tsu="illegal", hand_size=4)
    assert RULE_SETS["word-basket"].with_options(**rules.options()) == rules
    for name, value in [("restock", "x"), ("wild_last", 1), ("hand_size", 9), ("hand_size", True), ("slug", "x")]:
        with pytest.raises(InvalidOptionError, match=name):
            rules.with_options(**{name: value})


def test_players_go_by_their_labels_or_by_a_part_of_their_names() -> None:
    lines = "#wordbasket 1\n#player A Wanda Pike\n#player B Xaver Rot\n#handicap Wanda 2 3\nstart り\n"
    reading = read_text(f"{lines}xav りす す\nPike すいか か\nB からす す\n")
    assert [event.player for event in reading.record.events][1:] == [1, 0, 1]
    assert reading.record.handicaps == (Handicap(2, 3), None)
    assert reading.findings == ()
    unclear = read_text("#wordbasket 1\n#player A Ann Lee\n#player B Ann Roe\nAnn pass\n")
    assert [one.code for one in unclear.findings] == ["player_unknown"]
