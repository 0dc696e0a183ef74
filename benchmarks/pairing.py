"""Pairing one round after ten: the whole pure plan, beside matchings of the same problem by networkx and rustworkx.

Each yardstick solves the problem the plan solves, and must find the same cost; building its graph is not counted.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median

import networkx
import rustworkx

from benchmarks.figures import Figure
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.cop.analysis import forget
from tournaments.engine.pairing.core import Setup, near
from tournaments.engine.pairing.explain import explain_plan
from tournaments.engine.pairing.matching import all_edges, allowed_edges

ROOT = Path(__file__).resolve().parent.parent
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
    figures += [_cop(60, left) for left in (5, 10)]
    figures += [_system(1000, rules) for rules in LARGE]
    return [*figures, *(figure for size, rounds in EVENTS for figure in _published(size, rounds))]


def _published(size: int, rounds: int) -> list[Figure]:
    """Rounds of an event in a database of its own: from the stored results to the public round and its explanations."""
    with tempfile.TemporaryDirectory(prefix="wordhall-bench-") as folder:
        environment = {**os.environ, "WORDHALL_DATA": folder, "REDIS_URL": "", "LOG_LEVEL": "ERROR", "DATABASE_URL": ""}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
        command = [sys.executable, "-m", "benchmarks.pairing_event", str(size), str(rounds)]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    taken: dict[str, float] = json.loads(done.stdout)
    snapshot = played(size, ROUNDS)
    planned = _milliseconds(lambda: plan(snapshot, RULES, 1), 5)
    public = taken["drafted"] + taken["published"] + taken["reasons"]
    named = {"drafted, published, every pair's reasons in words": public}
    if "next best" in taken:
        named["the page of every pair's next best"] = taken["next best"]
    return [
        Figure.against(f"{size:,} players, {name}", value, "ms", yardstick="the plan alone", measured=planned)
        for name, value in named.items()
    ]


def _explained(players: int, times: int) -> Figure:
    """The terms of every pair, and what would have been next best for it."""
    snapshot = played(players, ROUNDS)
    explained = _milliseconds(lambda: explain_plan(choose(snapshot, RULES)), times)
    planned = _milliseconds(lambda: plan(snapshot, RULES, 1), 5)
    name = f"{players:,} players, every pair's next best"
    return Figure.against(name, explained, "ms", yardstick="the plan alone", measured=planned)


def _system(players: int, rules: PairingOptions) -> Figure:
    """A round of another system in a large field, beside a Swiss of the same."""
    snapshot = played(players, ROUNDS)
    swiss = _milliseconds(lambda: plan(snapshot, RULES, 1), 5)
    taken = _milliseconds(lambda: plan(snapshot, rules, 1), 5)
    return Figure.against(f"{players:,} players, {rules.key}", taken, "ms", yardstick="Swiss", measured=swiss)


def _cop(players: int, left: int) -> Figure:
    """A round of COP, 100,000 simulated events and the search for control loss included, beside a Swiss of the same field."""
    snapshot = played(players, ROUNDS)
    rules = pairing_options("cop", total_rounds=ROUNDS + left)

    def work() -> None:
        forget()
        plan(snapshot, rules, 1)

    swiss = _milliseconds(lambda: plan(snapshot, RULES, 1), 5)
    name = f"{players} players, COP, {left} rounds left"
    return Figure.against(name, _milliseconds(work, 3), "ms", yardstick="Swiss", measured=swiss)


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
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - start))
    return median(taken)


@cache
def played(size: int, rounds: int) -> Snapshot:
    """An event of invented results after so many rounds, paired by our own Swiss; the same at every call."""
    dice = random.Random(size)
    players = tuple(EntrySnapshot(id=k, number=k) for k in range(1, size + 1))
    strength = {player.id: dice.gauss(0, 80) for player in players}
    games: list[GameFact] = []
    for round_ in range(1, rounds + 1):
        made = plan(Snapshot(round_, players, tuple(games)), RULES, 1)
        games += [GameFact(round_, bye.player, kind=ResultKind.BYE) for bye in made.byes]
        for pair in made.pairs:
            lead = round(strength[pair.first] - strength[pair.second] + dice.gauss(10, 90))
            games.append(GameFact(round_, pair.first, pair.second, 400 + lead, 400))
    return Snapshot(rounds + 1, players, tuple(games))
