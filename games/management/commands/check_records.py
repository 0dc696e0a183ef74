"""``manage.py check_records PATH…``: check game records, files or folders, by the same engine as the site."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.core.management.base import CommandError

from games.crossword.files import check_files, load
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import tile_set_slugs
from games.files import CheckedFiles
from games.management.checking import CheckCommand
from games.management.editions import Editions
from games.management.rule_options import add_option, changed


class Command(CheckCommand):
    """Needs no database, unless ``--lexicon`` names a dictionary that was uploaded."""

    help = (
        "Check game records (GCG, or typed moves): one line for each file with its findings, then the totals. "
        "Folders are searched for .gcg files. Words are looked up only with --lexicon. "
        "The exit status is 1 when any file has an error."
    )
    paths_help = "a record, or a folder of .gcg files"
    #: The editions that words are looked up in; None without ``--lexicon``.
    editions: Editions | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Dictionary and rules."""
        super().add_arguments(parser)
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

    def checked(self, options: dict[str, Any]) -> CheckedFiles:
        """By the rules and the dictionary named."""
        if options["on"] is not None and not options["lexicon"]:
            raise CommandError("--on says which edition of a dictionary judges; name the dictionary: --lexicon NAME")
        tiles = [f"tile_set={options['tile_set']}"] if options["tile_set"] else []
        rules = changed(RULE_SETS[options["rules"]], [*tiles, *options["option"]])
        editions = self.editions = Editions(options["lexicon"]) if options["lexicon"] else None
        return check_files(
            load(map(str, options["paths"])),
            rules=rules,
            words=editions.undated(options["on"]).words if editions else None,
            words_on=editions.words_on if editions else None,
            repeat=options["repeat"],
            strict=options["strict"],
        )

    def as_dict(self, checked: CheckedFiles) -> dict[str, object]:
        """With the editions that judged."""
        used = self.editions.used(checked) if self.editions else []
        editions = [{name: getattr(edition, name) for name in ("name", "edition", "checksum")} for edition in used]
        several = {"editions": editions} if len(editions) > 1 else {}
        return {**super().as_dict(checked), "lexicon": editions[0] if editions else None, **several}

    def lines(self, checked: CheckedFiles) -> Iterator[str]:
        """With the editions that judged, and the days for which there was none."""
        yield from super().lines(checked)
        if self.editions is not None:
            for edition in self.editions.used(checked):
                yield f"words by {edition.name} ({edition.edition})"
            for day in sorted(self.editions.missing):
                yield f"no edition was in force on {day}: judged as records without a day"


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("must be a date such as 2026-03-01") from None
