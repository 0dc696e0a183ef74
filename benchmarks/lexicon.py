"""How fast and how small the compiled dictionary is, beside a frozenset of the same words; and what is built on it.

Loading and memory are measured in fresh processes, one for each structure, after the same look-ups.
"""

import multiprocessing
import random
import time
from collections.abc import Container
from concurrent.futures import ProcessPoolExecutor

from benchmarks import lexicon_study, lexicon_upload
from benchmarks.figures import Figure, rate
from benchmarks.lexicon_cost import cost
from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from lexicon.engine.compiled import CompiledLexicon
from lexicon.queries import shipped_lexicon, shipped_path

_SECONDS = 1.0
_PROBES = 20_000
_BEST = 5
_YARDSTICK = "frozenset"
_TOURNAMENT = RULE_SETS["tournament"]


def run() -> list[Figure]:
    """All figures of the dictionary; about half a minute."""
    lexicon = shipped_lexicon()
    words = list(lexicon)
    rng = random.Random(1)
    hits = rng.sample(words, _PROBES)
    misses = ["".join(rng.sample(word, len(word))) + "Q" for word in hits]
    plain = frozenset(words)
    return [
        *_costs(hits),
        *(
            Figure.against(
                f"look-ups, {name}",
                _lookups(lexicon, probes),
                "words/s",
                yardstick=_YARDSTICK,
                measured=_lookups(plain, probes),
            )
            for name, probes in (("words", hits), ("no words", misses))
        ),
        Figure(
            "prefix tests", rate(lambda: sum(1 for word in hits if lexicon.has_prefix(word[:4])), seconds=1), "tests/s"
        ),
        *lexicon_study.figures(lexicon),
        *lexicon_upload.figures(lexicon, hits[:2000]),
        *_play(lexicon),
    ]


def _lookups(words: Container[str], probes: list[str]) -> float:
    """Look-ups a second, the loop around them included; strings are new each time, as they come out of a record."""
    elapsed, done = 0.0, 0
    while elapsed < _SECONDS / 2:
        fresh = [f"{word} "[:-1] for word in probes]
        started = time.perf_counter()
        for word in fresh:
            word in words  # noqa: B015 - the look-up itself is what is measured
        elapsed += time.perf_counter() - started
        done += len(fresh)
    return done / elapsed


def _costs(probes: list[str]) -> list[Figure]:
    path = shipped_path()
    text = path.with_suffix(".benchmark.txt")
    text.write_text("\n".join(CompiledLexicon.open(path)), encoding="utf-8")
    try:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
            ours, theirs = pool.map(cost, (path, text), (probes, probes))
    finally:
        text.unlink()
    names = (("opening", "ms"), ("memory added", "MB"))
    return [
        Figure.against(name, mine, unit, yardstick=_YARDSTICK, measured=other)
        for (name, unit), mine, other in zip(names, ours, theirs, strict=True)
    ]


def _play(lexicon: CompiledLexicon) -> list[Figure]:
    """What move generation and self-play cost."""
    started = time.perf_counter()
    graph = WordGraph.build(lexicon, _TOURNAMENT)
    built = time.perf_counter() - started
    plain, blank = _generation(graph)
    players = (Player("one", "One"), Player("two", "Two"))
    seeds = iter(range(10_000))

    def one_game() -> int:
        play_game(words=graph, rules=_TOURNAMENT, seed=next(seeds), players=players)
        return 1

    return [
        Figure("building the word graph", built * 1000, "ms"),
        Figure("best plays of a position, no blank", plain, "ms"),
        Figure("best plays of a position, a blank", blank, "ms"),
        Figure("self-played games", rate(one_game, seconds=3), "games/s"),
    ]


def _generation(graph: WordGraph) -> tuple[float, float]:
    """Mean milliseconds for the five best plays of the positions of ten games: with no blank on the rack, and with one or two."""
    generator = MoveGenerator(_TOURNAMENT, graph)
    times: dict[bool, list[float]] = {False: [], True: []}
    blank = _TOURNAMENT.tiles.encode("?")
    for seed in range(10):
        bag = _TOURNAMENT.tiles.bag
        position = Position.start(_TOURNAMENT, bytes(random.Random(seed).sample(bag, len(bag))))
        while not position.is_over:
            rack = position.racks[position.turn]
            started = time.perf_counter()
            best = generator.plays(position.board, rack)[:_BEST]
            times[blank in rack].append(time.perf_counter() - started)
            position = position.play(best[0].play if best else "-")
    without, with_blank = (sum(some) / len(some) * 1000 for some in (times[False], times[True]))
    return without, with_blank
