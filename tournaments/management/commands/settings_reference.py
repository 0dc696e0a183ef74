"""Print the reference of all settings of a division, ``docs/settings.md``."""

from django.core.management.base import BaseCommand

from tournaments.models import settings_class
from tournaments.settings.reference import markdown


class Command(BaseCommand):
    """``manage.py settings_reference > docs/settings.md``."""

    help = "Print docs/settings.md: every setting of a division with its values and meaning."

    def handle(self, **_options: object) -> None:
        """Write to standard output."""
        self.stdout.write(markdown(settings_class()))
