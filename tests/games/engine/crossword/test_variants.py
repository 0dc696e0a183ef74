"""Word-smog, digraph tiles, and the end of a game of three or four."""

from collections.abc import Container
from functools import cache

import pytest

from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.gcg import write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.record import Kind, Player, Record
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import EXPERT, play_game
from games.engine.crossword.tiles import UnknownTileError, tile_set
from tests.games.engine.crossword.helpers import HEADER, TOURNAMENT, check, codes
from tests.games.engine.words import few_words_graph

SMOG = TOURNAMENT.with_options(word_smog=True)
NITRA = HEADER + ">anna: AINRTVW 8D NITRA +12 12\n"


def test_word_smog_takes_the_letters_in_any_order() -> None:
    words = AnagramWords(["TRAIN"], tile_set("en"))
    assert "phoney" not in codes(check(NITRA, words=words, word_smog=True), notes=True)
    assert "phoney" in codes(check(NITRA, words=frozenset({"TRAIN"})), notes=True)
    assert "phoney" in codes(check(NITRA.replace("NITRA", "NITRI"), words=words, word_smog=True), notes=True)
    position = Position.start(SMOG, SMOG.tiles.encode("AINRTVWBHOOSUY"))
    assert position.problems("8D NITRA", words) == ()
    assert [problem.code for problem in position.problems("8D NITRV", words)] == ["phoney"]


@pytest.mark.parametrize(
    ("game_type", "word_smog", "right"),
    [("wordsmog", True, True), ("classic", False, True), ("wordsmog", False, False), ("classic", True, False)],
)
def test_the_variant_of_the_heading(game_type: str, *, word_smog: bool, right: bool) -> None:
    report = check(f"#game-type {game_type}\n{NITRA}", word_smog=word_smog)
    assert ("variant_other" in codes(report)) is not right


def test_anagrams_count_tiles_not_letters() -> None:
    words = AnagramWords(["CHORRILLO"], tile_set("es"))
    assert "LLORRICHO" in words
    assert "CORHRILLO" not in words
    assert "ÆON" not in words


def spanish(word: str, words: Container[str] | None = None) -> list[str]:
    text = HEADER + f">anna: [CH]ACHOSR 8H {word} +0 0\n"
    report = check(text, words=words or frozenset({"CHA"}), tile_set="es")
    return [str(finding.stated) for finding in report.findings if finding.code == "phoney"]


def test_spanish_digraphs_are_single_tiles() -> None:
    assert spanish("[CH]A") == []
    assert spanish("[C][H]A") == ["C|HA"]
    graph = WordGraph.build(["CHA"], RULE_SETS["tournament"].with_options(tile_set="es"))
    assert spanish("[CH]A", graph) == []
    assert spanish("[C][H]A", graph) == ["C|HA"]


def test_catalan_digraphs() -> None:
    tiles = tile_set("ca")
    assert len(tiles.encode("COL·LEGI")) == 6
    assert tiles.face(tiles.encode("COL·LEGI")) == "COL·LEGI"
    with pytest.raises(UnknownTileError):
        tiles.encode("[N][Y]A")  # there is no Y by itself


def test_hungarian_letters_may_meet_where_words_are_put_together() -> None:
    tiles = tile_set("hu")
    assert tiles.face(tiles.encode("[Z][S]")) == tiles.face(tiles.encode("[ZS]")) == "ZS"


@cache
def game_of_three() -> Record:
    """A game at whose end two players have tiles left."""
    players = (Player("ann", "Ann"), Player("bob", "Bob"), Player("cyd", "Cyd"))
    for seed in range(20):
        record = play_game(words=few_words_graph(), rules=TOURNAMENT, seed=seed, players=players, styles=(EXPERT,) * 3)
        if [event.kind for event in record.events].count(Kind.OUT) == 2:
            return record
    raise AssertionError("no game of three ended with two racks left")


def ended(*ends: str) -> str:
    """The game by the record of its own play, with other end lines."""
    record = game_of_three()
    one, two = (event for event in record.events if event.kind is Kind.OUT)
    lines = write(record).decode().split("\n")
    keep = [line for line in lines if not (line.startswith(">") and " (" in line and "(time)" not in line)]
    nick = record.players[one.player].nick
    before = (one.total or 0) - (one.score or 0)
    forms = {
        "one": f">{nick}: ({one.text}) +{one.score} {one.total}",
        "two": f">{nick}: ({two.text}) +{two.score} {two.total}",
        "both": f">{nick}: ({one.text}{two.text}) +{(one.score or 0) + (two.score or 0)} {two.total}",
        "again": f">{nick}: ({two.text}) +{two.score} {(two.total or 0) + (two.score or 0)}",
        "wrong": f">{nick}: (QQ) +40 {before + 40}",
    }
    return "\n".join([*filter(None, keep), *(forms[end] for end in ends), ""])


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        (("one", "two"), []),
        (("both",), []),
        (("one",), ["end_missing"]),
        ((), ["end_missing"]),
        (("one", "two", "again"), ["end_repeated"]),
        (("wrong",), ["end_rack_wrong"]),
    ],
)
def test_a_line_for_each_opponent_or_one_for_all(ends: tuple[str, ...], expected: list[str]) -> None:
    finding = codes(check(ended(*ends)))
    assert [code for code in finding if code.startswith("end")] == expected
