"""``manage.py export_person NAME``: everything that the site stores about an account and its players, as JSON."""

import argparse
import json

from django.core.management.base import BaseCommand

from clubs.management.commands.reset_password import find_user
from tournaments.queries.my_events import my_data


class Command(BaseCommand):
    """What the person gets by “Download my data”."""

    help = "Print all data of an account and its players as JSON."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("name", help="username or email address")

    def handle(self, *_args: object, **options: str) -> None:
        """Print it."""
        self.stdout.write(json.dumps(my_data(find_user(options["name"])), ensure_ascii=False, indent=2))
