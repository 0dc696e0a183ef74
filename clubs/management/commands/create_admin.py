"""``manage.py create_admin NAME``: the first operator and, with ``--club``, the first club."""

import argparse
import getpass
import sys

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from clubs.models import User
from clubs.services import ClubError, ClubInput, create_club


class Command(BaseCommand):
    """Makes an account that may do everything."""

    help = "Create an operator's account and, with --club, a club that it directs. The password is asked for, or read from standard input."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Who, and which club."""
        parser.add_argument("name", help="the user name")
        parser.add_argument("--email", default="", help="where a link for a new password can be sent")
        parser.add_argument("--club", default="", help="the name of the first club")

    def handle(self, *_args: object, **options: str) -> None:
        """Create both, or neither."""
        name = options["name"].strip()
        if User.objects.filter(username__iexact=name).exists():
            raise CommandError(f"There is a user {name} already. manage.py reset_password {name} gives a new password.")
        password = read_password()
        with transaction.atomic():
            user = User.objects.create_superuser(name, options["email"], password)
            self.stdout.write(f"Operator {user.username} created.")
            if options["club"]:
                try:
                    club = create_club(actor=user, data=ClubInput(name=options["club"]))
                except ClubError as error:
                    raise CommandError(str(error)) from error
                self.stdout.write(f"Club {club.name} created: /clubs/{club.slug}/")


def read_password() -> str:
    """Typed twice without being shown, or one line of standard input. Raises CommandError for one that is too simple."""
    if sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            raise CommandError("The two passwords differ.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    try:
        validate_password(password)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return password
