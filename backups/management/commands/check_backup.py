"""Whether a backup is whole: ``manage.py check_backup FILE``."""

import argparse
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from backups.engine.manifest import DATA
from backups.errors import BadBackup
from backups.services.reading import check_backup

#: Tables that say to people how much is in it.
_SHOWN = {
    "clubs_club": "clubs",
    "clubs_user": "users",
    "clubs_player": "players",
    "tournaments_event": "events",
    "tournaments_result": "results",
    "games_gamerecord": "records of games",
    "ratings_ratedresult": "rated results",
    "tournaments_sheetphoto": "photos of scoresheets",
}


class Command(BaseCommand):
    """Reads the whole file and touches nothing."""

    help = "Read a backup to its end and compare every part with its manifest; nothing is restored."
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which file."""
        parser.add_argument("file", help="the backup")

    def handle(self, *_args: object, **options: object) -> None:
        """Check, and say what is in it."""
        file = Path(str(options["file"])).expanduser().resolve()
        try:
            manifest = check_backup(file, room=Path(settings.WORDHALL_DATA))
        except BadBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Made on {manifest.made_at:%Y-%m-%d at %H:%M:%S %Z} by Wordhall {manifest.version} on {manifest.database}"
            f"{f' for {manifest.site}' if manifest.site else ''}."
        )
        for table, words in _SHOWN.items():
            self.stdout.write(f"{manifest.rows.get(table, 0):>10,}  {words}")
        files = [part for part in manifest.parts if part.name.startswith(DATA)]
        self.stdout.write(f"{len(files):>10,}  files of the data folder, {sum(part.size for part in files):,} bytes")
        self.stdout.write(
            self.style.SUCCESS(f"{file} is whole: {len(manifest.parts)} parts, {manifest.total_rows:,} rows.")
        )
