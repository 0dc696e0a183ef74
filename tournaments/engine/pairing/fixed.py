"""What pairs made by hand cost: each by the terms of the round's system, and the round with them beside the best one without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.model import Snapshot, SnapshotError
from tournaments.engine.pairing.arrays import Edge, as_array
from tournaments.engine.pairing.choose import ChosenRound, choose
from tournaments.engine.pairing.core import Setup, best
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.matching import TermCost
from tournaments.engine.pairing.options import PairingOptions, RulesError
from tournaments.engine.pairing.plan import ByeReason, Plan, TermChange

#: Two players, or one with the bye.
Pair = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Scale:
    """The round's matching problem as it is without anything fixed, to weigh any pairs by."""

    setup: Setup

    def terms(self, pair: Pair) -> tuple[TermCost, ...]:
        """What a pair costs, the weightiest first; nothing where one of the two was not to be paired."""
        edge = self._edge(pair)
        return () if edge is None else self.setup.problem.terms_of(*edge)

    def changes(self, plan: Iterable[Pair], other: Iterable[Pair]) -> tuple[TermChange, ...]:
        """The terms that differ between two pairings of the same players, the weightiest first."""
        one, two = self._totals(plan), self._totals(other)
        names = (term.name for term in self.setup.problem.terms)
        totals = zip(names, one, two, strict=True)
        return tuple(TermChange(name, plan, other) for name, plan, other in totals if plan != other)

    def best(self) -> list[Pair]:
        """The cheapest pairing of all. Raises Infeasible."""
        pool = self.setup.pool
        pairs = best(self.setup)[0].pairs
        return [(pool.id(i), None if j == pool.bye_node else pool.id(j)) for i, j in pairs]

    def _edge(self, pair: Pair) -> Edge | None:
        pool = self.setup.pool
        places = pool.places()
        nodes = [places.get(pair[0]), pool.bye_node if pair[1] is None else places.get(pair[1])]
        known = [node for node in nodes if node is not None]
        return (min(known), max(known)) if len(known) == 2 else None

    def _totals(self, pairs: Iterable[Pair]) -> list[int]:
        edges = as_array(edge for edge in map(self._edge, pairs) if edge is not None)
        return [sum(term.values(edges)) for term in self.setup.problem.terms]


def scale_of(snapshot: Snapshot, requested: PairingOptions, seed: int) -> Scale | None:
    """The scale of a round; None where its system weighs nothing, or would have to simulate."""
    try:
        chosen = choose(replace(snapshot, locked=(), locked_byes=()), requested)
        if chosen.options.simulates or chosen.continues:
            return None
        return Scale(chosen.prepare(seed))
    except (RulesError, SnapshotError):
        return None


def weighed(chosen: ChosenRound, planned: Plan, seed: int) -> Plan:
    """The plan with what its fixed pairs and byes cost; unchanged where nothing is fixed or nothing can be weighed."""
    if chosen.continues or not (chosen.snapshot.locked or chosen.snapshot.locked_byes):
        return planned
    scale = scale_of(chosen.snapshot, chosen.requested, seed)
    if scale is None:
        return planned
    made = pairs_of(planned)
    try:
        compared = scale.changes(scale.best(), made)
    except Infeasible:
        compared = ()
    return replace(
        planned,
        pairs=tuple(
            replace(pair, terms=scale.terms((pair.first, pair.second))) if pair.locked else pair
            for pair in planned.pairs
        ),
        byes=tuple(
            replace(bye, terms=scale.terms((bye.player, None))) if bye.reason is ByeReason.DIRECTOR else bye
            for bye in planned.byes
        ),
        compared=compared,
    )


def pairs_of(planned: Plan) -> Sequence[Pair]:
    """All pairs and byes of a plan."""
    return [*((pair.first, pair.second) for pair in planned.pairs), *((bye.player, None) for bye in planned.byes)]
