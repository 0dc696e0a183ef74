"""The rule sheets sentence by sentence, as a player meets them: moves typed on the slip of a division that plays by the sheet.

Each row of a table has a record by the rule and one against it, and what the page says of the second. `docs/rules.md` names the
rows in brackets behind the test that walks them.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, User
from games.engine.crossword.rules import NINE_TILE
from games.engine.crossword.tiles import tile_set_slugs
from tests import factories
from tests.games.engine.crossword.test_files import FILES
from tests.games.engine.crossword.test_typed_end import typed
from tests.harness.deep import DEEP
from tests.walk import check_each
from tournaments.models import Division, Entry, Pairing, SlipLink
from tournaments.queries.standings import standings_of
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db

SHEETS = ("tokyo-club", "gujarati-club", "hasbro-zh")
HEAD = "#player1 anna Anna Lind\n#player2 ben Ben Okoro\n"
TRAIN = "8D TRAIN 12\n"
TRAINER = "8B TRAINER 66\n"
#: A whole game, and its moves as they are typed; the end, at which Ben has an I left, is not written.
GAME = FILES["club_game"].read_text()
TYPED = typed().decode()
PLAYED = GAME.rpartition(">anna: (I)")[0]
BOTH_COUNT = f"{PLAYED}>anna: (I) +1 442\n>ben: I (I) -1 303\n"
FEW_LEFT = GAME.partition(">anna: CLLOOTX 2A")[0] + ">anna: CLLOOTX -C +0 394\n"
#: Two words going down from the top row, N and S their first letters.
TWO_TOPS = f"{TRAINER}C1 NOABGDF.\nG1 SUBCDFH.\n"


@dataclass(frozen=True)
class Case:
    """A record by the rule (``complete``: and it is a whole game), one against it, and what the page says of that."""

    legal: str
    illegal: str
    says: str
    settings: Mapping[str, object] = field(default_factory=dict)
    complete: bool = False


def gcg(*lines: str) -> str:
    """A GCG record of Anna and Ben."""
    return HEAD + "\n".join(f">{line}" for line in lines)


SHARED = {
    "seven tiles": Case(gcg("anna: AINRTVW 8D TRAIN +12 12"), gcg("anna: AINRTVWE 8D TRAIN +12 12"), "the limit is 7"),
    "refilled": Case(
        gcg("anna: AINRTVW 8D TRAIN +12 12", "ben: - +0 0", "anna: VWABCDE - +0 12"),
        gcg("anna: AINRTVW 8D TRAIN +12 12", "ben: - +0 0", "anna: ABCDEFG - +0 12"),
        "missing VW, which the player kept",
    ),
    "tiles of the set": Case(gcg("anna: QABCDEF - +0 0"), gcg("anna: QQABCDE - +0 0"), "all copies of Q"),
    "in turn": Case(
        gcg("anna: AINRTVW 8D TRAIN +12 12", "ben: - +0 0"),
        gcg("anna: AINRTVW 8D TRAIN +12 12", "anna: - +0 12"),
        "it is ben's turn",
    ),
    "on the centre": Case(TRAIN, "1A TRAIN 6", "centre square"),
    "two tiles first": Case("8H TA 4", "8H T 2", "at least two letters"),
    "on the board": Case(TRAIN, f"{TRAIN}15N HOB 20", "runs off the board"),
    "touching": Case(f"{TRAINER}7E HOB 25", f"{TRAINER}1A HOB 20", "does not touch"),
    "without gaps": Case(f"{TRAIN}E7 H.B 8", f"{TRAIN}E7 H..B 8", "that square is empty"),
    "a new tile": Case(f"{TRAIN}8D .....S 6", f"{TRAIN}8D ..... 6", "places no tiles"),
    "whole words": Case(f"{TRAIN}8D .....S 6", f"{TRAIN}8I SO 4", "directly before or after"),
    "tiles stay": Case(f"{TRAIN}8D .....S 6", f"{TRAIN}8D BRAIN 14", "already has a different letter"),
    "crossing words": Case(f"{TRAINER}7E HOB 25", f"{TRAINER}7E HOB 18", "The play scores 25;"),
    "all words score": Case(f"{TRAINER}A3 THROBS 69", f"{TRAINER}A3 THROBS 45", "The play scores 69;"),
    "values of the letters": Case(TRAIN, "8D TRAIN 6", "The play scores 12;"),
    "premium squares": Case("8H QUITE 30", "8H QUITE 14", "The play scores 30;"),
    "premiums once": Case(f"{TRAIN}8D .....S 6", f"{TRAIN}8D .....S 12", "The play scores 6;"),
    "four times": Case("H5 NOTE 8\n5E TRA.NER 28", "H5 NOTE 8\n5E TRA.NER 14", "The play scores 28;"),
    "nine times": Case(f"{TWO_TOPS}1A CO.QUE.T 261", f"{TWO_TOPS}1A CO.QUE.T 87", "The play scores 261;"),
    "a blank under a premium": Case(f"{TWO_TOPS}1A cO.QUE.T 234", f"{TWO_TOPS}1A cO.QUE.T 78", "The play scores 234;"),
    "way 1": Case(f"{TRAINER}8A S.......S 27", f"{TRAINER}8A S.......S 30", "The play scores 27;"),
    "way 2": Case(f"{TRAINER}B8 .HROB 12", f"{TRAINER}B8 .HROB 13", "The play scores 12;"),
    "fifty for seven": Case("8D TRAINES 66", "8D TRAINES 16", "The play scores 66;"),
    "none for six": Case("8D TRAINE 14", "8D TRAINE 64", "The play scores 14;"),
    "a blank is worth nothing": Case("8D tRAIN 8", "8D tRAIN 10", "The play scores 8;"),
    "a blank keeps its letter": Case(
        "8D TRaIN 10\n8D .....S 5", "8D TRaIN 10\n8D TRUINS 5", "already has a different letter"
    ),
    "exchange": Case(
        gcg("anna: ABCDEFG -ABCDEFG +0 0", "ben: HIJKLMN -H +0 0"),
        gcg("anna: ABCDEFG -XYZ +0 0"),
        "XYZ is not on the rack",
    ),
    "an exchange scores nothing": Case(
        gcg("anna: ABCDEFG -A +0 0"), gcg("anna: ABCDEFG -A +5 5"), "The play scores 0;"
    ),
    "pass": Case(gcg("anna: ABCDEFG - +0 0"), gcg("anna: ABCDEFG - +5 5"), "The play scores 0;"),
    "the same word again": Case(f"{TRAIN}D8 .RAIN 10", f"{TRAIN}D8 TRAIN 11 \n8D TRAIN 12", "places no tiles"),
    "a bad play comes off": Case(f"{TRAIN}--", f"{TRAIN}7E HOB 16\n-- -12", "the play had scored 16"),
    "a challenge at once": Case(f"{TRAIN}--\npass", f"{TRAIN}pass\n--", "the previous turn was not a play"),
    "the last tile ends it": Case(
        TYPED, f"{TYPED}\nB2 OI 4", "over before this move", {"challenge_rule": "five"}, complete=True
    ),
}
TOKYO = {
    "seven for an exchange": Case(
        gcg("anna: ABCDEFG -A +0 0"),
        FEW_LEFT,
        "an exchange needs 7",
        {"challenge_rule": "five"},
    ),
    "off and passed": Case(
        f"{TRAIN}--\npass", f"{TRAIN}--\npass\n(AEI) -3", "The unplayed tiles are worth 0", complete=True
    ),
    "passes end nothing": Case(f"{TRAIN}pass\npass\nD8 .RAIN 10", f"{TRAIN}pass\n(AEI) -3", "before the game is over"),
    "nobody can play": Case(
        f"{TRAIN}pass\npass", f"{TRAIN}pass\npass\n(AEI) -3", "The unplayed tiles are worth 0", complete=True
    ),
    "the others' tiles": Case(
        f"{TYPED}\n(I) +1",
        f"{TYPED}\n(I) +2",
        "The unplayed tiles are worth 1;",
        {"challenge_rule": "five"},
        complete=True,
    ),
}
GUJARATI = {
    "one for each exchanged": Case(
        gcg("anna: ABCDEFG -A +0 0"),
        FEW_LEFT,
        "an exchange needs 1",
        {"challenge_rule": "five"},
    ),
    "one passes twice": Case(
        f"{TRAIN}pass\n8D .....S 6\npass\n(AEI) -3\n(BCD) -8",
        f"{TRAIN}pass\n8D .....S 6\npass\nD8 .RAIN 10",
        "over before this move",
        complete=True,
    ),
    "a play between": Case(
        f"{TRAIN}pass\n8D .....S 6\nD8 .RAIN 10\npass\npass",
        f"{TRAIN}pass\n8D .....S 6\nD8 .RAIN 10\npass\npass\n(A) -1",
        "before the game is over",
    ),
    "a turn lost": Case(
        f"{TRAIN}lost-turn\n8D .....S 6", f"{TRAIN}challenge +5", "worth 0 points under the rule in force"
    ),
    "unplayed tiles come off": Case(
        BOTH_COUNT,
        BOTH_COUNT.replace("-1 303", "-2 302"),
        "The unplayed tiles are worth -1;",
        {"challenge_rule": "five"},
        complete=True,
    ),
    "nine tiles": Case(
        gcg("anna: ABCDEFGHI - +0 0"),
        gcg("anna: ABCDEFGHIJ - +0 0"),
        "the limit is 9",
        {"rule_options": dict(NINE_TILE)},
    ),
    "fifty for eight": Case(
        "8A TRAINESS 104", "8A TRAINESS 54", "The play scores 104;", {"rule_options": dict(NINE_TILE)}
    ),
    "finish line": Case(
        "8D TRAINES 66\npass\n8D .......T 8",
        "8D TRAINES 66\npass\n8D .......T 8\npass",
        "over before this move",
        {"rule_options": {"finish_line": 70}},
        complete=True,
    ),
}
HASBRO = {
    "all pass twice": Case(
        "pass\npass\npass\npass\n(AEI) -3\n(BCD) -8",
        "pass\npass\npass\npass\n8D TRAIN 12",
        "over before this move",
        complete=True,
    ),
    "one passing alone": Case(
        "pass\n8D TRAIN 12\npass\n8D .....S 6\npass\npass",
        "pass\n8D TRAIN 12\npass\n(AEI) -3",
        "before the game is over",
    ),
    "no penalty": Case(f"{TRAIN}challenge +0", f"{TRAIN}challenge +5", "worth 0 points under the rule in force"),
    "unplayed tiles come off": GUJARATI["unplayed tiles come off"],
    "one for each exchanged": GUJARATI["one for each exchanged"],
}
DOWN = "start あ\nA あしか か\nA かえるで て\nA てじなし し\nA しいたけ け\nA reach\n"
OUT = f"{DOWN}A けいらく く\nA win\n"
BASKET = {
    "begins with the basket": Case(
        "start あ\nA あしか か", "start あ\nA いるか か", "begins with い; it must begin with あ"
    ),
    "ends with the card": Case(
        "start あ\nA あひる る", "start あ\nA あひる か", "あひる ends in る; the card needs か"
    ),
    "the card is next": Case(
        "start あ\nA あひる る\nB るびー い", "start あ\nA あひる る\nB ひつじ し", "must begin with る"
    ),
    "no turns": Case("start あ\nA あひる る\nA るびー い", "start あ\nC あひる る", "No player is called C"),
    "three letters": Case("start か\nA かもめ め", "start か\nA かめ め", "かめ has 2 letters; it needs at least 3"),
    "small letters count": Case(
        "start ら\nA らっこ こ", "start し\nA しゅ ゆ", "しゅ has 2 letters; it needs at least 3"
    ),
    "long vowel": Case("start は\nA ばたー あ", "start は\nA ばたー た", "ばたー ends in あ; the card needs た"),
    "small last": Case("start い\nA いんきょ よ", "start い\nA いんきょ お", "いんきょ ends in よ; the card needs お"),
    "sound marks": Case(
        "start よ\nA よーろっぱ は\nB ばんど と\nA とんぼ ほ",
        "start よ\nA よーろっぱ ら",
        "よーろっぱ ends in は; the card needs ら",
    ),
    "no n": Case("start か\nA かもめ め", "start か\nA かいはん は*", "ends in ん"),
    "twice running": Case(
        "start あ*\nA あしか か\nA かたあ あ\nB あしか か*",
        "start あ\nA あひる る\nA あひる ら*",
        "あひる is the word the same player used last",
    ),
    "doubtful": Case(
        "start あ\nA あしか か\nA penalty word", "start あ\nA あしか か\nA penalty", "but the play was legal"
    ),
    "reset": Case("start あ\nA reset か き く け こ +6", "start あ\nA reset か き", "the whole hand is 5"),
    "reset top": Case(
        "start あ\nA reset か き く け こ", "start あ\nA reset か き く け 5", "The wild number 5 is on top"
    ),
    "reset draws": Case(
        "start あ\nA reset か き く け こ +6",
        "start あ\nA reset か き く け こ +5",
        "Cards drawn by Ada: 6; the record says 5",
    ),
    "penalty": Case(
        "start あ\nA いるか か\nA penalty +1",
        "start あ\nA いるか か\nA penalty +2",
        "Cards drawn by Ada: 1; the record says 2",
    ),
    "in time": Case(
        "start あ\nA いるか か\nA penalty", "start あ\nA いるか か\nB からす す", "before the next card, so it stands"
    ),
    "wild 5": Case("start し\nA しんがっき 5\nB きんぎょ よ", "start し\nA しまうま 5", "the card needs exactly 5"),
    "wild 6": Case("start し\nA しんがっきゅ 6", "start し\nA しんがっき 6", "the card needs exactly 6"),
    "wild 7+": Case("start し\nA しんがっきゅう 7+", "start し\nA しんがっき 7+", "the card needs 7 or more"),
    "wild line": Case("start つ\nA つみき か*>き", "start つ\nA つみれ か*", "the card needs かきくけこ"),
    "reach": Case(DOWN, "start あ\nA あしか か\nA reach", "says reach with 4 cards; it is said with 1"),
    "forgotten reach": Case(
        DOWN.replace("A reach", "A noreach +1"), f"{DOWN}A noreach +1", "did not need to say it or had said it"
    ),
    "caught after the last card": Case(
        OUT.replace("A reach\n", "").replace("A win", "A noreach +1"), f"{OUT}A noreach +1", "Ada had gone out"
    ),
    "caught after the win": Case(
        OUT.replace("A reach\n", "") + "A noreach +1", OUT.replace("A reach\n", ""), "did not say reach"
    ),
    "last card": Case(
        OUT, OUT.replace("けいらく", "けるく"), "けるく has 3 letters; it needs at least 4", complete=True
    ),
    "first out wins": Case(
        OUT, OUT.replace("A win", "B win"), "The record says Ben won, but Ada went out first", complete=True
    ),
    "nothing after": Case(OUT, f"{OUT}B くすのき き", "The game was over before this line", complete=True),
    "cards of the deck": Case("start か\nA かもめ め", "start か\nA かもしか か", "all such cards are elsewhere"),
    "counted": Case(
        "start あ\ncount A 5 B 5 stock 49 basket 1", "start あ\ncount A 4", "A has 5 cards; the record says 4"
    ),
    "together": Case(
        "start あ\nA あひる る\nB back あしか か",
        "start あ\nB back あしか か",
        "no other player threw a card at the same time",
    ),
    "beside": Case(
        "start あ\nA miss あしか か\nB あひる る", "start あ\nA miss あしか か\nB かもめ め", "must begin with あ"
    ),
    "line first": Case("start あ*\nA うさぎ き", "start あ*\nA かもめ め", "it must begin with あいうえお"),
    "number first": Case("start 5 あ\nA あひる る", "start 5\nA あひる る", "starts with the wild number 5"),
    "line on top": Case(
        "start あ\nA reset き く け こ か*\nB くじら ら",
        "start あ\nA reset き く け こ か*\nB さくら ら",
        "it must begin with かきくけこ",
    ),
    "restock": Case("start あ\nA あひる る", "start あ\nrestock か", "there is already one in the basket"),
}


def slip_of(club: Club, director: User, **values: Any) -> tuple[Division, str]:
    """A division of two players in its first round, and the address where their table's slip checks moves."""
    division = factories.division(club, director, **values)
    factories.start(division, director, 2)
    return division, f"/s/{slip_key(SlipLink.objects.get())}/check/"


