"""Snapshots survive storage, and equal facts have equal fingerprints."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import troubled_event
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import (
    BlockedPair,
    EntrySnapshot,
    GameFact,
    LockedPair,
    ResultKind,
    Snapshot,
    SnapshotError,
    StandingsRules,
)

FULL = Snapshot(
    round=3,
    players=tuple(EntrySnapshot(k, k, 1500 if k % 2 else None, k != 4, 9 if k == 2 else None) for k in range(1, 8)),
    games=(GameFact(1, 1, 2, 0, 400), GameFact(1, 3, kind=ResultKind.BYE), GameFact(2, 1, 3, kind=ResultKind.VOID)),
    settings=StandingsRules(spread_cap=300, bye_spread=100),
    based_on=1,
    absent=(5,),
    requested_byes=(6,),
    blocked=(BlockedPair(7, 1, "family"),),
    locked=(LockedPair(2, 3, first=3),),
)


def test_every_field_survives_a_trip_through_json() -> None:
    again = snapshot_from_dict(json.loads(json.dumps(snapshot_as_dict(FULL))))
    assert snapshot_as_dict(again) == snapshot_as_dict(FULL)
    assert again.players == FULL.players
    assert again.games == FULL.games
    assert (again.settings, again.based_on, again.locked) == (FULL.settings, 1, FULL.locked)


@pytest.mark.parametrize(
    "change",
    [
        {"round": 4},
        {"based_on": None},
        {"absent": ()},
        {"requested_byes": ()},
        {"blocked": ()},
        {"locked": (LockedPair(2, 3, first=2),)},
        {"settings": StandingsRules(spread_cap=301, bye_spread=100)},
        {"games": FULL.games[:2]},
        {"games": (GameFact(1, 2, 1, 400, 0), *FULL.games[1:])},
        {"players": (replace(FULL.players[0], rating=None), *FULL.players[1:])},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_fact_has_a_say_in_the_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint(replace(FULL, **change)) != fingerprint(FULL)


@given(size=st.integers(1, 10), rounds=st.integers(0, 5), seed=st.integers(0, 999), dice=st.randoms())
@examples(25, deep=300)
def test_the_order_of_facts_does_not_change_the_fingerprint(
    size: int, rounds: int, seed: int, dice: random.Random
) -> None:
    snapshot = troubled_event(size, rounds, seed).snapshot
    players, games = list(snapshot.players), list(snapshot.games)
    dice.shuffle(players)
    dice.shuffle(games)
    assert fingerprint(replace(snapshot, players=tuple(players), games=tuple(games))) == fingerprint(snapshot)


def test_the_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint(Snapshot(1, (EntrySnapshot(1, 1), EntrySnapshot(2, 2, 1500)))) == GOLDEN


GOLDEN = "5e222b270e82b4cc2271505457f0c10b6af13e2e1320d5c073f910b03cb18f4b"


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 99},
        {"players": "nobody"},
        {"players": [[1]]},
        {"games": [[1, 1, 2, None, None, "played"]]},
        {"games": [[1, 1, 2, 300, 200, "brawl"]]},
        {"round": "three"},
        {"settings": {"bye": 1}},
        {"settings": []},
    ],
    ids=str,
)
def test_a_damaged_store_is_named_as_such(damage: dict[str, object]) -> None:
    with pytest.raises(SnapshotError):
        snapshot_from_dict({**snapshot_as_dict(FULL), **damage})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"round": 0, "first": 1, "kind": ResultKind.BYE}, "numbered from 1"),
        ({"round": 1, "first": 1, "second": 1, "first_score": 1, "second_score": 2}, "cannot play themselves"),
        ({"round": 1, "first": 1, "second": 2, "first_score": 300}, "two players and two scores"),
        (
            {"round": 1, "first": 1, "second": 2, "first_score": 3, "second_score": 3, "goes_on": 4},
            "only one of the two can go on",
        ),
        ({"round": 1, "first": 1, "second": 2, "kind": ResultKind.BYE}, "no opponent"),
        ({"round": 1, "first": 1, "kind": ResultKind.PENDING}, "needs two players"),
    ],
)
def test_facts_that_cannot_be_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SnapshotError, match=message):
        GameFact(**arguments)
