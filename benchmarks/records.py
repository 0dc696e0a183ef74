"""Game records a second on one core: reading, full check and word check.

The corpus is played by our own engine from seeds, so it is the same on every machine and nobody's property. The
yardstick is a straightforward checker in plain Python (:mod:`benchmarks.naive_replay`) on the same bytes in the same
process.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import Figure, as_table, rate
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
    """Measure each stage for about ``seconds``; every figure is in games a second."""
    lexicon = CompiledLexicon.open(Path(shipped_path()))
    words = frozenset(lexicon)
    records = corpus(lexicon)
    readings = [read(data) for data in records]
    each = max(0.2, seconds / 6)

    def measure(work: Callable[[], object]) -> float:
        def once() -> int:
            work()
            return len(records)

        return rate(once, seconds=each)

    naive = measure(lambda: [replay(data, words) for data in records])
    stages = {
        "records: read, check, words (compiled list)": lambda: _each(records, lexicon),
        "records: read, check, words (set in memory)": lambda: _each(records, words),
        "records: read and check, no words": lambda: _each(records, None),
    }
    figures = [
        Figure.against(name, measure(work), "games/s", yardstick=YARDSTICK, measured=naive)
        for name, work in stages.items()
    ]
    reading = measure(lambda: [read(data) for data in records])
    checking = measure(lambda: [check_reading(one, rules=RULES) for one in readings])
    total = figures[0].value
    figures.append(Figure("share of the first figure: reading", 100 * total / reading, "%"))
    figures.append(Figure("share of the first figure: replay and check", 100 * total / checking, "%"))
    figures.append(Figure("share of the first figure: words", 100 * (1 - total / figures[2].value), "%"))
    return figures


def _each(records: list[bytes], words: CompiledLexicon | frozenset[str] | None) -> None:
    for data in records:
        check_record(data, rules=RULES, words=words)


if __name__ == "__main__":
    print(as_table(run()))
