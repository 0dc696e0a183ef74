"""The editions of a dictionary that judge records: for each record the one in force on its day."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import date

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.files import CheckedFiles
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.spelling import spelt
from lexicon.models import Lexicon
from lexicon.queries import LexiconUnavailableError, open_spelt, shipped_lexicon, version_on
from lexicon.wordlists.shipped import SHIPPED


@dataclass(frozen=True)
class Edition:
    """The edition that words are judged by."""

    words: Container[str]
    name: str
    edition: str
    checksum: str


class Editions:
    """The editions of one dictionary, each looked up once. Every method raises CommandError when that fails.

    A list that comes with the program needs no database: without one its own edition judges records of every day.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._on: dict[date | None, Edition] = {}
        self._undated: date | None = None
        #: Days of records on which no edition was in force: the one for records without a day judges them.
        self.missing: set[date] = set()

    def undated(self, day: date | None) -> Edition:
        """For records that name no day: of this one, else of today."""
        self._undated = day
        if day is None and self.name in SHIPPED:
            return self._on.setdefault(None, _shipped(self.name))
        on = day or timezone.localdate()
        edition = self._on.get(on) or self._look_up(on)
        if edition is None:
            there = _editions(Lexicon.objects.get(slug=self.name))
            raise CommandError(f"No edition of “{self.name}” was in force on {on}; there is: {there}.")
        return self._on.setdefault(on, edition)

    def words_on(self, day: date) -> Container[str]:
        """The words in force on a day that a record names."""
        if day not in self._on:
            edition = self._look_up(day)
            if edition is None:
                self.missing.add(day)
            self._on[day] = edition or self.undated(self._undated)
        return self._on[day].words

    def used(self, checked: CheckedFiles) -> list[Edition]:
        """The editions that judged these files, oldest day first; the one for undated files last. With none: that one."""
        days = {file.details["played_on"] for file in checked.files}
        dated = [self._on[date.fromisoformat(day)] for day in sorted(day for day in days if isinstance(day, str))]
        editions = [*dated, *([self.undated(self._undated)] if None in days or not days else [])]
        return list({edition.checksum: edition for edition in editions}.values())

    def _look_up(self, day: date) -> Edition | None:
        try:
            lexicon = Lexicon.objects.filter(slug=self.name).first()
            if lexicon is None and self.name in SHIPPED:
                return _shipped(self.name)
            if lexicon is None:
                shipped = ", ".join(sorted(SHIPPED))
                raise CommandError(f"There is no dictionary “{self.name}”. With the program come: {shipped}.")
            version = version_on(lexicon, day)
            if version is None:
                return None
            return Edition(open_spelt(version), lexicon.name, version.label, version.checksum)
        except LexiconUnavailableError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            if self.name in SHIPPED:
                return _shipped(self.name)
            raise CommandError(
                f"The dictionary “{self.name}” cannot be looked up, the database is not ready: {error}"
            ) from error


def _shipped(name: str) -> Edition:
    shipped = SHIPPED[name]
    try:
        words = spelt(shipped_lexicon(name), ALPHABETS[shipped.language])
    except LexiconUnavailableError as error:
        raise CommandError(str(error)) from error
    return Edition(words, shipped.name, shipped.label, shipped.checksum)


def _editions(lexicon: Lexicon) -> str:
    """The editions with their days, oldest first, for a message."""
    rows = lexicon.versions.order_by("valid_from", "pk")
    return "; ".join(f"{row.label} ({row.valid_from or '…'} to {row.valid_to or '…'})" for row in rows) or "none"
