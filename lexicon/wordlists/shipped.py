"""The word lists that come with the program: what they are and where their files lie. Needs no database."""

import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.wordlist import LONGEST, WordList, read_words
from lexicon.wordlists.packaged import PACKAGED

DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True)
class ShippedList:
    """A list in ``lexicon/data``: ``<slug>.txt.xz`` and ``<slug>.LICENSE``; ``checksum`` is the words'.

    ``longest``: tiles of the longest word; what stands behind a line that begins with # is no part of the list.
    """

    slug: str
    name: str
    language: str
    label: str
    word_count: int
    checksum: str
    source: str
    notice: str
    longest: int = LONGEST

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
            words = takewhile(lambda line: not line.startswith("#"), lines)
            return read_words(words, ALPHABETS[self.language], longest=self.longest)


ENGLISH = ShippedList(
    slug="en",
    name="Open English (SCOWL)",
    language="en",
    label="2020.12.07",
    word_count=247_517,
    checksum="8761f3a49f133030529ca9b16650e7ee5a39d821cf3a86d77f92005b3bd90eac",
    source=(
        "SCOWL (Spell Checker Oriented Word Lists) 2020.12.07 by Kevin Atkinson, from Debian's package scowl "
        "2020.12.07-2, size 80 and below, modified: 2 to 15 letters, with initials and abbreviations removed from the "
        "short words, two-letter words from ENABLE with KI, OK, QI and ZA."
    ),
    notice=(
        "SCOWL: Copyright 2000-2011 by Kevin Atkinson.\n"
        "UKACD: Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.\n"
        "Ispell word lists: Copyright 1993, Geoff Kuenning, Granada Hills, CA. All rights reserved. Modified here.\n"
        "WordNet 1.6: Copyright 1997 by Princeton University. All rights reserved.\n"
        "Two-letter words: the ENABLE list by Alan Beale and M. Cooper, in the public domain."
    ),
)

_WEAK = PACKAGED["es"]
SPANISH = ShippedList(
    slug="es",
    name=_WEAK.name,
    language="es",
    label=_WEAK.package.edition,
    word_count=_WEAK.word_count,
    checksum=_WEAK.checksum,
    source=_WEAK.source,
    notice=_WEAK.notice,
)

#: For Word Basket: common nouns in kana. ``lexicon.wordlists.japanese`` also has the proper names, to say "proper name only".
JAPANESE = ShippedList(
    slug="ja",
    name="Japanese nouns (SudachiDict)",
    language="ja",
    label="20261015",
    word_count=109_119,
    checksum="86a1b2d340ba335cc0d95340cf211dc3d0160d4ab4ad4a83dcd79bd2d3bd9d6b",
    source=(
        "SudachiDict core 20261015 by Works Applications Co., Ltd., which contains UniDic and part of NEologd, from the Python "
        "package sudachidict-core 20261015, modified: readings of common nouns, of 2 to 20 letters, none that ends in ん."
    ),
    notice=(
        "SudachiDict: Copyright (c) 2017-2026 Works Applications Co., Ltd. Apache License 2.0. Modified here.\n"
        "UniDic: Copyright (c) 2011-2013, The UniDic Consortium. All rights reserved."
    ),
    longest=20,
)

SHIPPED: Mapping[str, ShippedList] = MappingProxyType(
    {shipped.slug: shipped for shipped in (ENGLISH, SPANISH, JAPANESE)}
)
DEFAULT = ENGLISH.slug
