"""How a round would have been paired if an earlier game had ended otherwise: planned again with one fact changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from tournaments.engine.model import GameFact, Snapshot
from tournaments.engine.pairing import plan
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.plan import Plan

T = TypeVar("T", int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class Hindsight:
    """How the pairing would differ. Pairs are of entry ids, the smaller first; Gibsonized are entry ids."""

    round: int
    removed: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, int], ...] = ()
    byes_removed: tuple[int, ...] = ()
    byes_added: tuple[int, ...] = ()
    gibsonized_removed: tuple[int, ...] = ()
    gibsonized_added: tuple[int, ...] = ()
    infeasible: bool = False

    @property
    def same(self) -> bool:
        """Whether the round would have been the same."""
        return self == Hindsight(self.round)


def with_fact(snapshot: Snapshot, fact: GameFact) -> Snapshot | None:
    """The snapshot with this fact in place of the one of the same players and round; None when there is no such game."""
    key = (fact.round, fact.first, fact.second)
    keys = [(game.round, game.first, game.second) for game in snapshot.games]
    if key not in keys:
        return None
    games = (fact if own == key else game for own, game in zip(keys, snapshot.games, strict=True))
    return replace(snapshot, games=tuple(games))


def hindsight(snapshot: Snapshot, rules: PairingOptions, seed: int, fact: GameFact) -> Hindsight | None:
    """How the round would differ with ``fact``; None when the round does not depend on that game.

    Both plans are made now, with the same rules and seed, so that differences come from the fact alone.
    """
    changed = with_fact(snapshot, fact)
    if changed is None:
        return None
    if changed == snapshot:
        return Hindsight(snapshot.round)
    try:
        was, would = plan(snapshot, rules, seed), plan(changed, rules, seed)
    except Infeasible:
        return Hindsight(snapshot.round, infeasible=True)
    return Hindsight(
        snapshot.round,
        *_changes(_pairs(was), _pairs(would)),
        *_changes(_byes(was), _byes(would)),
        *_changes(_gibsonized(was), _gibsonized(would)),
    )


def _changes(was: set[T], would: set[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """What is removed and what is added, sorted."""
    return tuple(sorted(was - would)), tuple(sorted(would - was))


def _pairs(planned: Plan) -> set[tuple[int, int]]:
    return {(min(pair.first, pair.second), max(pair.first, pair.second)) for pair in planned.pairs}


def _byes(planned: Plan) -> set[int]:
    return {bye.player for bye in planned.byes}


def _gibsonized(planned: Plan) -> set[int]:
    return {player for note in planned.notes if note.code == "gibsonized" for player in note.players}
