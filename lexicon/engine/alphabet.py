"""Alphabets: how a typed word becomes the tiles it is spelt with.

A word is compared in *folded* form: composed, upper case, marks stripped except those that make a letter of their
own (a Spanish Ñ is not an N). A tile may show more than one letter (CH, L·L); ``encode`` gives every tile one code
point, so that length, prefixes and anagram keys count tiles and not characters. For English both are the same string.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

# Tiles of several letters are encoded from here on (Unicode's private use area: no word contains these).
_PRIVATE = 0xE000


class BadLetterError(ValueError):
    """A word holds something that is not in the alphabet; ``letter`` and ``position`` (from 1) say what and where."""

    def __init__(self, letter: str, position: int, alphabet: str) -> None:
        self.letter = letter
        self.position = position
        name = unicodedata.name(letter[0], "unnamed character") if letter else "nothing"
        shown = letter if letter.isprintable() else f"U+{ord(letter[0]):04X}"
        super().__init__(f"{shown!r} ({name}) at letter {position} is not in the {alphabet} alphabet")


@dataclass(frozen=True)
class Alphabet:
    """The letters of one language's tile set.

    ``tiles``  folded tiles in sorting order; a tile may hold several letters.
    ``keep``   composed letters whose mark is part of the letter, such as Ñ.
    ``expand`` replacements made before upper case, such as œ to oe.
    """

    slug: str
    name: str
    tiles: tuple[str, ...]
    keep: frozenset[str] = frozenset()
    expand: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def _codes(self) -> dict[str, str]:
        return {tile: tile if len(tile) == 1 else chr(_PRIVATE + n) for n, tile in enumerate(self.tiles)}

    @cached_property
    def _tiles_by_code(self) -> dict[str, str]:
        return {code: tile for tile, code in self._codes.items()}

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.tiles))

    @cached_property
    def _plain(self) -> frozenset[str]:
        return frozenset(tile for tile in self.tiles if len(tile) == 1)

    @cached_property
    def _ascii_is_plain(self) -> bool:
        """Whether plain Latin letters only need capitals: not in Turkish (i is İ), nor in Catalan (l.l is L·L)."""
        return not any(old.isascii() for old in self.expand)

    @property
    def codes(self) -> tuple[str, ...]:
        """The encoded tiles, in sorting order."""
        return tuple(self._codes.values())

    def fold(self, text: str) -> str:
        """``text`` as it is spelt with tiles: upper case, without foreign marks. Foreign letters stay as they are."""
        if self._ascii_is_plain and text.isascii():
            return text.upper()
        text = unicodedata.normalize("NFKC", text)
        for old, new in self.expand.items():
            text = text.replace(old, new)
        # Upper case first: some letters only decompose then, and a final sigma has one capital.
        return "".join(c if c in self.keep else _without_marks(c) for c in unicodedata.normalize("NFC", text.upper()))

    def tokenise(self, word: str) -> tuple[str, ...]:
        """The tiles of ``word`` after folding, longest tile first. Raises BadLetterError."""
        folded = self.fold(word)
        tiles: list[str] = []
        at = 0
        while at < len(folded):
            for width in range(min(self._longest, len(folded) - at), 0, -1):
                if folded[at : at + width] in self._codes:
                    break
            else:
                raise BadLetterError(folded[at], at + 1, self.name)
            tiles.append(folded[at : at + width])
            at += width
        return tuple(tiles)

    def encode(self, word: str) -> str:
        """``word`` folded, one character for each tile: what is stored and looked up. Raises BadLetterError."""
        folded = self.fold(word)
        if self._longest == 1 and self._plain.issuperset(folded):
            return folded
        return "".join(self._codes[tile] for tile in self.tokenise(word))

    def decode(self, code: str) -> str:
        """The letters of an encoded word. Raises BadLetterError for a character that ``encode`` cannot have made."""
        try:
            return "".join(self._tiles_by_code[c] for c in code)
        except KeyError as bad:
            letter = str(bad.args[0])
            raise BadLetterError(letter, code.index(letter) + 1, self.name) from None


def _without_marks(letter: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))
