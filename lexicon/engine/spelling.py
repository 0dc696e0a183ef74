"""A dictionary as its words are spelt with letters, for who does not know its encoding (the games' engines)."""

from collections.abc import Iterator

from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.compiled import CompiledLexicon


class SpeltLexicon:
    """The words of a compiled list as letters: ``"CHORRILLO" in words`` where CH, RR and LL are single tiles."""

    __slots__ = ("_alphabet", "_lexicon")

    def __init__(self, lexicon: CompiledLexicon, alphabet: Alphabet) -> None:
        self._lexicon = lexicon
        self._alphabet = alphabet

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        try:
            return self._alphabet.encode(word) in self._lexicon
        except BadLetterError:
            return False

    def __iter__(self) -> Iterator[str]:
        """The words, decoded, in the order of their codes."""
        return map(self._alphabet.decode, self._lexicon)

    def __len__(self) -> int:
        return len(self._lexicon)


def spelt(lexicon: CompiledLexicon, alphabet: Alphabet) -> CompiledLexicon | SpeltLexicon:
    """The words as letters: the list itself when each tile is one letter, so that nothing is slower than it must be."""
    return lexicon if all(len(tile) == 1 for tile in alphabet.tiles) else SpeltLexicon(lexicon, alphabet)
