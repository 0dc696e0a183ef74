"""What all systems that weigh pairs share: from a round stated as a matching problem to its plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import terms
from tournaments.engine.pairing.arrays import Edge, Nodes, as_array, as_edges, every_pair
from tournaments.engine.pairing.candidates import near_edges
from tournaments.engine.pairing.infeasible import diagnose
from tournaments.engine.pairing.matching import (
    Constraint,
    Matching,
    NoPerfectMatching,
    Problem,
    Term,
    TermCost,
    fitted,
    match,
)
from tournaments.engine.pairing.options import PairingOptions, Shape
from tournaments.engine.pairing.plan import (
    ByeReason,
    Draft,
    Note,
    Optimality,
    Plan,
    PlannedBye,
    ProposedPair,
    byes_given,
    finish,
    locked_pairs,
)
from tournaments.engine.pairing.pool import Groups, Pool, make_groups

# Up to this many players every pair is weighed; so it is in larger fields once players have played a fair part of the rest.
COMPLETE_SIZE = 100
ROUNDS_SHARE = 12
REACH = 8
# Up to this many players every pair is weighed where the near ones may not be enough: beside a schedule, because those it has
# booked leave holes in the groups, and where firsts and seconds cannot be kept even with the near ones.
COMPLETE_IN_DOUBT = 400
# In a larger field beside a schedule: the reach in the whole field, and that among those who are left. Of 59 rounds of 450 to
# 1,000 players beside brackets of different sizes all were then as cheap as with every pair weighed.
REACH_BESIDE = 24
REACH_AMONG_REST = 4
_FIRST_TERMS = frozenset({"byes", "repeats", "consecutive", "bye_place", "blocked_weakly", "team", "club"})
_IN_DOUBT = frozenset({"starts"})
_BEFORE_SCHEDULE = frozenset({"byes", "repeats"})


@dataclass(frozen=True, slots=True)
class Setup:
    """A round as a matching problem, with what it was made from.

    `near`: a large field may be paired over near pairs; False where terms are not about places. `scheduled`: pairs fixed
    in advance, which nothing outweighs; unless `strict`, byes and repeats do.
    """

    pool: Pool
    groups: Groups
    shape: Shape
    problem: Problem
    rounds_played: int
    near: bool = True
    notes: tuple[Note, ...] = ()
    scheduled: frozenset[Edge] = frozenset()
    strict: bool = True


@dataclass(frozen=True, kw_only=True)
class WeighedSystem(PairingOptions):
    """A system that states the round as a matching problem (`prepare`)."""

    def plan(self, snapshot: Snapshot, seed: int) -> Plan:
        """The cheapest pairing."""
        return pair(snapshot, self, seed, self.prepare(snapshot, seed))


def setup_of(
    snapshot: Snapshot,
    rules: PairingOptions,
    pool: Pool,
    groups: Groups,
    shape: Shape,
    order: Sequence[Term],
    *,
    near: bool,
    notes: tuple[Note, ...] = (),
) -> Setup:
    """A round by its terms, most important first, and the constraints that every system obeys."""
    weights = fitted([term for term in order if term.limit], max(1, pool.size // 2))
    problem = Problem(pool.size, weights, constraints_of(snapshot, rules, pool))
    return Setup(pool, groups, shape, problem, snapshot.round - 1, near=near, notes=notes)


def constraints_of(snapshot: Snapshot, rules: PairingOptions, pool: Pool) -> tuple[Constraint, ...]:
    """Players kept apart, opponents of the round before, the limit of repeats."""
    limits = terms.apart_constraints(snapshot, rules, pool)
    if rules.max_repeats is not None:
        limits.append(terms.repeats_limit(pool, rules.max_repeats))
    return tuple(limits)


def pair(snapshot: Snapshot, rules: PairingOptions, seed: int, setup: Setup) -> Plan:
    """The plan of a problem. Raises Infeasible."""
    pool = setup.pool
    matching, optimality = best(setup)
    pairs, byes = [*locked_pairs(snapshot.locked)], byes_given(snapshot)
    terms_of = setup.problem.terms_of_all(as_array(matching.pairs))
    for (i, j), costs in zip(matching.pairs, terms_of, strict=True):
        if j == pool.bye_node:
            byes.append(_bye(pool, i, costs))
        else:
            pairs.append(ProposedPair(pool.id(i), pool.id(j), costs))
    draft = Draft(tuple(pairs), tuple(byes), matching.cost, optimality, setup.notes)
    return finish(snapshot, rules, seed, pool, draft)


def best(setup: Setup) -> tuple[Matching, Optimality]:
    """The matching that the plan uses. Raises Infeasible, with the reasons, when there is none."""
    try:
        return solve(setup)
    except NoPerfectMatching as error:
        raise diagnose(setup.problem, setup.pool) from error


def solve(setup: Setup, problem: Problem | None = None, also: tuple[Edge, ...] = ()) -> tuple[Matching, Optimality]:
    """The cheapest pairing: over near pairs if the field is large, over all pairs if it is small or that fails.

    `problem` replaces the setup's own (with a constraint more, say); `also` names pairs to weigh even if they are not
    near. Raises NoPerfectMatching.
    """
    problem = problem or setup.problem
    if setup.scheduled:
        scheduled = _by_schedule(setup, problem, also)
        if scheduled is not None:
            return scheduled
        return match(problem, every_pair(problem.size)), Optimality.COMPLETE
    if _is_large(setup):
        try:
            matching = match(problem, near(setup, also))
        except NoPerfectMatching:
            pass  # the pairs left out may be the ones that are needed
        else:
            in_doubt = problem.size <= COMPLETE_IN_DOUBT and _pays(problem, matching.pairs, _IN_DOUBT)
            if not in_doubt and not pays_first(problem, matching.pairs):
                return matching, Optimality.NEAR
    return match(problem, every_pair(problem.size)), Optimality.COMPLETE


def _by_schedule(setup: Setup, problem: Problem, also: tuple[Edge, ...]) -> tuple[Matching, Optimality] | None:
    """The cheapest of the pairings that keep the whole schedule, None if none does.

    Breaking a scheduled pair costs more than anything else, so such a pairing is the cheapest of all if it exists.
    """
    booked = {node for edge in setup.scheduled for node in edge}
    free = [node for node in range(problem.size) if node not in booked]
    if any(edge not in setup.scheduled and booked & set(edge) for edge in also):
        return None
    if _is_large(setup) and len(free) > COMPLETE_IN_DOUBT:
        try:
            matching = match(problem, _near_beside(setup, also, booked), setup.scheduled)
        except NoPerfectMatching:
            pass
        else:
            if not pays_first(problem, matching.pairs):
                return matching, Optimality.NEAR
    try:
        matching = match(problem, combinations(free, 2), setup.scheduled)
    except NoPerfectMatching:
        return None
    keeps = setup.strict or not _pays(problem, matching.pairs, _BEFORE_SCHEDULE)
    return (matching, Optimality.COMPLETE) if keeps else None


def pays_first(problem: Problem, pairs: Iterable[Edge]) -> bool:
    """Whether some pairs pay for a bye, a repeat or the like, which other pairs than the near ones might save."""
    return _pays(problem, pairs, _FIRST_TERMS)


def _pays(problem: Problem, edges: Iterable[Edge], names: frozenset[str]) -> bool:
    """Whether any of the pairs pays one of these terms."""
    pairs = as_array(edges)
    return any(any(term.values(pairs)) for term in problem.terms if term.name in names)


def _is_large(setup: Setup) -> bool:
    count = len(setup.pool.rows)
    return setup.near and count > COMPLETE_SIZE and ROUNDS_SHARE * setup.rounds_played < count


def near(setup: Setup, also: tuple[Edge, ...] = ()) -> Nodes:
    """The pairs to weigh in a large field: none that is forbidden, and no repeat if the system avoids those."""
    return near_edges(setup.pool, setup.groups, setup.shape, _to_avoid(setup), REACH, also)


def _near_beside(setup: Setup, also: tuple[Edge, ...], booked: Collection[int]) -> Nodes:
    """The pairs to weigh for those who are not `booked`: near in the whole field, or when those who are booked are left out.

    Where half of a group is booked, the due opponents of the other half are, and it is paired within itself.
    """
    avoid, pool = as_array(_to_avoid(setup)), setup.pool
    near_all = near_edges(pool, setup.groups, setup.shape, as_edges(avoid), REACH_BESIDE, also, booked)
    nodes = np.array([node for node in range(pool.size) if node not in booked])
    rest = pool.reordered(tuple(nodes[nodes < len(pool.rows)].tolist()))
    renumbered = np.full(pool.size, -1)
    renumbered[nodes] = np.arange(len(nodes))
    left = renumbered[avoid]
    avoid_left = as_edges(left[(left >= 0).all(axis=1)])
    near_left = nodes[near_edges(rest, make_groups(rest, setup.shape), setup.shape, avoid_left, REACH_AMONG_REST)]
    return np.unique(np.concatenate((near_all, near_left)), axis=0)


def _to_avoid(setup: Setup) -> Iterator[Edge]:
    passed_over = _FIRST_TERMS - {"byes", "bye_place"}
    return chain(
        *(constraint.listed or () for constraint in setup.problem.constraints),
        *(term.nonzero or () for term in setup.problem.terms if term.name in passed_over),
    )


def _bye(pool: Pool, place: int, costs: tuple[TermCost, ...]) -> PlannedBye:
    order = pool.bye_turns()
    earlier = tuple(pool.id(other) for other in order[: order.index(place)])
    return PlannedBye(pool.id(place), ByeReason.ODD_FIELD, costs, earlier)
