"""``manage.py demo_logins``: how to sign in to the demo, and a player's own page to try."""

import argparse

from django.core.management.base import BaseCommand

from clubs.models import User
from tournaments.demo import events as demo
from tournaments.models import Event, PersonalLink
from tournaments.queries.next_games import next_games
from tournaments.services.entries.personal_links import key_of


class Command(BaseCommand):
    """Print the demo's logins; prints nothing on a site without the demo."""

    help = "Print the demo's logins and the address of one player's own page."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where the site answers, to print whole addresses."""
        parser.add_argument(
            "--replace-only",
            action="store_true",
            help="only replace the password that older demos shared",
        )
        parser.add_argument("--site", default="", help="for example http://localhost:8000")

    def handle(self, *_args: object, **options: object) -> None:
        """Prints the logins only while the demo's password still works."""
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
        link = _link_of_a_player()
        if link is not None:
            self.stdout.write(f"A player's own page, no login needed: {options['site']}/p/{key_of(link)}/")


def _link_of_a_player() -> PersonalLink | None:
    """The link of a player with a game to report."""
    for event in Event.objects.filter(state=Event.State.RUNNING, what_if_of=None).order_by("pk"):
        playing = [entry for entry, game in next_games(event).items() if not game.waits]
        link = PersonalLink.objects.filter(entry__in=playing, ended_at=None).order_by("pk").first()
        if link is not None:
            return link
    return None
