"""The same event under other ids is paired the same: what a copy of an event relies on."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.events import troubled_event
from tournaments.engine.codec import fingerprint, snapshot_as_dict
from tournaments.engine.model import BlockedPair, LockedPair, Snapshot
from tournaments.engine.pairing import pairing_options, plan
from tournaments.engine.pairing.club_tables import plan_tables
from tournaments.engine.renumber import renumbered, renumbered_plan

SYSTEMS = ("swiss", "koth", "round_robin", "random")


def crowded(size: int, rounds: int, seed: int) -> Snapshot:
    """An event with everything in it that names a player."""
    event = troubled_event(size, rounds, seed)
    active = [player.id for player in event.players if player.active]
    a, b, c, d = active[:4]
    # Two who need the same table: that is a conflict of the plan.
    players = tuple(replace(p, fixed_table=1) if p.id in (b, c) else p for p in event.players)
    return replace(
        event.snapshot,
        players=players,
        blocked=(BlockedPair(a, d, "neighbours"),),
        requested_byes=(a,),
        last_tables=tuple((player, place) for place, player in enumerate(active, 1)),
    )


def other_ids(snapshot: Snapshot, seed: int) -> dict[int, int]:
    """New ids in no order at all."""
    old = [player.id for player in snapshot.players]
    new = list(range(500_000, 500_000 + len(old)))
    random.Random(seed).shuffle(new)
    return dict(zip(old, new, strict=True))


@given(size=st.integers(8, 14), rounds=st.integers(0, 3), seed=st.integers(0, 50), system=st.sampled_from(SYSTEMS))
@settings(max_examples=40, deadline=None)
def test_a_relabelled_event_is_paired_as_the_relabelled_plan_says(
    size: int, rounds: int, seed: int, system: str
) -> None:
    snapshot = crowded(size, rounds, seed)
    if system == "round_robin":  # everybody meets there
        snapshot = replace(snapshot, blocked=(), requested_byes=())
    ids = other_ids(snapshot, seed)
    if (
        system == "round_robin"
    ):  # it may have been begun with players seated as they were entered, an order that copies keep
        ids = dict(zip(sorted(ids), sorted(ids.values()), strict=True))
    copy = renumbered(snapshot, ids)
    planned = plan(snapshot, pairing_options(system), seed)
    translated = renumbered_plan(planned.as_dict(), ids, fingerprint(copy))
    expected = plan(copy, pairing_options(system), seed).as_dict()
    assert json.dumps(translated, sort_keys=True) == json.dumps(expected, sort_keys=True)


def test_there_and_back_again() -> None:
    snapshot = replace(crowded(11, 3, 4), locked=())
    active = [player.id for player in snapshot.players if player.active]
    snapshot = replace(snapshot, absent=(active[5],), locked=(LockedPair(active[6], active[7], active[7]),))
    ids = other_ids(snapshot, 1)
    there = renumbered(snapshot, ids)
    text = json.dumps(snapshot_as_dict(there))
    assert not any(str(old) in text.replace(",", " ").split() for old in ids)
    assert renumbered(there, {new: old for old, new in ids.items()}) == snapshot


def test_tables_of_a_club() -> None:
    snapshot = crowded(11, 0, 2)
    ids = other_ids(snapshot, 3)
    planned = plan_tables(snapshot, pairing_options("koth"), 1, 4)
    translated = renumbered_plan(planned.as_dict(), ids, "")
    assert [set(group) for group in translated["groups"]] == [
        {ids[player] for player in group} for group in planned.groups
    ]


def test_who_is_not_in_the_copy_is_named() -> None:
    snapshot = crowded(8, 1, 1)
    with pytest.raises(KeyError):
        renumbered(snapshot, {})
