"""Pairing systems. `plan` is the door: every system is reached through it."""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.codec import fingerprint
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import cop, core, meetings, round_robin, team_matches, team_round_robin
from tournaments.engine.pairing.packages import resolve
from tournaments.engine.pairing.plan import Plan
from tournaments.engine.pairing.rules import Rules, Split, System, rules_from_dict
from tournaments.engine.pairing.systems import prepare

__all__ = ["Plan", "Rules", "System", "plan", "prepare", "resolve", "rules_from_dict"]


def plan(snapshot: Snapshot, rules: Rules, seed: int, *, workers: int = 1) -> Plan:
    """Pair a round by the system the rules name. Raises SnapshotError, RulesError or Infeasible.

    `workers`: threads that simulate for COP; the plan does not depend on their number.
    """
    based, chosen = resolve(snapshot, rules)
    if chosen.system is System.ROUND_ROBIN:
        made = round_robin.plan(based, chosen, seed)
    elif chosen.system is System.TEAM_ROUND_ROBIN:
        made = team_round_robin.plan(based, chosen, seed)
    elif chosen.system is System.INTERLEAVED:
        made = team_round_robin.plan(based, replace(chosen, split=Split.ODD_EVEN), seed)
    elif chosen.system is System.TEAM_MATCHES:
        made = team_matches.plan(based, chosen, seed)
    elif chosen.system is System.COP:
        made = core.pair(based, chosen, seed, cop.prepare(based, chosen, seed, workers))
    else:
        made = core.pair(based, chosen, seed, prepare(based, chosen, seed))
    used = chosen.system
    if meetings.continues(rules, snapshot.round):
        made, used = meetings.marked(made, snapshot, rules), rules.system
    return replace(made, rules=rules, used=used, fingerprint=fingerprint(snapshot))
