"""``makemigrations`` that writes what ``migrate`` takes least time for.

Constraints and indexes are declared with the table they belong to: Django writes those of a table that others refer to as operations
of their own, behind all tables, each of which makes its picture of all models anew and on SQLite copies the table. Tables that are
made one after another are made in one step (``core.create_tables``).
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.migration import Migration
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation

from core.create_tables import CreateTables


def folded(operations: list[Operation], app: str) -> list[Operation]:
    """The operations, with each constraint and index in the ``CreateModel`` of its table where the same list has one.

    One that names a field which its table gets only later (two tables that refer to each other) stays where it is.
    """
    later: defaultdict[str, set[str]] = defaultdict(set)
    for operation in operations:
        if isinstance(operation, AddField):
            later[operation.model_name_lower].add(operation.name)
    result: list[Operation] = []
    places: dict[str, int] = {}
    for operation in operations:
        if isinstance(operation, AddConstraint | AddIndex):
            table = operation.model_name_lower
            said = repr(operation.deconstruct())
            if table in places and not any(name in said for name in later[table]):
                merged = result[places[table]].reduce(operation, app)
                if isinstance(merged, list):
                    (result[places[table]],) = merged
                    continue
        elif isinstance(operation, CreateModel):
            places[operation.name_lower] = len(result)
        result.append(operation)
    return result


def grouped(operations: Iterable[Operation]) -> list[Operation]:
    """The operations, with several tables in a row made in one step."""
    result: list[Operation] = []
    for are_tables, run in groupby(operations, key=lambda operation: isinstance(operation, CreateModel)):
        group = list(run)
        tables = [operation for operation in group if isinstance(operation, CreateModel)]
        result += [CreateTables(tables)] if are_tables and len(tables) > 1 else group
    return result


class Command(makemigrations.Command):
    """Fold and group before writing."""

    def write_migration_files(self, changes: dict[str, list[Migration]], *more: Any) -> None:
        """Write the files of all apps that changed."""
        for app, written in changes.items():
            for migration in written:
                vars(migration)["operations"] = grouped(folded(list(migration.operations), app))
        super().write_migration_files(changes, *more)
