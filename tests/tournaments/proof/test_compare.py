"""Rounds paired anew: by tsh's rules as the checker reads them, and by ours."""

import json
import sys
from io import StringIO
from pathlib import Path

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


DUTCH = '''
import json, pathlib

def generate_pairings(*, system, players, previous_pairings, round_number, total_rounds):
    """The first who has had no bye from the bottom has one; the others play who is next below and new to them."""
    assert system == "dutch"
    rest = sorted(players, key=lambda one: (-one["score"], one["starting_number"]))
    made = []
    if len(rest) % 2:
        alone = next(one for one in reversed(rest) if not one["bye_count"])
        rest.remove(alone)
        made.append({"white_id": alone["id"], "black_id": None})
    while rest:
        one = rest.pop(0)
        new = [x for x in rest if (min(one["id"], x["id"]), max(one["id"], x["id"])) not in previous_pairings]
        other = (new or rest)[0]
        rest.remove(other)
        made.append({"white_id": one["id"], "black_id": other["id"]})
    with (pathlib.Path(__file__).parent / "rounds.jsonl").open("a") as file:
        print(json.dumps([round_number, total_rounds, players, sorted(previous_pairings), made]), file=file)
    return made
'''

#: Colours and floats of three players in the first five rounds of event 6, from its pairings and results.
FIVE_ROUNDS = {
    # against 1; 13 and 11, each a point ahead; 6; 9
    2: ("black black black white white", "none up up none none"),
    # against 12; 10; 2, a point behind; 1; 8, a point behind
    11: ("white black white black white", "none none down none down"),
    # a bye; against 2 and 6, each a point behind; 8; 12, half a point ahead
    13: ("none white white black black", "down down down none up"),
}


def test_the_dutch_system_is_given_what_happened_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is nobody's dependency: here a small one in its place pairs, and notes what it was given."""
    with pytest.raises(CommandError, match="caissify-pairings is not installed"):
        call_command("compare_with_tsh", "--fide", "--count=1", stdout=StringIO())
    (tmp_path / "caissify_pairings.py").write_text(DUTCH, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    out = StringIO()
    try:
        call_command("compare_with_tsh", "--fide", "--from=6", "--count=1", "--system=koth", stdout=out)
    finally:
        sys.modules.pop("caissify_pairings", None)
    assert "| FIDE Dutch | 6 |" in out.getvalue()  # thirteen players, so six rounds; a worse system is no error here
    rounds = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text("utf-8").splitlines()]
    assert [round_[:2] for round_ in rounds] == [[number, 6] for number in range(1, 7)]
    met: set[tuple[int, int]] = set()
    for number, _total, players, previous, made in rounds:
        for player in players:
            if player["id"] in FIVE_ROUNDS:
                colours, floats = (text.split()[: number - 1] for text in FIVE_ROUNDS[player["id"]])
                given = player["color_hist"], player["float_history"], player["bye_count"]
                assert given == (colours, floats, colours.count("none")), (number, player["id"])
        assert {tuple(pair) for pair in previous} == met, number
        met |= {tuple(sorted(game.values())) for game in made if game["black_id"] is not None}


def test_a_system_that_is_worse_now_and_then_is_reported_too() -> None:
    """Fewer repeats than by hand, but more score differences in some rounds."""
    with pytest.raises(CommandError, match=r"swiss is worse in more than 2 of 100 rounds\."):
        call_command("compare_with_tsh", "--count=1", "--system=swiss", stdout=StringIO())
    with pytest.raises(CommandError, match="“0” is not a whole number from 1 up"):
        call_command("compare_with_tsh", "--count=0", stdout=StringIO())
