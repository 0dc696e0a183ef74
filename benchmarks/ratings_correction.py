"""A correction in the oldest event of a long history: how long until the list is right again, with pages served meanwhile.

``python -m benchmarks.ratings_correction [GAMES.csv[.xz]] [--system SLUG]… [--alone] [--json]``.  Without a file the invented history of
``benchmarks.rating_data`` is used.  A private data folder (SQLite, or DATABASE_URL if it is set: an empty database), real
gunicorn processes, a client that asks for the list all the time, and the worker's own function in this process.

``--alone``: nothing is served, and processor time is measured instead of the clock's, for each system named.
"""

import argparse
import contextlib
import http.client
import json
import lzma
import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import django

from benchmarks.database import output_of, private_database
from benchmarks.figures import Figure, as_json, as_table

CHILD = "WORDHALL_BENCH_CHILD"
#: A game: round, the two players, their scores, and whether it is known that the first of them moved first.
Row = tuple[int, Hashable, Hashable, int, int, bool]


@dataclass
class Client:
    """Requests pages until `stop` is set; notes how long each answer took."""

    port: int
    paths: list[str]
    took: list[float] = field(default_factory=list)
    errors: int = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """One request after the other, each for an address that no cache has."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        number = 0
        while not self.stop.is_set():
            number += 1
            started = time.perf_counter()
            connection.request("GET", f"{self.paths[number % len(self.paths)]}?fresh={number}")
            answer = connection.getresponse()
            answer.read()
            self.errors += answer.status != 200
            self.took.append(time.perf_counter() - started)


def _events(file: str) -> Iterable[tuple[str, date, list[Row]]]:
    """(key, day, games as (round, one, two, score, score, first known)) in order."""
    from benchmarks.rating_data import history  # noqa: PLC0415 - Django must be set up
    from ratings.engine.evaluate_file import read_games  # noqa: PLC0415

    if not file:
        for event in history():
            yield (
                str(event.id),
                event.date,
                [(g.round, g.player, g.opponent, g.player_score, g.opponent_score, True) for g in event.games],
            )
        return
    events: dict[str, tuple[date, list[Row]]] = {}
    with contextlib.ExitStack() as stack:
        path = Path(file)
        if path.suffix == ".xz":
            lines = stack.enter_context(lzma.open(path, "rt", encoding="utf-8-sig"))
        else:
            lines = stack.enter_context(path.open(encoding="utf-8-sig"))
        for game in read_games(lines):
            sides = (game.one, game.two, game.score_one, game.score_two)
            if game.first < 0:
                sides = (game.two, game.one, game.score_two, game.score_one)
            events.setdefault(str(game.event), (game.day, []))[1].append((game.round, *sides, game.first != 0))
    for key, (day, rows) in events.items():
        yield key, day, rows


def _fill(file: str, system: str, slug: str = "bench") -> tuple[int, int, int]:
    """The history through the services; returns the pool, its oldest event and the number of games."""
    from clubs.models import Player  # noqa: PLC0415
    from ratings.engine.types import RatedGame  # noqa: PLC0415
    from ratings.models import RatedEvent  # noqa: PLC0415
    from ratings.services.ledger import finalize_event, open_event, record_results  # noqa: PLC0415
    from ratings.services.pools import create_pool  # noqa: PLC0415

    pool = create_pool(name=f"Bench {system}", slug=slug, system=system)
    ids: dict[Hashable, int] = {}
    total = 0
    for key, day, rows in _events(file):
        people = {side for row in rows for side in row[1:3]} - ids.keys()
        players = Player.objects.bulk_create([Player(name=f"Player {person}") for person in sorted(people, key=str)])
        ids.update(zip(sorted(people, key=str), (player.pk for player in players), strict=True))
        games = [
            RatedGame(f"g{number}", max(1, round_), ids[one], ids[two], score, other, known)
            for number, (round_, one, two, score, other, known) in enumerate(rows, 1)
            if one != two
        ]
        most = max((game.round for game in games), default=1)
        event = open_event(pool=pool, key=key[:80], name=key[:200], date=day, rounds=most)
        record_results(event=event, games=games)
        finalize_event(event=event)
        total += len(games)
    oldest = RatedEvent.objects.filter(pool=pool).order_by("date", "pk")[0]
    return pool.pk, oldest.pk, total


def measure(file: str, system: str) -> list[tuple[str, float, str]]:
    """Fill, rate, correct; in the child process."""
    from benchmarks.pages import served  # noqa: PLC0415
    from ratings.engine.types import RatedGame  # noqa: PLC0415
    from ratings.models import PlayerRating, RatedEvent, RatedResult  # noqa: PLC0415
    from ratings.services.ledger import record_result  # noqa: PLC0415
    from ratings.services.recompute import recompute_pool  # noqa: PLC0415

    pool, oldest, total = _fill(file, system)
    started = time.perf_counter()
    recompute_pool(pool_id=pool)
    figures = [(f"{total:,} games rated from nothing, database included", time.perf_counter() - started, "s")]
    before = dict(PlayerRating.objects.filter(pool=pool).values_list("player", "rating"))
    row = RatedResult.objects.live().filter(event=oldest).order_by("pk")[0]
    facts = (row.round, row.player_id, row.opponent_id, row.opponent_score, row.player_score, row.first_known)
    paths = ["/ratings/bench/", f"/ratings/bench/players/{row.player_id}/"]
    with served("config.wsgi", os.environ, "/ratings/bench/") as port:
        quiet = _with_client(Client(port, paths), lambda: time.sleep(5))[0]
        record_result(event=RatedEvent.objects.get(pk=oldest), game=RatedGame(row.game_key, *facts))  # type: ignore[arg-type]
        busy, seconds = _with_client(Client(port, paths), lambda: recompute_pool(pool_id=pool))
    after = dict(PlayerRating.objects.filter(pool=pool).values_list("player", "rating"))
    moved = sum(after[player] != rating for player, rating in before.items())
    return [
        *figures,
        ("a correction in the oldest event, until the list is right", seconds, "s"),
        ("players whose rating it changed", float(moved), ""),
        *_pages("meanwhile", busy, seconds),
        *_pages("before, nothing being computed", quiet, 5.0),
    ]


def alone(file: str, system: str) -> list[tuple[str, float, str]]:
    """The same without anybody else at work, in processor time."""
    from ratings.engine.types import RatedGame  # noqa: PLC0415
    from ratings.models import RatedEvent, RatedResult  # noqa: PLC0415
    from ratings.services.ledger import record_result  # noqa: PLC0415
    from ratings.services.recompute import recompute_pool  # noqa: PLC0415

    pool, oldest, total = _fill(file, system, system)
    figures = []
    for name in (f"{total:,} games rated from nothing", "a correction in the oldest event"):
        started = time.process_time()
        recompute_pool(pool_id=pool)
        figures.append((f"{system}: {name}", time.process_time() - started, "s"))
        row = RatedResult.objects.live().filter(event=oldest).order_by("pk")[0]
        facts = (row.round, row.player_id, row.opponent_id, row.opponent_score, row.player_score, row.first_known)
        record_result(event=RatedEvent.objects.get(pk=oldest), game=RatedGame(row.game_key, *facts))  # type: ignore[arg-type]
    return figures


def _with_client(client: Client, work: Callable[[], object]) -> tuple[Client, float]:
    thread = threading.Thread(target=client.run)
    thread.start()
    started = time.perf_counter()
    work()
    seconds = time.perf_counter() - started
    client.stop.set()
    thread.join(timeout=60)
    return client, seconds


def _pages(when: str, client: Client, seconds: float) -> list[tuple[str, float, str]]:
    took = sorted(client.took)
    return [
        (f"pages served {when}", len(took) / seconds, "/s"),
        (f"99th percentile {when}", 1000 * took[int(0.99 * (len(took) - 1))], "ms"),
        (f"slowest {when}", 1000 * took[-1], "ms"),
        (f"errors {when}", float(client.errors), ""),
    ]


def main(arguments: list[str]) -> int:
    """Make the folder and the database, measure in a child process, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="", metavar="GAMES.csv[.xz]")
    parser.add_argument("--system", action="append", help="default: naspa")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if os.environ.get(CHILD):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        work = alone if options.alone else measure
        json.dump([figure for system in options.system for figure in work(options.file, system)], sys.stdout)
        return 0
    systems = options.system or ["naspa"]
    with private_database(DATABASE_URL=os.environ.get("DATABASE_URL", ""), **{CHILD: "1"}) as environment:
        requested = [*(f"--system={system}" for system in systems), *(["--alone"] if options.alone else [])]
        measured = output_of("ratings_correction", options.file, *requested, environment=environment)
    figures = [Figure(name, value, unit) for name, value, unit in measured]
    sys.stdout.write((as_json(figures) if options.json else as_table(figures)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
