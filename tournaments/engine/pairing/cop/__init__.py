"""COP, Castellano–O'Connor pairing: the rest of the event is simulated, and the round is matched for the prizes.

Written from a description of the published systems, with these differences: fixed numbers of simulations and streams
instead of time limits, so that a seed decides the plan; full ties stand in seed order; the bye wins no simulated game;
and constraints that contradict each other are given up in a fixed order, which the plan notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.arrays import every_pair
from tournaments.engine.pairing.catching import totals_of
from tournaments.engine.pairing.cop.analysis import Analysis, analyse
from tournaments.engine.pairing.cop.options import CopOptions
from tournaments.engine.pairing.cop.terms import MAJOR, constraints, weights
from tournaments.engine.pairing.core import Setup, WeighedSystem, constraints_of
from tournaments.engine.pairing.matching import (
    Constraint,
    Matching,
    NoPerfectMatching,
    Problem,
    Term,
    match,
)
from tournaments.engine.pairing.options import Shape, pairing_system
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_groups, make_pool
from tournaments.engine.pairing.terms import apart_terms
from tournaments.engine.words import gettext_noop as _

__all__ = ["Analysis", "Cop", "analyse"]

NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Weighing:
    """What the weights of a round are made of; `extra`: terms for players the director wants kept apart."""

    analysis: Analysis
    total: int
    extra: tuple[Term, ...]

    def terms(self, pool: Pool, raised: Mapping[int, int] = NOTHING) -> tuple[Term, ...]:
        return (*weights(pool, self.analysis, self.total, dict(raised)), *self.extra)


def _feasible(
    pool: Pool, weighing: _Weighing, fixed: tuple[Constraint, ...], own: list[Constraint]
) -> tuple[Problem, tuple[Constraint, ...]]:
    """The problem with as many of COP's own constraints as can be kept, and those that cannot.

    Who had to be paired with somebody unable to catch up may then be caught from one rank further down; the problem
    is weighed once more with that.
    """
    for count in range(len(own), -1, -1):
        limits = (*fixed, *own[:count])
        problem = Problem(pool.size, weighing.terms(pool), limits)
        try:
            matching = match(problem, every_pair(pool.size))
        except NoPerfectMatching:
            continue
        raised = _raised(problem, weighing.analysis, matching)
        if raised:
            problem = Problem(pool.size, weighing.terms(pool, raised), limits)
        return problem, tuple(own[count:])
    return Problem(pool.size, weighing.terms(pool), fixed), tuple(own)


def _raised(problem: Problem, analysis: Analysis, matching: Matching) -> dict[int, int]:
    catch = next(term for term in problem.terms if term.name == "catch")
    return {i: analysis.hopes.lowest_hope[i] + 1 for i, j in matching.pairs if catch.value(i, j) >= MAJOR}


def _notes(pool: Pool, analysis: Analysis) -> tuple[Note, ...]:
    """What the simulations showed, by player id: a later correction of ranks cannot move it to somebody else."""
    gibsons = tuple(pool.id(rank) for rank in sorted(analysis.gibsons))
    hopeful = tuple(pool.id(rank) for rank in range(analysis.hopes.lowest_hopeful + 1))
    notes = [Note("gibsonized", gibsons)] if gibsons else []
    notes.append(Note("hopeful", hopeful, analysis.prizes))
    if analysis.leader_meets:
        notes.append(Note("control_loss", tuple(pool.id(rank) for rank in (0, *analysis.leader_meets))))
    return tuple(notes)


@pairing_system("cop", _("COP – simulates the rest of the event 100,000 times and pairs for the prizes"), place=3)
class Cop(CopOptions, WeighedSystem):
    """Castellano–O'Connor."""

    simulates: ClassVar = True
    for_prizes: ClassVar = True

    def prepare(self, snapshot: Snapshot, seed: int, workers: int = 1) -> Setup:
        """Simulate and state the round as a matching problem. Raises SnapshotError and RulesError.

        Constraints of COP's own that leave no pairing are given up from the last to the first (`cop_fallback` names how
        many); what the director forbids never is. `workers`: threads that simulate; they change nothing but the time taken.
        """
        pool = make_pool(snapshot, self)
        shape = Shape(win_groups=False, avoid_repeats=False)
        left = self.rounds_left(snapshot.round)
        groups = make_groups(pool, shape)
        if len(pool.rows) < 2:
            return Setup(pool, groups, shape, Problem(pool.size, ()), snapshot.round - 1, near=False)
        analysis = analyse(totals_of(pool), self, snapshot.round, snapshot.settings.bye_spread, seed, workers)
        fixed = constraints_of(snapshot, self, pool)
        own = constraints(pool, analysis, self)
        extra = tuple(replace(term, scale=MAJOR) for term in apart_terms(snapshot, self, pool))
        problem, dropped = _feasible(pool, _Weighing(analysis, snapshot.round + left - 1, extra), fixed, own)
        notes = list(_notes(pool, analysis))
        if dropped:
            notes.append(Note("cop_fallback", value=len(dropped), names=tuple(limit.name for limit in dropped)))
        return Setup(pool, groups, shape, problem, snapshot.round - 1, near=False, notes=tuple(notes))
