"""Pairings typed or pasted: what is read, what is refused, and that everything written is read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.typed_pairs import (
    MAX_TEXT,
    Alone,
    Listed,
    TypedPair,
    read_pairs,
    with_pair,
    with_swap,
    written,
)

HALL = [
    Listed(1, 12, "Ada Byron"),
    Listed(2, 7, "Ben Katz"),
    Listed(3, 5, "Dev Patel"),
    Listed(4, 3, "Ben Carter"),
    Listed(5, 9, "Jean-Luc O'Neill"),
    Listed(6, 1, "Player 12"),
    Listed(7, 4, "佐藤 健"),
]
ADA_BEN = TypedPair(1, 2)


def read(text: str) -> tuple[TypedPair, ...]:
    typed = read_pairs(text, HALL)
    assert not typed.problems, (text, typed.problems)
    return typed.pairs


@pytest.mark.parametrize(
    "text",
    [
        "12 7",
        "12-7",
        "#12 v #7",
        "12 vs. 7",
        "１２　７",
        "12, 7",
        "Ada v Ben Katz",
        "ada byron – ben katz",
        "Ada Byron Ben Katz",
        "Byron, Ada - Katz, Ben",
        "12 Ada Byron - 7 Ben Katz",
        "#12 Ada Byron (1650) – #7 Ben Katz (1500)",
        "Ada Byron (12)\tBen Katz (7)",
        "12 Ben Katz",
        "12 7\n7 12",  # a list by name says each game twice
        "Round 3\nTable First Second\n12 7",
        "Ada Byron *first* vs Ben Katz",
        "Ben Katz *second* vs Ada Byron",
        "Ben Katz vs Ada Byron *first*",
    ],
)
def test_one_pair_in_many_hands(text: str) -> None:
    assert read(text) == (ADA_BEN,)


def test_the_ranked_pairings_of_tsh_copied_from_its_page() -> None:
    page = (
        "Board\tPlayers\n3\tAda Byron (#12) *first* vs. Ben Katz (#7)\n4\tDev Patel (#5) vs. Ben Carter (#3) *first*\n"
    )
    assert read(page) == (TypedPair(1, 2, table=3), TypedPair(4, 3, table=4))


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("3: 12 7", TypedPair(1, 2, table=3)),
        ("Table 3 Ada v Ben Katz", TypedPair(1, 2, table=3)),
        ("3. Ada Byron (12) vs. Ben Katz (7)", TypedPair(1, 2, table=3)),
        ("3\tAda Byron\tBen Katz", TypedPair(1, 2, table=3)),
        ("Player 12 v 7", TypedPair(6, 2)),
        ("佐藤 v Jean", TypedPair(7, 5)),
        ("5 bye", TypedPair(3, alone=Alone.BYE)),
        ("bye 5", TypedPair(3, alone=Alone.BYE)),
        ("5: bye", TypedPair(3, alone=Alone.BYE)),
        ("Dev – bye", TypedPair(3, alone=Alone.BYE)),
        ("5 輪空", TypedPair(3, alone=Alone.BYE)),
        ("佐藤健 対 12", TypedPair(7, 1)),
        ("3卓 12 7", TypedPair(1, 2, table=3)),
        ("第３桌：１２　７", TypedPair(1, 2, table=3)),
        ("卓３：12 7", TypedPair(1, 2, table=3)),
        ("ટેબલ ૩: ૧૨ ૭", TypedPair(1, 2, table=3)),
        ("Ada Byron (London) v Ben Katz (Leeds)", ADA_BEN),
        ("5 absent", TypedPair(3, alone=Alone.ABSENT)),
        ("5 f", TypedPair(3, alone=Alone.FORFEIT)),
    ],
)
def test_tables_names_and_players_alone(text: str, pair: TypedPair) -> None:
    assert read(text) == (pair,)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("99 3", ["unknown"]),
        ("Zoe v Ada", ["unknown"]),
        ("Ben v Ada", ["ambiguous"]),
        ("Ben (Leeds) v Ada", ["ambiguous"]),
        ("99 Ben v Ada", ["ambiguous"]),
        ("12 Ben Katz - 5", ["mismatch"]),
        ("Ada Byron", ["self"]),
        ("Byron Ada Byron", ["unreadable"]),
        ("12 12", ["self"]),
        ("12 7, 12 3", ["twice"]),
        ("12 7, 5 bye, 5 3", ["twice"]),
        ("1: 12 7, 1: 3 9", ["table_twice"]),
        ("0: 12 7", ["unreadable"]),
        ("4", ["unreadable"]),
        ("and then there were none", ["unreadable"]),
        ("12 7 3", ["unreadable"]),
        ("12 7 – 3 9 – 5", ["unreadable"]),
    ],
)
def test_what_is_wrong_is_named_and_the_rest_is_read(text: str, codes: list[str]) -> None:
    typed = read_pairs(text + "\n4 1", HALL)
    assert [problem.code for problem in typed.problems] == codes
    assert TypedPair(7, 6) in typed.pairs


def test_a_round_typed_on_other_keyboards() -> None:
    plain = read("12 7, 3 9, 5 bye")
    for text in (
        "１２　７、３　９、５　バイ",
        "12 7，3 9，5輪空。",
        "12－7；3ー9；5バイ",
        "１２対７、3〜9､ ５ バイ",
        "૧૨ વિ. ૭, ૩ ૯, ૫ બાય",
        "＃１２　＃７、#3 #9、5（バイ）",
    ):
        assert read(text) == plain, text


def test_nothing_is_nothing() -> None:
    assert read_pairs(" \n ,, ;\n", HALL) == read_pairs("", HALL)
    assert read_pairs("", HALL).pairs == ()


NUMBERS = st.lists(st.integers(1, 9999), unique=True, min_size=2, max_size=24)
NAMES = st.text("abcdefghiklmnoprstuvwyz", min_size=3, max_size=9)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Listed], list[TypedPair]]:
    """A field and a round of it: pairs, and perhaps players alone."""
    numbers = draw(NUMBERS)
    names = draw(st.lists(st.tuples(NAMES, NAMES), min_size=len(numbers), max_size=len(numbers), unique=True))
    hall = [
        Listed(place + 100, number, f"{first.title()} {last.title()}")
        for place, (number, (first, last)) in enumerate(zip(numbers, names, strict=True))
    ]
    order = draw(st.permutations([player.id for player in hall]))
    paired = 2 * draw(st.integers(0, len(order) // 2))
    tables = draw(st.lists(st.integers(1, 9999), unique=True, min_size=paired // 2, max_size=paired // 2))
    pairs = [TypedPair(order[2 * k], order[2 * k + 1], table=tables[k]) for k in range(paired // 2)]
    alone = draw(st.sampled_from(Alone))
    return hall, pairs + [TypedPair(player, alone=alone) for player in order[paired:]]


@given(rounds())
def test_what_is_written_is_read_again(case: tuple[list[Listed], list[TypedPair]]) -> None:
    hall, pairs = case
    typed = read_pairs(written(pairs, hall, tables=True), hall)
    assert (typed.pairs, typed.problems) == (tuple(pairs), ())
    without = read_pairs(written(pairs, hall).replace("\n", ", "), hall)
    assert [pair.players for pair in without.pairs] == [pair.players for pair in pairs]


@given(rounds(), st.sampled_from([" v ", " vs. ", " – ", " - ", "\t", " × "]), st.booleans())
def test_names_and_numbers_in_every_style_are_read(
    case: tuple[list[Listed], list[TypedPair]], between: str, with_numbers: bool
) -> None:
    hall, pairs = case
    parts = [tuple(sorted(player.name.casefold().split())) for player in hall]
    names = {
        player.id: f"#{player.number} {player.name}" if with_numbers or parts.count(own) > 1 else player.name
        for player, own in zip(hall, parts, strict=True)
    }
    lines = [
        f"{names[pair.first]}{between}{names[pair.second]}"
        if pair.second is not None
        else f"{names[pair.first]}{between}{pair.alone}"
        for pair in pairs
    ]
    typed = read_pairs("\n".join(lines), hall)
    assert not typed.problems
    assert [pair.players for pair in typed.pairs] == [pair.players for pair in pairs]


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_piece_by_piece(text: str) -> None:
    typed = read_pairs(text, HALL)
    named = [player for pair in typed.pairs for player in pair.players]
    if not typed.problems:
        assert len(named) == len(set(named))


def test_a_very_long_text_is_cut() -> None:
    assert read_pairs("x" * (MAX_TEXT + 10) + "\n12 7", HALL).pairs == ()


@given(rounds(), st.data())
def test_swapping_twice_changes_nothing(case: tuple[list[Listed], list[TypedPair]], data: st.DataObject) -> None:
    hall, pairs = case
    one, other = data.draw(st.lists(st.sampled_from(hall), min_size=2, max_size=2, unique=True))
    swapped = with_swap(pairs, one.id, other.id)
    assert with_swap(swapped, one.id, other.id) == tuple(pairs)
    assert sorted(player for pair in swapped for player in pair.players) == sorted(player.id for player in hall)


@given(rounds(), st.data())
def test_a_new_pair_leaves_only_its_opponents_without_one(
    case: tuple[list[Listed], list[TypedPair]], data: st.DataObject
) -> None:
    hall, pairs = case
    one, other = data.draw(st.lists(st.sampled_from(hall), min_size=2, max_size=2, unique=True))
    made = with_pair(pairs, one.id, other.id)
    assert sum(pair.players == (one.id, other.id) for pair in made) == 1
    untouched = [pair for pair in pairs if not {one.id, other.id} & set(pair.players)]
    assert [pair for pair in made if pair.players != (one.id, other.id)] == untouched
