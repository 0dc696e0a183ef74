"""``manage.py pairing_reference``: docs/pairing-systems.md from the declarations of the systems."""

from django.core.management.base import BaseCommand

from tournaments.documentation import pairing_reference


class Command(BaseCommand):
    """Needs no database."""

    help = "Print the reference of the pairing systems and their options (docs/pairing-systems.md)."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def handle(self, *_args: object, **_options: object) -> None:
        """Print the page."""
        self.stdout.write(pairing_reference())
