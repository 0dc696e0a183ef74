"""Where pairs that nothing had to weigh come from: a fixed schedule, a bracket, or the round before.

Read from a stored plan and its snapshot, so that every round can be explained, however long ago it was paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing import matches
from tournaments.engine.pairing.options import SYSTEMS, RulesError

if TYPE_CHECKING:
    from tournaments.engine.pairing.choose import ChosenRound


class OriginKind(StrEnum):
    """What fixed the pair."""

    ROUND_ROBIN = "round_robin"
    TEAM_ROUND_ROBIN = "team_round_robin"
    TEAM_MATCH = "team_match"
    KNOCK_OUT = "knock_out"
    THIRD_PLACE = "third_place"
    LOSERS_BRACKET = "losers_bracket"
    LAST_FINAL = "last_final"  # of a double knock-out
    SAME_MATCH = "same_match"  # the pair of the round before goes on


@dataclass(frozen=True, slots=True)
class PairOrigin:
    """Why two play each other. `number`: round of the schedule, or players left in the bracket; `game`: of their match, from 1."""

    kind: OriginKind
    number: int = 0
    game: int = 1


PairOrigins = dict[frozenset[int], PairOrigin]


def is_scheduled(plan: Mapping[str, Any]) -> bool:
    """Whether a stored plan may hold scheduled pairs: a quick look before its snapshot is read."""
    system = SYSTEMS.get(str(plan.get("used")))
    return (system is not None and system.scheduled) or plan["rules"].get("meeting_games", 1) > 1


def origins_of(chosen: ChosenRound, plan: Mapping[str, Any]) -> PairOrigins:
    """The scheduled pairs (and byes, by one player) of a stored plan; none where pairs were weighed."""
    pairs = frozenset(_pairs(plan))
    if chosen.continues:
        same = {frozenset((lock.a, lock.b)) for lock in matches.repeated_pairs(chosen.snapshot)}
        game = chosen.requested.game_of_match(chosen.snapshot.round)
        return dict.fromkeys(pairs & same, PairOrigin(OriginKind.SAME_MATCH, game=game))
    try:
        origins: PairOrigins = chosen.options.origins(chosen.based, pairs)
    except (RulesError, SnapshotError):
        return {}
    return origins


def _pairs(plan: Mapping[str, Any]) -> Iterable[frozenset[int]]:
    """The plan's pairs that the director had not locked, and the byes of its schedule."""
    yield from (frozenset((pair["first"], pair["second"])) for pair in plan["pairs"] if not pair["locked"])
    yield from (frozenset((bye["player"],)) for bye in plan["byes"] if bye["reason"] == "odd_field")
