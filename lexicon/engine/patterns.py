"""Words by pattern: ``?`` is any one tile, ``*`` any number of them (also none).

The words lie in columns: for each length one array for each place, of small numbers that stand for tiles. A pattern is a
few comparisons of whole arrays, so that it costs the same where its letters stand; the file is mapped and shared.
"""

import codecs
import mmap
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

ANY: Final = "?"
SOME: Final = "*"
_MAGIC: Final = b"WHCOLS1\0"
_HEAD: Final = struct.Struct("<8sHH")  # magic, bytes of the letters, number of blocks
_BLOCK: Final = struct.Struct("<HI")  # tiles of a word, words
_ANY_CODE: Final = -1
_NOWHERE: Final = 255

Block = NDArray[np.uint8]
"""``block[place]`` holds the tiles at that place, of the words of one length in code point order."""


class BadPatternFileError(ValueError):
    """The file is not a pattern index."""


def compile_patterns(words: Iterable[str]) -> bytes:
    """The bytes of the index of these encoded words; at most 255 different letters."""
    by_length: dict[int, list[str]] = defaultdict(list)
    for word in words:
        by_length[len(word)].append(word)
    letters = sorted({letter for some in by_length.values() for word in some for letter in word})
    table = {ord(letter): number for number, letter in enumerate(letters)}
    alphabet = "".join(letters).encode()
    parts = [_HEAD.pack(_MAGIC, len(alphabet), len(by_length)), alphabet]
    parts += [_BLOCK.pack(length, len(by_length[length])) for length in sorted(by_length)]
    for length in sorted(by_length):
        rows = "".join(sorted(by_length[length])).translate(table).encode("latin-1")
        parts.append(np.frombuffer(rows, np.uint8).reshape(-1, length).T.tobytes())
    return b"".join(parts)


class PatternIndex:
    """Answers which words fit a pattern, shortest first and then in code point order."""

    def __init__(self, data: "bytes | mmap.mmap") -> None:
        """Over compiled bytes. Raises BadPatternFileError."""
        if len(data) < _HEAD.size or data[: len(_MAGIC)] != _MAGIC:
            raise BadPatternFileError("this is not a pattern index")
        _, size, count = _HEAD.unpack_from(data, 0)
        at = _HEAD.size + size
        self._letters = data[_HEAD.size : at].decode()
        self._codes = {letter: number for number, letter in enumerate(self._letters)}
        shapes = [_BLOCK.unpack_from(data, at + n * _BLOCK.size) for n in range(count)]
        at += count * _BLOCK.size
        if len(data) != at + sum(length * words for length, words in shapes):
            raise BadPatternFileError("the pattern index is cut short")
        blocks: dict[int, Block] = {}
        for length, words in shapes:
            blocks[length] = np.frombuffer(data, np.uint8, length * words, at).reshape(length, words)
            at += length * words
        self._blocks: Mapping[int, Block] = blocks

    @classmethod
    def open(cls, path: Path) -> "PatternIndex":
        """Map the file at ``path``. Raises FileNotFoundError, BadPatternFileError."""
        with path.open("rb") as file:
            try:
                return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            except (ValueError, struct.error, UnicodeDecodeError) as error:
                raise BadPatternFileError(f"{path}: {error}") from None

    def matches(self, pattern: str, *, most: int = 500) -> list[str]:
        """The first ``most`` words that fit an encoded pattern."""
        try:
            parts = [[_ANY_CODE if c == ANY else self._codes[c] for c in part] for part in pattern.split(SOME)]
        except KeyError:
            return []  # a letter that no word has
        fixed = sum(map(len, parts))
        matches: list[str] = []
        for length, block in self._blocks.items():
            if length == fixed or (length > fixed and len(parts) > 1):
                matches += self._words(block, _fitting(block, parts)[: most - len(matches)])
            if len(matches) >= most:
                break
        return matches

    def _words(self, block: Block, rows: NDArray[np.intp]) -> list[str]:
        length = len(block)
        text, _ = codecs.charmap_decode(block[:, rows].T.tobytes(), "strict", self._letters)
        return [text[at : at + length] for at in range(0, len(text), length)]


def _fitting(block: Block, parts: list[list[int]]) -> NDArray[np.intp]:
    """The rows that fit the parts between stars, in order: the first at the beginning, the last at the end."""
    length, head, tail = len(block), parts[0], parts[-1]
    fits = np.ones(block.shape[1], dtype=bool)
    fixed = list(enumerate(head))
    if len(parts) > 1:
        fixed += enumerate(tail, length - len(tail))
    for place, code in fixed:
        if code != _ANY_CODE:
            fits &= block[place] == code
    middle = [part for part in parts[1:-1] if part]
    if not middle:
        return np.flatnonzero(fits)
    # Most words lack one of the letters; that is told sooner than where in them the parts could stand.
    for code in {code for part in middle for code in part} - {_ANY_CODE}:
        fits &= (block == code).any(axis=0)
    rows = np.flatnonzero(fits)
    return rows[_with_parts(block.take(rows, axis=1), middle, len(head), length - len(tail))]


def _with_parts(block: Block, parts: list[list[int]], first: int, end: int) -> NDArray[np.intp]:
    """The rows that hold ``parts`` one behind the other between two places, each as far left as it goes."""
    rows = np.arange(block.shape[1])
    free = np.full(len(rows), first, np.uint8)
    for part in parts:
        behind = np.full(len(rows), _NOWHERE, np.uint8)
        # From the right, so that the place furthest to the left is the one that stays.
        for place in range(end - len(part), first - 1, -1):
            here = free <= place
            for offset, code in enumerate(part):
                if code != _ANY_CODE:
                    here &= block[place + offset] == code
            np.copyto(behind, place + len(part), where=here)
        matching = np.flatnonzero(behind != _NOWHERE)
        first += len(part)
        rows, free, block = rows[matching], behind[matching], block.take(matching, axis=1)
    return rows
