"""``manage.py verify_ratings FILE… [--rounds DIVISION=N] [--as-stated]``: are published ratings reproduced?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.engine.published import FileError, Published, Unrated
from ratings.engine.verify import (
    Difference,
    Settled,
    explaining_rounds,
    read,
    settled,
    verify,
    with_rounds,
    working,
)

_MOST_BYTES = 50_000_000


class Command(BaseCommand):
    """Recompute every final rating of finished divisions and show the working wherever one differs."""

    help = "Recompute the final ratings in files of finished divisions (tourney.js or JSON); exit 1 if any differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, and corrected numbers of rounds."""
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument(
            "--rounds",
            action="append",
            default=[],
            metavar="DIVISION=N",
            help="the configured number of rounds of a division, where its file states the rounds played",
        )

        parser.add_argument(
            "--as-stated",
            action="store_true",
            help="split events by the stated number of rounds even where the ratings shown during the event contradict it",
        )

    def handle(self, *, files: list[Path], rounds: list[str], as_stated: bool, **_options: object) -> None:
        """Verify all files; the last line counts."""
        stated_rounds = dict(self._rounds(text) for text in rounds)
        rows = [division for path in files for division in self._divisions(path)]
        divisions = [division for division in rows if isinstance(division, Published)]
        for division in rows:
            if isinstance(division, Unrated):
                self.stdout.write(f"{division.name}: not checked, {division.why}")
        if not divisions:
            raise CommandError("there are no ratings to check", returncode=2)
        try:
            divisions = list(with_rounds(divisions, stated_rounds))
        except FileError as error:
            raise CommandError(f"--rounds: {error}", returncode=2) from error
        reproduced = total = 0
        for stated in divisions:
            fixed = as_stated or stated.name in stated_rounds
            chosen = Settled(stated) if fixed else settled(stated)
            self._explain(stated, chosen)
            result = verify([chosen.division])
            self._report(chosen.division, result.differences)
            reproduced, total = reproduced + result.reproduced, total + result.total
        self.stdout.write(f"{reproduced} of {total} final ratings reproduced")
        if reproduced != total:
            self.stdout.flush()
            sys.exit(1)

    def _rounds(self, text: str) -> tuple[str, int]:
        name, _, number = text.rpartition("=")
        if not name or not number.isdecimal() or not int(number):
            raise CommandError(f"--rounds takes DIVISION=N with N of 1 or more, not “{text}”", returncode=2)
        return name, int(number)

    def _divisions(self, path: Path) -> tuple[Published | Unrated, ...]:
        try:
            return read(self._bytes(path))
        except FileError as error:
            raise CommandError(f"{path}: {error}", returncode=2) from error

    def _bytes(self, path: Path) -> bytes:
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise FileError(f"the file is larger than {_MOST_BYTES // 1_000_000} MB")
            return path.read_bytes()
        except OSError as error:
            raise FileError(error.strerror or str(error)) from error

    def _explain(self, stated: Published, chosen: Settled) -> None:
        if chosen.shown_rounds:
            numbers = " or ".join(str(number) for number in chosen.shown_rounds)
            self.stdout.write(
                f"{stated.name}: split as configured for {numbers} rounds, not as stated for {stated.event.rounds}: "
                f"the ratings shown after round {chosen.shown_after} were computed so"
            )

    def _report(self, division: Published, differences: Sequence[Difference]) -> None:
        for row in differences:
            computed = "unrated" if row.computed is None else row.computed
            self.stdout.write(f"{row.division}, player {row.player}: published {row.published}, computed {computed}")
            for line in working(row.change):
                self.stdout.write(f"    {line}")
        if not differences:
            return
        hint = " or ".join(str(rounds) for rounds in explaining_rounds(division))
        if hint:
            self.stdout.write(
                f"{division.name}: all would agree had the event been configured for {hint} rounds instead of "
                f"{division.event.rounds} (the split follows the configured number); state it with --rounds"
            )
