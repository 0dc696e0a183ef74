"""Tile sets: sums, notation and packed multisets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword.move import format_move
from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import BLANK, EMPTY, UnknownTileError, tile_set, tile_set_slugs
from tests.games.engine.crossword.helpers import check, codes

ALL = pytest.mark.parametrize("slug", tile_set_slugs())
# Totals as published, kept apart from the data files.
PUBLISHED = {
    **dict.fromkeys(["en", "es", "pl", "no", "sv", "tr", "ca", "da", "hu", "sl", "sk", "cs", "ro", "eu", "gu"], 100),
    **dict.fromkeys(["fr", "de", "nl"], 102),
    "fi": 101,
    **dict.fromkeys(["el", "ru"], 104),
    **dict.fromkeys(["pt", "it"], 120),
    "en-super": 200,
}


@ALL
def test_published_totals(slug: str) -> None:
    assert tile_set(slug).total == PUBLISHED[slug]


def test_english_tiles_are_those_of_the_documents() -> None:
    counts = (
        "A9/1 B2/3 C2/3 D4/2 E12/1 F2/4 G3/2 H2/4 I9/1 J1/8 K1/5 L4/1 M2/3 N6/1 O8/1 P2/3 Q1/10 R6/1 S4/1 T6/1 U4/1 "
        "V2/4 W2/4 X1/8 Y2/4 Z1/10 ?2/0"
    )
    tiles = tile_set("en").tiles
    assert " ".join(f"{tile.letter}{tile.count}/{tile.value}" for tile in tiles) == counts


@ALL
def test_every_pair_of_tiles_reads_back(slug: str) -> None:
    tiles = tile_set(slug)
    codes = [EMPTY, BLANK, *(code for code in range(1, len(tiles.tiles))), *(BLANK | code for code in range(1, 5))]
    for first in codes:
        for second in codes:
            pair = bytes([first, second])
            assert tiles.encode(tiles.text(pair)) == pair


@ALL
def test_the_whole_set_packs_and_unpacks(slug: str) -> None:
    tiles = tile_set(slug)
    assert tiles.unpack(tiles.full) == tiles.bag
    assert tiles.holds(tiles.full, tiles.full)
    assert not tiles.holds(tiles.full, tiles.full + tiles.pack(tiles.bag[:1]))


@ALL
def test_packed_racks_are_the_same_from_text_and_from_codes(slug: str) -> None:
    tiles = tile_set(slug)
    rack = tiles.bag[:: tiles.total // 7][:7]
    assert tiles.pack_rack(tiles.text(rack)) == (tiles.pack(rack), len(rack))


@given(held=st.lists(st.integers(1, 26)), needed=st.lists(st.integers(1, 26), max_size=9))
def test_holds_agrees_with_counting(held: list[int], needed: list[int]) -> None:
    tiles = tile_set("en")
    held = held[:20]
    contained = all(held.count(code) >= needed.count(code) for code in needed)
    assert tiles.holds(tiles.pack(held), tiles.pack(needed)) == contained
    lacking = tiles.lacking(bytes(held), bytes(needed))
    assert (lacking == b"") == contained
    assert tiles.holds(tiles.pack(held) + tiles.pack(lacking), tiles.pack(needed))


def test_digraph_tiles_are_one_tile() -> None:
    spanish, catalan = tile_set("es"), tile_set("ca")
    assert len(spanish.encode("CHORRILLO")) == 6
    assert spanish.encode("[CH]O[RR]I[LL]O") == spanish.encode("CHORRILLO")
    assert spanish.face(spanish.encode("[ch]A")) == "CHA"
    assert len(catalan.encode("COL·LEGI")) == 6


@pytest.mark.parametrize(("slug", "letters"), [("da", "QW"), ("it", "JKWXY"), ("no", "QXZÄÖÜ"), ("sv", "QWÆÜ")])
def test_letters_without_a_tile_are_played_with_a_blank_only(slug: str, letters: str) -> None:
    tiles = tile_set(slug)
    assert {tiles.face((code,)) for code in tiles.blank_only} == set(letters)
    word = tiles.encode(letters[0].lower() + "E")
    assert (tiles.face(word), tiles.value(word)) == (f"{letters[0]}E", tiles.value(tiles.encode("E")))
    assert not tiles.holds(tiles.full, tiles.pack(tiles.encode(letters[0])))
    rack, play = "?EEEEEE", f"8H {letters[0].lower()}E"
    rules = RULE_SETS["tournament"].with_options(tile_set=slug)
    generator = MoveGenerator(rules, WordGraph.build([f"{letters[0]}E"], rules))
    plays = generator.plays(rules.layout.empty, tiles.encode(rack))
    assert play in {format_move(slugs.play, rules) for slugs in plays}
    text = f"#character-encoding UTF-8\n#player1 a Ann\n#player2 b Bob\n>a: {rack} {play} +2 2\n"
    assert codes(check(text, tile_set=slug)) == []
    assert codes(check(text.replace(play, play.upper()), tile_set=slug)) != []


def test_which_sets_there_are() -> None:
    """One for each language on which sources of different origin agree, the super set, and our own Gujarati one."""
    assert set(tile_set_slugs()) == PUBLISHED.keys()


def test_a_turkish_blank_keeps_its_dot() -> None:
    turkish = tile_set("tr")
    assert turkish.face(turkish.encode("iı")) == "İI"
    assert turkish.upper("iı") == "İI"


@pytest.mark.parametrize(("rack", "text"), [("abc?", "ABC?"), ("A_*", "A??"), ("?e", "?E")])
def test_racks_are_read_in_any_case(rack: str, text: str) -> None:
    tiles = tile_set("en")
    assert tiles.text(tiles.encode_rack(rack)) == text


@pytest.mark.parametrize("rack", ["A1", "AB.", "А", "A B", "[A"])
def test_what_is_no_tile_is_named(rack: str) -> None:
    with pytest.raises(UnknownTileError):
        tile_set("en").encode_rack(rack)


def test_unknown_set() -> None:
    with pytest.raises(LookupError):
        tile_set("../boards/standard15")
