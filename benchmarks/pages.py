"""Pages of a 300-player, 20-round event as a hall full of phones asks for them: requests a second, uncached, cached, and "not modified".

Real gunicorn processes on a private data folder; the yardstick is a bare WSGI answer of 100 kB prebuilt bytes under the same gunicorn, in
the same run. Beside it stands the same answer with nothing in it: how much faster the server itself allows a page to be. The clients
share the machine's cores with the server, for yardstick and pages alike. Requests a second suffer from other work on the machine, so
the processor time of a request, server and client together, is measured too.
"""

import contextlib
import gzip
import http.client
import multiprocessing
import os
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

from benchmarks.database import ROOT, private_database
from benchmarks.figures import Figure
from jobs.management.commands.serve import GUNICORN

EVENT_SLUG = "bench"
CLIENTS = 4
PROCESSES = 2
FLOOR = "100 kB prebuilt answer"
NOTHING = "/nothing"
#: A page of the site without any query: what no page of Django's takes less than.
UNREAD = "/game-clock/"


def floor_application(environ: Mapping[str, object], start_response: object) -> list[bytes]:
    """The yardstick: as little work as a WSGI server can be given."""
    body = b"" if environ["PATH_INFO"] == NOTHING else _PREBUILT
    start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(body)))])  # type: ignore[operator]
    return [body]


_PREBUILT = b"x" * 100_000


def _client(
    port: int,
    path: str,
    headers: Mapping[str, str],
    seconds: float,
    out: "multiprocessing.Queue[tuple[int, list[float]]]",
) -> None:
    """Ask for one page over and over; reports how often and how long each answer took."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    took: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        started = time.perf_counter()
        # "{n}" in a path is a new number in each request: an address that no cache has
        connection.request("GET", path.format(n=f"{os.getpid()}-{len(took)}"), headers=dict(headers))
        answer = connection.getresponse()
        answer.read()
        if answer.status not in {200, 304}:
            raise RuntimeError(f"{path} answered {answer.status}")
        took.append(time.perf_counter() - started)
    out.put((len(took), took))


def load(port: int, path: str, headers: Mapping[str, str], *, seconds: float) -> tuple[float, float]:
    """Requests a second of CLIENTS clients at once, and the 99th percentile of the answer time in milliseconds."""
    out: multiprocessing.Queue[tuple[int, list[float]]] = multiprocessing.Queue()
    clients = [
        multiprocessing.Process(target=_client, args=(port, path, headers, seconds, out)) for _ in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    results = [out.get(timeout=seconds + 60) for _ in clients]
    for client in clients:
        client.join()
    times = sorted(second for _count, took in results for second in took)
    return sum(count for count, _took in results) / seconds, 1000 * times[int(len(times) * 0.99) - 1]


def cost(port: int, path: str, headers: Mapping[str, str], *, requests: int) -> float:
    """Processor time of a request in microseconds, of the server and of the one client that asks."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(number: int) -> None:
        connection.request("GET", path.format(n=f"c{number}"), headers=dict(headers))
        connection.getresponse().read()

    for number in range(8):  # both processes have rendered the page once
        ask(number)
    before = _processor_time()
    for number in range(requests):
        ask(8 + number)
    return 1e6 * (_processor_time() - before) / requests


def _processor_time() -> float:
    """Seconds of this process, and of the servers that it has started."""
    servers = [child for child in psutil.Process().children(recursive=True) if "gunicorn" in " ".join(child.cmdline())]
    return time.process_time() + sum(sum(server.cpu_times()[:2]) for server in servers)


