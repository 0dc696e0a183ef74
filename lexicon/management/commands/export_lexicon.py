"""``manage.py export_lexicon en``: print a free word list, one word a line."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.compiled import CompiledLexicon
from lexicon.models import Lexicon
from lexicon.queries import LexiconUnavailableError, newest_version, open_version, shipped_lexicon
from lexicon.wordlists.shipped import SHIPPED


class Command(BaseCommand):
    """Free lists only: a club's licensed list never leaves the site."""

    help = "Print the words of a free dictionary, one per line, sorted. Dictionaries that clubs uploaded are refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The slug, and where to write."""
        parser.add_argument("lexicon", help="the dictionary, such as: en")
        parser.add_argument("--output", type=Path, help="write to this file instead of the terminal")

    def handle(self, *_args: object, **options: object) -> None:
        """Print or write the list."""
        language, lexicon = _free_lexicon(str(options["lexicon"]))
        decode = ALPHABETS[language].decode
        text = "".join(f"{decode(word)}\n" for word in lexicon)
        output = options["output"]
        if isinstance(output, Path):
            output.write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")


def _free_lexicon(slug: str) -> tuple[str, CompiledLexicon]:
    """The alphabet and words, if they are free to pass on. Those that come with the program need no database."""
    if slug in SHIPPED:
        return SHIPPED[slug].language, shipped_lexicon(slug)
    try:
        dictionary = Lexicon.objects.filter(slug=slug).first()
        version = newest_version(dictionary) if dictionary is not None and dictionary.is_free else None
        free = sorted({*SHIPPED, *Lexicon.objects.filter(is_free=True).values_list("slug", flat=True)})
    except DatabaseError:
        dictionary, version, free = None, None, sorted(SHIPPED)
    if version is not None:
        try:
            return version.lexicon.language, open_version(version)
        except LexiconUnavailableError as error:
            raise CommandError(str(error)) from error
    offer = f"Free to export: {', '.join(free)}."
    if dictionary is not None:
        raise CommandError(f"The dictionary “{slug}” is licensed to a club and is never exported. {offer}")
    raise CommandError(f"There is no dictionary “{slug}”. {offer}")
