"""The dry run of a word list: accepted words, refused lines with reasons, changes, and whether the list looks complete."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from types import MappingProxyType

from lexicon.engine.alphabet import Alphabet
from lexicon.engine.definitions import MOST_IN_ALL, definition_in
from lexicon.engine.wordlist import LONGEST, SHORTEST, Refused, WordList, check_word

#: How many refused lines are shown; the others are only counted.
MOST_REFUSED = 200
#: How many definitions the dry run shows.
SOME_DEFINITIONS = 3
_STEP = 20_000
#: How far from an official list's total another list may be, as a share, to be taken for it.
_CLOSE = 0.02
#: By language: published totals of official lists, by length as far as they are known, and in all. Facts, not the words.
OFFICIAL: Mapping[str, Mapping[str, tuple[Mapping[int, int], int]]] = MappingProxyType(
    {
        "en": {
            "NWL23": ({2: 107, 3: 1085, 4: 4247, 5: 9476, 6: 16706, 7: 25473, 8: 31736}, 196_601),
            "CSW24": ({2: 127, 3: 1351, 4: 5662, 5: 13018, 6: 23140, 7: 34506, 8: 42341}, 280_887),
        },
        "fr": {"ODS8": ({}, 402_325)},
    }
)


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a dry run. ``refused`` holds the first lines; ``reasons`` counts all of them.

    ``unusable``: words to add or remove that the alphabet cannot spell. ``definitions``: by encoded words; ``undefined``
    counts those that were one too many for ``MOST_IN_ALL``.
    """

    words: WordList
    reasons: Mapping[str, int]
    blocked: int = 0
    added: int = 0
    language: str = "en"
    unusable: tuple[str, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)
    undefined: int = 0

    def report(self, previous: Iterable[str] | None) -> dict[str, object]:
        """JSON-able: counts, refused lines, histogram, difference from the ``previous`` words, likeness to official lists."""
        return {
            "accepted": len(self.words.words),
            "duplicates": self.words.duplicates,
            "blocked": self.blocked,
            "added": self.added,
            "checksum": self.words.checksum,
            "reasons": dict(self.reasons),
            "refused_total": sum(self.reasons.values()),
            "refused": [asdict(item) for item in self.words.refused],
            "lengths": {str(length): count for length, count in self.words.lengths.items()},
            "difference": None if previous is None else _difference(self.words.words, previous),
            "official": likeness(self.words.lengths, self.language),
            "unusable": list(self.unusable),
            "definitions": len(self.definitions),
            "some_definitions": list(islice(self.definitions.items(), SOME_DEFINITIONS)),
            "definitions_left_out": self.undefined,
        }


def check_lines(
    lines: Iterable[str],
    alphabet: Alphabet,
    *,
    extra: Iterable[str] = (),
    blocked: Iterable[str] = (),
    define: bool = False,
    progress: Callable[[int], None] = lambda _lines: None,
) -> Checked:
    """Read a list, add ``extra`` words and remove ``blocked`` ones. Never raises on content; ``progress`` gets line numbers.

    ``define``: keep what follows the words as their definitions.
    """
    words: set[str] = set()
    refused: list[Refused] = []
    reasons: Counter[str] = Counter()
    duplicates = 0
    defined = _Defined()
    for number, line in enumerate(lines, 1):
        if number % _STEP == 0:
            progress(number)
        word = _word(line, number, alphabet)
        if isinstance(word, Refused):
            reasons[str(word.reason)] += 1
            if len(refused) < MOST_REFUSED:
                refused.append(word)
            continue
        if word in words:
            duplicates += 1
        elif word:
            words.add(word)
        if define and word:
            defined.add(word, line)
    unusable: list[str] = []
    added, unwanted = _codes(extra, alphabet, unusable), _codes(blocked, alphabet, unusable)
    out, new = len(words & unwanted), len(added - words - unwanted)
    words = (words | added) - unwanted
    accepted = WordList(tuple(sorted(words)), tuple(refused), duplicates)
    definitions = {word: defined.by_word[word] for word in accepted.words if word in defined.by_word}
    return Checked(
        accepted, reasons, out, new, alphabet.slug, tuple(unusable[:MOST_REFUSED]), definitions, defined.left_out
    )


class _Defined:
    """The definitions met so far, the first of each word, within the bound for all of them."""

    def __init__(self) -> None:
        self.by_word: dict[str, str] = {}
        self.left_out = 0
        self._left = MOST_IN_ALL

    def add(self, word: str, line: str) -> None:
        """The definition that the line of this word has, if it is the first."""
        parts = line.removeprefix("\ufeff").split(maxsplit=1)
        text = definition_in(parts[1]) if len(parts) > 1 and word not in self.by_word else ""
        if len(text) > self._left:
            self.left_out += 1
        elif text:
            self.by_word[word] = text
            self._left -= len(text)


def _word(line: str, number: int, alphabet: Alphabet) -> str | Refused:
    """The encoded word of a line, "" for one without a word, or why it is refused."""
    text = line.removeprefix("\ufeff").strip()
    if not text or text.startswith("#"):
        return ""
    return check_word(text.split(maxsplit=1)[0], number, alphabet, SHORTEST, LONGEST)


def _codes(words: Iterable[str], alphabet: Alphabet, unusable: list[str]) -> set[str]:
    """The encoded words; those that cannot be are added to ``unusable``."""
    codes = set()
    for number, word in enumerate(words, 1):
        checked = _word(word, number, alphabet)
        if isinstance(checked, Refused):
            unusable.append(checked.text)
        elif checked:
            codes.add(checked)
    return codes


def _difference(words: tuple[str, ...], previous: Iterable[str]) -> dict[str, object]:
    now, before = set(words), set(previous)
    new, missing = sorted(now - before), sorted(before - now)
    return {"new": len(new), "gone": len(missing), "some_new": new[:30], "some_gone": missing[:30]}


def likeness(lengths: Mapping[int, int], language: str) -> dict[str, object] | None:
    """The official list of the language that these lengths are closest to: None unless it is close; which lengths differ.

    A list cut off in the middle has the right number of twos and threes and too few of what comes last. ``by_length``
    says whether the list's words are known by length, or in all only.
    """
    total = sum(lengths.values())
    for name, (by_length, in_all) in OFFICIAL.get(language, {}).items():
        same = [length for length, count in by_length.items() if lengths.get(length, 0) == count]
        if not same and abs(total - in_all) > in_all * _CLOSE:
            continue
        wrong = {str(n): [lengths.get(n, 0), count] for n, count in by_length.items() if n not in same}
        whole = not wrong and total == in_all
        return {"name": name, "whole": whole, "total": [total, in_all], "lengths": wrong, "by_length": bool(by_length)}
    return None
