"""Real faults for a running site: each holds for as long as its ``with`` block, and ends with it."""

import contextlib
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg

from tests.harness.gate import Gate
from tests.harness.site import Site


@contextlib.contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """No process of the site can write a byte into any file; as a full disk, without filling one."""
    assert site.process is not None
    parent = psutil.Process(site.process.pid)
    pids = [parent, *parent.children(recursive=True)]
    for process in pids:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    yield
    for process in [parent, *parent.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextlib.contextmanager
def held_database(site: Site) -> Iterator[None]:
    """Another program writes into the SQLite file and does not stop."""
    with contextlib.closing(sqlite3.connect(site.data / "wordhall.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA busy_timeout = 20000")
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextlib.contextmanager
def read_only_database(url: str) -> Iterator[None]:
    """The PostgreSQL database takes no changes, as after a failover to a standby; those who are connected are cut off."""
    name = url.rsplit("/", 1)[1]
    _for_everybody(url, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    try:
        yield
    finally:
        _for_everybody(url, f'ALTER DATABASE "{name}" RESET default_transaction_read_only')


def _for_everybody(url: str, statement: str) -> None:
    name = url.rsplit("/", 1)[1]
    with psycopg.connect(f"{url.rsplit('/', 1)[0]}/postgres", autocommit=True) as server:
        server.execute(statement.encode())
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


@contextlib.contextmanager
def read_only_file(site: Site) -> Iterator[None]:
    """The SQLite file can only be read, and the processes of the site open it anew. Root is bound by it when it runs without privileges."""
    paths = [path for path in site.data.glob("wordhall.sqlite3*") if path.is_file()]
    modes = {path: path.stat().st_mode for path in [*paths, site.data]}
    for path in paths:
        path.chmod(0o444)
    site.data.chmod(0o555)
    _renew(site)
    try:
        yield
    finally:
        for path, mode in modes.items():
            if path.exists():
                path.chmod(mode)
        _renew(site)


def _renew(site: Site) -> None:
    """The processes that have the database open are replaced, as by a restart."""
    for number in [*site.web_pids(), *site.worker_pids()]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    limit = time.monotonic() + 60
    while site.health()[0] == 0:
        assert time.monotonic() < limit, site.log[-2000:]
        time.sleep(0.1)


@contextlib.contextmanager
def away(gate: Gate) -> Iterator[None]:
    """The server behind the gate was killed."""
    gate.close()
    try:
        yield
    finally:
        gate.open()


@contextlib.contextmanager
def stuck(gate: Gate) -> Iterator[None]:
    """The server behind the gate answers nothing."""
    gate.stick()
    try:
        yield
    finally:
        gate.open()


@contextlib.contextmanager
def clock_set(file: Path, seconds: float) -> Iterator[None]:
    """The clock of the site's machine jumps by so many seconds, and stays there; see ``clock/sitecustomize.py``."""
    file.write_text(str(float(file.read_text()) + seconds))
    yield
