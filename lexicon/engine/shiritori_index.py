"""The Japanese nouns, compiled for shiritori: by first letter, last letter and length.

One byte a letter, and all words of one *cell* (they begin and end alike, as they link, and are equally long) side by
side and sorted: a look-up is a binary search in one cell, a query the concatenation of some cells. The compiled bytes
may be mapped from disk and shared between processes.

>>> nouns = NounDictionary(compile_nouns(NounList(common=("あしか", "あひる", "いか"), proper=("よーろっぱ",))))
>>> str(nouns.listing("あひる")), str(nouns.listing("よーろっぱ")), str(nouns.listing("あひ"))
('common', 'proper', 'unlisted')
>>> nouns.find(begins="あ", ends="る", length=3)
Matches(total=1, words=('あひる',))
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from mmap import mmap
from operator import attrgetter
from typing import Final, NamedTuple

from lexicon.engine.kana import first, fold, last
from lexicon.engine.shiritori import Listing

#: Words lie in order of length, so a cell's place is its order too.
_START: Final = attrgetter("start")
_MAGIC: Final = b"SHIRI2\n\0"
_HEAD: Final = struct.Struct(
    "<8s32sIII"
)  # magic, SHA-256 of the list, cells of common nouns, of proper names, of other words
_CELL: Final = struct.Struct("<BBHII")  # first, last, length, offset from the words' start, count
_SHIFT: Final = 0x3040  # ぁ (U+3041) to ー (U+30FC) fit in one byte after this
_PROPER: Final = "#proper"
_OTHERS: Final = "#others"
LONGEST: Final = 20


class BadNounFileError(ValueError):
    """The bytes are not a compiled noun list."""


@dataclass(frozen=True)
class NounList:
    """Folded words, sorted, none twice; a word that is both is a common noun. ``others`` are verbs and adjectives that are no nouns."""

    common: tuple[str, ...]
    proper: tuple[str, ...]
    others: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> NounList:
        """From the list's text: common nouns a line each, then ``#proper`` and proper names, then ``#others``."""
        lines = text.split()
        end = lines.index(_OTHERS) if _OTHERS in lines else len(lines)
        cut = lines.index(_PROPER) if _PROPER in lines else end
        return cls(tuple(lines[:cut]), tuple(lines[cut + 1 : end]), tuple(lines[end + 1 :]))

    @cached_property
    def text(self) -> str:
        """The list as text, for :meth:`parse`."""
        return "\n".join([*self.common, _PROPER, *self.proper, _OTHERS, *self.others, ""])

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class Matches(NamedTuple):
    """The answer to a query: how many words there are, and the first of them (shortest first)."""

    total: int
    words: tuple[str, ...]


class _Cell(NamedTuple):
    first: str
    last: str
    length: int
    start: int
    words: int


def compile_nouns(nouns: NounList) -> bytes:
    """The compiled form of a list. Raises ValueError (BadKanaError) for a word that is not folded kana."""
    index: list[bytes] = []
    words: list[bytes] = []
    sizes = []
    offset = 0
    for section in (nouns.common, nouns.proper, nouns.others):
        cells: dict[tuple[int, str, str], list[bytes]] = {}
        for word in section:
            cells.setdefault((len(word), first(fold(word)), last(word)), []).append(_encode(word))
        for (length, start, end), members in sorted(cells.items()):
            index.append(_CELL.pack(ord(start) - _SHIFT, ord(end) - _SHIFT, length, offset, len(members)))
            words.extend(sorted(members))
            offset += length * len(members)
        sizes.append(len(cells))
    return b"".join([_HEAD.pack(_MAGIC, bytes.fromhex(nouns.checksum), *sizes), *index, *words])


def _encode(word: str) -> bytes:
    return bytes([ord(letter) - _SHIFT for letter in word])


_DECODE: Final = {code: code + _SHIFT for code in range(1, 0xBD)}


