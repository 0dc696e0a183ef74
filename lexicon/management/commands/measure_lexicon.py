"""``manage.py measure_lexicon SLUG FILE``: an installed list beside a second one, as precision and recall."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.measuring import measure, second_list
from lexicon.models import Lexicon
from lexicon.queries import LexiconUnavailableError, current_version, open_version
from lexicon.wordlists.quality import write_figures


class Command(BaseCommand):
    """Reads two lists and prints figures; writes only with --write."""

    help = (
        "Compare an installed dictionary with a second list: what share of its words the second has (precision), and what share of "
        "the second it has (recall). FILE is a list with a word a line, a list of Aspell (.cwl), or a Hunspell .dic with --affixes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The dictionary, the file, and how to read it."""
        parser.add_argument("lexicon", help="the address of an installed dictionary")
        parser.add_argument("file", type=Path, help="the second list; may be gzipped")
        parser.add_argument("--encoding", default="utf-8", help="of the file (default: utf-8)")
        parser.add_argument("--affixes", type=Path, metavar="FILE", help="the affix file that goes with it")
        parser.add_argument("--only", default="", metavar="FLAGS", help="follow only these flags of the affix file")
        parser.add_argument("--names", action="store_true", help="take words with capitals too (German nouns)")
        parser.add_argument(
            "--write", metavar="NAME", default="", help="enter the figures in lexicon/data/quality.toml under this name"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Measure it."""
        slug, affixes, name = str(options["lexicon"]), options["affixes"], str(options["write"])
        lexicon = Lexicon.objects.filter(slug=slug).first()
        version = current_version(lexicon) if lexicon else None
        if lexicon is None or version is None:
            raise CommandError(f"There is no dictionary “{slug}”. Install it first: manage.py install_lexicon {slug}")
        try:
            second = second_list(
                Path(str(options["file"])).read_bytes(),
                encoding=str(options["encoding"]),
                affixes=Path(str(affixes)).read_bytes() if affixes else b"",
                only=str(options["only"]),
                names=bool(options["names"]),
            )
            figures = measure(open_version(version), second, ALPHABETS[lexicon.language])
        except (OSError, LookupError, LexiconUnavailableError) as error:
            raise CommandError(str(error)) from error
        if not figures.second:
            raise CommandError("The second list has no word in this alphabet; check --encoding and --names.")
        self.stdout.write(
            f"{slug}: {figures.words:,} words, {figures.second:,} in the second list, {figures.both:,} in both: "
            f"precision {figures.precision:.1%}, recall {figures.recall:.1%}"
        )
        if name:
            write_figures(slug, version.checksum, name, figures)
