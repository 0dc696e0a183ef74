"""Pairs that nothing had to weigh: a table, a bracket or the game before said who meets whom.

Read from a stored plan and its snapshot, so that it can be told of every round, however long ago it was paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.engine.model import Snapshot, SnapshotError
from tournaments.engine.pairing import elimination, meetings, round_robin
from tournaments.engine.pairing.packages import resolve
from tournaments.engine.pairing.rules import Rules, RulesError, System


class OccasionKind(StrEnum):
    """What gave a pair its opponents."""

    ROUND_ROBIN = "round_robin"
    TEAM_ROUND_ROBIN = "team_round_robin"
    TEAM_MATCH = "team_match"
    KNOCK_OUT = "knock_out"
    THIRD_PLACE = "third_place"
    LOSERS_BRACKET = "losers_bracket"
    LAST_FINAL = "last_final"  # of a double knock-out
    SAME_MATCH = "same_match"  # the pair of the round before goes on


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why two meet. `number`: round of the table, or how many are left in the bracket; `game`: which of their match, from 1."""

    kind: OccasionKind
    number: int = 0
    game: int = 1


Occasions = dict[frozenset[int], Occasion]

_SCHEDULED = frozenset(
    {
        System.ROUND_ROBIN,
        System.TEAM_ROUND_ROBIN,
        System.INTERLEAVED,
        System.TEAM_MATCHES,
        System.ELIMINATION,
        System.DOUBLE_ELIMINATION,
    }
)


def is_scheduled(plan: Mapping[str, Any]) -> bool:
    """Whether a stored plan may hold scheduled pairs: a quick look before its snapshot is read."""
    return str(plan.get("used")) in _SCHEDULED or plan["rules"].get("meeting_games", 1) > 1


def occasions_of(snapshot: Snapshot, rules: Rules, plan: Mapping[str, Any]) -> Occasions:
    """The scheduled pairs (and byes, by one player) of a stored plan; none where pairs were weighed."""
    try:
        based, chosen = resolve(snapshot, rules)
        if meetings.continues(rules, snapshot.round):
            return _same_match(snapshot, rules, plan)
        if chosen.system in {System.ELIMINATION, System.DOUBLE_ELIMINATION}:
            return _planned_only(_bracket(based, chosen), plan)
        if chosen.system is System.ROUND_ROBIN:
            turn, game = divmod(snapshot.round - round_robin.table_of(based, chosen).start, chosen.meeting_games)
            return dict.fromkeys(_pairs(plan), Occasion(OccasionKind.ROUND_ROBIN, turn + 1, game + 1))
    except (RulesError, SnapshotError):
        return {}
    kind = {
        System.TEAM_ROUND_ROBIN: OccasionKind.TEAM_ROUND_ROBIN,
        System.INTERLEAVED: OccasionKind.TEAM_ROUND_ROBIN,
        System.TEAM_MATCHES: OccasionKind.TEAM_MATCH,
    }.get(chosen.system)
    return {} if kind is None else dict.fromkeys(_pairs(plan), Occasion(kind))


def _pairs(plan: Mapping[str, Any]) -> Iterable[frozenset[int]]:
    """The plan's pairs that the director had not locked, and the byes of its schedule."""
    yield from (frozenset((pair["first"], pair["second"])) for pair in plan["pairs"] if not pair["locked"])
    yield from (frozenset((bye["player"],)) for bye in plan["byes"] if bye["reason"] == "odd_field")


def _same_match(snapshot: Snapshot, rules: Rules, plan: Mapping[str, Any]) -> Occasions:
    same = {frozenset((lock.a, lock.b)) for lock in meetings.repeated(snapshot)}
    game = rules.game_of_meeting(snapshot.round)
    return dict.fromkeys((pair for pair in _pairs(plan) if pair in same), Occasion(OccasionKind.SAME_MATCH, game=game))


def _bracket(snapshot: Snapshot, rules: Rules) -> Occasions:
    seeds = elimination.entrants(snapshot, rules)
    double = rules.system is System.DOUBLE_ELIMINATION
    found: Occasions = {}
    for stage in elimination.stages(snapshot, rules, seeds, double=double):
        if snapshot.round not in stage.rounds:
            continue
        game = snapshot.round - stage.rounds.start + 1
        left = 2 * len(stage.duels)
        kinds = [
            (stage.duels, OccasionKind.KNOCK_OUT),
            (stage.third, OccasionKind.THIRD_PLACE),
            (stage.lower, OccasionKind.LOSERS_BRACKET),
            (stage.final, OccasionKind.LAST_FINAL),
        ]
        for duels, kind in kinds:
            for a, b in duels:
                if a is not None and b is not None:
                    found[frozenset((a, b))] = Occasion(kind, left, game)
    return found


def _planned_only(found: Occasions, plan: Mapping[str, Any]) -> Occasions:
    planned = set(_pairs(plan))
    return {pair: occasion for pair, occasion in found.items() if pair in planned}
