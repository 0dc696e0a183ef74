"""Pairing one round after ten: the whole pure plan, beside matchings of the same problem by networkx and rustworkx.

Each yardstick solves the problem the plan solves, and must find the same cost; building its graph is not counted.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from statistics import median

import networkx
import rustworkx

from benchmarks.database import output_of, private_database
from benchmarks.figures import Figure
from tournaments.engine.model import EntrySnapshot, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.cop.analysis import forget
from tournaments.engine.pairing.core import Setup, near
from tournaments.engine.pairing.explain import explain_plan
from tournaments.engine.pairing.fixed import weighed
from tournaments.engine.pairing.matching import all_edges, allowed_edges

ROUNDS = 10
#: Sizes of the events in a database, and how many rounds of each are paired.
EVENTS = ((60, 15), (1000, 3), (2000, 2))
RULES = pairing_options()
LARGE = (
    pairing_options("australian"),
    pairing_options("elimination", first_round=ROUNDS + 1),
    pairing_options("double_elimination", first_round=ROUNDS + 1),
    pairing_options("koth"),
    pairing_options("fontes", first_round=ROUNDS + 1),
    pairing_options("swiss", gibson=True, total_rounds=ROUNDS + 2),
)
Weighted = list[tuple[int, int, int]]


def run() -> list[Figure]:
    """Plans for 60 to 2,000 players, explained and published ones too; CPU milliseconds, the median of several."""
    figures = [
        _against("60 players", 60, 20, "networkx, all pairs", _networkx, complete=True),
        _against("200 players", 200, 20, "networkx, all pairs", _networkx, complete=True),
        _against("500 players", 500, 9, "rustworkx, all pairs", _rustworkx, complete=True),
        _against("1,000 players", 1000, 7, "rustworkx, all pairs", _rustworkx, complete=True),
        _against("2,000 players", 2000, 5, "rustworkx, near pairs", _rustworkx, complete=False),
    ]
    figures += [_explained(size, times) for size, times in ((60, 9), (1000, 3), (2000, 1))]
    figures += [_by_hand(300, fixed) for fixed in (1, 20, 100)]
    figures += [_cop(60, left) for left in (5, 10)]
    figures += [_system(1000, rules) for rules in LARGE]
    return [*figures, *(figure for size, rounds in EVENTS for figure in _published(size, rounds))]


def _published(size: int, rounds: int) -> list[Figure]:
    """Rounds of an event in a database of its own: from the stored results to the public round and its explanations."""
    with private_database() as environment:
        times: dict[str, float] = output_of("pairing_event", str(size), str(rounds), environment=environment)
    public = times["drafted"] + times["published"] + times["reasons"]
    named = {"drafted, published, every pair's reasons in words": public}
    if "next best" in times:
        named["the page of every pair's next best"] = times["next best"]
        named["the same page, worked out beforehand"] = times["next best again"]
    return [_beside_plan(f"{size:,} players, {name}", value, size) for name, value in named.items()]


def _beside_plan(name: str, value: float, players: int, yardstick: str = "the plan alone") -> Figure:
    """Milliseconds beside those of a plain Swiss of the same field."""
    snapshot = played(players, ROUNDS)
    measured = _milliseconds(lambda: plan(snapshot, RULES, 1), 5)
    return Figure.against(name, value, "ms", yardstick=yardstick, measured=measured)


def _explained(players: int, times: int) -> Figure:
    """The terms of every pair, and what would have been next best for it."""
    snapshot = played(players, ROUNDS)
    explained = _milliseconds(lambda: explain_plan(choose(snapshot, RULES)), times)
    return _beside_plan(f"{players:,} players, every pair's next best", explained, players)


def _system(players: int, rules: PairingOptions) -> Figure:
    """A round of another system in a large field, beside a Swiss of the same."""
    snapshot = played(players, ROUNDS)
    spent = _milliseconds(lambda: plan(snapshot, rules, 1), 5)
    return _beside_plan(f"{players:,} players, {rules.key}", spent, players, "Swiss")


def _by_hand(players: int, fixed: int) -> Figure:
    """A round completed around pairs fixed by hand, with what each of them costs and the round with them."""
    snapshot = played(players, ROUNDS)
    ids = [player.id for player in snapshot.players]
    random.Random(players).shuffle(ids)
    pairs = tuple(LockedPair(ids[2 * k], ids[2 * k + 1], ids[2 * k]) for k in range(fixed))

    def work() -> None:
        chosen = choose(replace(snapshot, locked=pairs), RULES)
        weighed(chosen, chosen.plan(1), 1)

    return _beside_plan(f"{players} players, {fixed} pairs by hand", _milliseconds(work, 5), players)


def _cop(players: int, left: int) -> Figure:
    """A round of COP, 100,000 simulated events and the search for control loss included, beside a Swiss of the same field."""
    snapshot = played(players, ROUNDS)
    rules = pairing_options("cop", total_rounds=ROUNDS + left)

    def work() -> None:
        forget()
        plan(snapshot, rules, 1)

    return _beside_plan(f"{players} players, COP, {left} rounds left", _milliseconds(work, 3), players, "Swiss")


def _against(
    name: str,
    players: int,
    times: int,
    yardstick: str,
    solve: Callable[[int, Weighted], Callable[[], int]],
    *,
    complete: bool,
) -> Figure:
    snapshot = played(players, ROUNDS)
    cost = plan(snapshot, RULES, 1).cost
    setup = choose(snapshot, RULES).prepare()
    solver = solve(setup.problem.size, _weighted(setup, complete=complete))
    if solver() != cost:
        raise AssertionError(f"{name}: the yardstick finds another cost than the plan")
    measured = _milliseconds(solver, 1)
    return Figure.against(
        name, _milliseconds(lambda: plan(snapshot, RULES, 1), times), "ms", yardstick=yardstick, measured=measured
    )


def _weighted(setup: Setup, *, complete: bool) -> Weighted:
    pairs = all_edges(setup.problem.size) if complete else near(setup)
    return allowed_edges(setup.problem, pairs)


def _networkx(_size: int, weighted: Weighted) -> Callable[[], int]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, -cost) for i, j, cost in weighted)

    def solve() -> int:
        pairs = networkx.max_weight_matching(graph, maxcardinality=True)
        return -sum(int(graph[i][j]["weight"]) for i, j in pairs)

    return solve


def _rustworkx(size: int, weighted: Weighted) -> Callable[[], int]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, -cost) for i, j, cost in weighted])

    def solve() -> int:
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return -sum(int(graph.get_edge_data(i, j)) for i, j in pairs)

    return solve


def _milliseconds(work: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - start))
    return median(spent)


@cache
def played(size: int, rounds: int) -> Snapshot:
    """An event of invented results after this many rounds, paired by our own Swiss; the same at every call."""
    dice = random.Random(size)
    players = tuple(EntrySnapshot(id=k, number=k) for k in range(1, size + 1))
    strength = {player.id: dice.gauss(0, 80) for player in players}
    games: list[GameFact] = []
    for round_ in range(1, rounds + 1):
        planned = plan(Snapshot(round_, players, tuple(games)), RULES, 1)
        games += [GameFact(round_, bye.player, kind=ResultKind.BYE) for bye in planned.byes]
        for pair in planned.pairs:
            lead = round(strength[pair.first] - strength[pair.second] + dice.gauss(10, 90))
            games.append(GameFact(round_, pair.first, pair.second, 400 + lead, 400))
    return Snapshot(rounds + 1, players, tuple(games))
