"""Word Basket: events read and checked a second, and queries of the Japanese nouns.

Records are played by our own engine from seeds. The yardstick of the check is splitting the same bytes into lines and
fields, the least that any reader does; that of the queries is a scan of the whole list, and of the look-ups a set.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from benchmarks.figures import Figure, rate
from games.engine.wordbasket.check import check_reading, check_record, read
from games.engine.wordbasket.notation import write_text
from games.engine.wordbasket.record import Player, Reading
from games.engine.wordbasket.selfplay import Deal, Vocabulary, play_game
from lexicon.engine.kana import first, last
from lexicon.engine.shiritori_index import Matches, NounDictionary
from lexicon.wordlists.japanese import nouns

_GAMES = 60
_SPLIT = "splitting the lines"
_SCAN = "scan of the list"


def run(*, seconds: float = 1.0) -> list[Figure]:
    """All figures; about ten seconds."""
    dictionary = nouns()
    words = Vocabulary.build(word for word in dictionary if 2 < len(word) < 9)
    players = (Player("A", "Aiko"), Player("B", "Ben"))
    return [*_checks(words, players, dictionary, seconds), *_queries(dictionary), _lookups(dictionary, seconds)]


def _checks(words: Vocabulary, players: tuple[Player, ...], dictionary: NounDictionary, seconds: float) -> list[Figure]:
    figures = []
    for deal in (Deal.SEED, Deal.NONE):
        records = [play_game(words=words, seed=seed, players=players, deal=deal) for seed in range(_GAMES)]
        data = [write_text(record).encode() for record in records]
        readings = [read(one) for one in data]
        events = sum(len(record.events) for record in records)

        least = _per_event(partial(_split, data), events, seconds)
        stages: dict[str, Callable[[], object]] = {
            "read and check": partial(_check, data, None),
            "read, check, words": partial(_check, data, dictionary),
            "check": partial(_check_readings, readings),
        }
        deal_label = "deal known" if deal is Deal.SEED else "deal not known"
        figures += [
            Figure.against(
                f"{name}, {deal_label}", _per_event(work, events, seconds), "events/s", yardstick=_SPLIT, measured=least
            )
            for name, work in stages.items()
        ]
    return figures


def _per_event(work: Callable[[], object], events: int, seconds: float) -> float:
    def once() -> int:
        work()
        return events

    return rate(once, seconds=seconds)


def _split(data: list[bytes]) -> None:
    for one in data:
        for line in one.decode().split("\n"):
            line.split()


def _check(data: list[bytes], dictionary: NounDictionary | None) -> None:
    for one in data:
        check_record(one, dictionary=dictionary)


def _check_readings(readings: list[Reading]) -> None:
    for reading in readings:
        check_reading(reading)


def _run(query: Callable[[], Matches]) -> int:
    query()
    return 1


def _queries(dictionary: NounDictionary) -> list[Figure]:
    """Milliseconds for a query that lists 100 words and counts all, beside a scan of the list."""
    words = tuple(dictionary)
    queries: dict[str, tuple[Callable[[], Matches], Callable[[str], bool]]] = {
        "begins し": (lambda: dictionary.find(begins="し"), lambda word: first(word) == "し"),
        "ends い": (lambda: dictionary.find(ends="い"), lambda word: last(word) == "い"),
        "5 letters": (lambda: dictionary.find(length=5), lambda word: len(word) == 5),
        "し…き, 5 letters": (
            lambda: dictionary.find(begins="し", ends="き", length=5),
            lambda word: len(word) == 5 and first(word) == "し" and last(word) == "き",
        ),
        "つ…か row": (
            lambda: dictionary.find(begins="つ", ends="かきくけこ"),
            lambda word: first(word) == "つ" and last(word) in "かきくけこ",
        ),
    }
    figures = []
    for name, (query, fits) in queries.items():
        started = time.perf_counter()
        total = sum(1 for word in words if fits(word))
        scan = (time.perf_counter() - started) * 1000
        assert query().total == total, name
        milliseconds = 1000 / rate(partial(_run, query), seconds=0.2)
        figures.append(Figure.against(f"query {name}", milliseconds, "ms", yardstick=_SCAN, measured=scan))
    return figures


def _lookups(dictionary: NounDictionary, seconds: float) -> Figure:
    words = tuple(dictionary)
    plain = frozenset(words)
    some = random.Random(1).sample(words, 2000)
    ours = rate(lambda: sum(1 for word in some if word in dictionary), seconds=seconds)
    theirs = rate(lambda: sum(1 for word in some if word in plain), seconds=seconds)
    return Figure.against("look-ups of nouns", ours, "words/s", yardstick="frozenset", measured=theirs)
