"""Rounds paired anew: by tsh's rules as the checker reads them, and by ours."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.harness.deep import times
from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.model import EntrySnapshot, GameFact, Snapshot
from tournaments.engine.pairing import pairing_options, plan
from tournaments.proof.checker import facts, tsh
from tournaments.proof.compare import compare

Edge = tuple[int, int]


def numbers(size: int) -> tuple[EntrySnapshot, ...]:
    return tuple(EntrySnapshot(id=k, number=k) for k in range(1, size + 1))


def by_tsh(snapshot: Snapshot) -> list[Edge]:
    pairs, _bye, field = tsh.pair(facts.read(snapshot_as_dict(snapshot)), pairing_options().as_dict())
    return [(field.ids[i], field.ids[j]) for i, j in pairs]


def ours(snapshot: Snapshot) -> set[Edge]:
    made = plan(snapshot, pairing_options("win_groups"), 1)
    return {(min(pair.first, pair.second), max(pair.first, pair.second)) for pair in made.pairs}


def test_the_first_round_is_top_half_against_bottom_half() -> None:
    snapshot = Snapshot(1, numbers(8))
    assert by_tsh(snapshot) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert ours(snapshot) == {(1, 5), (2, 6), (3, 7), (4, 8)}


def test_an_odd_group_borrows_the_nearest_of_the_next() -> None:
    """Three with a win and three without: the fourth joins the top group; the bottom pair is left."""
    games = tuple(GameFact(1, a, b, 400, 400 - 10 * k) for k, (a, b) in enumerate([(1, 4), (2, 5), (3, 6)], start=1))
    snapshot = Snapshot(2, numbers(6), games)
    standing = [3, 2, 1, 4, 5, 6]  # by spread: the largest win first, the smallest loss first of those who lost
    assert [facts.order(facts.read(snapshot_as_dict(snapshot)), 1)] == [standing]
    pairs = [frozenset(pair) for pair in by_tsh(snapshot)]
    assert sum(len(pair & {1, 2, 3}) == 1 for pair in pairs) == 1
    assert any(pair <= {1, 2, 3} for pair in pairs)
    assert frozenset({5, 6}) in pairs


@pytest.mark.scaled
def test_never_worse_than_by_hand() -> None:
    """The command's own judgement, on a few events; the table in docs/pairing.md has hundreds."""
    out = StringIO()
    call_command("compare_with_tsh", f"--count={times(3, deep=100)}", stdout=out)
    row = next(line for line in out.getvalue().splitlines() if line.startswith("| `win_groups`"))
    assert row.endswith("| 100.0 % | – |")


def test_a_worse_system_is_reported() -> None:
    with pytest.raises(CommandError, match=r"more repeats than by tsh's rules: event 1, round \d+"):
        call_command("compare_with_tsh", "--count=1", "--system=koth", stdout=StringIO())


def test_a_number_names_an_event() -> None:
    assert list(compare(7)) == list(compare(7))
