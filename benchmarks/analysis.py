"""The analysis of games: seconds a game on one core, and whether weighing leaves wins games against playing for points alone.

Both sides know all words and the same generator; they differ only in what they make of the tiles they keep. Who begins alternates, and each
bag is played twice with the sides changed, so that the luck of the draw counts for neither.
"""

from __future__ import annotations

import random
import time

from benchmarks.figures import Figure, as_table
from benchmarks.records import RULES, corpus
from games.engine.crossword.analysis import analyse
from games.engine.crossword.check import check_record
from games.engine.crossword.leaves import LeaveTable, packaged_table
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.weighing import Weigher
from lexicon.queries import shipped_lexicon

RECORDS = 20
BAGS = 50
GREEDY = "plays for points"


def run(*, records: int = RECORDS, bags: int = BAGS) -> list[Figure]:
    """Seconds a game, then the share of games won and the mean spread against a player for points."""
    lexicon = shipped_lexicon()
    graph = WordGraph.build(lexicon, RULES)
    table = Weigher(RULES, graph, packaged_table("en"))
    checks = [check_record(data, rules=RULES) for data in corpus(lexicon, records)]
    started = time.process_time()
    for check in checks:
        analyse(check, table)
    seconds = (time.process_time() - started) / len(checks)
    figures = [
        Figure("analysis: a game", seconds, "s"),
        Figure("analysis: games an hour on one core", 3600 / seconds, "games"),
    ]
    greedy = Weigher(RULES, graph, LeaveTable({}))
    for name, player in (("leave table", table), ("rule of thumb", Weigher(RULES, graph, None))):
        spreads = [
            spread for seed in range(bags) for spread in (_played(player, greedy, seed), -_played(greedy, player, seed))
        ]
        won = 100 * sum((spread > 0) + 0.5 * (spread == 0) for spread in spreads) / len(spreads)
        figures.append(Figure(f"analysis: games won, {name}", won, "%", GREEDY, 50.0, won / 50))
        figures.append(Figure(f"analysis: mean spread, {name}", sum(spreads) / len(spreads), "points", GREEDY))
    return figures


def _played(first: Weigher, second: Weigher, seed: int) -> int:
    """The spread of the player who begins."""
    rng = random.Random(seed)
    position = Position.start(RULES, bytes(rng.sample(RULES.tiles.bag, RULES.tiles.total)))
    while not position.is_over:
        player = second if position.turn else first
        position = position.play(player.best(position.board, position.racks[position.turn], 1)[0].move)
    one, other = position.final_scores
    return one - other


if __name__ == "__main__":
    print(as_table(run()))
