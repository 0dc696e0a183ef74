"""Play a made-up event with the engine, and write down each round for the checker."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import ChosenRound, Plan, choose, pairing_options
from tournaments.engine.pairing.core import Setup
from tournaments.engine.pairing.explain import PairExplanation, explain_pair, explain_plan
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.matching import all_edges
from tournaments.engine.pairing.options import PairingOptions, RulesError
from tournaments.engine.pairing.round_robin import RoundRobin, cycle_of
from tournaments.engine.pairing.team_matches import TeamMatches, teams_of
from tournaments.proof.checker import Violation, Work, check_event
from tournaments.proof.checker.systems import FIXED, SCHEDULED
from tournaments.proof.events import MadeUpEvent, made_up

#: Up to this many players all pairs of a plan are explained; then, up to the second number, one that plays and one that does not.
EXPLAIN_ALL, EXPLAIN_SOME = 10, 60

Record = dict[str, Any]


@dataclass
class EventReport:
    """What became of an event. `rounds` counts by the system that was asked for."""

    number: int
    players: int
    rounds: Counter[str] = field(default_factory=Counter)
    infeasible: int = 0
    work: Work = field(default_factory=Work)
    violations: list[tuple[int, str, Violation]] = field(default_factory=list)


def prove(number: int, system: str | None = None) -> EventReport:
    """Play an event and check every round."""
    event = made_up(number, system)
    report = EventReport(number, len(event.players))
    systems: dict[int, str] = {}
    records = []
    for key, record in rounds_of(event):
        report.rounds[key] += 1
        systems[record["round"]] = key
        if record["outcome"] == "refused":
            report.violations.append((record["round"], key, Violation("refused", record["reason"])))
        else:
            records.append(record)
        report.infeasible += record["outcome"] == "infeasible"
    broken = check_event(records, report.work)
    report.violations += [(round_, systems.get(round_, "round_robin"), violation) for round_, violation in broken]
    return report


def rounds_of(event: MadeUpEvent) -> Iterator[tuple[str, Record]]:
    """Every round as (system, record): what it depends on and what the engine made of it, as JSON values."""
    while event.round <= event.rounds:
        snapshot, requested = event.next_round(), event.options()
        try:
            chosen = choose(snapshot, requested)
            plan = chosen.plan(event.seed)
        except RulesError as error:
            yield requested.key, {"outcome": "refused", "round": event.round, "reason": str(error)}
            plan = _plan_b(event, snapshot)
        except Infeasible as error:
            yield (
                requested.key,
                _plain(_base(event, _of_teams(chosen)) | {"outcome": "infeasible", "infeasible": _ways(error)}),
            )
            plan = _plan_b(event, snapshot)
        else:
            yield requested.key, _plain(_record(event, chosen, plan))
        event.play(plan)


def _plan_b(event: MadeUpEvent, snapshot: Snapshot) -> Plan:
    """What a director would do: a Swiss without limits."""
    weak = tuple(replace(pair, weak=True) for pair in snapshot.blocked)
    return choose(replace(snapshot, blocked=weak), pairing_options("swiss")).plan(event.seed)


def _plain(record: Record) -> Record:
    """As it is after a trip through JSON."""
    read: Record = json.loads(json.dumps(record))
    return read


def _base(event: MadeUpEvent, chosen: ChosenRound) -> Record:
    options = chosen.options
    record = {
        "event": event.number,
        "round": chosen.snapshot.round,
        "requested": chosen.requested.as_dict(),
        "system": options.key,
        "options": options.as_dict(),
        "seed": event.seed,
        "based": snapshot_as_dict(chosen.based),
        "explanations": [],
    }
    if options.key in SCHEDULED or options.key == "cop":
        record |= _extra(options, chosen.prepare(event.seed))
    if isinstance(options, RoundRobin):
        record["cycle_start"] = cycle_of(chosen.based, options).start
    return record


def _extra(options: PairingOptions, setup: Setup) -> Record:
    """Of schedules the pairs they fix; of COP what its simulation says."""
    pool = setup.pool
    if options.key in SCHEDULED:
        pairs = [[pool.id(i), None if j == pool.bye_node else pool.id(j)] for i, j in sorted(setup.scheduled)]
        return {"scheduled": pairs}
    notes = {note.code: note for note in setup.notes}
    place = pool.places()
    terms = {term.name: term for term in setup.problem.terms}
    own = {"gibson_group", "gibson_bye", "top_down_bye", "bye_again", "last_round", "class_prizes", "factor_three"}
    edges = list(all_edges(setup.problem.size))
    return {
        "simulated": {
            "gibsons": [place[player] for player in notes["gibsonized"].players] if "gibsonized" in notes else [],
            "lowest_hopeful": len(notes["hopeful"].players) - 1 if "hopeful" in notes else -1,
            **{
                name: [[i, j, value] for i, j in edges if (value := terms[name].value(i, j))] if name in terms else []
                for name in ("catch", "gibson")
            },
            "limits": {
                limit.name: [[i, j] for i, j in edges if limit.forbids(i, j)]
                for limit in setup.problem.constraints
                if limit.name in own | {"control_loss"}
            },
        }
    }


def _record(event: MadeUpEvent, chosen: ChosenRound, plan: Plan) -> Record:
    record = _base(event, chosen) | {"outcome": "plan", "plan": _plan(plan, chosen)}
    if chosen.options.key not in FIXED:
        record["explanations"] = [_explanation(one) for one in _explained(event, chosen, plan)]
    if isinstance(chosen.options, TeamMatches):
        teams = _of_teams(chosen)
        record["teams"] = [_record(event, teams, teams.plan(event.seed))]
    return record


def _plan(plan: Plan, chosen: ChosenRound) -> Record:
    locked = {frozenset((lock.a, lock.b)) for lock in chosen.based.locked}
    return {
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "table": pair.table,
                "start": pair.start,
                "locked": frozenset((pair.first, pair.second)) in locked,
                "terms": [{"name": term.name, "value": term.value, "cost": term.cost} for term in pair.terms],
            }
            for pair in plan.pairs
        ],
        "byes": [
            {
                "player": bye.player,
                "reason": bye.reason,
                "passed_over": bye.passed_over,
                "terms": [{"name": term.name, "value": term.value, "cost": term.cost} for term in bye.terms],
            }
            for bye in plan.byes
        ],
        "conflicts": [{"table": one.table, "players": one.players} for one in plan.table_conflicts],
        "notes": [{"code": note.code, "players": note.players, "value": note.value} for note in plan.notes],
    }


def _explained(event: MadeUpEvent, chosen: ChosenRound, plan: Plan) -> Iterator[PairExplanation]:
    out = chosen.based.unavailable()
    free = [player.id for player in chosen.based.players if player.id not in out]
    if len(free) <= EXPLAIN_ALL:
        yield from explain_plan(chosen, event.seed)
    elif len(free) <= EXPLAIN_SOME:
        pair = next((pair for pair in plan.pairs if pair.first in free), None)
        if pair is not None:
            yield explain_pair(chosen, pair.first, pair.second, event.seed)
    if 2 <= len(free) <= EXPLAIN_SOME:
        a, b = event.dice.sample(sorted(free), 2)
        yield explain_pair(chosen, a, b, event.seed)


def _explanation(one: PairExplanation) -> Record:
    return {
        "a": one.a,
        "b": one.b,
        "paired": one.paired,
        "forbidden_by": one.forbidden_by,
        "extra": one.extra,
        "changes": [{"name": term.name, "plan": term.plan, "other": term.other} for term in one.changes],
    }


def _of_teams(chosen: ChosenRound) -> ChosenRound:
    """The round of the teams, which are paired like players; of any other system the round as it is."""
    if not isinstance(chosen.options, TeamMatches):
        return chosen
    return choose(teams_of(chosen.based, chosen.options).snapshot, chosen.options.of_teams())


def _ways(error: Infeasible) -> Record:
    return {
        "relaxations": [
            {"constraints": way.constraints, "pairs": [list(pair) for pair in way.pairs]} for way in error.relaxations
        ]
    }
