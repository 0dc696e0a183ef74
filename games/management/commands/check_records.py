"""``manage.py check_records PATH…``: check game records, files or folders, by the same engine as the site."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Container
from dataclasses import dataclass
from datetime import date

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.engine.crossword.rules import RULE_SETS
from games.record_files import CheckedFiles, check_files, load
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.spelling import spelt
from lexicon.models import Lexicon
from lexicon.queries import LexiconUnavailableError, open_spelt, shipped_lexicon, version_on
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
        parser.add_argument(
            "--on",
            type=_day,
            metavar="DATE",
            help="with --lexicon: judge by the edition in force on the day of the game, such as 2026-03-01; default: today",
        )
        parser.add_argument("--rules", default="tournament", choices=sorted(RULE_SETS), help="default: tournament")
        parser.add_argument(
            "--strict", action="store_true", help="also report lines that are GCG only to a tolerant reader"
        )
        parser.add_argument("--format", default="text", choices=["text", "json"], help="default: text")
        parser.add_argument("--repeat", default=1, type=_count, metavar="N", help="check N times, to measure the rate")

    def handle(self, *_args: object, **options: object) -> None:
        """Check, print, and leave with status 1 if there is an error."""
        paths, rules, repeat = options["paths"], RULE_SETS[str(options["rules"])], options["repeat"]
        assert isinstance(paths, list)
        assert isinstance(repeat, int)
        day = options["on"]
        if day is not None and not options["lexicon"]:
            raise CommandError("--on says which edition of a dictionary judges; name the dictionary: --lexicon NAME")
        judge = _judge(str(options["lexicon"]), day if isinstance(day, date) else None) if options["lexicon"] else None
        words, strict = judge.words if judge else None, bool(options["strict"])
        checked = check_files(load(map(str, paths)), rules=rules, words=words, repeat=repeat, strict=strict)
        try:
            self._print(checked, judge, as_json=options["format"] == "json")
        except BrokenPipeError:
            raise SystemExit(1) from None  # the reader (head, less) has gone: not our failure, no traceback
        if checked.has_errors:
            raise SystemExit(1)

    def _print(self, checked: CheckedFiles, judge: "_Judge | None", *, as_json: bool) -> None:
        if as_json:
            named = None if judge is None else {name: getattr(judge, name) for name in ("name", "edition", "checksum")}
            self.stdout.write(json.dumps({**checked.as_dict(), "lexicon": named}, indent=2))
        else:
            for line in checked.lines():
                self.stdout.write(line)
            if judge is not None:
                self.stdout.write(f"words by {judge.name} ({judge.edition})")
        self.stdout.flush()


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 1_000_000:
        raise ArgumentTypeError("must be a whole number from 1 to 1000000")
    return int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("must be a date such as 2026-03-01") from None


@dataclass(frozen=True)
class _Judge:
    """The edition that words are judged by."""

    words: Container[str]
    name: str
    edition: str
    checksum: str


def _judge(name: str, day: date | None) -> _Judge:
    """The edition in force on ``day``, or today. Of a list that comes with the program that needs no database."""
    try:
        if name in SHIPPED and day is None:
            known = SHIPPED[name]
            words = spelt(shipped_lexicon(name), ALPHABETS[known.language])
            return _Judge(words, known.name, known.label, known.checksum)
        lexicon = Lexicon.objects.filter(slug=name).first()
        if lexicon is None:
            raise CommandError(f"There is no dictionary “{name}”. With the program come: {', '.join(sorted(SHIPPED))}.")
        wanted = day or timezone.localdate()
        version = version_on(lexicon, wanted)
        if version is None:
            raise CommandError(f"No edition of “{name}” was in force on {wanted}; there is: {_editions(lexicon)}.")
        return _Judge(open_spelt(version), lexicon.name, version.label, version.checksum)
    except LexiconUnavailableError as error:
        raise CommandError(str(error)) from error
    except DatabaseError as error:
        raise CommandError(
            f"The dictionary “{name}” cannot be looked up, the database is not ready: {error}"
        ) from error


def _editions(lexicon: Lexicon) -> str:
    """The editions with their days, oldest first, for a message."""
    rows = lexicon.versions.order_by("valid_from", "pk")
    return "; ".join(f"{row.label} ({row.valid_from or '…'} to {row.valid_to or '…'})" for row in rows) or "none"
