"""How good a list is: compared with a second list that was made by others.

``precision``: how much of the list the second one has too. ``recall``: how much of the second the list has. Neither list is right
by itself: words that only one has may be wrong there or missing in the other, so the figures are bounds, and worth comparing.
Words of two tiles are left out: they are entered by hand.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lexicon.engine import hunspell
from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.wordlist import LONGEST

_SHORTEST: Final = 3
#: Aspell's compressed lists: before each word, how many bytes of the one before it begins with.
_MAGIC: Final = 0x02
_MORE: Final = 0x1E
_END: Final = 0x1F


@dataclass(frozen=True, slots=True)
class Measure:
    """Words of the list, of the second list, and of both."""

    words: int
    second: int
    both: int

    @property
    def precision(self) -> float:
        """The share of the list's words that the second has."""
        return self.both / self.words if self.words else 0.0

    @property
    def recall(self) -> float:
        """The share of the second's words that the list has."""
        return self.both / self.second if self.second else 0.0


def measure(words: Iterable[str], second: Iterable[str], alphabet: Alphabet) -> Measure:
    """Compare encoded ``words`` with ``second``, words as they are spelt."""
    ours = {word for word in words if len(word) >= _SHORTEST}
    theirs = set(_encoded(second, alphabet))
    return Measure(len(ours), len(theirs), len(ours & theirs))


def _encoded(words: Iterable[str], alphabet: Alphabet) -> Iterator[str]:
    for word in words:
        try:
            code = alphabet.encode(word)
        except BadLetterError:
            continue
        if _SHORTEST <= len(code) <= LONGEST:
            yield code


def second_list(
    data: bytes, *, encoding: str = "utf-8", affixes: bytes = b"", only: str = "", names: bool = False
) -> Iterator[str]:
    """The words of a file: one a line, or Aspell's compressed form (also gzipped), or with an affix file all forms of its entries.

    ``only``: the flags that are followed. Entries with a capital are names and left out, unless ``names`` (German nouns).
    """
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    text = (_aspell(data) if data[:1] == bytes([_MAGIC]) else data).decode(encoding, "replace")
    endings = affixes.decode(encoding, "replace")
    rules, no_words = hunspell.read_affixes(endings), hunspell.no_words(endings)
    flags = frozenset(only) if only else None
    for word, own in hunspell.entries(f"\n{text}", numbered=hunspell.has_numbers(endings)):
        if not no_words.isdisjoint(own):
            continue
        for form in hunspell.forms(word, own, rules, only=flags):
            if names or form == form.lower():
                yield form


def _aspell(data: bytes) -> bytes:
    """The words of an Aspell list, one a line."""
    words: list[bytes] = []
    before, at = b"", 1
    while at < len(data):
        shared = data[at]
        if shared == _END:
            break
        if shared == _MORE:  # more bytes say how many more
            at += 1
            while data[at] == 255:
                shared += 255
                at += 1
            shared += data[at]
        end = at = at + 1
        while end < len(data) and data[end] > _END:
            end += 1
        before = before[:shared] + data[at:end]
        words.append(before)
        at = end
    return b"\n".join(words)
