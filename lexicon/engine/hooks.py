"""Hooks: what can be put before and behind a word. Words are encoded."""

from collections.abc import Iterable
from dataclasses import dataclass

from lexicon.engine.compiled import CompiledLexicon


@dataclass(frozen=True, slots=True)
class Hooks:
    """The tiles that make another word when put before or after a word, and the word without its first or last tile."""

    front: tuple[str, ...]
    back: tuple[str, ...]
    without_first: str | None
    without_last: str | None


def hooks(lexicon: CompiledLexicon, word: str, letters: Iterable[str]) -> Hooks:
    """What can be hooked to ``word``, from the encoded ``letters`` of the alphabet."""
    letters = tuple(letters)
    return Hooks(
        front=tuple(letter for letter in letters if letter + word in lexicon),
        back=tuple(letter for letter in letters if word + letter in lexicon),
        without_first=word[1:] if word[1:] in lexicon else None,
        without_last=word[:-1] if word[:-1] in lexicon else None,
    )
