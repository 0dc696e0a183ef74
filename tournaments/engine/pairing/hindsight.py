"""What another result of an earlier game would have made of a round: paired again from the same facts but one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.engine.model import GameFact, Snapshot
from tournaments.engine.pairing import plan
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.plan import Plan


@dataclass(frozen=True, slots=True)
class Hindsight:
    """Who would have met whom instead. Pairs are of entry ids, the smaller first; Gibsonized are entry ids."""

    round: int
    gone: tuple[tuple[int, int], ...] = ()
    come: tuple[tuple[int, int], ...] = ()
    byes_gone: tuple[int, ...] = ()
    byes_come: tuple[int, ...] = ()
    gibsonized_gone: tuple[int, ...] = ()
    gibsonized_come: tuple[int, ...] = ()
    infeasible: bool = False

    @property
    def same(self) -> bool:
        """Whether the round would have been just the same."""
        return self == Hindsight(self.round)


def with_fact(snapshot: Snapshot, fact: GameFact) -> Snapshot | None:
    """The snapshot with this fact in place of the one of the same players and round; None when it knows no such game."""
    changed = tuple(
        fact if (game.round, game.first, game.second) == (fact.round, fact.first, fact.second) else game
        for game in snapshot.games
    )
    known = any((game.round, game.first, game.second) == (fact.round, fact.first, fact.second) for game in changed)
    return replace(snapshot, games=changed) if known else None


def hindsight(snapshot: Snapshot, rules: PairingOptions, seed: int, fact: GameFact) -> Hindsight | None:
    """What the round would have been with ``fact``; None when the round did not rest on that game.

    Both plans are made now, by the same rules and seed, so that what differs comes from the fact alone.
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
    pairs = _pairs(was), _pairs(would)
    byes = {bye.player for bye in was.byes}, {bye.player for bye in would.byes}
    sure = _gibsonized(was), _gibsonized(would)
    return Hindsight(
        snapshot.round,
        gone=tuple(sorted(pairs[0] - pairs[1])),
        come=tuple(sorted(pairs[1] - pairs[0])),
        byes_gone=_sorted(byes[0] - byes[1]),
        byes_come=_sorted(byes[1] - byes[0]),
        gibsonized_gone=_sorted(sure[0] - sure[1]),
        gibsonized_come=_sorted(sure[1] - sure[0]),
    )


def _sorted(players: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(players))


def _pairs(made: Plan) -> set[tuple[int, int]]:
    return {(min(pair.first, pair.second), max(pair.first, pair.second)) for pair in made.pairs}


def _gibsonized(made: Plan) -> set[int]:
    return {player for note in made.notes if note.code == "gibsonized" for player in note.players}
