"""``manage.py build_lexicon_en``: make the default English list again from Debian's SCOWL."""

import lzma
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from lexicon.engine import scowl
from lexicon.wordlists.shipped import ENGLISH


class Command(BaseCommand):
    """For maintainers: the result is in the repository, nobody needs SCOWL to run the site."""

    help = (
        "Build lexicon/data/en.txt.xz from SCOWL (apt-get install scowl) and copy its licence beside it. "
        "Prints the word count and checksum that belong in lexicon/wordlists/shipped.py."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where SCOWL is and where the list goes."""
        parser.add_argument(
            "--scowl", type=Path, default=Path("/usr/share/dict/scowl"), help="folder of SCOWL's word files"
        )
        parser.add_argument(
            "--licence", type=Path, default=Path("/usr/share/doc/scowl/copyright"), help="SCOWL's licence"
        )
        parser.add_argument("--output", type=Path, default=ENGLISH.data_path, help="the .xz file to write")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the list would change")

    def handle(self, *_args: object, **options: object) -> None:
        """Build the list."""
        source, licence, output = (Path(str(options[name])) for name in ("scowl", "licence", "output"))
        files = {path.name: path.read_text("latin-1") for path in sorted(source.glob("*")) if scowl.is_used(path.name)}
        if not files or not licence.is_file():
            raise CommandError(f"No SCOWL at {source}, or no licence at {licence}; install it: apt-get install scowl")
        words = scowl.build(files)
        self.stdout.write(f"word_count={len(words.words)} checksum={words.checksum}")
        if options["check"]:
            if words.checksum != ENGLISH.checksum:
                raise CommandError(f"the list would change: lexicon/wordlists/shipped.py says {ENGLISH.checksum}")
            return
        output.write_bytes(lzma.compress(words.text.encode(), preset=9 | lzma.PRESET_EXTREME))
        # Debian's copyright file is ASCII; copied byte for byte, because the licences ask for their text verbatim.
        output.with_name("en.LICENSE").write_bytes(licence.read_bytes())
