"""The rules of Word Basket as data: the rule sheet's own, and every reading of it that is a choice.

Where the sheet says nothing the choice is a named parameter; the comment beside it says what is silent.

>>> rules = RULE_SETS["word-basket"].with_options(wild_last=False, restock="when_needed")
>>> rules.options()
{'restock': 'when_needed', 'wild_last': False}
>>> HANDICAPS["beginner"], HANDICAPS["strong"]
(Handicap(min_letters=2, last_letters=3), Handicap(min_letters=4, last_letters=5))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from lexicon.engine.kana import LinkRules, OldKana, SmallFinal

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 8


class InvalidOptionError(ValueError):
    """A rule set option that does not exist or has an impossible value. ``option`` names it."""

    def __init__(self, option: str, message: str) -> None:
        self.option = option
        super().__init__(f"{option}: {message}")


class Restock(StrEnum):
    """When the basket becomes a new stock."""

    WHEN_EMPTY = "when_empty"  # as soon as the last card is drawn
    WHEN_NEEDED = "when_needed"  # when a card is to be drawn and there is none


@dataclass(frozen=True)
class Handicap:
    """How long one player's words must be: any word, and the word for the last card, in letters."""

    min_letters: int
    last_letters: int

    def __str__(self) -> str:
        return f"{self.min_letters}/{self.last_letters}"


#: The sheet's handicaps; ``even`` is the rule for everybody.
HANDICAPS: Final[Mapping[str, Handicap]] = MappingProxyType(
    {"beginner": Handicap(2, 3), "even": Handicap(3, 4), "strong": Handicap(4, 5)}
)


@dataclass(frozen=True)
class RuleSet:
    """One way to play. ``min_letters`` and ``last_letters`` hold for players without a handicap.

    ``wild_last``: whether the last card may be a wild one (the sheet's variation says no).
    ``restock``: silent: "when the stock is empty" may be as soon as it is, or when a card is wanted.
    ``old_kana``, ``small_vowel``, ``small_tsu``: see :class:`~lexicon.engine.kana.LinkRules`.
    """

    slug: str
    name: str
    hand_size: int = 5
    min_letters: int = 3
    last_letters: int = 4
    wild_last: bool = True
    restock: Restock = Restock.WHEN_EMPTY
    old_kana: OldKana = OldKana.KEEP
    small_vowel: SmallFinal = SmallFinal.FULL
    small_tsu: SmallFinal = SmallFinal.FULL

    @cached_property
    def link(self) -> LinkRules:
        """How words link."""
        return LinkRules(self.old_kana, self.small_vowel, self.small_tsu)

    @property
    def even(self) -> Handicap:
        """What holds for a player without a handicap."""
        return Handicap(self.min_letters, self.last_letters)

    def with_options(self, /, **options: object) -> RuleSet:
        """This rule set with some parameters changed; enums may be given as their text. Raises InvalidOptionError."""
        clean = {name: _clean(name, value) for name, value in options.items()}
        return replace(self, **clean)  # type: ignore[arg-type]  # each value was checked against its field by _clean

    def options(self) -> dict[str, str | int | bool]:
        """The parameters that differ from the named rule set, as JSON values for :meth:`with_options`."""
        base = RULE_SETS[self.slug]
        names = sorted(item.name for item in fields(self) if item.name not in {"slug", "name"})
        return {
            name: str(value) if isinstance(value, StrEnum) else value
            for name in names
            if (value := getattr(self, name)) != getattr(base, name)
        }


_ENUMS: Final[Mapping[str, type[StrEnum]]] = MappingProxyType(
    {"restock": Restock, "old_kana": OldKana, "small_vowel": SmallFinal, "small_tsu": SmallFinal}
)
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"hand_size": (1, 7), "min_letters": (1, 20), "last_letters": (1, 20)}
)


def _clean(name: str, value: object) -> object:
    if name in _ENUMS:
        try:
            return _ENUMS[name](str(value))
        except ValueError:
            raise InvalidOptionError(name, f"must be one of {', '.join(_ENUMS[name])}") from None
    if name == "wild_last":
        if not isinstance(value, bool):
            raise InvalidOptionError(name, "must be true or false")
    elif name in _NUMBERS:
        low, high = _NUMBERS[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise InvalidOptionError(name, f"must be a whole number from {low} to {high}")
    else:
        raise InvalidOptionError(name, "is not an option of a rule set")
    return value


RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({"word-basket": RuleSet("word-basket", "Word Basket")})
