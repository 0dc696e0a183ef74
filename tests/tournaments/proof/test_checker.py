"""The checker: independent of the engine, quiet about what the engine makes, loud about anything wrong in it."""

import ast
import copy
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.packages import ROOT
from tests.harness.deep import deep, times
from tournaments.engine import tables
from tournaments.engine.model import EntrySnapshot, GameFact, Snapshot
from tournaments.engine.pairing import Plan, choose, pairing_options
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.starts import StartReason
from tournaments.proof import checker
from tournaments.proof.checker import check_event
from tournaments.proof.events import SYSTEMS, MadeUpEvent, made_up
from tournaments.proof.play import Record, rounds_of
from tournaments.proof.summary import Summary

EVENTS = 5000
EACH_SYSTEM = 300


def proved(start: int, count: int, jobs: int = 1) -> str:
    out = StringIO()
    call_command(
        "generate_events", f"--from={start}", f"--count={count}", f"--jobs={jobs}", stdout=out, stderr=StringIO()
    )
    return out.getvalue()


@dataclass(frozen=True)
class Played:
    """An event that was played: the rounds that were planned, the players of the first one, and what became of them."""

    event: MadeUpEvent
    planned: int
    size: int
    rounds: list[tuple[str, Record]]


@cache
def played(number: int) -> Played:
    """The event of a number, played once for the tests that look at it: they change nothing in it."""
    event = made_up(number)
    planned, size = event.rounds, len(event.players)
    return Played(event, planned, size, list(rounds_of(event)))


@pytest.mark.scaled
def test_no_rule_is_broken_in_events_of_every_system() -> None:
    """The first systems of events go round: 25 events have begun with each of them."""
    systems: set[str] = set()
    for number in range(1, times(25, deep=300) + 1):
        rounds = played(number).rounds
        systems.update(key for key, _record in rounds)
        assert [record["reason"] for _key, record in rounds if record["outcome"] == "refused"] == [], number
        assert check_event([record for _key, record in rounds]) == [], number
    assert systems == set(SYSTEMS)


@deep
def test_five_thousand_events_and_three_hundred_of_each_system() -> None:
    table = proved(1, EVENTS)
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    assert {row[1].strip(" `") for row in rows} == set(SYSTEMS)
    assert all(int(row[2].replace(",", "")) >= EACH_SYSTEM for row in rows), table


