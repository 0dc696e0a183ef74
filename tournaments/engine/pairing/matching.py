"""The one matching core: minimum-weight perfect matching with named costs and named prohibitions.

A pairing system describes its round as a `Problem`: nodes 0..size-1 (players in order of rank, the last node possibly
the bye), *terms* for what a pair costs and why, and *constraints* that forbid pairs by name. `match` finds a matching
of least total cost, in whole numbers, so the answer is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter, neg

import numpy as np
import rustworkx

from tournaments.engine.pairing.arrays import Edge, Flags, Nodes, among, as_array, as_edges, edge_of

# rustworkx computes in signed 128 bits and doubles weights on the way.
WEIGHT_LIMIT = 1 << 122
# Sums that are sure to stay below this are computed in arrays.
_ARRAY_LIMIT = 1 << 62


@dataclass(frozen=True, slots=True)
class Term:
    """One named reason why a pair costs something.

    `value(i, j)` with i < j is a whole number ≥ 0 and at most `limit`; the pair pays `scale` × value. A term that few
    pairs pay is best made by `sparse_term`, which lists them in `nonzero`; any other by `dense_term`, which computes
    `many` values at once. `total`: the most that all pairs of a matching pay together (None:
    `limit` for each).
    """

    name: str
    value: Callable[[int, int], int]
    limit: int
    scale: int = 1
    nonzero: Mapping[Edge, int] | None = None
    total: int | None = None
    many: Callable[[Nodes, Nodes], Nodes] | None = None

    def values(self, pairs: Nodes) -> list[int]:
        """The values of several pairs."""
        if self.many is not None:
            values: list[int] = self.many(pairs[:, 0], pairs[:, 1]).tolist()
            return values
        edges = as_edges(pairs)
        if self.nonzero is not None:
            return [self.nonzero.get(edge, 0) for edge in edges]
        return [self.value(i, j) for i, j in edges]


def dense_term(name: str, many: Callable[[Nodes, Nodes], Nodes], limit: int) -> Term:
    """A term that many pairs pay: `many(i, j)` is its value for columns of places."""
    return Term(name, lambda i, j: int(many(np.array([i]), np.array([j]))[0]), limit, many=many)


def sparse_term(name: str, nonzero: Mapping[Edge, int]) -> Term:
    """A term given by the pairs (i < j) that pay it; all others pay nothing."""
    dearest: dict[int, int] = {}
    for (i, j), value in sorted(nonzero.items(), key=itemgetter(1)):
        dearest[i] = dearest[j] = value
    most = max(nonzero.values(), default=0)
    # No pair pays more than either of its nodes ever does, so the pairs of a matching pay at most half of these.
    return Term(name, lambda i, j: nonzero.get((i, j), 0), most, 1, nonzero, sum(dearest.values()) // 2)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A named prohibition: `forbids(i, j)` with i < j. One that forbids few pairs lists them all, see `forbid`."""

    name: str
    forbids: Callable[[int, int], bool]
    listed: frozenset[Edge] | None = None


def forbid(name: str, pairs: Iterable[Edge]) -> Constraint:
    """A constraint given by the pairs (i < j) that it forbids."""
    listed = frozenset(pairs)
    return Constraint(name, lambda i, j: (i, j) in listed, listed)


@dataclass(frozen=True, slots=True)
class TermCost:
    """What one term contributed to one pair: its plain value and what that weighed in the total."""

    name: str
    value: int
    cost: int


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be matched. `size` must be even."""

    size: int
    terms: tuple[Term, ...]
    constraints: tuple[Constraint, ...] = ()

    @property
    def most(self) -> int:
        """No perfect matching costs more than this."""
        pairs = self.size // 2
        return sum(term.scale * (term.limit * pairs if term.total is None else term.total) for term in self.terms)

    def forbidden_by(self, i: int, j: int) -> tuple[str, ...]:
        """Names of the constraints that forbid this pair."""
        low, high = edge_of(i, j)
        return tuple(constraint.name for constraint in self.constraints if constraint.forbids(low, high))

    def terms_of(self, i: int, j: int) -> tuple[TermCost, ...]:
        """The terms of this pair that are not zero, the weightiest kind first."""
        return self.terms_of_all(as_array([edge_of(i, j)]))[0]

    def terms_of_all(self, pairs: Nodes) -> list[tuple[TermCost, ...]]:
        """The same for each of several pairs."""
        costs_of_pair: list[list[TermCost]] = [[] for _ in range(len(pairs))]
        for term in self.terms:
            for costs, value in zip(costs_of_pair, term.values(pairs), strict=True):
                if value:
                    costs.append(TermCost(term.name, value, value * term.scale))
        return [tuple(costs) for costs in costs_of_pair]

    def cost(self, i: int, j: int) -> int:
        """The sum of the terms of this pair."""
        low, high = edge_of(i, j)
        return sum(term.scale * term.value(low, high) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs (i < j, in order of i) of least total cost among the pairs that were considered."""

    pairs: tuple[Edge, ...]
    cost: int


class NoPerfectMatching(Exception):
    """Not everyone can be paired. `pairs` holds as many pairs as are possible."""

    def __init__(self, size: int, pairs: tuple[Edge, ...]) -> None:
        super().__init__(f"{size - 2 * len(pairs)} of {size} cannot be paired")
        self.size = size
        self.pairs = pairs


