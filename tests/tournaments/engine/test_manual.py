"""Problems reported for a pairing made by hand."""

from __future__ import annotations

import pytest

from tests.tournaments.engine.events import played_event
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.engine.pairing import pairing_options, plan
from tournaments.engine.pairing.manual import ManualPair, Severity, validate_manual

PLAYERS = (*(EntrySnapshot(k, k) for k in range(1, 7)), EntrySnapshot(7, 7, active=False))
GAMES = (
    GameFact(1, 1, 2, 400, 300),
    GameFact(1, 3, 4, 400, 300),
    GameFact(1, 5, kind=ResultKind.BYE),
    GameFact(2, 1, 3, 400, 300),
    GameFact(2, 2, 4, 400, 300),
)
ROUND = Snapshot(3, PLAYERS, GAMES)


def codes(snapshot: Snapshot, *pairs: tuple[int, ...]) -> set[tuple[str, tuple[int, ...]]]:
    planned = [ManualPair(*pair) for pair in pairs]
    return {(problem.code, problem.players) for problem in validate_manual(snapshot, planned)}


def test_a_good_pairing_has_no_problems() -> None:
    assert codes(ROUND, (1, 4), (2, 3), (5, 6)) == set()


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, 4), (2, 3), (5, 5)], {("self", (5,)), ("twice", (5,)), ("missing", (6,))}),
        ([(1, 4), (2, 3), (5, 1)], {("twice", (1,)), ("missing", (6,))}),
        ([(1, 4), (2, 3)], {("missing", (5,)), ("missing", (6,))}),
        ([(1, 4), (2, 3), (5, 6), (7,)], {("withdrawn", (7,))}),
        ([(1, 4), (2, 3), (5, 6), (99,)], {("unknown", (99,))}),
        ([(1, 2), (3, 6), (4, 5)], {("repeat", (1, 2))}),
        ([(1, 3), (2, 5), (4, 6)], {("consecutive", (1, 3))}),
        ([(1, 4), (2, 3), (6,), (5,)], {("second_bye", (5,)), ("spare_byes", (6, 5))}),
        ([(1, 4, 1), (2, 3, 1), (5, 6, 2)], {("table_twice", (1, 2))}),
        ([(1, 4, 0), (2, 3, 1), (5, 6, 2)], {("table", (1,))}),
    ],
)
def test_each_problem_is_named_with_its_players(
    pairs: list[tuple[int, ...]], expected: set[tuple[str, tuple[int, ...]]]
) -> None:
    assert codes(ROUND, *pairs) == expected


def test_ignored_requests_and_locks_are_warnings() -> None:
    players = (EntrySnapshot(1, 1, fixed_table=3), *(EntrySnapshot(k, k) for k in range(2, 7)))
    snapshot = Snapshot(
        1,
        players,
        absent=(6,),
        requested_byes=(5,),
        blocked=(BlockedPair(1, 2, "flatmates"),),
        locked=(LockedPair(3, 4),),
    )
    problems = validate_manual(snapshot, [ManualPair(1, 2, 1), ManualPair(3, 6, 2), ManualPair(4, 5, 3)])
    assert [(problem.severity, problem.code) for problem in problems] == [
        (Severity.ERROR, "absent"),
        (Severity.ERROR, "blocked"),
        (Severity.WARNING, "unlocked"),
        (Severity.WARNING, "bye_not_given"),
        (Severity.WARNING, "fixed_table"),
    ]
    assert "#1 and #2 are blocked: flatmates" in [problem.message for problem in problems]


@pytest.mark.parametrize("size", [2, 7, 12])
def test_plans_of_the_engine_have_no_errors(size: int) -> None:
    snapshot = played_event(size, 4, 1).snapshot
    planned = plan(snapshot, pairing_options(), 1)
    by_hand = [ManualPair(pair.first, pair.second, pair.table) for pair in planned.pairs]
    by_hand += [ManualPair(bye.player) for bye in planned.byes]
    assert all(problem.severity is Severity.WARNING for problem in validate_manual(snapshot, by_hand))
