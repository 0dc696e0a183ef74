"""``manage.py demo_logins``: how to sign in to the demo, and a player's slip to try."""

import argparse

from django.core.management.base import BaseCommand

from clubs.models import User
from tournaments import demo
from tournaments.models import Result, SlipLink
from tournaments.services.slips import slip_key


class Command(BaseCommand):
    """Print the demo's logins; prints nothing on a site without the demo."""

    help = "Print the demo's logins and the address of one open score slip."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where the site answers, to print whole addresses."""
        parser.add_argument(
            "--replace-only",
            action="store_true",
            help="only see to it that no login has the password that all demos had once",
        )
        parser.add_argument("--site", default="", help="for example http://localhost:8000")

    def handle(self, *_args: object, **options: object) -> None:
        """Only while the demo's password still works is there anything to tell."""
        changed = demo.replace_published_password()
        if changed:
            self.stdout.write("The published demo password no longer works for: " + ", ".join(changed))
        if options["replace_only"]:
            return
        director = User.objects.filter(username="director").first()
        if director is None or not director.check_password(demo.password()):
            return
        self.stdout.write("Demo logins (password for all: " + demo.password() + "):")
        self.stdout.write("  " + ", ".join(demo.LOGINS))
        open_links = SlipLink.objects.filter(
            revoked_at__isnull=True, pairing__kind="game", pairing__round__state="published"
        )
        waiting = open_links.filter(pairing__result__state=Result.State.PENDING).first() or open_links.first()
        if waiting is not None:
            self.stdout.write(f"A player's score slip, no login needed: {options['site']}/s/{slip_key(waiting)}/")
