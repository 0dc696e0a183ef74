"""Word lists of spell checkers with their endings: the forms that a Hunspell dictionary makes of its entries.

An entry is a word with flags (``casa/LNS``); the affix file says what each flag does to which endings, and an ending may
bring flags of its own (``ado/GS``). Only the flags asked for are followed, so that forms which no word game takes (verbs with
pronouns attached, diminutives, prefixes) stay out. Format: the manual page hunspell(5).

>>> rules = read_affixes("SET UTF-8\\nFLAG UTF-8\\nSFX S Y 2\\nSFX S 0 s [aeo]\\nSFX S z ces z\\n")
>>> sorted(forms("casa", "S", rules)), sorted(forms("luz", "S", rules)), sorted(forms("casa", "S", rules, only=frozenset("G")))
(['casa', 'casas'], ['luces', 'luz'], ['casa'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

#: An ending may bring one more, and that none.
_LEVELS: Final = 2
#: A flag that is a number is read as the character this far on, so that every flag is one character.
_NUMBERS: Final = 0xF0000
#: What an affix file calls the flags of entries that are no words by themselves.
_NO_WORDS: Final = frozenset({"NEEDAFFIX", "ONLYINCOMPOUND", "FORBIDDENWORD"})


@dataclass(frozen=True, slots=True)
class Affix:
    """A rule: take ``strip`` off the end (a suffix) or the start, put ``add`` on, where ``condition`` fits; ``flags`` follow."""

    suffix: bool
    strip: str
    add: str
    condition: re.Pattern[str] | None
    flags: str

    def of(self, word: str) -> str | None:
        """The form; None where the rule does not fit the word."""
        if self.condition and not self.condition.search(word):
            return None
        if self.suffix:
            return word[: len(word) - len(self.strip)] + self.add if word.endswith(self.strip) else None
        return self.add + word[len(self.strip) :] if word.startswith(self.strip) else None


def read_affixes(text: str) -> dict[str, tuple[Affix, ...]]:
    """The rules of an affix file by flag. Flags are single characters, or numbers (FLAG num)."""
    rules: dict[str, list[Affix]] = {}
    numbered = has_numbers(text)
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 4 or parts[0] not in {"SFX", "PFX"} or (len(parts) == 4 and parts[2] in {"Y", "N"}):
            continue
        add, _, flags = parts[3].partition("/")
        rules.setdefault(_flags(parts[1], numbered=numbered), []).append(
            Affix(
                suffix=parts[0] == "SFX",
                strip="" if parts[2] == "0" else parts[2],
                add="" if add == "0" else add,
                condition=_condition(parts[4] if len(parts) > 4 else ".", suffix=parts[0] == "SFX"),
                flags=_flags(flags, numbered=numbered),
            )
        )
    return {flag: tuple(endings) for flag, endings in rules.items()}


def has_numbers(affixes: str) -> bool:
    """Whether the flags of an affix file, and of the entries that go with it, are numbers."""
    return re.search(r"^FLAG\s+num\b", affixes, re.MULTILINE) is not None


def no_words(affixes: str) -> frozenset[str]:
    """The flags of entries that are no words by themselves: stems, parts of compounds, misspellings."""
    numbered = has_numbers(affixes)
    named = (line.split()[:2] for line in affixes.splitlines() if line.split()[:1] and line.split()[0] in _NO_WORDS)
    return frozenset(_flags(parts[1], numbered=numbered) for parts in named if len(parts) > 1)


def _flags(text: str, *, numbered: bool) -> str:
    return "".join(chr(_NUMBERS + int(one)) for one in text.split(",") if one.isdecimal()) if numbered else text


def _condition(text: str, *, suffix: bool) -> re.Pattern[str] | None:
    if text == ".":
        return None
    return re.compile(f"(?:{text})\\Z" if suffix else f"\\A(?:{text})")


def forms(
    word: str, flags: str, rules: Mapping[str, tuple[Affix, ...]], *, only: frozenset[str] | None = None, level: int = 0
) -> Iterator[str]:
    """The word and its forms by ``flags``, those of ``only`` alone where given; a form may come twice."""
    yield word
    for flag in flags if level < _LEVELS else "":
        if only is not None and flag not in only:
            continue
        for rule in rules.get(flag, ()):
            if (form := rule.of(word)) is not None:
                yield from forms(form, rule.flags, rules, only=only, level=level + 1)


def entries(text: str, *, numbered: bool = False) -> Iterator[tuple[str, str]]:
    """The entries of a dictionary file, each with its flags (``numbered``: see has_numbers); the first line is their number."""
    for line in text.splitlines()[1:]:
        entry = line.split("\t")[0].split(" ")[0]
        word, _, flags = entry.partition("/")
        if word:
            yield word, _flags(flags, numbered=numbered)
