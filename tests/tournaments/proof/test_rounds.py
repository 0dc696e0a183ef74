"""The checker on one round: byes, locked pairs, firsts, tables and explanations that are wrong are noticed, the right ones are not."""

import pytest

from tests.tournaments.proof.played import (
    Change,
    changed,
    event,
    faults,
    numbers,
    played,
    swap_opponents,
    swap_start,
    two_byes,
    won,
)
from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.model import EntrySnapshot, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.proof.checker import facts
from tournaments.proof.checker.__main__ import main
from tournaments.proof.play import Record


def directed() -> Record:
    """Round 4 of nine: 1 asked for a bye, and 3 is to go first against 2."""
    requests = {4: {"requested_byes": (1,), "locked": (LockedPair(2, 3, 3),)}}
    return played(event("swiss", numbers(9), 4, facts=requests))[-1]


def seated(*tables: int | None) -> Record:
    """The first round of eight, 1-5, 2-6, 7-3 and 4-8, some of whom have a table of their own."""
    fixed = (*tables, *[None] * (8 - len(tables)))
    return played(event("swiss", numbers(8, fixed_table=fixed), 1))[0]


def test_whatever_is_wrong_in_a_round_is_noticed() -> None:
    swiss = played(event("swiss", numbers(8), 4))[-1]
    cop = played(event("cop", numbers(6), 3, simulations=200, control_simulations=40))[0]
    twice_first = played(event("swiss", numbers(4), 3, won(1, (1, 2), (3, 4)) + won(2, (1, 3), (2, 4))))[0]
    at_home = played(event("swiss", numbers(8), 3, board_stability=True))[-1]
    cases: list[tuple[Record, Change, str]] = [
        (directed(), bye_of_another, "absolute: a bye that was requested was not given"),
        (directed(), swap_opponents, "absolute: the locked pair 2-3 does not play"),
        (directed(), swap_start, "first: 2 goes first against 3; the director chose 3"),
        (swiss, two_byes, "bye: 2 byes for 8 players"),
        (swiss, blocked_game, "absolute: blocked is broken by"),
        (swiss, blocked_player, "impossible: there is no pairing by the absolute rules, but there is a plan"),
        (swiss, reason_against, "['club'], recomputed []"),
        (swiss, no_other_way, "said None, recomputed"),
        (cop, dearer, "next best: 1-2: said 11, not 10"),
        (twice_first, first_again, "first: 1 goes first with 2 firsts above seconds, 4 -2"),
        (swiss, one_table, "table: two games at one table: [1, 1, 3, 4]"),
        (at_home, other_tables, "table: 2 games stay at a table of theirs, 4 can"),
        (seated(None, None, None, 1), other_tables, "table: table 1 is fixed for 4-8"),
        (seated(1, None, None, None, 2), unreported, "table: tables [1, 2] are both needed by one game"),
        (seated(3, 3), unreported, "table: table 3 is needed twice"),
    ]
    for record, change, words in cases:
        assert faults(record) == [], words
        noticed = faults(changed(record, change))
        assert any(words in fault for fault in noticed), f"{words}; noticed: {noticed}"


def bye_of_another(record: Record) -> None:
    """1 plays 6 instead of 9, who has the bye."""
    record["plan"]["byes"][0] |= {"player": 9, "reason": "odd_field"}
    record["plan"]["pairs"][-1]["second"] = 1


def blocked_game(record: Record) -> None:
    game = record["plan"]["pairs"][0]
    record["based"]["blocked"].append([game["first"], game["second"], ""])


def blocked_player(record: Record) -> None:
    record["based"]["blocked"] += [[1, other, ""] for other in range(2, 9)]


def reason_against(record: Record) -> None:
    record["explanations"][0]["forbidden_by"] = ["club"]


def no_other_way(record: Record) -> None:
    record["explanations"][0]["extra"] = None


def dearer(record: Record) -> None:
    next(one for one in record["explanations"] if one["extra"] is not None)["extra"] += 1


def first_again(record: Record) -> None:
    swap_start(record, next(k for k, pair in enumerate(record["plan"]["pairs"]) if pair["second"] == 1))


def one_table(record: Record) -> None:
    record["plan"]["pairs"][1]["table"] = record["plan"]["pairs"][0]["table"]


def other_tables(record: Record) -> None:
    for pair in record["plan"]["pairs"]:
        pair["table"] = 5 - pair["table"]


def unreported(record: Record) -> None:
    record["plan"]["conflicts"] = []


def test_the_checker_ranks_what_is_no_ordinary_result() -> None:
    """A level game that the rules of the game decide, and a late player's round lost by forfeit, without an opponent."""
    level = GameFact(1, 1, 2, 400, 400, winner=2)
    late = GameFact(1, 5, kind=ResultKind.FORFEIT_LOSS)
    players = tuple(EntrySnapshot(id=k, number=k) for k in range(1, 6))
    snapshot = Snapshot(2, players, (level, *won(1, (3, 4)), late))
    assert facts.order(facts.read(snapshot_as_dict(snapshot)), 1) == [3, 2, 1, 5, 4]
    (record,) = played(event("swiss", players, 2, snapshot.games))
    assert faults(record) == []
    other_way = GameFact(1, 1, 2, 400, 400, winner=1)
    assert facts.order(facts.read(snapshot_as_dict(Snapshot(2, players, (other_way,)))), 1) == [1, 2, 3, 4, 5]


def test_a_round_that_a_system_refuses_says_why_and_the_event_goes_on() -> None:
    """A team event of players without teams."""
    rounds = played(event("team_matches", numbers(4), 2))
    assert [(record["outcome"], record["round"]) for record in rounds] == [("refused", 1), ("refused", 2)]
    assert all("these players have no team" in record["reason"] for record in rounds)
    assert faults(*rounds) == []


def test_the_checker_wants_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["one.json", "two.json"]):
        assert main(arguments) == 2, arguments
        assert capsys.readouterr().err == "usage: python -m tournaments.proof.checker FILE\n", arguments