def after_changes(port: int, path: str, database: Path, *, changes: int = 40) -> float:
    """Milliseconds of the first answer after a change of the event, when nothing is cached; the median of several."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    took = []
    for _change in range(changes):
        with contextlib.closing(sqlite3.connect(database, timeout=20)) as store, store:
            store.execute("UPDATE tournaments_event SET version = version + 1")
        started = time.perf_counter()
        connection.request("GET", path)
        connection.getresponse().read()
        took.append(time.perf_counter() - started)
    return 1000 * statistics.median(took)


@contextlib.contextmanager
def served(application: str, environment: Mapping[str, str], path: str) -> Iterator[int]:
    """``application`` under gunicorn as ``manage.py serve`` starts it; yields the port once ``path`` answers."""
    from tests.harness.servers import free_port  # noqa: PLC0415 - the harness belongs to the tests

    port = free_port()
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        application,
        "--bind",
        f"127.0.0.1:{port}",
        "--workers",
        str(PROCESSES),
    ]
    command += [*GUNICORN, "--keep-alive", "30"]
    server = subprocess.Popen(command, cwd=ROOT, env=dict(environment))
    try:
        _await(port, path)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def _await(port: int, path: str) -> None:
    for _attempt in range(300):
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError(f"nothing answers at {path}")


def run(*, seconds: float = 5.0) -> list[Figure]:
    """Measure; about ten times ``seconds`` plus the time to build the event."""
    with private_database() as environment:
        subprocess.run([sys.executable, "-m", "benchmarks.pages_event"], cwd=ROOT, env=environment, check=True)
        with served("benchmarks.pages:floor_application", environment, "/") as port:
            floor = load(port, "/", {}, seconds=seconds)[0], cost(port, "/", {}, requests=CHEAP)
            nothing, _late = _against_floor("prebuilt answer of 0 bytes", port, NOTHING, {}, CHEAP, floor, seconds)
        with served("config.wsgi", environment, "/") as port:
            unread, _late = _against_floor("a page that reads nothing", port, UNREAD, {}, DEAR, floor, seconds)
            return [*nothing, *unread] + [
                figure
                for path, name in PAGES
                for figure in _measure(
                    port, path, name, floor, seconds, Path(environment["WORDHALL_DATA"]) / "wordhall.sqlite3"
                )
            ]


#: Requests whose processor time is measured: of answers that are ready, and of pages rendered for each.
CHEAP, DEAR = 4000, 100
PAGES = [
    (f"/e/{EVENT_SLUG}/a/standings/", "standings, 300 players"),
    (f"/e/{EVENT_SLUG}/a/rounds/20/", "pairings and results, 150 tables"),
]


def _against_floor(
    name: str,
    port: int,
    path: str,
    headers: Mapping[str, str],
    requests: int,
    floor: tuple[float, float],
    seconds: float,
) -> tuple[list[Figure], float]:
    """Rate and processor time beside the yardstick's, and the 99th percentile in milliseconds."""
    rate, late = load(port, path, headers, seconds=seconds)
    spent = cost(port, path, headers, requests=requests)
    return [
        Figure.against(name, rate, "requests/s", yardstick=FLOOR, measured=floor[0]),
        Figure.against(f"{name}, time", spent, "µs", yardstick=FLOOR, measured=floor[1]),
    ], late


def _measure(
    port: int, path: str, name: str, floor: tuple[float, float], seconds: float, database: Path
) -> list[Figure]:
    """One page: rendered for each request, from the cache, plain and compressed as phones ask for it, and as "not modified"."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    body, etag = answer.read(), answer.getheader("ETag") or ""
    figures, slow = [], 0.0
    for how, address, headers, requests in (
        ("made anew", path + "?fresh={n}", {}, DEAR),
        ("from the cache", path, {}, CHEAP),
        ("from the cache, compressed", path, {"Accept-Encoding": "gzip"}, CHEAP),
        ("not modified (304)", path, {"If-None-Match": etag}, CHEAP),
    ):
        measured, late = _against_floor(f"{name}: {how}", port, address, headers, requests, floor, seconds)
        figures += measured
        slow = slow or late
    return [
        *figures,
        Figure(f"{name}: made anew, 99th percentile", slow, "ms"),
        Figure(f"{name}: first answer after a result", after_changes(port, path, database), "ms"),
        Figure(f"{name}: size, compressed as phones get it", len(gzip.compress(body)) / 1000, "kB"),
    ]
