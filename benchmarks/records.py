"""Game records a second on one core: reading, full check and word check.

The corpus is played by our own engine from seeds, so it is the same on every machine and nobody's property. The
yardstick is a straightforward checker in plain Python (:mod:`benchmarks.naive_replay`) on the same bytes in the same
process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import Figure, as_table
from benchmarks.naive_replay import replay
from games.engine.crossword.check import check_reading, check_record
from games.engine.crossword.gcg import read, write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from lexicon.engine.compiled import CompiledLexicon
from lexicon.queries import shipped_path

GAMES = 40
YARDSTICK = "straightforward checker"
ROUNDS = 5
RULES = RULE_SETS["tournament"].with_options(challenge="five")


def corpus(lexicon: CompiledLexicon, games: int = GAMES) -> list[bytes]:
    """Complete games as GCG files, the same on every machine. Takes about 0.1 s a game."""
    graph = WordGraph.build(lexicon, RULES)
    players = (Player("anna", "Anna Lind"), Player("ben", "Ben Okoro"))
    return [
        write(play_game(words=graph, rules=RULES, seed=seed, players=players, title=f"Game {seed}", lexicon="en"))
        for seed in range(games)
    ]


def run(*, seconds: float = 2.0) -> list[Figure]:
    """Measure each stage for about ``seconds`` in all; rates are in games a second, the best of several rounds.

    Rounds of all stages take turns, so that a machine that is busy for a while is busy for the yardstick too.
    """
    lexicon = CompiledLexicon.open(Path(shipped_path()))
    words = frozenset(lexicon)
    records = corpus(lexicon)
    readings = [read(data) for data in records]
    stages: dict[str, Callable[[], object]] = {
        YARDSTICK: lambda: [replay(data, words) for data in records],
        "read, check, words (compiled list)": lambda: _each(records, lexicon),
        "read, check, words (set in memory)": lambda: _each(records, words),
        "read, check": lambda: _each(records, None),
        "read": lambda: [read(data) for data in records],
        "check": lambda: [check_reading(one, rules=RULES) for one in readings],
    }
    best = dict.fromkeys(stages, 0.0)
    for work in stages.values():
        work()  # pays for caches
    for _ in range(ROUNDS):
        for name, work in stages.items():
            best[name] = max(best[name], _rate(work, len(records), seconds / len(stages) / ROUNDS))
    figures = [
        Figure.against(f"records: {name}", best[name], "games/s", yardstick=YARDSTICK, measured=best[YARDSTICK])
        for name in list(stages)[1:4]
    ]
    whole = best["read, check, words (compiled list)"]
    shares = {
        "reading": whole / best["read"],
        "replay and check": whole / best["check"],
        "words": 1 - whole / best["read, check"],
    }
    return figures + [Figure(f"records: share of {name}", 100 * share, "%") for name, share in shares.items()]


def _rate(work: Callable[[], object], games: int, seconds: float) -> float:
    """Games a second of processor time, so that others on the machine count for less."""
    rounds = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        work()
        rounds += 1
    return rounds * games / spent


def _each(records: list[bytes], words: CompiledLexicon | frozenset[str] | None) -> None:
    for data in records:
        check_record(data, rules=RULES, words=words)


if __name__ == "__main__":
    print(as_table(run()))