def findings(address: str, moves: str) -> tuple[bool, dict[str, str]]:
    """What the slip says of typed moves: whether the game is complete, and the sentences with their severities."""
    answer = Client().post(address, {"moves": moves})
    page, replay = " ".join(answer.content.decode().split()), answer.context["replay"]
    lines = [*replay.general, *(line for turn in replay.turns for line in turn.findings)]
    assert all(html.escape(line.message) in page for line in lines)
    return replay.complete, {line.message: line.severity for line in lines}


def check_case(division: Division, address: str, name: str, case: Case) -> None:
    factories.change(Division.objects.filter(pk=division.pk), **case.settings)
    complete, said = findings(address, case.legal)
    wrong = [message for message, severity in said.items() if severity != "note"]
    assert (complete or not case.complete, wrong) == (True, []), f"{name}: by the rule"
    _, said = findings(address, case.illegal)
    assert any(case.says in message for message in said), f"{name}: against the rule: {[*said]}"


@pytest.mark.scaled
@pytest.mark.parametrize(
    ("rules", "cases"), [("tokyo-club", TOKYO), ("gujarati-club", GUJARATI), ("hasbro-zh", HASBRO)], ids=SHEETS
)
def test_moves_by_each_sheet(club: Club, director: User, rules: str, cases: dict[str, Case]) -> None:
    """What the sheets share is in the suite tried by one of them in turn."""
    penalty = "single" if rules == "hasbro-zh" else "double"
    division, address = slip_of(club, director, rules_slug=rules, challenge_rule=penalty)
    shared = list(SHARED.items()) if DEEP else list(SHARED.items())[SHEETS.index(rules) :: len(SHEETS)]
    check_each([*shared, *cases.items()], partial(check_case, division, address))


