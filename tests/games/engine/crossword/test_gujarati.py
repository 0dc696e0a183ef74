"""The game in a script without case, with vowel signs and conjuncts: blanks have a mark of their own, and nothing is torn."""

import random
import unicodedata
from typing import Literal

import pytest

from games.engine.crossword import gcg, movelist, record_json
from games.engine.crossword.check import check_record
from games.engine.crossword.findings import Severity
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Kind, Player, Record
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import EXPERT, play_game
from games.engine.crossword.tiles import BLANK, tile_set

TILES = tile_set("gu")
RULES = RULE_SETS["gujarati-club"].with_options(tile_set="gu")


def made_up_words() -> list[str]:
    """Enough short words of all tiles that a game of them ends."""
    rng = random.Random(16)
    letters = [code for code in TILES.bag if code != BLANK]
    return sorted({TILES.face(bytes(rng.choices(letters, k=rng.choice((2, 2, 2, 3, 4, 7))))) for _ in range(1500)})


def played(first: str = "આશા", second: str = "રવિ") -> Record:
    """A whole game in Gujarati, with two blanks."""
    graph = WordGraph.build(made_up_words(), RULES)
    players = (Player("asha", first), Player("ravi", second))
    return play_game(words=graph, rules=RULES, seed=10, players=players, styles=(EXPERT, EXPERT))


def test_a_tile_is_a_letter_a_sign_or_a_conjunct() -> None:
    assert len(TILES.encode("ક્ષત્રિય")) == 4
    assert len(TILES.encode("પુસ્તક")) == 6
    laid_apart = TILES.encode("[ત]્ર")
    assert len(laid_apart) == 3
    assert TILES.face(laid_apart) == TILES.face(TILES.encode("ત્ર")) == "ત્ર"


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_no_normal_form_tears_a_word(form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    for word in ("ક્ષત્રિય", "કૌંસ", "ક*લ[મ*]", "દુઃખ"):
        assert TILES.encode(unicodedata.normalize(form, word)) == TILES.encode(word)
    assert TILES.encode("ક્\u200dષ") == TILES.encode("ક્ષ"), "a joiner is no letter"


def test_any_tiles_are_written_so_that_they_read_back() -> None:
    rng = random.Random(3)
    codes = [*TILES.letters, *(code | BLANK for code in TILES.letters)]
    virama, letters = TILES.encode("્")[0], TILES.encode("કષતરજદધપશ")
    for _ in range(3000):
        word = bytes(rng.choice([*rng.choices(codes, k=2), virama, *letters]) for _ in range(rng.randint(1, 9)))
        assert TILES.encode(TILES.text(word)) == word


def test_blanks_of_a_rack_and_of_a_word() -> None:
    assert list(TILES.encode_rack("ક*")) == list(TILES.encode_rack("ક?")) == [*TILES.encode("ક"), BLANK]
    assert TILES.text(TILES.encode("કલ*")) == "ક[લ*]"
    assert TILES.value(TILES.encode("ક્ષ*")) == 0


def test_a_whole_game_goes_through_every_form_and_checks() -> None:
    record = played()
    marked = [event.text for event in record.events if event.kind is Kind.PLAY and "*" in event.text]
    assert marked, "a blank was played"
    data = gcg.write(record)
    for again in (
        gcg.read(data).record,
        record_json.read(record_json.write(record)).record,
        movelist.read(movelist.write(record, RULES).encode(), RULES).record,
    ):
        assert again.events == record.events
    assert gcg.write(gcg.read(data).record) == data
    check = check_record(data, rules=RULES, words=set(made_up_words()))
    assert check.complete
    assert [one for one in check.findings if one.severity is Severity.ERROR] == []


def test_moves_typed_with_gujarati_digits() -> None:
    typed = "#incomplete\n૧. Asha ૮H કમલ ૧૨ ૧૨\n૨. Ravi -૩ ૦ ૦"
    plain = "#incomplete\n1. Asha 8H કમલ 12 12\n2. Ravi -3 0 0"
    reading = movelist.read(typed.encode(), RULES)
    assert len(reading.record.events) == 2
    assert reading.record == movelist.read(plain.encode(), RULES).record
