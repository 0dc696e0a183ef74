"""``manage.py check_wordbasket PATH…``: check Word Basket records, files or folders. Needs no database."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from core import languages
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import WORD_BASKET
from games.files import CheckedFiles
from games.management.checking import CheckCommand
from games.management.rule_options import add_option, changed
from games.wordbasket.files import check_files, load
from lexicon.wordlists.japanese import nouns


class Command(CheckCommand):
    """Like ``check_records``, for the other game."""

    help = (
        "Check Word Basket records (text or JSON): one line for each file with its findings, then the totals. "
        "Folders are searched for .basket and .basket.json files. Words are looked up only with --dictionary. "
        "The exit status is 1 when any file has an error."
    )
    paths_help = "a record, or a folder of .basket files"
    ascii_json = False
    language = languages.SOURCE.code

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Dictionary, rules and language."""
        super().add_arguments(parser)
        parser.add_argument("--dictionary", action="store_true", help="look words up among the Japanese nouns")
        add_option(parser, "wild_last=false")
        parser.add_argument(
            "--language",
            default=languages.SOURCE.code,
            choices=[language.code for language in languages.LANGUAGES],
            help=f"of the sentences; default: {languages.SOURCE.code}",
        )

    def checked(self, options: dict[str, Any]) -> CheckedFiles:
        """By the sheet with the options."""
        self.language = options["language"]
        dictionary = nouns() if options["dictionary"] else None
        rules = changed(WORD_BASKET, options["option"])
        return check_files(
            load(map(str, options["paths"])), rules=rules, dictionary=dictionary, repeat=options["repeat"]
        )

    def lines(self, checked: CheckedFiles) -> Iterator[str]:
        """In the language chosen."""
        with override(self.language):
            yield from checked.lines(lambda finding: _(CATALOGUE[finding.code].text) % finding.params)
