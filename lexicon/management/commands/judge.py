"""``manage.py judge --lexicon en WORD…``: one verdict for a play, at the terminal; or a play a line from standard input."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable

from django.core.management.base import BaseCommand, CommandError
from django.db.utils import OperationalError, ProgrammingError

from lexicon.engine.judge import MOST_WORDS, MalformedPlayError
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import LexiconUnavailableError, current_version
from lexicon.services.adjudications import judge_words
from lexicon.wordlists.shipped import DEFAULT, SHIPPED

_LONGEST_LINE = 1000
_MALFORMED = f"Nothing was judged: 1 to {MOST_WORDS} words of 2 to 15 letters."


class Command(BaseCommand):
    """The exit status is 0 when every play is acceptable, 1 when one is not, 2 when something could not be judged."""

    help = (
        "Judge the words of one play by a dictionary: one verdict for all of them. Without words, or with -, each line of standard input "
        "is a play. Nothing is logged."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The dictionary, its edition, the form of the answer, the words."""
        parser.add_argument(
            "--lexicon", default="", help="the dictionary's address, such as en; default: the site's own"
        )
        parser.add_argument("--edition", default="", help="the edition's label; default: the one in force today")
        parser.add_argument("--json", action="store_true", help="one JSON object per play, one per line")
        parser.add_argument(
            "words", nargs="*", metavar="WORD", help="the words of one play; - or none: lines of standard input"
        )

    def handle(self, *_args: object, **options: object) -> None:
        """Judge."""
        words = options["words"]
        assert isinstance(words, list)
        try:
            version = _version(str(options["lexicon"]), str(options["edition"]))
            plays = _lines() if words in ([], ["-"]) else [words]
            status = max((self._play(version, play, as_json=bool(options["json"])) for play in plays), default=0)
        except LexiconUnavailableError as error:
            raise CommandError(str(error), returncode=2) from error
        if status:
            raise SystemExit(status)

    def _play(self, version: LexiconVersion, words: list[str], *, as_json: bool) -> int:
        """Judge one play and say so; its exit status."""
        try:
            acceptable: bool | None = judge_words(version, words).acceptable
        except MalformedPlayError:
            acceptable = None
        if as_json:
            answer = {"words": words, "acceptable": acceptable, "dictionary": version.lexicon.slug}
            self.stdout.write(
                json.dumps({**answer, "edition": version.label, "checksum": version.checksum}, ensure_ascii=False)
            )
        elif acceptable is None:
            self.stderr.write(_MALFORMED)
        else:
            self.stdout.write(f"{'acceptable' if acceptable else 'not acceptable'} ({version})")
        return 2 if acceptable is None else int(not acceptable)


def _lines() -> Iterable[list[str]]:
    """The plays of standard input, words between spaces; empty lines are none."""
    for line in sys.stdin:
        words = line[:_LONGEST_LINE].split()
        if words:
            yield words


def _version(slug: str, label: str) -> LexiconVersion:
    """The edition to judge by. A list that comes with the program needs no database: neither its rows nor its tables."""
    try:
        dictionary = _stored(slug, label)
    except (OperationalError, ProgrammingError) as error:
        dictionary = _shipped(slug, label)
        if dictionary is None:
            raise LexiconUnavailableError("The database has no tables yet; run: manage.py migrate") from error
    dictionary = dictionary or _shipped(slug, label)
    if dictionary is None:
        raise LexiconUnavailableError(
            f"There is no dictionary “{slug}”{f' with an edition “{label}”' if label else ''}."
        )
    return dictionary


def _stored(slug: str, label: str) -> LexiconVersion | None:
    lexicon = Lexicon.objects.filter(slug=slug or DEFAULT).first()
    if lexicon is None:
        return None
    return lexicon.versions.filter(label=label).first() if label else current_version(lexicon)


def _shipped(slug: str, label: str) -> LexiconVersion | None:
    shipped = SHIPPED.get(slug or DEFAULT)
    if shipped is None or label not in {"", shipped.label}:
        return None
    lexicon = Lexicon(slug=shipped.slug, name=shipped.name, language=shipped.language)
    return LexiconVersion(lexicon=lexicon, label=shipped.label, checksum=shipped.checksum)
