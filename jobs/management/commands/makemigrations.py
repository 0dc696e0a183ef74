"""``makemigrations`` that declares constraints and indexes with the table they belong to.

Django writes those of a table that others refer to as operations of their own, behind all tables; each of them then makes the
migration's picture of all models anew, which is two thirds of the time of ``migrate``, and on SQLite copies the table.
"""

from collections import defaultdict
from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.migration import Migration
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation


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


class Command(makemigrations.Command):
    """Fold before writing."""

    def write_migration_files(self, changes: dict[str, list[Migration]], *more: Any) -> None:
        """Write the files of all apps that changed."""
        for app, written in changes.items():
            for migration in written:
                vars(migration)["operations"] = folded(list(migration.operations), app)
        super().write_migration_files(changes, *more)
