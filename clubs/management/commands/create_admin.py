"""``manage.py create_admin NAME``: the first operator and, with ``--club``, the first club."""

import argparse
import getpass
import secrets
import sys

from django.conf import settings
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
        parser.add_argument("name", nargs="?", default="", help="the username")
        parser.add_argument("--email", default="", help="where a link for a new password can be sent")
        parser.add_argument("--club", default="", help="the name of the first club")
        parser.add_argument(
            "--from-environment",
            action="store_true",
            help="what FIRST_ADMIN, FIRST_ADMIN_EMAIL, FIRST_ADMIN_PASSWORD and FIRST_CLUB say, unless the site has an operator",
        )

    def handle(self, *_args: object, **options: str) -> None:
        """Create both, or neither."""
        if options["from_environment"]:
            self._from_environment()
            return
        name = options["name"].strip()
        if not name:
            raise CommandError("Give the username: manage.py create_admin NAME")
        if User.objects.filter(username__iexact=name).exists():
            raise CommandError(f"There is a user {name} already. manage.py reset_password {name} gives a new password.")
        self._create(name, options["email"], read_password(), options["club"])

    def _from_environment(self) -> None:
        if User.objects.filter(is_superuser=True).exists():
            return
        name, password = settings.FIRST_ADMIN, settings.FIRST_ADMIN_PASSWORD
        if not name:
            self.stdout.write('The site has no operator yet: manage.py create_admin NAME --club "Our club"')
            return
        if User.objects.filter(username__iexact=name).exists():
            raise CommandError(f"FIRST_ADMIN: there is a user {name} who is no operator. Choose another name.")
        if password:
            try:
                check_password(password)
            except CommandError as error:
                raise CommandError(f"FIRST_ADMIN_PASSWORD: {error}") from error
        chosen = password or secrets.token_urlsafe(16)
        self._create(name, settings.FIRST_ADMIN_EMAIL, chosen, settings.FIRST_CLUB)
        if not password:
            self.stdout.write(f"Password of {name}: {chosen} (shown only now; change it after signing in)")

    def _create(self, name: str, email: str, password: str, club_name: str) -> None:
        with transaction.atomic():
            user = User.objects.create_superuser(name, email, password)
            self.stdout.write(f"Operator {user.username} created.")
            if club_name:
                try:
                    club = create_club(actor=user, data=ClubInput(name=club_name))
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
    check_password(password)
    return password


def check_password(password: str) -> None:
    """Raises CommandError for a password that is too simple."""
    try:
        validate_password(password)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
