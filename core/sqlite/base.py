"""Django's SQLite backend whose cursors let go of a statement that failed.

An exception holds the frames it went through, and Django's own exceptions hold themselves that way: they stay until Python collects
garbage, in whatever thread that happens. With the frames goes the cursor, and SQLite makes whoever frees its statement wait for the
connection it belongs to. If that connection is waiting to write, and the thread that collects garbage is the one writing, both wait until
the timeout is over: ten seconds in which nobody can report a result.
"""

import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that is closed by the thread in which its statement failed."""

    def execute(self, query: str, params: Any = None) -> Any:
        """As Django's. Raises what SQLite raises."""
        try:
            return super().execute(query, params)
        except sqlite3.Error:
            self.close()
            raise

    def executemany(self, query: str, param_list: Any) -> Any:
        """As Django's. Raises what SQLite raises."""
        try:
            return super().executemany(query, param_list)
        except sqlite3.Error:
            self.close()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with these cursors."""

    def create_cursor(self, name: str | None = None) -> Cursor:
        """A new cursor; SQLite's have no names."""
        del name
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        return cursor
