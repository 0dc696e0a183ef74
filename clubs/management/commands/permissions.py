"""``manage.py permissions``: write ``docs/permissions.md``."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from clubs.permission_table import permission_table


class Command(BaseCommand):
    """Who may do what, as the addresses declare it."""

    help = "Write docs/permissions.md from what the addresses declare."

    def handle(self, *args: object, **options: object) -> None:  # noqa: ARG002 - Django's signature
        """Write the file."""
        Path(settings.BASE_DIR, "docs", "permissions.md").write_text(permission_table())
