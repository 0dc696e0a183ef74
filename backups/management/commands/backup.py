"""Back up the whole site: ``manage.py backup [TO]``."""

import argparse
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from backups.errors import BackupFailed
from backups.services.writing import write_into, write_to


class Command(BaseCommand):
    """Writes database, files and key into one file while the site runs, and checks it."""

    help = "Write a backup of the whole site (database, photos, dictionaries, key) and check it; the site may run (docs/backup.md)."
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where to, and how many stay."""
        parser.add_argument(
            "to", nargs="?", help="a folder, or a new file; without it, the folder named by BACKUP_FOLDER"
        )
        parser.add_argument(
            "--keep",
            type=int,
            default=settings.BACKUP_KEEP,
            help="how many backups stay in the folder, the newest ones (BACKUP_KEEP, else 7); a named file deletes nothing",
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Write, check, and say what it holds."""
        to = Path(str(options["to"])).expanduser().resolve() if options["to"] else settings.BACKUP_FOLDER
        keep = int(str(options["keep"]))
        if to is None:
            raise CommandError("Name a folder or a file to write to, or set BACKUP_FOLDER.")
        if keep < 1:
            raise CommandError(f"--keep {keep} would delete every backup; keep 1 or more.")
        into_folder = to.is_dir() or str(options["to"] or "/").endswith("/")
        try:
            written = write_into(folder=to, keep=keep) if into_folder else write_to(file=to)
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        manifest = written.manifest
        for name in written.deleted:
            self.stdout.write(f"Deleted, {keep} newer ones stay: {name}")
        self.stdout.write(
            self.style.SUCCESS(
                f"{written.file}: {manifest.total_rows:,} rows, {len(manifest.parts)} parts, {written.size:,} bytes; "
                f"written and checked in {written.seconds:.1f} s."
            )
        )
        self.stdout.write(
            "It holds the site's key, addresses and password hashes: keep it where only operators can read it."
        )
