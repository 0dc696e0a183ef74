"""Questions to a dictionary beside "is it a word?": patterns, hooks, anagrams. Words are encoded, answers are bounded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.wordlist import LONGEST

ANY = "?"
SOME = "*"


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


def matches(lexicon: CompiledLexicon, pattern: str, letters: Iterable[str], *, most: int = 500) -> list[str]:
    """The first ``most`` words that fit: ``?`` is any one tile, ``*`` any number of them; sorted by the walk's order.

    The walk follows prefixes that lead to a word, so it never looks at more than a pattern's own part of the list.
    """
    found: list[str] = []
    for word in _walk(lexicon, _tidy(pattern), tuple(letters)):
        found.append(word)
        if len(found) == most:
            break
    return found


def _tidy(pattern: str) -> str:
    """Two stars running say no more than one, and would make the walk visit everything twice."""
    while SOME * 2 in pattern:
        pattern = pattern.replace(SOME * 2, SOME)
    return pattern


def _walk(lexicon: CompiledLexicon, pattern: str, letters: tuple[str, ...]) -> Iterator[str]:
    # The positions in the pattern that a prefix can have reached, as in any pattern automaton: no word is found twice.
    stack = [("", _closed(pattern, frozenset({0})))]
    while stack:
        prefix, states = stack.pop()
        if len(pattern) in states and prefix in lexicon:
            yield prefix
        if len(prefix) == LONGEST:
            continue
        for letter in reversed(letters):
            after = _closed(pattern, _step(pattern, states, letter))
            if after and lexicon.has_prefix(prefix + letter):
                stack.append((prefix + letter, after))


def _step(pattern: str, states: frozenset[int], letter: str) -> frozenset[int]:
    after = set()
    for at in states:
        if at < len(pattern):
            if pattern[at] == SOME:
                after.add(at)
            elif pattern[at] in {ANY, letter}:
                after.add(at + 1)
    return frozenset(after)


def _closed(pattern: str, states: frozenset[int]) -> frozenset[int]:
    """With the positions behind a star, which may stand for nothing."""
    return states | {at + 1 for at in states if at < len(pattern) and pattern[at] == SOME}
