"""Which system states its round how."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import australian, chew, cop, elimination, finals, fontes, swiss
from tournaments.engine.pairing.core import Setup
from tournaments.engine.pairing.packages import resolve
from tournaments.engine.pairing.rules import Rules, RulesError, System

PREPARE: dict[System, Callable[[Snapshot, Rules, int], Setup]] = {
    System.SWISS: swiss.prepare,
    System.KOTH: swiss.prepare,
    System.QOTH: swiss.prepare,
    System.FACTOR: swiss.prepare,
    System.RANDOM: swiss.prepare,
    System.QUICK: swiss.prepare_quick,
    System.QUARTILE: swiss.prepare_quartiles,
    System.FONTES: fontes.prepare,
    System.AUSTRALIAN: australian.prepare,
    System.ELIMINATION: elimination.prepare,
    System.DOUBLE_ELIMINATION: elimination.prepare_double,
    System.FINALS: finals.prepare,
    System.COP: cop.prepare,
    System.CHEW: chew.prepare,
}


def prepare(snapshot: Snapshot, rules: Rules, seed: int = 0) -> Setup:
    """State the round as a matching problem. Raises SnapshotError, and RulesError for a system that weighs nothing."""
    based, chosen = resolve(snapshot, rules)
    if chosen.system not in PREPARE:
        raise RulesError(
            "%(system)s follows a fixed schedule, so there are no pairs to weigh or explain", system=chosen.system
        )
    return PREPARE[chosen.system](based, chosen, seed)
