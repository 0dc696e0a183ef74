"""``manage.py judge --lexicon en WORD…``: one verdict for a play, at the terminal."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from lexicon.engine.judge import MalformedPlayError
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import LexiconUnavailableError, current_version, default_version
from lexicon.services.rulings import judge_words


class Command(BaseCommand):
    """The exit status is 0 for an acceptable play, 1 for any other, 2 when nothing could be judged."""

    help = "Judge the words of one play by a dictionary: one verdict for all of them. Nothing is logged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The dictionary, its edition, the words."""
        parser.add_argument(
            "--lexicon", default="", help="the dictionary's address, such as en; default: the site's own"
        )
        parser.add_argument("--edition", default="", help="the edition's label; default: the one in force today")
        parser.add_argument("words", nargs="+", metavar="WORD")

    def handle(self, *_args: object, **options: object) -> None:
        """Judge."""
        words = options["words"]
        assert isinstance(words, list)
        try:
            version = _version(str(options["lexicon"]), str(options["edition"]))
            verdict = judge_words(version, words)
        except LexiconUnavailableError as error:
            raise CommandError(str(error), returncode=2) from error
        except MalformedPlayError as error:
            raise CommandError("Nothing was judged: 1 to 8 words of 2 to 15 letters.", returncode=2) from error
        self.stdout.write(f"{'acceptable' if verdict.acceptable else 'not acceptable'} ({version})")
        if not verdict.acceptable:
            raise SystemExit(1)


def _version(slug: str, label: str) -> LexiconVersion:
    if not slug:
        return default_version()
    lexicon = Lexicon.objects.filter(slug=slug).first()
    found = None
    if lexicon is not None:
        found = lexicon.versions.filter(label=label).first() if label else current_version(lexicon)
    if found is None:
        raise LexiconUnavailableError(
            f"There is no dictionary “{slug}”{f' with an edition “{label}”' if label else ''}."
        )
    return found
