"""Bring the database of an older commit over to this one: ``manage.py bring_over [OLD]``."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from core import env
from core.databases import other_database
from jobs.bring_over import CannotBringOver, bring_over, is_older


class Command(BaseCommand):
    """Copies every row of the older database into an empty one made by this commit; the older one is not changed."""

    help = (
        "Bring a database of an older commit over to this one (until the first release; afterwards `migrate` does it)."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where the older database is."""
        parser.add_argument(
            "old",
            nargs="?",
            help="the older database: a SQLite file or postgres://… ; without it, the site's own SQLite file, "
            "which is moved aside",
        )
        parser.add_argument("--force", action="store_true", help="empty the site's database first if it has users")

    def handle(self, *_args: object, **options: object) -> None:
        """Move the file aside if need be, copy, and say what was copied."""
        old = self._aside() if options["old"] is None else str(options["old"])
        with other_database("old", env.database(_url(old), default=Path(old))) as source:
            if not options["force"] and options["old"] is not None and self._in_use():
                raise CommandError("The site's database has users already. --force empties it first.")
            if "clubs_user" not in source.introspection.table_names():
                raise CommandError(f"{old} is not a database of Wordhall.")
            try:
                tally = bring_over("old")
            except CannotBringOver as error:
                raise CommandError(f"Nothing was copied. {error}") from error
        for table, count in tally.rows.items():
            if count:
                self.stdout.write(f"{count:>8}  {table}")
        if tally.left_out:
            self.stdout.write("No longer used, left out: " + ", ".join(tally.left_out))
        call_command("apply_erasures", stdout=self.stdout)  # the older database may know people who were erased since
        self.stdout.write(self.style.SUCCESS(f"{sum(tally.rows.values())} rows brought over from {old}."))

    def _aside(self) -> str:
        """Move the site's own SQLite file out of the way; its new path."""
        if connection.vendor != "sqlite":
            raise CommandError("Name the older database, and let DATABASE_URL name a new, empty one.")
        path = Path(str(connection.settings_dict["NAME"]))
        if not path.exists():
            raise CommandError(f"There is no database at {path}.")
        if not is_older(connection):
            raise CommandError(f"{path} is up to date.")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        moved = path.with_name(f"{path.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        path.rename(moved)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        self.stdout.write(f"The older database is kept as {moved}.")
        return str(moved)

    @staticmethod
    def _in_use() -> bool:
        if "clubs_user" not in connection.introspection.table_names():
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM clubs_user")
            return bool(cursor.fetchone()[0])


def _url(old: str) -> str:
    """What ``env.database`` takes: a URL, or nothing for a file. Raises CommandError for a file that is not there."""
    if "://" in old:
        return old
    if not Path(old).is_file():
        raise CommandError(f"There is no file {old}.")
    return ""
