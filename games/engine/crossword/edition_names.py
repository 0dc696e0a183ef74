"""Whether two names are of the same dictionary: people write ``CSW21`` for the Collins Scrabble Words of 2021.

>>> same_edition("CSW21", ["Collins Scrabble Words", "2021"]), same_edition("CSW19", ["Collins Scrabble Words", "2021"])
(True, False)
>>> same_edition("NWL 2023", ["nwl23"]), same_edition("English", ["Open English (SCOWL)"]), same_edition("ODS8", ["NWL23"])
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_YEAR: Final = re.compile(r"(?<!\d)(?:(?:19|20)(\d\d)|(\d\d))(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]+")
#: Names of one list.
_ALIASES: Final = {"collins": "csw", "sowpods": "csw", "naspa": "nwl", "twl": "nwl", "owl": "nwl", "otcwl": "nwl"}
_SHORTEST: Final = 3


def same_edition(stated: str, names: Iterable[str]) -> bool:
    """Whether ``stated`` may name the edition that ``names`` are of: the list's by one of its names, the year unless one is missing."""
    names = list(names)
    forms = {form for name in names for form in _forms(name)}
    mine = _forms(stated)
    if not any(_fits(one, other) for one in mine for other in forms):
        return False
    years, own = {year for name in names for year in _years(name)}, _years(stated)
    return not own or not years or bool(own & years)


def _forms(name: str) -> set[str]:
    """The letters of a name, its initials, and what else the list is called."""
    words = [word.casefold() for word in _WORD.findall(name)]
    letters = "".join(words)
    forms = {letters, "".join(word[0] for word in words)} | {_ALIASES[word] for word in words if word in _ALIASES}
    return {form for form in forms if len(form) >= _SHORTEST or form == letters}


def _fits(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= _SHORTEST and shorter in longer)


def _years(name: str) -> set[str]:
    """The years of a name, by their last two digits."""
    return {full or short for full, short in _YEAR.findall(name)}