def test_word_basket_by_its_sheet(club: Club, director: User) -> None:
    division, address = slip_of(club, director, game="wordbasket", rules_slug="word-basket")

    def check(name: str, case: Case) -> None:
        head = "#player A Ada\n#player B Ben\n"
        check_case(division, address, name, replace(case, legal=head + case.legal, illegal=head + case.illegal))

    check_each(BASKET.items(), check)


@pytest.mark.parametrize("rules", SHEETS)
def test_the_highest_total_wins(club: Club, director: User, rules: str) -> None:
    division, _ = slip_of(club, director, rules_slug=rules)
    game = factories.games(division.rounds.get())[0]
    factories.agree(game.pairing_id, 399, 400)
    first, second = standings_of(division)
    assert (first.entry_id, first.row.wins, second.row.wins) == (game.second.entry_id, 1, 0)


#: A level of the roster: moves by the rule, moves against it, and what is said of these.
LEVELS = {
    "beginner": ("A いか か", "A い い", "it needs at least 2"),
    "strong": ("A いちょか か", "A いるか か", "it needs at least 4"),
    "even": ("A いるか か", "A いか か", "it needs at least 3"),
}


def test_levels_of_the_roster_count_whatever_a_heading_says(club: Club, director: User) -> None:
    division, address = slip_of(club, director, game="wordbasket", rules_slug="word-basket")
    names = [seat.entry.name for seat in Pairing.objects.get().seats.order_by("position")]
    head = f"#player A {names[0]}\n#player B {names[1]}\n"

    def check(level: str, legal: str, illegal: str, says: str) -> None:
        Entry.objects.filter(division=division, name=names[0]).update(handicap=level)
        _, said = findings(address, f"{head}start い\n{legal}")
        assert {*said.values()} <= {"note"}
        for heading in ("", "#handicap A 1 1\n"):
            _, said = findings(address, f"{head}{heading}start い\n{illegal}")
            assert any(says in message for message in said), (heading, said)
            assert any("the roster says" in message for message in said) == bool(heading)

    check_each(((level, *row) for level, row in LEVELS.items()), check)


