"""How costs grow with the site: pages and jobs of 10, 100 and 500 clubs of a made-up history (a million games), and what follows for more.

A PostgreSQL of its own; nothing is cached. All times are processor time, the program's and the database's, so that other work on the
machine does not count. Clubs that were not written are worked out from the last two sizes, as if
the cost went on along the line through them.
"""

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import django
import psutil

from benchmarks.database import output_of, private_database
from benchmarks.figures import Figure

SIZES: Final = (10, 100, 500)
COMPUTED: Final = (1_000, 2_500, 10_000)
REPEATS: Final = 5
#: The processor time of a statement's helpers would not be seen.
ALONE: Final = "options=-c%20max_parallel_workers_per_gather%3D0"


def run(*, sizes: tuple[int, ...] = SIZES) -> list[Figure]:
    """Write the history, measure at each size, compute the rest. A quarter of an hour on two quiet cores."""
    from tests.harness.servers import postgres  # noqa: PLC0415 - the harness belongs to the tests

    with postgres() as url, private_database(DATABASE_URL=f"{url}?{ALONE}") as environment:
        measured: list[dict[str, float]] = output_of("growth", *map(str, sizes), environment=environment)
    return [figure for name in measured[-1] for figure in _figures(name, sizes, [one[name] for one in measured])]


def _figures(name: str, sizes: tuple[int, ...], values: list[float]) -> list[Figure]:
    """One line for each size: measured, then computed."""
    what, unit = name.rsplit(", ", 1)
    figures = [Figure(f"{what}: {size:,} clubs", value, unit) for size, value in zip(sizes, values, strict=True)]
    if len(sizes) == 1:
        return figures
    (small, large), (before, last) = sizes[-2:], values[-2:]
    slope = (last - before) / (large - small)
    for size in (size for size in COMPUTED if size > large):
        beyond = max(last, last + slope * (size - large))
        figures += [Figure(f"{what}: {size:,} clubs, computed", beyond, unit)]
    return figures


@dataclass(frozen=True)
class Spent:
    """What running something once costs: milliseconds of processor time, statements."""

    program: float
    database: float
    queries: float


def _spent(work: Callable[[], object], repeats: int = REPEATS) -> Spent:
    """The mean of several times, as the database's time is only known to ten milliseconds."""
    from django.db import connection  # noqa: PLC0415 - Django must be set up

    queries = 0

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server = psutil.Process(cursor.fetchone()[0])
    database, program = sum(server.cpu_times()[:2]), time.process_time()
    with connection.execute_wrapper(count):
        for _time in range(repeats):
            work()
    program, database = time.process_time() - program, sum(server.cpu_times()[:2]) - database
    return Spent(1000 * program / repeats, 1000 * database / repeats, queries / repeats)


def measure(sizes: list[int]) -> list[dict[str, float]]:
    """Grow the site to each size; figures by name. In the child process."""
    from benchmarks.history import GAMES_OF_A_CLUB, add_clubs  # noqa: PLC0415 - Django must be set up

    figures = []
    for before, size in itertools.pairwise([0, *sizes]):
        start = time.perf_counter()
        add_clubs(before + 1, size)
        print(f"{size} clubs written in {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
        counted = {"games, thousands": size * GAMES_OF_A_CLUB / 1000, **_disk()}
        jobs, pages = _jobs(size), _pages()
        figures.append({**counted, **pages, **jobs})
    return figures


def _disk() -> Mapping[str, float]:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database()) / 1e6")
        return {"the database on the disk, MB": float(cursor.fetchone()[0])}


def _pages() -> Mapping[str, float]:
    from django.core.cache import cache  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from clubs.models import Player, User  # noqa: PLC0415

    player = Player.objects.filter(home_club__slug="club-3").earliest("pk")
    operator = User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("o", password="o")
    visitor, signed_in = Client(), Client()
    signed_in.force_login(operator)
    figures: dict[str, float] = {}
    for name, path in {
        "home": "/",
        "list of clubs": "/clubs/",
        "club": "/clubs/club-3/",
        "event": "/e/open-3-5/",
        "standings": "/e/open-3-5/a/standings/",
        "a round": "/e/open-3-5/a/rounds/7/",
        "player": f"/players/{player.pk}/",
        "lists": "/ratings/",
        "club's rating list": "/ratings/list-3/",
        "site's rating list": "/ratings/site/",
        "search": f"/search/?q={player.name.split()[0]}",
        "search, name in two parts": f"/search/?q={player.name.replace(' ', '+')}",
        "status page": "/status/",
    }.items():
        client = signed_in if name == "status page" else visitor

        def ask(client: Client = client, path: str = path) -> None:
            cache.clear()
            answer = client.get(path)
            if answer.status_code != 200:
                raise RuntimeError(f"{path} answered {answer.status_code}")

        ask()
        figures |= _lines(name, _spent(ask))
    return figures


def _lines(name: str, spent: Spent) -> dict[str, float]:
    return {
        f"{name}, ms program": spent.program,
        f"{name}, ms database": spent.database,
        f"{name}, queries": spent.queries,
    }


def _jobs(size: int) -> Mapping[str, float]:
    from jobs.services import sweep  # noqa: PLC0415
    from ratings.models import RatingPool  # noqa: PLC0415
    from ratings.services.recompute import find_stale_pools, recompute_pool  # noqa: PLC0415
    from stats.queries import unread_records  # noqa: PLC0415

    def rated(slug: str) -> Spent:
        pool = RatingPool.objects.get(slug=slug)
        return _spent(lambda: recompute_pool(pool_id=pool.pk, from_nothing=True), repeats=1)

    return {
        **_lines("sweep of jobs", _spent(lambda: sweep(worker="here"))),
        **_lines("rating lists to compute", _spent(find_stale_pools)),
        **_lines("records to read", _spent(lambda: list(unread_records(200)))),
        **_lines("a club's list from nothing", rated(f"list-{min(size, 3)}")),
        **_lines("the site's list from nothing", rated("site")),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(measure([int(size) for size in sys.argv[1:]]), sys.stdout)
