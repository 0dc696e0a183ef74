"""Why a pair was made, what the next-best choice would have cost, and why another pair was not made.

Each answer is exact: the round is paired again with the pair forced or forbidden, and the two totals are compared
term by term.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.engine.model import Snapshot, SnapshotError
from tournaments.engine.pairing.arrays import Edge, as_array, every_pair
from tournaments.engine.pairing.choose import ChosenRound
from tournaments.engine.pairing.core import Setup, best, near, pays_first, solve
from tournaments.engine.pairing.matching import (
    Constraint,
    Matching,
    NoPerfectMatching,
    Problem,
    TermCost,
    allowed_edges,
)
from tournaments.engine.pairing.next_best import Swap, next_best
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.plan import Optimality, TermChange
from tournaments.engine.pairing.pool import Pool
from tournaments.engine.pairing.round_robin import Cycle, RoundRobin, berger_round, cycle_length, cycle_of, turn_of
from tournaments.engine.pairing.team_matches import TeamMatches, teams_of


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """The answer for a pair of players (or, with `b` None, for `a` having the bye).

    `paired`: the plan makes this pair. `terms`: what the pair itself costs. `forbidden_by`: constraints that exclude
    it. The *other* pairing is the cheapest one without the pair if the plan makes it, with it if not. `extra` is what
    that would cost more than the plan (None: there is none), `changes` the terms that make the difference, the most
    important first, and `instead` its pairs that the plan does not have (None = the bye).
    """

    a: int
    b: int | None
    paired: bool
    terms: tuple[TermCost, ...]
    forbidden_by: tuple[str, ...]
    extra: int | None
    changes: tuple[TermChange, ...]
    instead: tuple[tuple[int, int | None], ...]


def explain_pair(chosen: ChosenRound, a: int, b: int | None, seed: int = 0) -> PairExplanation:
    """Explain a pair of players who were free to be paired this round; `b` None asks about the bye.

    Only for systems that weigh pairs; of a team event it speaks about the teams, named by their first members. Raises
    SnapshotError when a player was not to be paired (absent, locked, withdrawn), or for the bye in an even field;
    Infeasible when there is no plan at all, RulesError for a fixed schedule.
    """
    if isinstance(chosen.options, TeamMatches):
        return _explain_teams(chosen.based, chosen.options, a, b, seed)
    setup = chosen.prepare(seed)
    return _explain(setup, best(setup)[0], *_edge(setup.pool, a, b))


def _explain_teams(snapshot: Snapshot, rules: TeamMatches, a: int, b: int | None, seed: int) -> PairExplanation:
    """The answer about the teams of two players, in terms of players."""
    teams = teams_of(snapshot, rules)
    one, other = teams.of(a), None if b is None else teams.of(b)
    if one is None or (b is not None and other is None):
        raise SnapshotError(f"not free to be paired this round: players {[a, b]}")
    setup = rules.of_teams().prepare(teams.snapshot, seed)
    explanation = _explain(setup, best(setup)[0], *_edge(setup.pool, one, other))
    first = {k: members[0] for k, members in enumerate(teams.members, start=1) if members}
    instead = tuple((first[x], None if y is None else first[y]) for x, y in explanation.instead)
    return replace(explanation, a=a, b=b, instead=instead)


def scheduled_round(chosen: ChosenRound, a: int, b: int) -> int | None:
    """The round of the current cycle in which a round robin's schedule pairs the two; None for no such round.

    Raises RulesError for other systems.
    """
    based, rules = chosen.based, chosen.options
    if not isinstance(rules, RoundRobin):
        raise RulesError("%(system)s is not a round robin", system=rules.key)
    cycle = cycle_of(based, rules)
    for game in based.past_games():
        if game.round >= cycle.start and {game.first, game.second} == {a, b}:
            return game.round
    this = turn_of(cycle, based, rules)
    if {a, b} in _row(cycle, this):
        return based.round
    if this != (based.round - cycle.start) // rules.meeting_games + 1:
        return None  # rounds are not played in the schedule's order: it is not known yet
    for turn in range(cycle_length(len(cycle.seats))):
        for one, other in berger_round(len(cycle.seats), turn + 1):
            if other is not None and {cycle.seats[one], cycle.seats[other]} == {a, b}:
                return cycle.start + turn * rules.meeting_games
    return None


def _row(cycle: Cycle, turn: int) -> list[set[int]]:
    pairs = berger_round(len(cycle.seats), turn)
    return [{cycle.seats[one], cycle.seats[other]} for one, other in pairs if other is not None]


def explain_plan(chosen: ChosenRound, seed: int = 0) -> tuple[PairExplanation, ...]:
    """Explain every pair of the plan and the bye, in order of standing, all together (see `next_best`).

    Where other pairings are as good as the next best, `explain_pair` may name another of them. Raises as it does, and
    RulesError for team matches.
    """
    setup = chosen.prepare(seed)
    matching, optimality = best(setup)
    return _explanations(setup, matching, _swaps(setup, matching, optimality))


def _swaps(setup: Setup, plan: Matching, optimality: Optimality) -> dict[Edge, Swap | None]:
    """What is next best for each pair of the plan, by the same rules by which the plan itself was made."""
    if setup.scheduled:
        return {edge: _swap(plan, _without(setup, *edge)) for edge in plan.pairs}
    size = setup.problem.size
    edges = near(setup) if optimality is Optimality.NEAR else every_pair(size)
    swaps = next_best(size, allowed_edges(setup.problem, edges), plan.pairs, 1 + setup.problem.most)
    if optimality is Optimality.NEAR:
        for edge, swap in swaps.items():
            if swap is None or pays_first(setup.problem, swap.added):
                swaps[edge] = _swap(plan, _without(setup, *edge))
    return swaps


def _edge(pool: Pool, a: int, b: int | None) -> Edge:
    place = pool.places()
    if a == b:
        raise SnapshotError("a player cannot play themselves")
    if b is None and pool.bye_node is None:
        raise SnapshotError("the field is even: there is no bye this round")
    missing = [player for player in (a, b) if player is not None and player not in place]
    if missing:
        raise SnapshotError(f"not free to be paired this round: players {missing}")
    nodes = [place[player] for player in (a, b) if player is not None]
    if pool.bye_node is not None and b is None:
        nodes.append(pool.bye_node)
    return min(nodes), max(nodes)


def _explain(setup: Setup, plan: Matching, i: int, j: int) -> PairExplanation:
    other = _without(setup, i, j) if (i, j) in plan.pairs else _with(setup, i, j)
    return _explanations(setup, plan, {(i, j): _swap(plan, other)})[0]


def _swap(plan: Matching, other: Matching | None) -> Swap | None:
    """What turns the plan into another pairing."""
    if other is None:
        return None
    before, after = set(plan.pairs), set(other.pairs)
    return Swap(other.cost - plan.cost, tuple(sorted(before - after)), tuple(sorted(after - before)))


def _explanations(setup: Setup, matching: Matching, swaps: Mapping[Edge, Swap | None]) -> tuple[PairExplanation, ...]:
    """Each pair with the swap that makes the other pairing."""
    pool, problem, plan = setup.pool, setup.problem, frozenset(matching.pairs)
    values = _values(problem, {*plan, *(edge for swap in swaps.values() if swap for edge in swap.added)})
    totals = _sums(problem, values, plan)
    costs = problem.terms_of_all(as_array(swaps))
    explanations = []
    for ((i, j), swap), terms in zip(swaps.items(), costs, strict=True):
        lost, won = (_sums(problem, values, edges) for edges in ((swap.removed, swap.added) if swap else ((), ())))
        changes = (
            TermChange(term.name, total, total - less + more)
            for term, total, less, more in zip(problem.terms, totals, lost, won, strict=True)
            if less != more
        )
        added = sorted(swap.added) if swap else ()
        explanations.append(
            PairExplanation(
                a=pool.id(i),
                b=None if j == pool.bye_node else pool.id(j),
                paired=(i, j) in plan,
                terms=terms,
                forbidden_by=problem.forbidden_by(i, j),
                extra=swap.extra if swap else None,
                changes=tuple(changes),
                instead=tuple((pool.id(x), None if y == pool.bye_node else pool.id(y)) for x, y in added),
            )
        )
    return tuple(explanations)


def _values(problem: Problem, edges: Collection[Edge]) -> dict[Edge, tuple[int, ...]]:
    """The plain value of every term for each of the pairs."""
    listed = sorted(edges)
    columns = [term.values(as_array(listed)) for term in problem.terms]
    return {edge: tuple(column[k] for column in columns) for k, edge in enumerate(listed)}


def _sums(problem: Problem, values: Mapping[Edge, tuple[int, ...]], edges: Iterable[Edge]) -> tuple[int, ...]:
    """The total of each term over some pairs."""
    return tuple(map(sum, zip([0] * len(problem.terms), *(values[edge] for edge in edges), strict=True)))


def _without(setup: Setup, i: int, j: int) -> Matching | None:
    return _solve_with(setup, Constraint("without", lambda x, y: (x, y) == (i, j)))


def _with(setup: Setup, i: int, j: int) -> Matching | None:
    """The cheapest pairing that contains i-j, None if a constraint forbids the pair or strands somebody else."""
    if setup.problem.forbidden_by(i, j):
        return None
    pair = (i, j)
    others = Constraint("with", lambda x, y: (x, y) != pair and (x in pair or y in pair))
    return _solve_with(setup, others, (pair,))


def _solve_with(setup: Setup, extra: Constraint, also: tuple[Edge, ...] = ()) -> Matching | None:
    problem = replace(setup.problem, constraints=(*setup.problem.constraints, extra))
    try:
        return solve(setup, problem, also)[0]
    except NoPerfectMatching:
        return None
