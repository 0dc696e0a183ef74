"""Pairing systems. `plan` is the door: every system is reached through it."""

from __future__ import annotations

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import core, round_robin
from tournaments.engine.pairing.plan import Plan
from tournaments.engine.pairing.rules import Rules, System, rules_from_dict
from tournaments.engine.pairing.systems import prepare

__all__ = ["Plan", "Rules", "System", "plan", "prepare", "rules_from_dict"]


def plan(snapshot: Snapshot, rules: Rules, seed: int) -> Plan:
    """Pair a round by the system the rules name. Raises SnapshotError, RulesError or Infeasible."""
    if rules.system is System.ROUND_ROBIN:
        return round_robin.plan(snapshot, rules, seed)
    return core.pair(snapshot, rules, seed, prepare(snapshot, rules, seed))
