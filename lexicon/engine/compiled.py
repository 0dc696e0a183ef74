"""The compiled word list: a marisa trie mapped from disk, shared between processes, opened in a fraction of a moment.

The file carries its own identity: besides the words it holds one key, ``#`` and the word list's checksum. ``#`` is in
no alphabet, so the mark is never taken for a word.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import marisa_trie

from lexicon.engine.wordlist import WordList

_MARK = "#"
_SHORT = 3


class BadLexiconFileError(ValueError):
    """The file is not a compiled word list; the message names it."""


def compile_words(words: WordList) -> bytes:
    """The bytes of the compiled form of ``words``."""
    compiled: bytes = marisa_trie.Trie([*words.words, _MARK + words.checksum]).tobytes()
    return compiled


class CompiledLexicon:
    """The words of one list. ``word in lexicon`` takes an encoded word; for English, capitals."""

    __slots__ = ("_short", "_trie", "checksum")

    checksum: str
    """SHA-256 of the word list's canonical form."""

    def __init__(self, trie: marisa_trie.Trie, checksum: str) -> None:
        self._trie = trie
        # Words of two and three letters met so far: every game forms the same ones. At most as many as the list has.
        self._short: set[str] = set()
        self.checksum = checksum

    @classmethod
    def open(cls, path: Path) -> "CompiledLexicon":
        """Map the file at ``path``. Raises FileNotFoundError, or BadLexiconFileError when it is something else."""
        if not path.is_file():
            raise FileNotFoundError(f"{path} does not exist")
        try:
            trie = marisa_trie.Trie().mmap(str(path))
            marks = trie.keys(_MARK)
        except (RuntimeError, OSError, UnicodeDecodeError) as error:
            raise BadLexiconFileError(f"{path} is not a compiled word list ({error})") from None
        if len(marks) != 1:
            raise BadLexiconFileError(f"{path} does not say which words it holds; remove it and compile the list again")
        return cls(trie, marks[0].removeprefix(_MARK))

    def __contains__(self, word: object) -> bool:
        try:
            return word in self._trie
        except UnicodeEncodeError:  # half a surrogate pair is no letter of any alphabet
            return False

    def unknown(self, words: Iterable[str]) -> list[str]:
        """Those of ``words`` that are not in the list, in their order: for many at a time, faster than one by one."""
        short, trie = self._short, self._trie
        longer = [word for word in words if word not in short]
        try:
            missing = [word for word in longer if word not in trie]
        except UnicodeEncodeError:
            return [word for word in longer if word not in self]
        short.update({word for word in longer if len(word) <= _SHORT}.difference(missing))
        return missing

    def __len__(self) -> int:
        return len(self._trie) - 1

    def __iter__(self) -> Iterator[str]:
        """The words in code point order."""
        return iter(sorted(word for word in self._trie.iterkeys() if word[0] != _MARK))

    def has_prefix(self, prefix: str) -> bool:
        """Whether a word begins with ``prefix`` (a whole word counts)."""
        return next(self._trie.iterkeys(prefix), None) is not None

    def with_prefix(self, prefix: str) -> list[str]:
        """The words that begin with ``prefix``, in code point order."""
        return sorted(word for word in self._trie.iterkeys(prefix) if word[0] != _MARK)
