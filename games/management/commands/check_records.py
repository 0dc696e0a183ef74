"""``manage.py check_records PATH…``: check game records, files or folders, by the same engine as the site."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Container

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.engine.crossword.rules import RULE_SETS
from games.record_files import CheckedFiles, check_files, load
from lexicon.models import Lexicon
from lexicon.queries import LexiconUnavailableError, open_version, shipped_lexicon, version_on
from lexicon.shipped import SHIPPED


class Command(BaseCommand):
    """Needs no database, unless ``--lexicon`` names a dictionary that was uploaded."""

    help = (
        "Check game records (GCG, or typed moves): one line for each file with its findings, then the totals. "
        "Folders are searched for .gcg files. Words are looked up only with --lexicon. "
        "The exit status is 1 when any file has an error."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths and options."""
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a record, or a folder of .gcg files")
        parser.add_argument("--lexicon", metavar="NAME", help="look words up in this dictionary, such as: en")
        parser.add_argument("--rules", default="tournament", choices=sorted(RULE_SETS), help="default: tournament")
        parser.add_argument("--format", default="text", choices=["text", "json"], help="default: text")
        parser.add_argument("--repeat", default=1, type=_count, metavar="N", help="check N times, to measure the rate")

    def handle(self, *_args: object, **options: object) -> None:
        """Check, print, and leave with status 1 if there is an error."""
        paths, rules, repeat = options["paths"], RULE_SETS[str(options["rules"])], options["repeat"]
        assert isinstance(paths, list)
        assert isinstance(repeat, int)
        words = _words(str(options["lexicon"])) if options["lexicon"] else None
        checked = check_files(load(map(str, paths)), rules=rules, words=words, repeat=repeat)
        try:
            self._print(checked, as_json=options["format"] == "json")
        except BrokenPipeError:
            raise SystemExit(1) from None  # the reader (head, less) has gone: not our failure, no traceback
        if checked.has_errors:
            raise SystemExit(1)

    def _print(self, checked: CheckedFiles, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(checked.as_dict(), indent=2))
        else:
            for line in checked.lines():
                self.stdout.write(line)
        self.stdout.flush()


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 1_000_000:
        raise ArgumentTypeError("must be a whole number from 1 to 1000000")
    return int(text)


def _words(name: str) -> Container[str]:
    """The dictionary: one that comes with the program, or the edition in force today of one in the database."""
    try:
        if name in SHIPPED:
            return shipped_lexicon(name)
        lexicon = Lexicon.objects.filter(slug=name).first()
        version = version_on(lexicon, timezone.localdate()) if lexicon else None
        if version is None:
            raise CommandError(f"There is no dictionary “{name}”. With the program come: {', '.join(sorted(SHIPPED))}.")
        return open_version(version)
    except LexiconUnavailableError as error:
        raise CommandError(str(error)) from error
    except DatabaseError as error:
        raise CommandError(
            f"The dictionary “{name}” cannot be looked up, the database is not ready: {error}"
        ) from error
