"""Restore a backup onto an empty site: ``manage.py restore FILE``."""

import argparse
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from backups.errors import BadBackup, CannotRestore
from backups.services.restoring import restore


class Command(BaseCommand):
    """Checks the whole file first; then everything is restored, or nothing."""

    help = "Restore a backup of the whole site onto an empty site, which must not be running (docs/backup.md)."
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which file, and what it may replace."""
        parser.add_argument("file", help="the backup")
        parser.add_argument(
            "--replace", action="store_true", help="put it in place of a site that is in use: its rows are deleted"
        )
        parser.add_argument(
            "--leave-out", action="store_true", help="leave out columns and tables that this program has no place for"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Restore, and say what was restored and what is left to do."""
        file = Path(str(options["file"])).expanduser().resolve()
        try:
            restored = restore(file=file, replace=bool(options["replace"]), leave_out=bool(options["leave_out"]))
        except (BadBackup, CannotRestore) as error:
            raise CommandError(str(error)) from error
        for path in restored.aside:
            self.stdout.write(f"Was here before, and is kept until you delete it: {path}")
        if restored.left_out:
            self.stdout.write("Left out: " + ", ".join(restored.left_out))
        call_command("apply_erasures", stdout=self.stdout)
        self.stdout.write(
            self.style.SUCCESS(
                f"Restored as of {restored.manifest.made_at:%Y-%m-%d %H:%M:%S %Z}: "
                f"{sum(restored.rows.values()):,} rows and {restored.files:,} files into {settings.WORDHALL_DATA}."
            )
        )
        if restored.other_key is not None:
            self.stdout.write(
                self.style.WARNING(
                    f"SECRET_KEY of this site is not that of the backup, which is in {restored.other_key}. Put that one into the "
                    "environment and delete the file: until then people are signed out, and slips cannot be printed again."
                )
            )
