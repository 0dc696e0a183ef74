"""Systems that pair by place: Swiss, king of the hill, queen of the hill. One matching, three configurations.

Swiss, in order of importance: fewest byes; fewest repeats; not the opponent of the round before; the bye to the
lowest placed of those due it; equal scores meet; who must leave an odd score group goes from its middle to the top of
the next; firsts and seconds stay balanced; inside a score the top half meets the bottom half in order. Each is
stronger than all that follow taken together, so one repeat is never accepted to make any number of games better
balanced. Round 1, where all scores are equal, is 1 v n/2 + 1 by seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.byes import bye_order
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import terms
from tournaments.engine.pairing.candidates import near_edges
from tournaments.engine.pairing.infeasible import diagnose
from tournaments.engine.pairing.matching import (
    Constraint,
    Edge,
    Matching,
    NoPerfectMatching,
    Problem,
    Term,
    all_edges,
    lexicographic,
    match,
)
from tournaments.engine.pairing.plan import (
    ByeReason,
    Chosen,
    Draft,
    Plan,
    PlannedBye,
    Shown,
    finish,
    locked_pairs,
)
from tournaments.engine.pairing.pool import Groups, Pool, make_groups, make_pool
from tournaments.engine.pairing.rules import SHAPES, Rules, RulesError, Shape

# Up to this many players every pair is weighed; so it is in larger fields when they have met a fair part of each other.
COMPLETE_SIZE = 100
ROUNDS_SHARE = 12
REACH = 8
_FIRST_TERMS = frozenset({"byes", "repeats", "consecutive", "bye_place"})


@dataclass(frozen=True, slots=True)
class Setup:
    """A round as a matching problem, with what it was made from."""

    pool: Pool
    groups: Groups
    shape: Shape
    problem: Problem
    rounds_played: int


def plan(snapshot: Snapshot, rules: Rules, seed: int) -> Plan:
    """Pair a round. The same snapshot, rules and seed give the same plan on any machine.

    Raises SnapshotError for facts that contradict each other and Infeasible when the constraints (blocked pairs, a
    limit on repeats) leave no way to pair everybody, naming what would have to give.
    """
    setup = prepare(snapshot, rules)
    pool = setup.pool
    matching, shown = best(setup)
    chosen, byes = [*locked_pairs(snapshot.locked)], _requested(snapshot)
    for i, j in matching.pairs:
        if j == pool.bye_node:
            byes.append(_bye(setup, i))
        else:
            chosen.append(Chosen(pool.id(i), pool.id(j), setup.problem.terms_of(i, j)))
    return finish(snapshot, rules, seed, pool, Draft(tuple(chosen), tuple(byes), matching.cost, shown))


def prepare(snapshot: Snapshot, rules: Rules) -> Setup:
    """State the round as a matching problem. Raises SnapshotError, and RulesError for a system that weighs nothing."""
    if rules.system not in SHAPES:
        raise RulesError(f"{rules.system} follows a fixed table: there are no pairs to weigh or explain")
    shape = SHAPES[rules.system]
    pool = make_pool(snapshot)
    groups = make_groups(pool, shape)
    limits: list[Constraint] = []
    if snapshot.blocked:
        limits.append(terms.blocked(pool, snapshot.blocked))
    if rules.max_repeats is not None:
        limits.append(terms.repeats_limit(pool, rules.max_repeats))
    weights = lexicographic(_terms(pool, groups, shape, rules), max(1, pool.size // 2))
    return Setup(pool, groups, shape, Problem(pool.size, weights, tuple(limits)), snapshot.round - 1)


def _terms(pool: Pool, groups: Groups, shape: Shape, rules: Rules) -> list[Term]:
    """The terms of a system, most important first."""
    order = [terms.byes(pool)]
    if shape.avoid_repeats:
        order += [terms.repeats(pool), terms.consecutive(pool)]
    order.append(terms.bye_place(pool))
    by_place = [terms.distance(groups, shape.distance)]
    if shape.win_groups:
        order += [terms.groups(groups), terms.floats(groups)]
    else:
        by_place.append(terms.top_first(groups, shape.distance))
    by_start = [terms.starts(pool)] if rules.balance_starts else []
    order += [*by_start, *by_place] if shape.win_groups else [*by_place, *by_start]
    return [term for term in order if term.limit]


def best(setup: Setup) -> tuple[Matching, Shown]:
    """The plan's own matching. Raises Infeasible, with the reasons, when there is none."""
    try:
        return solve(setup)
    except NoPerfectMatching as error:
        raise diagnose(setup.problem, setup.pool) from error


def solve(setup: Setup, problem: Problem | None = None, also: tuple[Edge, ...] = ()) -> tuple[Matching, Shown]:
    """The cheapest pairing: over near pairs if the field is large, over all pairs if it is small or that fails.

    `problem` replaces the setup's own (with a constraint more, say); `also` names pairs to weigh even if they are not
    near. Raises NoPerfectMatching.
    """
    wanted = problem or setup.problem
    if _is_large(setup):
        try:
            found = match(wanted, near(setup, also))
        except NoPerfectMatching:
            pass  # the pairs left out may be the ones that are needed
        else:
            if not _pays_first_terms(wanted, found):
                return found, Shown.NEAR
    return match(wanted, all_edges(wanted.size)), Shown.COMPLETE


def _pays_first_terms(problem: Problem, found: Matching) -> bool:
    """Whether the matching pays for a bye or a repeat that other pairs might have saved; 0 is known to be the least."""
    return any(term.value(i, j) for term in problem.terms if term.name in _FIRST_TERMS for i, j in found.pairs)


def _is_large(setup: Setup) -> bool:
    count = len(setup.pool.rows)
    return count > COMPLETE_SIZE and ROUNDS_SHARE * setup.rounds_played < count


def near(setup: Setup, also: tuple[Edge, ...] = ()) -> list[Edge]:
    """The pairs to weigh in a large field: none that is forbidden, and no repeat if the system avoids those."""
    avoid = {edge for constraint in setup.problem.constraints for edge in constraint.listed}
    avoid.update(*(term.nonzero or () for term in setup.problem.terms if term.name == "repeats"))
    return near_edges(setup.pool, setup.groups, setup.shape.distance, avoid, REACH, also)


def _requested(snapshot: Snapshot) -> list[PlannedBye]:
    return [PlannedBye(player, ByeReason.REQUESTED) for player in sorted(snapshot.requested_byes)]


def _bye(setup: Setup, place: int) -> PlannedBye:
    pool = setup.pool
    order = bye_order(pool.byes)
    earlier = tuple(pool.id(other) for other in order[: order.index(place)])
    return PlannedBye(pool.id(place), ByeReason.ODD_FIELD, setup.problem.terms_of(place, len(pool.rows)), earlier)
