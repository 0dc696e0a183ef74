"""The database as it is at one moment, in a SQLite file: the form that moves between SQLite and PostgreSQL.

Readers and writers of the site go on. On SQLite the file is written by ``VACUUM INTO``, which reads one state of the write-ahead log and
leaves out what deleted rows have left behind. On PostgreSQL the rows are read in one transaction that sees one state.
"""

from pathlib import Path

from django.db import DatabaseError, connection, transaction
from psycopg import IsolationLevel

from backups.errors import BackupFailed
from core.databases import other_database, sqlite_file
from jobs.bring_over import CannotBringOver, bring_over, is_older


def take_snapshot(target: Path) -> None:
    """Write the site's database into the new SQLite file ``target``. Raises BackupFailed."""
    try:
        if is_older(connection):
            raise BackupFailed(
                "The database was made by another version of the program: run `manage.py migrate` or `bring_over` first."
            )
        if "clubs_user" not in connection.introspection.table_names():
            raise BackupFailed("The database has no tables: there is nothing to back up.")
        if connection.vendor == "sqlite":
            _of_sqlite(target)
        else:
            _of_postgresql(target)
    except CannotBringOver as error:
        raise BackupFailed(f"The database cannot be copied. {error}") from error
    except DatabaseError as error:
        raise BackupFailed(f"The database cannot be read, or there is no room for a copy: {error}") from error


def _of_sqlite(target: Path) -> None:
    # a connection of its own: VACUUM INTO does not run in a transaction
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "transaction_mode"}
    with other_database("snapshot", {"OPTIONS": options}) as source, source.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(target)])


def _of_postgresql(target: Path) -> None:
    options = {**connection.settings_dict["OPTIONS"], "isolation_level": IsolationLevel.REPEATABLE_READ}
    with (
        other_database("snapshot", {"OPTIONS": options, "CONN_MAX_AGE": 0}),
        other_database("copy", sqlite_file(target)),
        transaction.atomic(using="snapshot"),
    ):
        bring_over("snapshot", "copy")
