"""Another database beside the site's own, for as long as something is copied."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from core import env


@contextmanager
def other_database(alias: str, values: Mapping[str, object]) -> Iterator[BaseDatabaseWrapper]:
    """The database with these settings under a name of its own; closed and forgotten afterwards.

    What ``values`` leave out is as in the site's own settings. Raises DatabaseError when it cannot be opened.
    """
    settings = {**connection.settings_dict, **values}
    database = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, alias)
    database.ensure_connection()  # what cannot be opened never gets the name
    connections.settings[alias] = settings
    connections[alias] = database
    try:
        yield database
    finally:
        database.close()
        del connections[alias]
        del connections.settings[alias]


def sqlite_file(path: Path) -> dict[str, Any]:
    """Settings of one SQLite file that nobody else has open: without the files of a write-ahead log beside it."""
    values: dict[str, Any] = env.database("", default=path)
    return {
        **values,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {"timeout": 10, "init_command": "PRAGMA journal_mode=DELETE; PRAGMA foreign_keys=ON;"},
    }
