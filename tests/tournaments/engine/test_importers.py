"""Rosters from pasted text and tsh files: what is read, and the messages about what cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.importers.roster import MAX_BYTES, MAX_ROWS, PastRound, RosterParse
from tournaments.engine.importers.table import parse_table
from tournaments.engine.importers.tsh import game_facts, parse_tsh
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import standings

# Two rounds of four invented players; the third round is paired but not played.
TSH = """\
#division A
Ashdown, Mira:ZZ000001   1650 3 2 4; 401 390 ; board 1 1; class A; lifeg 120; p12 1 2; team Red
Birch, Tomas             1500 4 1 3; 377 412 ; p12 2 1; newr 1490 1502
Coleman, Ines\t0 1 4 2; 398 355; off -50; p12 2 1 1
Dürr, Otto  1210.5+1300  2 3 1; 380 377; p12 1 2; handicap a\\;b
"""


def problems(parse: RosterParse) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in parse.problems]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "utf-16"])
def test_a_tsh_file_in_any_encoding_with_any_line_ending(ending: str, encoding: str) -> None:
    parse = parse_tsh(TSH.replace("\n", ending).encode(encoding))
    assert parse.problems == ()
    assert [(r.line, r.number, r.name, r.rating) for r in parse.rows] == [
        (2, 1, "Ashdown, Mira", 1650),
        (3, 2, "Birch, Tomas", 1500),
        (4, 3, "Coleman, Ines", None),
        (5, 4, "Dürr, Otto", 1210),
    ]
    top = parse.rows[0]
    assert (top.external_id, top.career_games, top.player_class, top.team) == ("ZZ000001", 120, "A", "Red")
    assert [row.inactive for row in parse.rows] == [False, False, True, False]
    assert parse.rows[0].past == (PastRound(1, 3, 401, 1), PastRound(2, 2, 390, 2), PastRound(3, 4, None, None))


def test_a_tsh_file_continues_as_facts() -> None:
    facts = game_facts(parse_tsh(TSH).rows)
    assert facts == (
        GameFact(1, 1, 3, 401, 398),
        GameFact(1, 4, 2, 380, 377),
        GameFact(2, 2, 1, 412, 390),
        GameFact(2, 3, 4, 355, 377),
        GameFact(3, 1, 4, kind=ResultKind.PENDING, first_known=False),
        GameFact(3, 3, 2, kind=ResultKind.PENDING),
    )
    rows = standings([EntrySnapshot(k, k) for k in range(1, 5)], facts, StandingsRules())
    assert [(row.player.id, row.wins, row.spread) for row in rows] == [
        (4, 2.0, 25),
        (2, 1.0, 19),
        (1, 1.0, -19),
        (3, 0.0, -25),
    ]


def test_byes_forfeits_and_rounds_missed_in_a_tsh_file() -> None:
    """Opponent 0 with a positive score is a bye, with a negative one a forfeit; 0 is no game.

    Without a score yet it is the bye of a round that was paired ahead, except for who has left.
    """
    ahead = parse_tsh("Ash, A 1500 0 0; 50\nBay, B 1400 0 0; 0; off -50\n")
    assert game_facts(ahead.rows) == (
        GameFact(1, 1, first_score=50, kind=ResultKind.BYE),
        GameFact(2, 1, kind=ResultKind.BYE),
    )
    assert [row.missed_spread for row in ahead.rows] == [None, -50]
    parse = parse_tsh("Ash, A 1500 0 0 0 00; 50 -50 0 00\n")
    assert parse.problems == ()
    assert game_facts(parse.rows) == (
        GameFact(1, 1, first_score=50, kind=ResultKind.BYE),
        GameFact(2, 1, first_score=-50, kind=ResultKind.FORFEIT_LOSS),
    )


def test_a_score_of_nil_is_a_score() -> None:
    facts = game_facts(parse_tsh("Ash, A 1 2; 0\nBay, B 1 1; 300\n").rows)
    assert facts == (GameFact(1, 1, 2, 0, 300, first_known=False),)


def test_a_tsh_file_before_the_first_round() -> None:
    parse = parse_tsh("Ash, A 1500\nBay, B 0 ;\nCoe, C 0;;\n")
    assert parse.ok
    assert [row.past for row in parse.rows] == [(), (), ()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ash, A\n", [(1, "no_rating")]),
        ("1500 2 3; 4\n", [(1, "no_name")]),
        ("Ash, A 9999; 1\n", [(1, "rating_range")]),
        ("Ash, A 1500; 3x\n", [(1, "number")]),
        ("Ash, A 1500 7; 300\n", [(1, "opponent")]),
        ("Ash, A 1500 1; 300\n", [(1, "opponent")]),
        ("Ash, A 1500 2; 300\nBay, B 1500 0; 50\n", [(1, "opponent")]),
        ("Ash, A 1500\nBay, B 1400\nASH,  a 1300\n", [(3, "duplicate_name")]),
        ("Ash, A:ZZ1 1500\nBay, B:zz1 1400\n", [(2, "duplicate_id")]),
        ("Ash, A 1500;; lifeg many\n", [(1, "games")]),
        ("", [(0, "empty")]),
        ("# only a remark\n", [(0, "empty")]),
        ("Ash\x07, A 1500\n", [(1, "odd_name")]),
        ("PK\x03\x04\x00\x00", [(0, "binary")]),
    ],
)
def test_what_is_wrong_with_a_tsh_file(text: str, expected: list[tuple[int, str]]) -> None:
    assert problems(parse_tsh(text)) == expected


def test_a_problem_says_where_what_and_what_to_do() -> None:
    (problem,) = parse_tsh("Ash, A 1500 2; 300\nBay, B 1500 0; 50\n").problems
    assert (problem.line, problem.text) == (1, "Ash, A")
    assert problem.message == "round 1: opponent 2 (Bay, B, line 2) has a bye for that round"
    assert problem.remedy == "correct one of them"


@pytest.mark.parametrize(
    "text",
    [
        "name,rating,games,id\nMira Ashdown,1650,120,ZZ1\nTomas Birch,,,\n",
        "Name;Rating;Games;ID\nMira Ashdown;1650;120;ZZ1\nTomas Birch;0\n",
        "Mira Ashdown\t1650\t120\tZZ1\nTomas Birch\n",
        "id,player,rtg,career games\r\nZZ1, Mira  Ashdown ,1650,120\r\n\r\n,Tomas Birch,unrated,\r\n",
        '"Mira Ashdown",1650,120,ZZ1,,\n,,,,,\n"Tomas Birch",-\n',
    ],
)
def test_pasted_lists(text: str) -> None:
    parse = parse_table(text)
    assert parse.problems == ()
    assert [(r.name, r.rating, r.career_games, r.external_id) for r in parse.rows] == [
        ("Mira Ashdown", 1650, 120, "ZZ1"),
        ("Tomas Birch", None, None, ""),
    ]
    assert [row.number for row in parse.rows] == [1, 2]


def test_class_and_team_columns() -> None:
    (row,) = parse_table("name,team,class\nMira,Red,B\n").rows
    assert (row.team, row.player_class) == ("Red", "B")


def test_a_plain_list_of_names() -> None:
    assert [row.name for row in parse_table("Mira Ashdown\nTomas Birch\n李小龍\n").rows] == [
        "Mira Ashdown",
        "Tomas Birch",
        "李小龍",
    ]


def test_names_with_a_comma_in_quotes_or_in_a_tab_table() -> None:
    assert parse_table('"Ashdown, Mira",1650\n').rows[0].name == "Ashdown, Mira"
    assert parse_table("Ashdown, Mira\t1650\n").rows[0].name == "Ashdown, Mira"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ashdown, Mira\nBirch, Tomas\n", [(1, "rating"), (2, "rating")]),
        ("Mira,1650\nMIRA,1500\n", [(2, "duplicate_name")]),
        ("Mira,1650,1,Z\nTom,1500,1,z\n", [(2, "duplicate_id")]),
        ("Mira,-5\n", [(1, "rating_range")]),
        ("Mira,4001\n", [(1, "rating_range")]),
        ("Mira,15.5\n", [(1, "rating")]),
        ("Mira,²\n", [(1, "rating")]),
        ("Mira,1500,-1\n", [(1, "games")]),
        ("\n\n,1500\n", [(3, "no_name")]),
        ("123,1500\n", [(1, "no_name")]),
        ("Mira,1,2,3,4,5,6,7\n", [(1, "columns")]),
        ("name,shoe size\nMira,40\n", [(1, "columns")]),
        ("name,name\nMira,40\n", [(1, "columns")]),
        ('"Mira,1500\n', [(1, "quotes")]),
        ("x" * 81, [(1, "long_name")]),
        ("Mira,1500,1," + "z" * 31, [(1, "long_field")]),
        ("   \n\t\n", [(0, "empty")]),
    ],
)
def test_what_is_wrong_with_a_list(text: str, expected: list[tuple[int, str]]) -> None:
    assert problems(parse_table(text)) == expected


def test_good_lines_are_read_beside_bad_ones_but_nothing_can_be_imported() -> None:
    parse = parse_table("Mira,1650\nTom,abc\nUte,1400\n")
    assert [row.name for row in parse.rows] == ["Mira", "Ute"]
    assert not parse.ok
    assert parse.problems[0].text == "Tom,abc"
    assert "abc" in parse.problems[0].message


def roster_text(count: int, separator: str) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    names = (f"{letters[k // 676]}{letters[k // 26 % 26]}{letters[k % 26]}" for k in range(count))
    return "".join(f"{name}{separator}1500\n" for name in names)


@pytest.mark.parametrize(("read", "separator"), [(parse_table, ","), (parse_tsh, " ")])
def test_size_is_bounded(read: Callable[[bytes | str], RosterParse], separator: str) -> None:
    assert problems(read(b"x" * (MAX_BYTES + 1))) == [(0, "too_big")]
    assert read(roster_text(MAX_ROWS, separator)).ok
    parse = read(roster_text(MAX_ROWS + 3, separator))
    assert problems(parse) == [(MAX_ROWS + 1, "too_many")]
    assert len(parse.rows) == MAX_ROWS


@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_no_input_raises(data: bytes | str) -> None:
    for parse in (parse_table(data), parse_tsh(data)):
        assert parse.rows or parse.problems
        assert all(problem.message and problem.remedy for problem in parse.problems)


@given(data=st.text(alphabet='Aa1 ;,0\\\n:"\t-23', max_size=80))
def test_no_nearly_good_input_raises_and_good_ones_make_facts(data: str) -> None:
    """What is read without problems has facts of its own players only, each player once in a round."""
    for parse in (parse_table(data), parse_tsh(data)):
        assert parse.rows or parse.problems
        assert parse.ok is not bool(parse.problems)
    if parse.ok:
        played = [
            (game.round, player) for game in game_facts(parse.rows) for player in (game.first, game.second) if player
        ]
        assert len(set(played)) == len(played)
        assert {player for _, player in played} <= {row.number for row in parse.rows}


def test_lists_typed_on_other_keyboards() -> None:
    """Full-width letters, digits and commas, and the digits of any script."""
    parsed = parse_table("Ｏｔｔｏ Ｋａｈｎ，１５００\n佐藤花子、1480\nઆશા મહેતા, ૧૪૬૦\n")
    assert [(row.name, row.rating) for row in parsed.rows] == [
        ("Otto Kahn", 1500),
        ("佐藤花子", 1480),
        ("આશા મહેતા", 1460),
    ]
    assert parsed.problems == ()
