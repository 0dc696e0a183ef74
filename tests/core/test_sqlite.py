"""Threads that share a process and a SQLite file."""

import gc
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from pytest_django import DjangoDbBlocker

from core import env

#: How long a thread waits for another that writes.
PATIENCE = 10.0


@pytest.fixture(autouse=True)
def _files_of_its_own(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def connection_to(file: Path) -> BaseDatabaseWrapper:
    values = env.database("", default=file)
    options = values["OPTIONS"]
    assert isinstance(options, dict)
    full = {"TIME_ZONE": None, "AUTOCOMMIT": True, "ATOMIC_REQUESTS": False, "CONN_HEALTH_CHECKS": False, **values}
    settings = {**full, "OPTIONS": {**options, "timeout": PATIENCE}}
    wrapper: BaseDatabaseWrapper = load_backend(str(values["ENGINE"])).DatabaseWrapper(settings, "own")
    return wrapper


def begin(own: BaseDatabaseWrapper) -> None:
    own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_who_writes_does_not_wait_for_those_who_wait_to_write(tmp_path: Path) -> None:
    """The error of a first try is freed by the thread that writes while its connection waits for the second."""
    writer = connection_to(tmp_path / "file.sqlite3")
    errors: list[Exception] = []
    refused, again, waiting = threading.Event(), threading.Event(), threading.Event()

    def wait_to_write() -> None:
        other = connection_to(tmp_path / "file.sqlite3")
        with other.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 1")
        try:
            begin(other)
        except OperationalError as error:
            errors.append(error)
        refused.set()
        again.wait()
        with other.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
        waiting.set()
        begin(other)
        other.rollback()
        other.close()

    begin(writer)
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(wait_to_write)
        assert refused.wait(10)
        assert "locked" in str(errors[0])
        again.set()
        assert waiting.wait(10)
        time.sleep(0.3)  # its second try is under way
        errors.clear()
        gc.collect()
        gave_up = second.done()
        writer.rollback()
        writer.close()
        second.result()
    assert not gave_up, "freeing the error waited until the other connection had given up"


def test_a_cursor_is_closed_when_its_statement_fails(tmp_path: Path) -> None:
    own = connection_to(tmp_path / "file.sqlite3")
    for call in ("execute", "executemany"):
        cursor = own.cursor()
        with pytest.raises(OperationalError, match="no such table"):
            getattr(cursor, call)("INSERT INTO missing VALUES (%s)", [] if call == "execute" else [[1]])
        with pytest.raises(Exception, match="closed"):
            cursor.execute("SELECT 1")
    own.close()