class NounDictionary:
    """The compiled list, for look-ups and queries. ``checksum`` is the list's."""

    def __init__(self, data: bytes | mmap) -> None:
        """Over compiled bytes. Raises BadNounFileError when they are something else."""
        if len(data) < _HEAD.size or data[:8] != _MAGIC:
            raise BadNounFileError("this is not a compiled noun list")
        _, digest, common, proper, others = _HEAD.unpack_from(data, 0)
        self.checksum: str = digest.hex()
        self._data = data
        base = _HEAD.size + _CELL.size * (common + proper + others)
        if len(data) < base:
            raise BadNounFileError("the compiled noun list is cut short")
        cells = [
            _Cell(chr(start + _SHIFT), chr(end + _SHIFT), length, base + offset, count)
            for start, end, length, offset, count in _CELL.iter_unpack(data[_HEAD.size : base])
        ]
        if cells and len(data) != cells[-1].start + cells[-1].length * cells[-1].words:
            raise BadNounFileError("the compiled noun list is cut short")
        self._common = _Section(cells[:common])
        self._proper = _Section(cells[common : common + proper])
        self._others = _Section(cells[common + proper :])

    def listing(self, word: str) -> Listing:
        """What is known of a folded word."""
        if not word or len(word) > LONGEST:
            return Listing.UNLISTED
        try:
            code, key = _encode(word), (first(word), last(word), len(word))
        except (KeyError, ValueError):
            return Listing.UNLISTED  # not folded kana, so in no list
        if self._holds(self._common.exact.get(key), code):
            return Listing.COMMON
        if self._holds(self._proper.exact.get(key), code):
            return Listing.PROPER
        return Listing.NO_NOUN if self._holds(self._others.exact.get(key), code) else Listing.UNLISTED

    def __contains__(self, word: object) -> bool:
        """Whether a folded word is a common noun."""
        return isinstance(word, str) and self.listing(word) is Listing.COMMON

    def __len__(self) -> int:
        """How many common nouns there are."""
        return sum(cell.words for cell in self._common.cells)

    def count_proper(self) -> int:
        """How many proper names there are."""
        return sum(cell.words for cell in self._proper.cells)

    def find(
        self,
        *,
        begins: str = "",
        ends: str = "",
        length: int | None = None,
        at_least: int = 0,
        limit: int = 100,
        proper: bool = False,
    ) -> Matches:
        """The common nouns (or proper names) that begin and end with any of these plain letters ("" any).

        ``length`` counts letters; ``at_least`` is a least length. At most ``limit`` words are listed, shortest first.
        """
        section = self._proper if proper else self._common
        cells = section.candidates(begins, ends, length)
        if at_least:
            cells = [cell for cell in cells if cell.length >= at_least]
        words: list[str] = []
        for cell in cells:
            if len(words) >= limit:
                break
            words.extend(self._words(cell, limit - len(words)))
        return Matches(sum([cell.words for cell in cells]), tuple(words))

    def __iter__(self) -> Iterator[str]:
        """The common nouns, shortest first."""
        for cell in self._common.cells:
            yield from self._words(cell, cell.words)

    def _words(self, cell: _Cell, limit: int) -> Iterable[str]:
        size = cell.length
        count = min(limit, cell.words)
        text = self._data[cell.start : cell.start + size * count].decode("latin-1").translate(_DECODE)
        return (text[place : place + size] for place in range(0, size * count, size))

    def _holds(self, cell: _Cell | None, code: bytes) -> bool:
        if cell is None:
            return False
        data, base, size = self._data, cell.start, cell.length
        low, high = 0, cell.words
        while low < high:
            middle = (low + high) // 2
            here = data[base + middle * size : base + (middle + 1) * size]
            if here == code:
                return True
            if here < code:
                low = middle + 1
            else:
                high = middle
        return False


class _Section:
    """The cells of one part of the list, in order of length, and the ways to reach them."""

    def __init__(self, cells: list[_Cell]) -> None:
        self.cells = cells
        self.exact = {(cell.first, cell.last, cell.length): cell for cell in cells}
        self._by_first: dict[str, list[_Cell]] = {}
        self._by_last: dict[str, list[_Cell]] = {}
        self._by_length: dict[int, list[_Cell]] = {}
        for cell in cells:
            self._by_first.setdefault(cell.first, []).append(cell)
            self._by_last.setdefault(cell.last, []).append(cell)
            self._by_length.setdefault(cell.length, []).append(cell)

    def candidates(self, begins: str, ends: str, length: int | None) -> list[_Cell]:
        """The cells whose words begin, end and are as long as this, shortest first."""
        if begins:
            cells = _merged(self._by_first, begins)
            if ends:
                cells = [cell for cell in cells if cell.last in ends]
        elif ends:
            cells = _merged(self._by_last, ends)
        elif length is not None:
            return self._by_length.get(length, [])
        else:
            return self.cells
        return cells if length is None else [cell for cell in cells if cell.length == length]


def _merged(lists: dict[str, list[_Cell]], letters: str) -> list[_Cell]:
    if len(letters) == 1:
        return lists.get(letters, [])
    return sorted((cell for letter in set(letters) for cell in lists.get(letter, ())), key=_START)
