"""A game with equal scores and a winner: a full win everywhere, without a spread."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.engine.test_systems_by_place import numbers
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.contention.case import contenders
from tournaments.engine.handicaps import Handicaps, with_handicaps
from tournaments.engine.model import GameFact, Snapshot, SnapshotError, StandingsRules
from tournaments.engine.pairing.brackets import outcome
from tournaments.engine.renumber import renumbered
from tournaments.engine.standings import TIEBREAKS, standings

WON = GameFact(1, 2, 1, 400, 400, winner=1)
TIE = replace(WON, winner=None)
ALSO = GameFact(1, 3, 4, 420, 380)


def test_standings_and_every_tie_break_that_counts_wins() -> None:
    rules = StandingsRules(order=("points", "head_to_head", "sonneborn_berger", "performance"))
    assert set(rules.order) <= set(TIEBREAKS)
    players = tuple(replace(player, rating=1500) for player in numbers(4))
    rows = {row.player.id: row for row in standings(players, (WON, ALSO), rules)}
    assert [(rows[one].wins, rows[one].ties, rows[one].spread, rows[one].rank) for one in (1, 2)] == [
        (1, 0, 0, 1),
        (0, 0, 0, 3),
    ]
    assert [rows[one].values[3] for one in (1, 2)] == [1900, 1100]
    assert [
        one.met for one in contenders(standings(players, (WON, ALSO), StandingsRules()), (WON, ALSO)) if one.id == 1
    ] == [((2, 2),)]


def test_a_knock_out_goes_on_without_another_game() -> None:
    """By seeds the tie would go to player 1; the winner goes on, whoever it is."""
    for winner in (1, 2):
        snapshot = Snapshot(2, numbers(2), (replace(WON, winner=winner),))
        assert outcome(snapshot, (1, 2), range(1, 2), [1, 2]).winner == winner


def test_it_is_stored_and_renumbered_and_older_snapshots_stay() -> None:
    snapshot = Snapshot(2, numbers(4), (WON, ALSO))
    again = snapshot_from_dict(json.loads(json.dumps(snapshot_as_dict(snapshot))))
    assert (again.games, fingerprint(again)) == (snapshot.games, fingerprint(snapshot))
    tie = Snapshot(2, numbers(4), (TIE, ALSO))
    assert fingerprint(tie) != fingerprint(snapshot)
    assert snapshot_as_dict(tie)["games"] == [(1, 2, 1, 400, 400, "played"), (1, 3, 4, 420, 380, "played")]
    assert renumbered(snapshot, {1: 11, 2: 12, 3: 13, 4: 14}).games[0].winner == 11


def test_a_head_start_that_parts_them_decides() -> None:
    plain, started = (with_handicaps(numbers(2), (WON,), Handicaps(points=points))[0] for points in ({}, {2: 5}))
    assert plain == WON
    assert (started.winner, started.first_score, started.half_wins) == (None, 405, 2)


@pytest.mark.parametrize("wrong", [{"first_score": 401}, {"winner": 3}, {"first_score": None, "kind": "pending"}])
def test_only_equal_scores_have_a_winner_of_their_own(wrong: dict[str, object]) -> None:
    with pytest.raises((SnapshotError, ValueError)):
        replace(WON, **wrong)  # type: ignore[arg-type]
