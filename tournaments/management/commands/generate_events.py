"""``manage.py generate_events``: pair made-up events by every system and check each round by an independent computation.

Exit codes: 0 every rule held, 1 a rule was broken (each case is printed), 2 wrong use.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.proof.events import SYSTEMS, made_up
from tournaments.proof.play import EventReport, prove, rounds_of
from tournaments.proof.summary import Summary

_SHOWN = 20


class Command(BaseCommand):
    """Needs no database: numbers in, a table out."""

    help = "Pair made-up events by every pairing system, and check each round with tournaments/proof/checker."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which events, and how."""
        parser.add_argument(
            "--from", type=_whole, default=1, dest="start", metavar="N", help="the first event's number"
        )
        parser.add_argument("--count", type=_whole, default=100, metavar="K", help="how many events (default 100)")
        parser.add_argument("--system", choices=SYSTEMS, metavar="S", help="begin every event with this system")
        parser.add_argument("--jobs", type=_whole, default=1, metavar="J", help="processes at once (default 1)")
        parser.add_argument(
            "--write", type=Path, metavar="FILE", help="write the rounds for the checker instead, an event a line"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        """Play, check, print."""
        numbers = range(options["start"], options["start"] + options["count"])
        if options["write"] is not None:
            self._write(numbers, options["system"], options["write"])
            return
        summary, began = Summary(), time.monotonic()
        for report in self._progress(_reports(numbers, options["system"], options["jobs"]), len(numbers)):
            summary.add(report)
        for line in (*summary.table(), "", *summary.lines()):
            self.stdout.write(line)
        self.stdout.write(f"Events {numbers[0]} to {numbers[-1]}, {time.monotonic() - began:.0f} seconds.")
        if summary.details:
            raise CommandError("\n".join(_violations(summary)))

    def _write(self, numbers: range, system: str | None, path: Path) -> None:
        try:
            with path.open("w", encoding="utf-8") as file:
                for number in numbers:
                    records = [record for _key, record in rounds_of(made_up(number, system))]
                    file.write(json.dumps(records) + "\n")
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        self.stdout.write(f"{len(numbers)} events written; check them: python -m tournaments.proof.checker {path}")

    def _progress(self, reports: Iterable[EventReport], total: int) -> Iterator[EventReport]:
        """How far it has got, on standard error: on a terminal in one line, else at every twentieth part."""
        step, violations = max(1, total // 20), 0
        for done, report in enumerate(reports, start=1):
            yield report
            violations += len(report.violations)
            text = f"{done:,} of {total:,} events, {violations:,} violations"
            if sys.stderr.isatty():
                self.stderr.write(f"\r{text}", ending="" if done < total else "\n")
            elif not done % step:
                self.stderr.write(text)


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 1 up")
    return int(text)


def _reports(numbers: range, system: str | None, jobs: int) -> Iterator[EventReport]:
    """The events one after the other, or several at once."""
    one = partial(prove, system=system)
    if jobs == 1:
        yield from map(one, numbers)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(one, numbers, chunksize=5)


def _violations(summary: Summary) -> Iterator[str]:
    """The first cases, each with the number that repeats it."""
    yield f"{len(summary.details):,} violations:"
    for number, round_, system, violation in sorted(summary.details, key=lambda case: case[:3])[:_SHOWN]:
        yield f"  event {number}, round {round_}, {system}, {violation.rule}: {violation.text}"
    if len(summary.details) > _SHOWN:
        yield f"  … and {len(summary.details) - _SHOWN:,} more"
