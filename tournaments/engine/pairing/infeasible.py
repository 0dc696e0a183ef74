"""When a round cannot be paired: who is stuck, which constraints are to blame, and the least that must give way.

What must give way is found by the same matching: the constraint becomes a cost of one for each pair that breaks
it, and the cheapest pairing then breaks it as little as possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.matching import (
    Constraint,
    NoPerfectMatching,
    Problem,
    Term,
    all_edges,
    allowed_edges,
    match,
    max_matching,
)
from tournaments.engine.pairing.pool import Pool

# Above this size the proof, which takes one matching for each player, is left out.
PROOF_SIZE = 100


@dataclass(frozen=True, slots=True)
class Relaxation:
    """One way out: lift the constraints named, for these pairs of players only (None = the bye)."""

    constraints: tuple[str, ...]
    pairs: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Barrier:
    """A proof (Tutte and Berge): without the players in `keystones`, the rest falls apart into `groups` of odd size
    whose members may only play within their group or against a keystone. There are more groups than keystones, and each
    group needs one keystone; so somebody is left over. None stands for the bye.
    """

    keystones: tuple[int | None, ...]
    groups: tuple[tuple[int | None, ...], ...]


class Infeasible(Exception):
    """The round cannot be paired under its constraints. The director chooses one of `relaxations`.

    `stuck`: for each player left without any permitted opponent, the constraints that exclude them all.
    `relaxations`: the smallest ways out, fewest constraints first, then fewest pairs.
    """

    def __init__(
        self, relaxations: tuple[Relaxation, ...], stuck: dict[int, tuple[str, ...]], barrier: Barrier | None
    ) -> None:
        names = " or ".join(" and ".join(way.constraints) for way in relaxations) or "nothing known"
        super().__init__(f"the round cannot be paired; to make it possible, relax {names}")
        self.relaxations = relaxations
        self.stuck = stuck
        self.barrier = barrier

    def renamed(self, players: Mapping[int, int]) -> Infeasible:
        """The same about other ids: of teams, say, that are named by their first members."""

        def named(one: int | None) -> int | None:
            return None if one is None else players[one]

        ways = tuple(
            Relaxation(way.constraints, tuple((players[a], named(b)) for a, b in way.pairs)) for way in self.relaxations
        )
        stuck = {players[one]: names for one, names in self.stuck.items()}
        if self.barrier is None:
            return Infeasible(ways, stuck, None)
        groups = tuple(tuple(map(named, group)) for group in self.barrier.groups)
        return Infeasible(ways, stuck, Barrier(tuple(map(named, self.barrier.keystones)), groups))


def diagnose(problem: Problem, pool: Pool) -> Infeasible:
    """Explain a problem that has no perfect matching."""
    return Infeasible(_relaxations(problem, pool), _stuck(problem, pool), _barrier(problem, pool))


def _player(pool: Pool, node: int) -> int | None:
    return None if node == pool.bye_node else pool.id(node)


def _relaxations(problem: Problem, pool: Pool) -> tuple[Relaxation, ...]:
    """Smallest sets of constraints whose lifting helps, each with as few broken pairs as possible."""
    ways: list[Relaxation] = []
    for count in range(1, len(problem.constraints) + 1):
        for lifted in combinations(problem.constraints, count):
            if any(set(way.constraints) <= {constraint.name for constraint in lifted} for way in ways):
                continue
            try:
                ways.append(_relax(problem, pool, lifted))
            except NoPerfectMatching:
                continue
    return tuple(sorted(ways, key=lambda way: (len(way.constraints), len(way.pairs), way.constraints)))


def _relax(problem: Problem, pool: Pool, lifted: tuple[Constraint, ...]) -> Relaxation:
    def broken(i: int, j: int) -> int:
        return 1 if any(constraint.forbids(i, j) for constraint in lifted) else 0

    rest = tuple(constraint for constraint in problem.constraints if constraint not in lifted)
    least = match(Problem(problem.size, (Term("broken", broken, 1),), rest), all_edges(problem.size))
    pairs = tuple((pool.id(i), _player(pool, j)) for i, j in least.pairs if broken(i, j))
    return Relaxation(tuple(constraint.name for constraint in lifted), pairs)


def _stuck(problem: Problem, pool: Pool) -> dict[int, tuple[str, ...]]:
    stuck: dict[int, tuple[str, ...]] = {}
    for i in range(len(pool.rows)):
        reasons = [problem.forbidden_by(i, j) for j in range(problem.size) if j != i]
        if all(reasons):
            stuck[pool.id(i)] = tuple(sorted({name for names in reasons for name in names}))
    return stuck


def _barrier(problem: Problem, pool: Pool) -> Barrier | None:
    """The Gallai–Edmonds decomposition: whoever can be the one left over, and the neighbours of those."""
    if problem.size > PROOF_SIZE:
        return None
    edges = [
        (i, j) for i, j, _ in allowed_edges(Problem(problem.size, (), problem.constraints), all_edges(problem.size))
    ]
    most = len(max_matching(problem.size, [(i, j, 1) for i, j in edges]))
    spare = {
        node
        for node in range(problem.size)
        if len(max_matching(problem.size, [(i, j, 1) for i, j in edges if node not in (i, j)])) == most
    }
    keystones = {j for i, j in edges if i in spare and j not in spare}
    keystones |= {i for i, j in edges if j in spare and i not in spare}
    groups = _components(spare, [(i, j) for i, j in edges if i in spare and j in spare])
    return Barrier(
        keystones=tuple(_player(pool, node) for node in sorted(keystones)),
        groups=tuple(tuple(_player(pool, node) for node in group) for group in groups),
    )


def _components(nodes: set[int], edges: list[Edge]) -> list[tuple[int, ...]]:
    parent = {node: node for node in nodes}

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    for i, j in edges:
        parent[root(i)] = root(j)
    members: dict[int, list[int]] = {}
    for node in sorted(nodes):
        members.setdefault(root(node), []).append(node)
    return sorted(tuple(group) for group in members.values())
