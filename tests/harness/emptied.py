"""Emptying the database after a test with real transactions.

Django's own way goes through every table and then makes all its permissions anew, which takes longer than many a test.
"""

from functools import cache

from django.db import connection

#: What the migrations leave in a new database: it is never changed, and stays.
KEPT = frozenset({"django_migrations", "django_content_type", "auth_permission"})


@cache
def _tables() -> tuple[str, ...]:
    return tuple(sorted(set(connection.introspection.table_names()) - KEPT))


def tables_with_rows() -> list[str]:
    """The tables that hold anything a test wrote. One query."""
    quoted = connection.ops.quote_name
    parts = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quoted(name)})" for name in _tables()]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return [name for (name,) in cursor.fetchall()]


def empty() -> None:
    """Delete every row that a test wrote; keys go on counting from where they are."""
    tables = [connection.ops.quote_name(name) for name in tables_with_rows()]
    if not tables:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
        else:
            with connection.constraint_checks_disabled():
                for table in tables:
                    cursor.execute(f"DELETE FROM {table}")
