"""The word lists that come with the program: what they are and where their files lie. Needs no database."""

import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.wordlist import WordList, read_words

DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True)
class ShippedList:
    """A list in ``lexicon/data``: ``<slug>.txt.xz`` and ``<slug>.LICENSE``; ``checksum`` is the words'."""

    slug: str
    name: str
    language: str
    label: str
    word_count: int
    checksum: str
    source: str
    notice: str

    @property
    def data_path(self) -> Path:
        """The compressed words, one a line."""
        return DATA / f"{self.slug}.txt.xz"

    @property
    def licence_path(self) -> Path:
        """The licence, verbatim."""
        return DATA / f"{self.slug}.LICENSE"

    @cached_property
    def licence(self) -> str:
        """The licence text."""
        return self.licence_path.read_text(encoding="utf-8")

    def words(self) -> WordList:
        """Unpack and read the list."""
        with lzma.open(self.data_path, "rt", encoding="utf-8") as lines:
            return read_words(lines, ALPHABETS[self.language])


ENGLISH = ShippedList(
    slug="en",
    name="Open English (SCOWL)",
    language="en",
    label="2020.12.07",
    word_count=247_517,
    checksum="8761f3a49f133030529ca9b16650e7ee5a39d821cf3a86d77f92005b3bd90eac",
    source=(
        "SCOWL (Spell Checker Oriented Word Lists) 2020.12.07 by Kevin Atkinson, from Debian's package scowl "
        "2020.12.07-2, size 80 and below, modified: 2 to 15 letters, initials and abbreviations among the short words "
        "removed, two-letter words from ENABLE with KI, OK, QI and ZA."
    ),
    notice=(
        "SCOWL: Copyright 2000-2011 by Kevin Atkinson.\n"
        "UKACD: Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.\n"
        "Ispell word lists: Copyright 1993, Geoff Kuenning, Granada Hills, CA. All rights reserved. Modified here.\n"
        "WordNet 1.6: Copyright 1997 by Princeton University. All rights reserved.\n"
        "Two-letter words: the ENABLE list by Alan Beale and M. Cooper, in the public domain."
    ),
)

SHIPPED: Mapping[str, ShippedList] = MappingProxyType({ENGLISH.slug: ENGLISH})
DEFAULT = ENGLISH.slug
