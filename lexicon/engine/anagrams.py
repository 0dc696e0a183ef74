"""Anagrams: a trie of ``ALPHAGRAM/WORD`` keys, mapped from disk like the words themselves."""

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import marisa_trie

BLANK = "?"
_MARK = "/"
MAX_BLANKS = 2


def compile_anagrams(words: Iterable[str]) -> bytes:
    """The bytes of the index of these encoded words."""
    compiled: bytes = marisa_trie.Trie(f"{alphagram(word)}{_MARK}{word}" for word in words).tobytes()
    return compiled


def alphagram(word: str) -> str:
    """The letters of a word in order: equal for anagrams."""
    return "".join(sorted(word))


class AnagramIndex:
    """Answers which words a set of letters makes, using all of them; a ``?`` stands for any letter."""

    def __init__(self, trie: marisa_trie.Trie) -> None:
        self._trie = trie

    @classmethod
    def open(cls, path: Path) -> "AnagramIndex":
        """Map the file at ``path``."""
        return cls(marisa_trie.Trie().mmap(str(path)))

    def of(self, letters: str, alphabet: Iterable[str] = ()) -> list[str]:
        """The words of exactly these encoded letters, sorted. ``alphabet``: what a blank may be.

        Raises ValueError for more than two blanks.
        """
        plain = letters.replace(BLANK, "")
        blanks = len(letters) - len(plain)
        if blanks > MAX_BLANKS:
            raise ValueError(f"at most {MAX_BLANKS} blanks")
        keys = itertools.combinations_with_replacement(tuple(alphabet), blanks)
        return sorted({word for extra in keys for word in self._exact(plain + "".join(extra))})

    def _exact(self, letters: str) -> Iterator[str]:
        key = alphagram(letters) + _MARK
        for entry in self._trie.iterkeys(key):
            yield entry[len(key) :]
