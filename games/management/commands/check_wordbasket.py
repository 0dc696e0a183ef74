"""``manage.py check_wordbasket PATH…``: check Word Basket records, files or folders. Needs no database."""

import json
from argparse import ArgumentParser, ArgumentTypeError

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import override

from core import languages
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import WORD_BASKET
from games.management.rule_options import add_option, changed
from games.wordbasket.files import CheckedFiles, check_files, load
from lexicon.wordlists.japanese import nouns


class Command(BaseCommand):
    """Like ``check_records``, for the other game."""

    help = (
        "Check Word Basket records (text or JSON): one line for each file with its findings, then the totals. "
        "Folders are searched for .basket and .basket.json files. Words are looked up only with --dictionary. "
        "The exit status is 1 when any file has an error."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths and options."""
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a record, or a folder of .basket files")
        parser.add_argument("--dictionary", action="store_true", help="look words up among the Japanese nouns")
        add_option(parser, "wild_last=false")
        parser.add_argument("--format", default="text", choices=["text", "json"], help="default: text")
        parser.add_argument(
            "--language",
            default=languages.SOURCE.code,
            choices=[language.code for language in languages.LANGUAGES],
            help=f"of the sentences; default: {languages.SOURCE.code}",
        )
        parser.add_argument("--repeat", default=1, type=_count, metavar="N", help="check N times, to measure the rate")

    def handle(self, *_args: object, **options: object) -> None:
        """Check, print, and leave with status 1 if there is an error."""
        paths, repeat, changes = options["paths"], options["repeat"], options["option"]
        assert isinstance(paths, list)
        assert isinstance(repeat, int)
        assert isinstance(changes, list)
        rules = changed(WORD_BASKET, map(str, changes))
        dictionary = nouns() if options["dictionary"] else None
        checked = check_files(load(map(str, paths)), rules=rules, dictionary=dictionary, repeat=repeat)
        try:
            with override(str(options["language"])):
                self._print(checked, as_json=options["format"] == "json")
        except BrokenPipeError:
            raise SystemExit(1) from None  # the reader (head, less) has gone: not our failure, no traceback
        if checked.has_errors:
            raise SystemExit(1)

    def _print(self, checked: CheckedFiles, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(checked.as_dict(), indent=2, ensure_ascii=False))
        else:
            for line in checked.lines(lambda found: _(CATALOGUE[found.code].text) % found.params):
                self.stdout.write(line)
        self.stdout.flush()


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= 1_000_000:
        raise ArgumentTypeError("must be a whole number from 1 to 1000000")
    return int(text)
