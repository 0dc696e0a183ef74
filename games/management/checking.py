"""What the commands that check record files share."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.files import CheckedFiles


class CheckCommand(BaseCommand):
    """Checks, prints a line for each file and the totals, or JSON; leaves with status 1 when any file has an error."""

    requires_system_checks: list[str] = []
    paths_help: str
    ascii_json = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths, and how the result is printed."""
        parser.add_argument("paths", nargs="+", metavar="PATH", help=self.paths_help)
        parser.add_argument("--format", default="text", choices=["text", "json"], help="default: text")
        parser.add_argument("--repeat", default=1, type=_count, metavar="N", help="check N times, to measure the speed")

    def checked(self, options: dict[str, Any]) -> CheckedFiles:
        """The files named by ``options["paths"]``, checked ``options["repeat"]`` times."""
        raise NotImplementedError

    def as_dict(self, checked: CheckedFiles) -> dict[str, object]:
        """The result for ``--format json``."""
        return checked.as_dict()

    def lines(self, checked: CheckedFiles) -> Iterator[str]:
        """The result for ``--format text``."""
        yield from checked.lines()

    def handle(self, *_args: object, **options: Any) -> None:
        """Check, print, and leave with status 1 if there is an error."""
        checked = self.checked(options)
        try:
            if options["format"] == "json":
                self.stdout.write(json.dumps(self.as_dict(checked), indent=2, ensure_ascii=self.ascii_json))
            else:
                for line in self.lines(checked):
                    self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:
            raise SystemExit(1) from None  # the reader (head, less) has gone: not our failure, no traceback
        if checked.has_errors:
            raise SystemExit(1)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= 1_000_000:
        raise ArgumentTypeError("must be a whole number from 1 to 1000000")
    return int(text)
