"""``manage.py check_records PATH…``: check game records, files or folders, by the same engine as the site."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.release import release
from games.crossword.files import LoadedFile, check_files, loader
from games.engine.crossword.findings import Finding, Severity
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import tile_set_slugs
from games.files import CheckedFile, CheckedFiles
from games.management.checking import CheckCommand
from games.management.editions import Editions
from games.management.many import BATCH, Notes, Worker, check_many
from games.management.rule_options import add_option, changed

#: Options that say how a record is judged; a process is told them, and so are the notes.
_JUDGED_BY = ("rules", "option", "tile_set", "lexicon", "on", "strict", "jobs", "repeat")
#: From so many records on the command says how far it has got.
_LONG = 2000


class Command(CheckCommand):
    """Needs no database, unless ``--lexicon`` names a dictionary that was uploaded."""

    help = (
        "Check game records (GCG, or typed moves): one line for each file with its findings, then the totals. "
        "Folders are searched for .gcg files. Words are looked up only with --lexicon. "
        "The exit status is 1 when any file has an error. For very many records: --jobs, --resume, --summary."
    )
    paths_help = "a record, or a folder of .gcg files"
    #: The editions that words are looked up in; None without ``--lexicon``.
    editions: Editions | None = None
    summary = False

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

        parser.add_argument(
            "--jobs", type=_jobs, default=1, metavar="N", help="so many processes, or “all” cores; default: 1"
        )
        parser.add_argument(
            "--resume",
            type=Path,
            metavar="FILE",
            help="note every record that has been checked in FILE; called again after it was stopped, the command goes on from there. "
            "A record that has changed since is checked again",
        )
        parser.add_argument(
            "--summary", action="store_true", help="a line for each kind of finding instead of one for each file"
        )

    def checked(self, options: dict[str, Any]) -> CheckedFiles:
        """In one process, or by ``check_many``."""
        self.summary = options["summary"]
        worker, names = self.worker(options), loader.names(map(str, options["paths"]))
        if options["jobs"] == 1 and options["resume"] is None and not options["summary"]:
            return worker.check([worker.read(name) if isinstance(name, str) else name for name in names])
        if options["repeat"] > 1:
            raise CommandError("--repeat measures one process: leave out --jobs, --resume and --summary.")
        notes = Notes(options["resume"], self._by(options), _noted) if options["resume"] else None
        total, judged_by = len(names), {name: options[name] for name in _JUDGED_BY}
        try:
            checked = check_many(
                names,
                command="check_records",
                options=judged_by,
                worker=worker,
                notes=notes,
                tell=lambda done: self._tell(done, total),
            )
        except KeyboardInterrupt:
            again = " Call it again with the same --resume to go on." if notes else ""
            self.stderr.write(f"Stopped.{again}")
            raise SystemExit(130) from None
        if self.editions is not None:  # which editions judged is known to the processes only
            for day in sorted({str(day) for file in checked.files if (day := file.details.get("played_on"))}):
                self.editions.words_on(date.fromisoformat(day))
        return checked

    def _by(self, options: Mapping[str, Any]) -> dict[str, object]:
        """What the answer depends on besides the records."""
        judged_by = {name: options[name] for name in _JUDGED_BY if name != "jobs"}
        edition = self.editions.undated(options["on"]).checksum if self.editions else None
        return {**judged_by, "on": str(options["on"] or ""), "edition": edition, "release": release()}

    def _tell(self, done: int, total: int) -> None:
        """How far it has got, on standard error: on a terminal in one line, else at every twentieth part of a long run."""
        text = f"{done:,} of {total:,} records"
        if sys.stderr.isatty():
            self.stderr.write(f"\r{text}", ending="" if done < total else "\n")
        elif total >= _LONG and done * 20 // total > max(0, done - BATCH) * 20 // total:
            self.stderr.write(text)

    def worker(self, options: Mapping[str, Any]) -> Worker:
        """Checks by the rules and the dictionary named."""
        if options["on"] is not None and not options["lexicon"]:
            raise CommandError("--on says which edition of a dictionary judges; name the dictionary: --lexicon NAME")
        tiles = [f"tile_set={options['tile_set']}"] if options["tile_set"] else []
        rules = changed(RULE_SETS[options["rules"]], [*tiles, *options["option"]])
        editions = self.editions = Editions(options["lexicon"]) if options["lexicon"] else None
        words = editions.undated(options["on"]).words if editions else None

        def check(loaded: Sequence[LoadedFile]) -> CheckedFiles:
            return check_files(
                loaded,
                rules=rules,
                words=words,
                words_on=editions.words_on if editions else None,
                repeat=options["repeat"],
                strict=options["strict"],
            )

        return Worker(loader.read, check)

    def as_dict(self, checked: CheckedFiles) -> dict[str, object]:
        """With the editions that judged."""
        used = self.editions.used(checked) if self.editions else []
        editions = [{name: getattr(edition, name) for name in ("name", "edition", "checksum")} for edition in used]
        several = {"editions": editions} if len(editions) > 1 else {}
        return {**checked.as_dict(summary=self.summary), "lexicon": editions[0] if editions else None, **several}

    def lines(self, checked: CheckedFiles) -> Iterator[str]:
        """With the editions that judged, and the days for which there was none."""
        yield from checked.lines(summary=self.summary)
        if self.editions is not None:
            for edition in self.editions.used(checked):
                yield f"words by {edition.name} ({edition.edition})"
            for day in sorted(self.editions.missing):
                yield f"no edition was in force on {day}: judged as records without a day"


def _jobs(text: str) -> int:
    cores = os.cpu_count() or 1
    if text != "all" and not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= 256):
        raise ArgumentTypeError("must be a whole number from 1 to 256, or all")
    return cores if text == "all" else int(text)


def _noted(row: Mapping[str, Any]) -> CheckedFile:
    """A line of the notes."""
    findings = [Finding(**{**one, "severity": Severity(one["severity"])}) for one in row["findings"]]
    return CheckedFile(row["path"], tuple(findings), row["details"], row["events"])


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("must be a date such as 2026-03-01") from None
