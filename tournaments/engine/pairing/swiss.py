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
from tournaments.engine.pairing.rules import SHAPES, Rules, Shape

# Up to this many players every pair is weighed; beyond it, near pairs first.
COMPLETE_SIZE = 64
REACH = 8


@dataclass(frozen=True, slots=True)
class Setup:
    """A round as a matching problem, with what it was made from."""

    pool: Pool
    groups: Groups
    shape: Shape
    problem: Problem


def plan(snapshot: Snapshot, rules: Rules, seed: int) -> Plan:
    """Pair a round. The same snapshot, rules and seed give the same plan on any machine.

    Raises SnapshotError for facts that contradict each other and Infeasible when the constraints (blocked pairs, a
    limit on repeats) leave no way to pair everybody, naming what would have to give.
    """
    setup = prepare(snapshot, rules)
    pool = setup.pool
    try:
        matching, shown = solve(setup)
    except NoPerfectMatching as error:
        raise diagnose(setup.problem, pool) from error
    chosen, byes = [*locked_pairs(snapshot.locked)], _requested(snapshot)
    for i, j in matching.pairs:
        if j == pool.bye_node:
            byes.append(_bye(setup, i))
        else:
            chosen.append(Chosen(pool.id(i), pool.id(j), setup.problem.terms_of(i, j)))
    return finish(snapshot, rules, seed, pool, Draft(tuple(chosen), tuple(byes), matching.cost, shown))


def prepare(snapshot: Snapshot, rules: Rules) -> Setup:
    """State the round as a matching problem. Raises SnapshotError."""
    shape = SHAPES[rules.system]
    pool = make_pool(snapshot)
    groups = make_groups(pool, shape)
    limits: list[Constraint] = []
    if snapshot.blocked:
        limits.append(terms.blocked(pool, snapshot.blocked))
    if rules.max_repeats is not None:
        limits.append(terms.repeats_limit(pool, rules.max_repeats))
    weights = lexicographic(_terms(pool, groups, shape, rules), max(1, pool.size // 2))
    return Setup(pool, groups, shape, Problem(pool.size, weights, tuple(limits)))


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


def solve(setup: Setup, problem: Problem | None = None, also: tuple[Edge, ...] = ()) -> tuple[Matching, Shown]:
    """The cheapest pairing: over near pairs if the field is large, over all pairs if it is small or that fails.

    `problem` replaces the setup's own (with a constraint more, say); `also` names pairs to weigh even if they are not
    near. Raises NoPerfectMatching.
    """
    wanted = problem or setup.problem
    if len(setup.pool.rows) > COMPLETE_SIZE:
        near = near_edges(setup.pool, setup.groups, setup.shape.distance, REACH)
        try:
            return match(wanted, sorted({*near, *also}) if also else near), Shown.NEAR
        except NoPerfectMatching:
            pass  # the pairs left out may be the ones that are needed
    return match(wanted, all_edges(wanted.size)), Shown.COMPLETE


def _requested(snapshot: Snapshot) -> list[PlannedBye]:
    return [PlannedBye(player, ByeReason.REQUESTED) for player in sorted(snapshot.requested_byes)]


def _bye(setup: Setup, place: int) -> PlannedBye:
    pool = setup.pool
    order = bye_order(pool.byes)
    earlier = tuple(pool.id(other) for other in order[: order.index(place)])
    return PlannedBye(pool.id(place), ByeReason.ODD_FIELD, setup.problem.terms_of(place, len(pool.rows)), earlier)