def test_no_wild_card_last_is_the_divisions_to_decide(club: Club, director: User) -> None:
    division, address = slip_of(club, director, game="wordbasket", rules_slug="word-basket")
    game = "#player A Ada\n#player B Ben\n" + OUT.replace("けいらく く", "けいらか か*")
    loose = f"#option wild_last true\n{game}"
    assert findings(address, game) == findings(address, loose) == (True, {})
    factories.change(division, rule_options={"wild_last": False})
    for record in (game, loose):
        _, said = findings(address, record)
        assert any("The last card is the wild card か*" in message for message in said)
        assert any("this division plays with wild_last false" in message for message in said) == (record == loose)


#: A first play in each language that the Tokyo sheet names: five tiles of one point, the first doubled, all doubled.
EDITIONS = {"de": "STEIN", "fr": "TRAIN", "el": "ΤΙΝΟΣ", "es": "TRENO", "ru": "ВОИНА"}


def test_editions_of_other_languages(club: Club, director: User) -> None:
    division, address = slip_of(club, director, rules_slug="tokyo-club")

    def check(tiles: str, word: str) -> None:
        case = Case(f"8D {word} 12", f"8D {word} 19", "The play scores 12;", {"rule_options": {"tile_set": tiles}})
        check_case(division, address, tiles, case)

    check_each(EDITIONS.items(), check)
    assert EDITIONS.keys() <= {*tile_set_slugs()}
