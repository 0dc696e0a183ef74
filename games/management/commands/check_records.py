"""``manage.py check_records PATH…``: check game records, files or folders, by the same engine as the site."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date

from django.core.management.base import BaseCommand, CommandError

from games.crossword.files import check_files, load
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import tile_set_slugs
from games.files import CheckedFiles
from games.management.editions import Editions
from games.management.rule_options import add_option, changed


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
            help="with --lexicon: the day of records that do not say when they were played, such as 2026-03-01; default: today. "
            "Each record is judged by the edition in force on its day",
        )
        parser.add_argument("--rules", default="tournament", choices=sorted(RULE_SETS), help="default: tournament")
        parser.add_argument(
            "--tile-set",
            choices=tile_set_slugs(),
            metavar="SLUG",
            help="the tiles, such as fr; default: the rules' own",
        )
        add_option(parser, "finish_line=120")
        parser.add_argument(
            "--strict", action="store_true", help="also report lines that are GCG only to a tolerant reader"
        )
        parser.add_argument("--format", default="text", choices=["text", "json"], help="default: text")
        parser.add_argument("--repeat", default=1, type=_count, metavar="N", help="check N times, to measure the speed")

    def handle(self, *_args: object, **options: object) -> None:
        """Check, print, and leave with status 1 if there is an error."""
        paths, repeat, changes = options["paths"], options["repeat"], options["option"]
        assert isinstance(paths, list)
        assert isinstance(repeat, int)
        assert isinstance(changes, list)
        tiles = [f"tile_set={options['tile_set']}"] if options["tile_set"] else []
        rules = changed(RULE_SETS[str(options["rules"])], [*tiles, *map(str, changes)])
        day = options["on"]
        if day is not None and not options["lexicon"]:
            raise CommandError("--on says which edition of a dictionary judges; name the dictionary: --lexicon NAME")
        judges = Editions(str(options["lexicon"])) if options["lexicon"] else None
        words = judges.undated(day if isinstance(day, date) else None).words if judges else None
        words_on = judges.words_on if judges else None
        loaded, strict = load(map(str, paths)), bool(options["strict"])
        checked = check_files(loaded, rules=rules, words=words, words_on=words_on, repeat=repeat, strict=strict)
        try:
            self._print(checked, judges, as_json=options["format"] == "json")
        except BrokenPipeError:
            raise SystemExit(1) from None  # the reader (head, less) has gone: not our failure, no traceback
        if checked.has_errors:
            raise SystemExit(1)

    def _print(self, checked: CheckedFiles, judges: Editions | None, *, as_json: bool) -> None:
        used = judges.used(checked) if judges else []
        if as_json:
            named = [{name: getattr(edition, name) for name in ("name", "edition", "checksum")} for edition in used]
            several = {"editions": named} if len(named) > 1 else {}
            lexicon = named[0] if named else None
            self.stdout.write(json.dumps({**checked.as_dict(), "lexicon": lexicon, **several}, indent=2))
        else:
            for line in checked.lines():
                self.stdout.write(line)
            for edition in used:
                self.stdout.write(f"words by {edition.name} ({edition.edition})")
            for day in sorted(judges.missing) if judges else []:
                self.stdout.write(f"no edition was in force on {day}: judged as records without a day")
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
