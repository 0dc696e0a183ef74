"""What the words of a list mean, where the list says so: read from its lines, and kept in one packed file.

Common lists write ``WORD<TAB>definition``, ``WORD definition`` or, as NWL does, ``ABACA abaca, a plant [n ABACAS]``: what
follows the first word of a line is its definition, and plain text. The file holds the encoded words in code point order, in
packed blocks; the list of the blocks' first words is small enough for memory, and one look-up unpacks one block.
"""

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final

#: Characters of one definition, and of all definitions of a list: CSW24's have about twenty million.
LONGEST: Final = 300
MOST_IN_ALL: Final = 32_000_000

_MAGIC: Final = b"wordhall definitions 1\n"
_PER_BLOCK: Final = 128
_LENGTH_BYTES: Final = 4
#: Between word and definition: a dash, a colon, an equals sign.
_SEPARATORS: Final = " -–—:=;,|"
#: Control characters, and those that turn the direction of what follows them.
_REMOVED: Final = dict.fromkeys([*range(32), *range(127, 160), *range(8234, 8239), *range(8294, 8298)], " ")


class BadDefinitionsFileError(ValueError):
    """The file is not one of packed definitions; the message names it."""


def definition_in(rest: str) -> str:
    """What follows the word of a line as a definition of at most ``LONGEST`` characters; "" if there is none.

    A count or a probability is not a definition: it has no letter.
    """
    text = " ".join(rest[: 4 * LONGEST].translate(_REMOVED).split()).lstrip(_SEPARATORS)
    if not any(map(str.isalpha, text)):
        return ""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def pack(definitions: Mapping[str, str]) -> bytes:
    """The bytes of the file for these definitions, by encoded words."""
    words = sorted(definitions)
    starts = range(0, len(words), _PER_BLOCK)
    blocks = [
        zlib.compress("\n".join(f"{word}\t{definitions[word]}" for word in words[at : at + _PER_BLOCK]).encode(), 9)
        for at in starts
    ]
    index = zlib.compress(
        "\n".join(f"{words[at]}\t{len(block)}" for at, block in zip(starts, blocks, strict=True)).encode()
    )
    return b"".join((_MAGIC, len(index).to_bytes(_LENGTH_BYTES), index, *blocks))


class Definitions:
    """The definitions of one file."""

    __slots__ = ("_ends", "_first", "_path")

    def __init__(self, path: Path, first: list[str], ends: list[int]) -> None:
        self._path = path
        #: The first word of each block; where each block begins in the file, and the last one ends.
        self._first, self._ends = first, ends

    @classmethod
    def open(cls, path: Path) -> "Definitions":
        """Read the list of blocks. Raises FileNotFoundError, or BadDefinitionsFileError for another or a damaged file."""
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(len(_MAGIC) + _LENGTH_BYTES)
            length = int.from_bytes(head[len(_MAGIC) :])
            if not head.startswith(_MAGIC) or length > size:
                raise BadDefinitionsFileError(f"{path} holds no definitions")
            try:
                lines = zlib.decompress(file.read(length)).decode().split("\n")
                blocks = [(word, int(count)) for word, count in (line.split("\t") for line in lines if line)]
            except (zlib.error, ValueError) as error:
                raise BadDefinitionsFileError(f"{path} is damaged ({error})") from None
        ends = [len(head) + length]
        for _word, count in blocks:
            ends.append(ends[-1] + count)
        if ends[-1] != size:
            raise BadDefinitionsFileError(f"{path} has been cut off")
        return cls(path, [word for word, _count in blocks], ends)

    def of(self, words: Iterable[str]) -> dict[str, str]:
        """The definitions of those of these encoded words that have one. Raises as ``open``."""
        texts: dict[str, str] = {}
        by_block = groupby(sorted(set(words)), key=lambda word: bisect_right(self._first, word) - 1)
        for number, requested in by_block:
            if number >= 0:
                block = self._block(number)
                texts |= {word: block[word] for word in requested if word in block}
        return texts

    def all(self) -> dict[str, str]:
        """Every word that has a definition, with it."""
        return {word: text for number in range(len(self._first)) for word, text in self._block(number).items()}

    def _block(self, number: int) -> dict[str, str]:
        with self._path.open("rb") as file:
            file.seek(self._ends[number])
            data = file.read(self._ends[number + 1] - self._ends[number])
        try:
            lines = zlib.decompress(data).decode().split("\n")
            return dict(line.split("\t", 1) for line in lines)
        except (zlib.error, ValueError) as error:
            raise BadDefinitionsFileError(f"{self._path} is damaged ({error})") from None
