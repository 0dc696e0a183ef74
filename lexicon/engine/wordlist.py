"""Reading and validating a word list: one word a line, what follows it (a definition, see ``definitions``) is not read here."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from lexicon.engine.alphabet import Alphabet, BadLetterError

SHORTEST, LONGEST = 2, 15


class Reason(StrEnum):
    """Why a line is not a word of the list."""

    LETTER = "letter"
    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that cannot be used: its number (from 1), the word found on it, why, and a sentence for the reader."""

    line: int
    text: str
    reason: Reason
    message: str


@dataclass(frozen=True)
class WordList:
    """The words of a list: encoded, unique, in code point order; what was refused; how many lines repeated a word."""

    words: tuple[str, ...]
    refused: tuple[Refused, ...] = ()
    duplicates: int = 0

    @cached_property
    def text(self) -> str:
        """The canonical form: one word a line, sorted, each line ended."""
        return "".join(f"{word}\n" for word in self.words)

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the canonical form in UTF-8, 64 hexadecimal digits: the identity of these words."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def lengths(self) -> dict[int, int]:
        """How many words there are of each length, shortest first: a truncated list shows here."""
        return dict(sorted(Counter(map(len, self.words)).items()))


def read_words(
    lines: Iterable[str], alphabet: Alphabet, *, shortest: int = SHORTEST, longest: int = LONGEST, comment: str = "#"
) -> WordList:
    """Read one word from each line; blank lines and comments are skipped. Never raises on content."""
    words: set[str] = set()
    refused: list[Refused] = []
    duplicates = 0
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").strip()
        if not text or text.startswith(comment):
            continue
        text = text.split(maxsplit=1)[0]
        word = check_word(text, number, alphabet, shortest, longest)
        if isinstance(word, Refused):
            refused.append(word)
        elif word in words:
            duplicates += 1
        else:
            words.add(word)
    return WordList(words=tuple(sorted(words)), refused=tuple(refused), duplicates=duplicates)


def check_word(text: str, number: int, alphabet: Alphabet, shortest: int, longest: int) -> str | Refused:
    """The encoded word of a line (its first part, without space), or why it is refused."""
    # A line of a mistaken upload may be a megabyte long: keep only what is worth showing.
    excerpt = text[:40]
    try:
        code = alphabet.encode(text)
    except BadLetterError as bad:
        return Refused(number, excerpt, Reason.LETTER, f"line {number}: {excerpt!r}: {bad}")
    if len(code) < shortest:
        return Refused(number, excerpt, Reason.SHORT, f"line {number}: {excerpt!r} has fewer than {shortest} letters")
    if len(code) > longest:
        return Refused(number, excerpt, Reason.LONG, f"line {number}: {excerpt!r} has more than {longest} letters")
    return code