def lexicographic(terms: Sequence[Term], pairs: int) -> tuple[Term, ...]:
    """Scale terms (most important first) so that no sum of lesser terms over `pairs` pairs outweighs one greater unit.

    Raises OverflowError when that needs more than the solver's 128 bits.
    """
    scaled: list[Term] = []
    scale = 1
    for term in reversed(terms):
        scaled.append(replace(term, scale=scale))
        scale *= (term.limit * pairs if term.total is None else term.total) + 1
    if scale >= WEIGHT_LIMIT:
        raise OverflowError(f"weights of {len(terms)} terms need {scale.bit_length()} bits")
    return tuple(reversed(scaled))


def fitted(terms: Sequence[Term], pairs: int) -> tuple[Term, ...]:
    """As `lexicographic`; what no longer fits in a very large field is weighed more coarsely, the last term first."""
    for count in range(len(terms), 0, -1):
        for shift in range(terms[count - 1].limit.bit_length()):
            try:
                return lexicographic([*terms[: count - 1], _coarse(terms[count - 1], shift)], pairs)
            except OverflowError:
                continue
    return ()


def _coarse(term: Term, shift: int) -> Term:
    """The term without its last bits."""
    if not shift:
        return term
    fine, many = term.value, term.many
    if many is not None:
        return dense_term(term.name, lambda i, j: many(i, j) >> shift, term.limit >> shift)
    return Term(term.name, lambda i, j: fine(i, j) >> shift, term.limit >> shift)


def all_edges(size: int) -> Iterable[Edge]:
    """Every pair of nodes, in order."""
    return ((i, j) for i in range(size) for j in range(i + 1, size))


def match(problem: Problem, edges: Iterable[Edge] | Nodes, kept: Collection[Edge] = ()) -> Matching:
    """The cheapest perfect matching using only `edges` (each i < j, no doubles) that no constraint forbids.

    `kept`: pairs that belong to it whatever they cost; their nodes take no part in the matching. Raises NoPerfectMatching when
    there is none.
    """
    settled = {node for edge in kept for node in edge}
    pairs = max_matching(problem.size, allowed_edges(problem, edges), cheapest=True, without=settled)
    if kept:
        pairs = tuple(sorted((*pairs, *((i, j) for i, j, _cost in allowed_edges(problem, sorted(kept))))))
    if 2 * len(pairs) != problem.size:
        raise NoPerfectMatching(problem.size, pairs)
    return Matching(pairs, sum(costs_of(problem, as_array(pairs))))


def allowed_edges(problem: Problem, edges: Iterable[Edge] | Nodes) -> list[tuple[int, int, int]]:
    """(i, j, cost) of the edges that no constraint forbids."""
    pairs = as_array(edges)
    for constraint in problem.constraints:
        pairs = pairs[~_forbidden(problem.size, constraint, pairs)]
    return list(zip(pairs[:, 0].tolist(), pairs[:, 1].tolist(), costs_of(problem, pairs), strict=True))


def _forbidden(size: int, constraint: Constraint, pairs: Nodes) -> Flags:
    """Which of the pairs the constraint forbids."""
    if constraint.listed is not None:
        return among(pairs, constraint.listed, size)
    return np.fromiter((constraint.forbids(i, j) for i, j in as_edges(pairs)), np.bool_, len(pairs))


def costs_of(problem: Problem, pairs: Nodes) -> list[int]:
    """The cost of each pair: in arrays as far as numbers fit, else in Python's own."""
    small, bound = np.zeros(len(pairs), np.int64), 0
    large: list[Term] = []
    for term in sorted(problem.terms, key=lambda term: term.scale * term.limit):
        bound += term.scale * term.limit
        if term.many is not None and term.limit and bound < _ARRAY_LIMIT:
            small += term.scale * term.many(pairs[:, 0], pairs[:, 1])
        else:
            large.append(term)
    costs: list[int] = small.tolist()
    for term in large:
        for k, value in _paid(term, pairs, problem.size):
            costs[k] += term.scale * value
    return costs


def _paid(term: Term, pairs: Nodes, size: int) -> Iterable[tuple[int, int]]:
    """(row, value) of the pairs that pay anything; where there are many pairs, only those that a sparse term lists."""
    if term.many is not None:
        values = term.many(pairs[:, 0], pairs[:, 1])
        rows = np.flatnonzero(values)
        return zip(rows.tolist(), values[rows].tolist(), strict=True)
    if term.nonzero is not None and len(pairs) > len(term.nonzero):
        rows = np.flatnonzero(among(pairs, term.nonzero, size))
        return zip(rows.tolist(), term.values(pairs[rows]), strict=True)
    return ((k, value) for k, value in enumerate(term.values(pairs)) if value)


def max_matching(
    size: int, weighted: list[tuple[int, int, int]], *, cheapest: bool = False, without: Collection[int] = ()
) -> tuple[Edge, ...]:
    """The heaviest (or cheapest) of the matchings with most pairs, by Edmonds' blossom algorithm, as sorted pairs.

    `without`: nodes that take no part.
    """
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(weighted)
    graph.remove_nodes_from(list(without))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=neg if cheapest else int)
    return tuple(sorted(edge_of(i, j) for i, j in matched))
