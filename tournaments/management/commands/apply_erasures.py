"""``manage.py apply_erasures``: after an older database was restored, erase again whoever had been erased since."""

from django.core.management.base import BaseCommand

from tournaments.services.erasure import apply_erasures, erasures_file


class Command(BaseCommand):
    """Reads the list in the database and the one in the data folder."""

    help = "Erase again everybody on the list of erasures; run after restoring a database. Twice does no harm."

    def handle(self, *args: object, **options: object) -> None:  # noqa: ARG002 - Django's signature
        """Apply the list."""
        self.stdout.write(f"{apply_erasures()} erased again (list: {erasures_file()}).")