def test_the_checker_imports_the_standard_library_only() -> None:
    folder = Path(checker.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert {name.name.partition(".")[0] for name in node.names} <= sys.stdlib_module_names, path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").partition(".")[0] in sys.stdlib_module_names, path
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1, path


def test_a_number_names_an_event() -> None:
    """Each system has its turn among them."""
    for number in range(1, 26):
        assert list(rounds_of(made_up(number))) == played(number).rounds, number


def test_events_have_all_that_happens_in_one() -> None:
    """Counted over the first events, until everything has been seen: sizes, late entries, withdrawals, byes, forfeits, blocks."""
    names = "large infeasible odd absent locked clubs teams withdrawn late bye void pending played forfeit_win forfeit_loss double_forfeit"
    missing = {*names.split(), "several systems", "requested byes", "kept apart", "cut short"}
    for number in range(1, 80):
        missing -= happened(played(number))
        if not missing:
            return
    pytest.fail(f"not in the first events: {sorted(missing)}")


def happened(played: Played) -> set[str]:
    """What there was in an event."""
    event = played.event
    seen = {
        "several systems": len(event.segments) > 1,
        "large": played.size > 60,
        "withdrawn": any(not player.active for player in event.players),
        "late": len(event.players) > played.size,
        "cut short": event.rounds < played.planned,
    }
    found = {name for name, so in seen.items() if so}
    for _key, record in played.rounds:
        if record["outcome"] == "infeasible":
            found.add("infeasible")
            continue
        based = record["based"]
        of_the_round = {
            "odd": len(record["plan"]["byes"]) > len(based["requested_byes"]),
            "requested byes": based["requested_byes"],
            "absent": based["absent"],
            "kept apart": based["blocked"],
            "locked": based["locked"],
            "clubs": based.get("clubs"),
            "teams": based.get("teams"),
        }
        found |= {name for name, so in of_the_round.items() if so} | {game[5] for game in based["games"]}
    return found


def broken(record: Record, rule: str) -> bool:
    return any(violation.rule == rule for _round, violation in check_event([record]))


def swapped_opponents(record: Record) -> None:
    one, other = record["plan"]["pairs"][:2]
    one["second"], other["second"] = other["second"], one["second"]


def swapped_start(record: Record) -> None:
    pair = next(pair for pair in record["plan"]["pairs"] if pair["start"] != "director")
    pair["first"], pair["second"] = pair["second"], pair["first"]


def other_reason(record: Record) -> None:
    pair = next(pair for pair in record["plan"]["pairs"] if not pair["locked"])
    pair["terms"] = [*pair["terms"], {"name": "repeats", "value": 3, "cost": 3}]


def swapped_tables(record: Record) -> None:
    one, other = record["plan"]["pairs"][:2]
    one["table"], other["table"] = other["table"], one["table"]


def left_out(record: Record) -> None:
    del record["plan"]["pairs"][0]


def passed_over(record: Record) -> None:
    record["plan"]["byes"][-1]["passed_over"] = [-1]


def dearer(record: Record) -> None:
    given = next(one for one in record["explanations"] if one["extra"] is not None)
    given["extra"] += 1
    given["changes"] = [*given["changes"], {"name": "byes", "plan": 0, "other": 1}]


CHANGES: list[tuple[Callable[[Record], None], str]] = [
    (swapped_opponents, "optimum"),
    (swapped_start, "first"),
    (other_reason, "reason"),
    (swapped_tables, "table"),
    (left_out, "absolute"),
    (passed_over, "bye"),
    (dearer, "next best"),
]


@cache
def a_swiss_of_nine() -> Record:
    """Its fifth round, after four without any trouble. Change a copy."""
    event = made_up(0, "swiss")
    event.trouble, event.rounds = 0.0, 5
    event.segments = [type(event.segments[0])(1, "swiss", {})]
    event.players = tuple(event.players[:9])
    assert len(event.players) == 9
    return last_round(event)


def last_round(event: MadeUpEvent) -> Record:
    """The round that ends the event; those before it are played, but not written down with their explanations."""
    while event.round < event.rounds:
        event.play(choose(event.next_round(), event.options()).plan(event.seed))
    [(_key, record)] = rounds_of(event)
    return record


@pytest.mark.parametrize(("change", "rule"), CHANGES, ids=lambda value: getattr(value, "__name__", value))
def test_every_change_to_a_plan_is_noticed(change: Callable[[Record], None], rule: str) -> None:
    """What the engine made holds, what was changed does not."""
    record = a_swiss_of_nine()
    assert check_event([record]) == []
    changed = copy.deepcopy(record)
    change(changed)
    assert broken(changed, rule)


def test_what_is_proved_impossible_is(tmp_path: Path) -> None:
    """Rounds that cannot be paired, from the generator; a constraint less, and the proof no longer holds."""
    for number in range(1, 200):
        event = made_up(number, "koth")
        for _key, record in rounds_of(event):
            if record["outcome"] == "infeasible" and record["based"]["blocked"] == [] and record["system"] == "koth":
                assert check_event([record]) == []
                options = {**record["options"], "max_repeats": None, "consecutive_apart": False}
                options |= {"avoid_team_until": 0, "avoid_club_until": 0}
                assert broken({**record, "options": options}, "impossible")
                return
    pytest.fail("no such round")


def test_the_command_reports_and_writes(tmp_path: Path) -> None:
    """A file of two events, checked without the site; a fault in it is printed, with its event, and ends with 1."""
    path = tmp_path / "events.json"
    call_command("generate_events", "--count=2", "--system=swiss", f"--write={path}", stdout=StringIO())
    command = [sys.executable, "-m", "tournaments.proof.checker", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout.split(",")[0]) == (0, "2 events")
    path.write_text(path.read_text().replace('"table": 1,', '"table": 99,'))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert re.search(r"^event 1, round \d+, table: ", done.stdout, re.MULTILINE)
    with pytest.raises(CommandError, match="Is a directory"):
        call_command("generate_events", "--count=1", f"--write={tmp_path}")
    with pytest.raises(CommandError, match="not a whole number"):
        call_command("generate_events", "--count=0")


def test_violations_end_with_a_status_and_the_numbers_that_repeat_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that seats the last game first."""
    real = tables.assign_tables

    def upside_down(pairs: Any, *rest: Any) -> Any:
        seating = real(pairs, *rest)
        return type(seating)(seating.tables[::-1], seating.conflicts)

    monkeypatch.setattr(sys.modules["tournaments.engine.pairing.plan"], "assign_tables", upside_down)
    with pytest.raises(CommandError, match=r"event 1, round \d+, \w+, table: ") as caught:
        call_command("generate_events", "--count=1", "--system=swiss", stdout=StringIO(), stderr=StringIO())
    assert caught.value.returncode == 1


def test_several_processes_count_the_same() -> None:
    """A violation would be an error of the command."""
    one, two = proved(30, 6), proved(30, 6, jobs=2)
    assert "| all | 6 |" in one
    assert one.splitlines()[:25] == two.splitlines()[:25]


def test_a_summary_of_nothing() -> None:
    assert list(Summary().table())[-1] == "| all | 0 | 0 | 0 |"


def test_dice_differ_by_event() -> None:
    assert len({random.Random(f"event {number}").random() for number in range(50)}) == 50


def test_a_large_field_beside_a_bracket_is_paired_at_least_cost() -> None:
    """Round 5 of event 54: 128 of 241 play in the bracket; near pairs of the others missed the least distance."""
    record = last_round(made_up(54, "win_groups"))
    assert (record["round"], len(record["based"]["players"])) == (5, 242)
    assert check_event([record]) == []


def test_firsts_in_a_large_swiss_are_as_even_as_they_can_be() -> None:
    """Round 2 of event 232: near pairs alone left four more games with uneven firsts than need be."""
    rounds = [record for _key, record in islice(rounds_of(made_up(232)), 2)]
    assert len(rounds) == 2
    assert check_event(rounds) == []


def test_schedules_and_mutual_firsts_take_nobody_beyond_two_firsts_above_seconds() -> None:
    """First in three Swiss games, then a round robin, a team match, or head to head first: the other one begins."""
    games = (*tuple(GameFact(k, 1, 10 + k, 400, 300) for k in (1, 2)), GameFact(1, 2, 20, 400, 300))
    games += (GameFact(2, 20, 2, 300, 400),)
    team = {1: "a", 11: "a", 20: "a", 2: "b", 12: "b", 30: "b"}
    players = tuple(EntrySnapshot(id=k, number=n, team=team[k]) for n, k in enumerate((1, 2, 11, 12, 20, 30), start=1))
    snapshot = Snapshot(3, players, games)
    for system in ("round_robin", "team_matches", "team_round_robin", "interleaved"):
        for seed in range(6):
            rules = pairing_options(system)
            for pair in choose(snapshot, rules).plan(seed).pairs:
                assert pair.first != 1, system


def test_head_to_head_firsts_do_not_either() -> None:
    """2 was first against 1 in round 1, but 1 has been first in four other games since."""
    others = tuple(GameFact(k, 1, 10 + k, 400, 300) for k in range(2, 6))
    players = tuple(EntrySnapshot(id=k, number=k) for k in (1, 2))
    away = tuple(EntrySnapshot(id=10 + k, number=10 + k, active=False) for k in range(2, 6))
    snapshot = Snapshot(6, players + away, (GameFact(1, 2, 1, 300, 400), *others))
    (pair,) = plan_of(snapshot, head_to_head_starts=True).pairs
    assert (pair.first, pair.start) == (2, StartReason.BALANCE)


def plan_of(snapshot: Snapshot, **options: Any) -> Plan:
    return choose(snapshot, pairing_options("swiss", **options)).plan(1)


def test_a_team_round_that_cannot_be_paired_names_players() -> None:
    """Two teams have played and may not again: the message's players are theirs, and not teams by their numbers."""
    players = tuple(EntrySnapshot(id=100 + k, number=k, team="ab"[k % 2]) for k in range(1, 5))
    games = (GameFact(1, 101, 102, 400, 300), GameFact(1, 104, 103, 400, 300))
    with pytest.raises(Infeasible) as caught:
        choose(Snapshot(2, players, games), pairing_options("team_matches", max_repeats=0)).plan(1)
    ids = {player.id for player in players}
    assert {player for way in caught.value.relaxations for pair in way.pairs for player in pair} <= ids
    assert set(caught.value.stuck) <= ids
    assert caught.value.stuck


def test_games_that_are_ignored_do_not_count_as_due_in_an_opening_either() -> None:
    """Two players of a whole round robin with rounds after it: round 1 is ignored, they have played since, so no third."""
    event = made_up(311, "fontes")
    assert [violation for _round, violation in check_event([record for _key, record in rounds_of(event)])] == []


def test_on_a_terminal_one_line_says_how_far_it_has_got(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    err = StringIO()
    call_command("generate_events", "--count=2", "--system=koth", stdout=StringIO(), stderr=err)
    assert err.getvalue() == "\r1 of 2 events, 0 violations\r2 of 2 events, 0 violations\n"
