"""``manage.py erase_person``: put pseudonyms in place of a person, in everything that the site stores."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.management.commands.reset_password import find_user
from clubs.models import Player
from core.errors import WordhallError
from tournaments.services.erasure import erase_person, erase_player


class Command(BaseCommand):
    """Erases an account with its players, or one player without an account."""

    help = "Erase an account and all its players, or with --player one player. Results and ratings stay, under a pseudonym."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Whom, and why."""
        parser.add_argument("name", nargs="?", default="", help="username or email address")
        parser.add_argument("--player", type=int, help="the number of a player, as the admin shows it")
        parser.add_argument("--reason", required=True, help="for the log; without the person's name")

    def handle(self, *_args: object, **options: Any) -> None:
        """Erase, and say under which pseudonyms."""
        name, number, reason = str(options["name"]), options["player"], str(options["reason"])
        if bool(name) == (number is not None):
            raise CommandError("Name an account, or give --player with a player's number.")
        try:
            if name:
                done = erase_person(user=find_user(name), reason=reason)
            else:
                player = Player.objects.filter(pk=number).first()
                if player is None:
                    raise CommandError(f"There is no player {number}.")
                done = [erase_player(player=player, reason=reason)]
        except WordhallError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("Erased, now: " + ", ".join(done))
