"""Systems that pair by place: Swiss, king and queen of the hill, factor, quartiles, by lot. One matching, configured.

Swiss, in order of importance: fewest byes; fewest repeats; not the opponent of the round before; the bye to the
lowest placed of those due it; equal scores meet; who must leave an odd score group goes from its middle to the top of
the next; firsts and seconds stay balanced; inside a score the top half meets the bottom half in order. Each is
stronger than all that follow taken together, so one repeat is never accepted to make any number of games better
balanced. Round 1, where all scores are equal, is 1 v n/2 + 1 by seed.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import gibson, terms
from tournaments.engine.pairing.core import Setup, problem_of
from tournaments.engine.pairing.lots import drawn
from tournaments.engine.pairing.matching import Term
from tournaments.engine.pairing.pool import Groups, Pool, make_groups, make_pool
from tournaments.engine.pairing.rules import Order, Rules, Shape, shape_of

#: Which quarter each quarter meets (0 = the top one), by the one that the top quarter meets.
QUARTERS = {2: (1, 0, 3, 2), 3: (2, 3, 0, 1), 4: (3, 2, 1, 0)}


def prepare(snapshot: Snapshot, rules: Rules, seed: int = 0) -> Setup:
    """State the round as a matching problem. Raises SnapshotError, and RulesError for a system that is not of these."""
    shape = shape_of(rules)
    pool = make_pool(snapshot, rules)
    if shape.lot:
        pool = pool.reordered(drawn(len(pool.rows), seed, "round", snapshot.round))
    groups = make_groups(pool, shape)
    sure = gibson.gibsons_of(pool, rules, snapshot.round) if rules.gibson else gibson.Gibsons(frozenset(), frozenset())
    order = place_terms(snapshot, pool, groups, shape, rules, sure)
    problem = problem_of(snapshot, rules, pool, order)
    near = not sure.sure
    return Setup(pool, groups, shape, problem, snapshot.round - 1, near=near, notes=gibson.notes(pool, sure))


def place_terms(
    snapshot: Snapshot,
    pool: Pool,
    groups: Groups,
    shape: Shape,
    rules: Rules,
    sure: gibson.Gibsons | None = None,
) -> list[Term]:
    """The terms of a system, most important first."""
    order = [terms.byes(pool)]
    apart = terms.rather_apart(snapshot, rules, pool)
    if sure is not None and sure.sure:
        order = [gibson.sure_place(pool, sure), *order, *gibson.victim_terms(pool, rules, sure), *apart]
        if shape.avoid_repeats:
            order.append(terms.consecutive(pool))
    elif shape.avoid_repeats:
        order += [terms.repeats(pool), *apart, terms.consecutive(pool)]
    else:
        order += apart
    order.append(terms.bye_place(pool))
    by_place = [terms.distance(groups, "draw" if shape.lot else "distance")]
    if shape.win_groups:
        order += [terms.groups(groups), terms.floats(groups)]
    elif not shape.lot:
        by_place.append(terms.top_first(groups))
    by_start = [terms.starts(pool)] if rules.balance_starts else []
    return order + ([*by_start, *by_place] if shape.win_groups else [*by_place, *by_start])


def prepare_quick(snapshot: Snapshot, rules: Rules, _seed: int = 0) -> Setup:
    """Nearest ratings meet, repeats avoided; who had no game in earlier rounds is served with less regard to rating."""
    pool = make_pool(snapshot, rules)
    shape = Shape(win_groups=False, avoid_repeats=True, distance=1)
    order = [
        terms.byes(pool),
        terms.repeats(pool),
        *terms.rather_apart(snapshot, rules, pool),
        terms.consecutive(pool),
        terms.bye_place(pool),
        terms.rating_gap(pool, snapshot),
        *([terms.starts(pool)] if rules.balance_starts else []),
    ]
    problem = problem_of(snapshot, rules, pool, order)
    return Setup(pool, make_groups(pool, shape), shape, problem, snapshot.round - 1, near=False)


def prepare_quartiles(snapshot: Snapshot, rules: Rules, seed: int = 0) -> Setup:
    """Quarter against quarter; inside them by lot, without repeats if that can be. Raises SnapshotError."""
    pool = make_pool(snapshot, rules)
    count = len(pool.rows)
    quarters = tuple(4 * place // count for place in range(count))
    lots = drawn(count, seed, "round", snapshot.round)
    pool = pool.reordered(tuple(sorted(range(count), key=lambda place: (quarters[place], lots[place]))))
    wanted = QUARTERS[rules.quartile]
    first = [quarters.index(quarter) if quarter in quarters else 0 for quarter in range(4)]
    shape = Shape(win_groups=False, avoid_repeats=True, order=Order.HALVES, lot=True)
    gap = tuple(2 * (first[wanted[quarter]] - first[quarter]) for quarter in quarters)
    groups = replace(make_groups(pool, shape), gap=gap)
    order = [
        terms.byes(pool),
        terms.bye_place(pool),
        terms.by_quarter(quarters, wanted),
        terms.repeats(pool),
        *terms.rather_apart(snapshot, rules, pool),
        terms.consecutive(pool),
        *([terms.starts(pool)] if rules.balance_starts else []),
        terms.distance(groups, "draw"),
    ]
    problem = problem_of(snapshot, rules, pool, order)
    return Setup(pool, groups, shape, problem, snapshot.round - 1, near=False)
