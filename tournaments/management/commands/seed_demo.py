"""``manage.py seed_demo``: the demo club and its events on an empty site."""

import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.demo import events as demo


class Command(BaseCommand):
    """Build the demo; refuses on a site that holds anything, or in production."""

    help = "Build the demo club and its events on an empty site."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """One switch, for ``serve``."""
        parser.add_argument(
            "--only-if-empty", action="store_true", help="do nothing, instead of failing, when the site is in use"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Build, with a line for each step."""
        if settings.PRODUCTION:
            raise CommandError("The demo prints its passwords and is not for production.")
        if not demo.is_empty():
            if options["only_if_empty"]:
                return
            raise CommandError(
                "This site is in use. The demo needs an empty one: name another folder with WORDHALL_DATA."
            )
        self.stdout.write("Building the demo (once)…")
        demo.build(log=lambda line: self.stdout.write(f"  {line}"))
