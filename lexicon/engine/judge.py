"""The word judge: one verdict for all the words of a play, and nothing about which of them failed."""

from collections.abc import Container, Sequence

from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.wordlist import LONGEST, SHORTEST

#: Seven tiles in a line make one word along it and seven across it.
MOST_WORDS = 8


class MalformedPlayError(ValueError):
    """What was typed cannot be judged. It never says which word: that would be a hint."""


def read_play(words: Sequence[str], alphabet: Alphabet, *, most: int = MOST_WORDS) -> tuple[str, ...]:
    """The words of a play, encoded, in the order given. Raises MalformedPlayError, the same whatever is wrong."""
    if not 1 <= len(words) <= most:
        raise MalformedPlayError
    try:
        # Bounded before folding: nobody spells a megabyte at the judging table.
        codes = tuple(alphabet.encode(word.strip()[: 4 * LONGEST + 1]) for word in words)
    except BadLetterError:
        raise MalformedPlayError from None
    if not all(SHORTEST <= len(code) <= LONGEST for code in codes):
        raise MalformedPlayError
    return codes


def is_acceptable(codes: Sequence[str], lexicon: Container[str]) -> bool:
    """Whether every word is in the dictionary. All are looked up, so that the time taken says nothing either."""
    return sum(code in lexicon for code in codes) == len(codes)
