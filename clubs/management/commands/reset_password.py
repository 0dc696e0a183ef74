"""``manage.py reset_password NAME``: a new password for somebody who cannot get a mail."""

import argparse

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from audit.log import log_action
from clubs.management.commands.create_admin import read_password
from clubs.models import User


class Command(BaseCommand):
    """Sets a password; all sessions of the account end with it."""

    help = "Set a new password for a user, by username or email address; it is asked for, or read from standard input."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("name", help="username or email address")
        parser.add_argument(
            "--no-second-step", action="store_true", help="also turn off the second step, for a lost phone"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Set it, and say so in the log."""
        user = find_user(str(options["name"]))
        password = read_password()
        with transaction.atomic():
            user.set_password(password)
            user.save(update_fields=["password"])
            if options["no_second_step"]:
                Authenticator.objects.filter(user=user).delete()
            log_action(actor=None, verb="user.password_reset", target=user)
        self.stdout.write(f"{user.username} has a new password and is signed out everywhere.")


def find_user(typed: str) -> User:
    """The account of a username or email address. Raises CommandError."""
    user = User.objects.filter(username__iexact=typed).first() or User.objects.filter(email__iexact=typed).first()
    if user is None:
        raise CommandError(f"There is no user {typed}.")
    return user
