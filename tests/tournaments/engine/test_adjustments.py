"""Spread adjustments: as they are typed, in standings with and without a cap, in prizes, matches, snapshots and tsh's files."""

import pytest

from tournaments.engine.adjustments import AdjustmentError, read_adjustments, write_adjustments
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.exporters.tsh import TshPlayer, write_tsh
from tournaments.engine.importers.tourney import parse_tourney
from tournaments.engine.importers.tsh import parse_tsh
from tournaments.engine.model import EntrySnapshot, GameFact, Snapshot, StandingsRules
from tournaments.engine.pairing.brackets import DecidedBy, outcome
from tournaments.engine.prizes.award import candidates
from tournaments.engine.prizes.kind import Facts, Prize
from tournaments.engine.standings import standings

ADA = EntrySnapshot(1, 1, adjustments=((1, -25), (3, 10)))
BEN = EntrySnapshot(2, 2)
GAMES = (GameFact(1, 1, 2, 500, 350), GameFact(2, 2, 1, 400, 380))
CAPPED = StandingsRules(spread_cap=100)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("", ""),
        ("3 -25", "3 -25"),
        ("5 10; 3 −25", "3 -25, 5 +10"),
        ("３　－２５、５ ＋１０", "3 -25, 5 +10"),
        ("૩ -૨૫", "3 -25"),
        (" 3  –25 , ", "3 -25"),
    ],
)
def test_what_is_typed_has_one_form(typed: str, text: str) -> None:
    assert write_adjustments(read_adjustments(typed)) == text
    assert write_adjustments(read_adjustments(text)) == text


@pytest.mark.parametrize(
    ("typed", "code", "part"),
    [
        ("late", "form", "late"),
        ("-25", "form", "-25"),
        ("3 25 5", "form", "3 25 5"),
        ("0 -25", "round", "0 -25"),
        ("3 -25, 61 5", "round", "61 5"),
        ("3 0", "points", "3 0"),
        ("3 -1000", "points", "3 -1000"),
        ("3 -25, 3 5", "twice", "3 5"),
    ],
)
def test_what_is_none_is_named(typed: str, code: str, part: str) -> None:
    with pytest.raises(AdjustmentError) as caught:
        read_adjustments(typed, rounds=60)
    assert (caught.value.code, caught.value.part) == (code, part)


@pytest.mark.parametrize(
    ("after", "capped", "full"), [(0, 0, 0), (1, 75, 125), (2, 55, 105), (3, 65, 115), (None, 65, 115)]
)
def test_they_count_from_their_rounds_on_and_are_not_capped(after: int | None, capped: int, full: int) -> None:
    rows = {row.player.id: row for row in standings([ADA, BEN], GAMES, CAPPED, after)}
    assert (rows[1].spread, rows[1].full_spread) == (capped, full)
    plain = {row.player.id: row for row in standings([EntrySnapshot(1, 1), BEN], GAMES, CAPPED, after)}
    assert (rows[1].wins, rows[1].played, rows[1].points) == (plain[1].wins, plain[1].played, plain[1].points)
    assert rows[2].spread == plain[2].spread


@pytest.mark.parametrize(("first", "last", "spread"), [(1, None, 115), (1, 1, 125), (2, None, -10), (2, 2, -20)])
def test_a_prize_of_some_rounds_counts_those_of_its_rounds(first: int, last: int | None, spread: int) -> None:
    facts = Facts(players=(ADA, BEN), games=GAMES, settings=StandingsRules(), rounds=3)
    prize = Prize(name="Spread", kind="spread", first=first, last=last)
    assert {one.player: one.value for one in candidates(facts, prize)}[1] == (spread,)


def test_a_match_is_decided_without_them() -> None:
    players = (EntrySnapshot(1, 1, adjustments=((1, -400),)), BEN)
    level = (GameFact(1, 1, 2, 500, 350), GameFact(2, 2, 1, 400, 380))
    result = outcome(Snapshot(3, players, level, StandingsRules()), (1, 2), range(1, 3), [1, 2])
    assert (result.winner, result.by) == (1, DecidedBy.TIE_BREAK)


def test_a_snapshot_keeps_them_and_looks_as_before_without() -> None:
    snapshot = Snapshot(3, (ADA, BEN), GAMES, StandingsRules())
    data = snapshot_as_dict(snapshot)
    assert data["adjustments"] == [[1, 1, -25], [1, 3, 10]]
    assert snapshot_from_dict(data).players == snapshot.players
    plain = Snapshot(3, (EntrySnapshot(1, 1), BEN), GAMES, StandingsRules())
    assert "adjustments" not in snapshot_as_dict(plain)
    assert fingerprint(plain) != fingerprint(snapshot)


def test_tsh_has_them_as_penalties() -> None:
    players = [TshPlayer(1, "Lima, Ada", adjustments=ADA.adjustments), TshPlayer(2, "Ode, Ben")]
    text = write_tsh(players, GAMES, StandingsRules())
    assert text.splitlines()[0].endswith("; penalty -25 0 10")
    assert "penalty" not in text.splitlines()[1]
    assert [row.adjustments for row in parse_tsh(text).rows] == [ADA.adjustments, ()]


@pytest.mark.parametrize("penalty", ["0 x", "1000", " ".join(["-100"] * 30)])
def test_a_penalty_that_is_none_is_a_problem_of_its_line(penalty: str) -> None:
    parse = parse_tsh(f"Lima, Ada 1500 2; 400; penalty {penalty}\nOde, Ben 1400 1; 380\n")
    assert [problem.line for problem in parse.problems] == [1]


def test_tourney_js_has_them_too() -> None:
    text = (
        'newt={"divisions":[{"name":"A","players":[null,'
        '{"id":1,"name":"Lima, Ada","rating":1500,"pairings":[2],"scores":[400],"etc":{"penalty":[-25]}},'
        '{"id":2,"name":"Ode, Ben","rating":1400,"pairings":[1],"scores":[380],"etc":{}}]}]};'
    )
    assert [row.adjustments for row in parse_tourney(text).rows] == [((1, -25),), ()]
