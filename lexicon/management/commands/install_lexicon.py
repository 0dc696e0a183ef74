"""``manage.py install_lexicon en``: enter a dictionary that comes with the program."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from lexicon.queries import LexiconUnavailableError
from lexicon.services import install_shipped
from lexicon.shipped import DEFAULT


class Command(BaseCommand):
    """Safe to repeat."""

    help = "Compile a dictionary that comes with the program and enter it in the database. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The slug."""
        parser.add_argument("lexicon", nargs="?", default=DEFAULT, help=f"the dictionary (default: {DEFAULT})")

    def handle(self, *_args: object, **options: object) -> None:
        """Install it."""
        try:
            version = install_shipped(slug=str(options["lexicon"]))
        except LexiconUnavailableError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{version}: {version.word_count:,} words")
