"""Whether the players named in a record are those at the table.

People write nicknames, initials, one name of two, "me" and "opp", and make mistakes. A record of other people is worth a question;
a nickname is not.

>>> names_other_players([["anna", "Anna Lind"], ["BO"]], ["Lind, Anna", "Ben Okoro"])
False
>>> names_other_players([["Anna Lind"], ["Cem Kaya"]], ["Anna Lind", "Ben Okoro"])
True
>>> names_other_players([["Me"], ["Opponent"]], ["Anna Lind", "Ben Okoro"])
False
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from typing import Final

_SPLIT: Final = re.compile(r"[\W_]+")
_DIGITS: Final = re.compile(r"\d+")
#: Labels that name nobody.
_LABELS: Final = frozenset(
    re.split(
        " ",
        "player me you us we self opp opponent first second one two home away white black guest anon anonymous unknown"
        " 先手 後手 自分 相手 プレイヤー",
    )
)
_SHORTEST: Final = 3
_ALIKE: Final = 0.75


def names_other_players(written: Sequence[Collection[str]], seated: Sequence[str], field: Collection[str] = ()) -> bool:
    """Whether a record names players other than those ``seated``.

    ``written`` has what the record calls each player (nickname, name); ``field`` the names of everybody who might have been taken
    for one of them. Of two names one may be unknown as long as it may be a nickname.
    """
    named = [forms for forms in (_naming(forms, seated) for forms in written) if forms]
    known = {_parts(name) for name in seated}
    others = {_parts(name) for name in field} - known
    if any(_is_of(others, forms, seated) for forms in named if not any(_parts(form) in known for form in forms)):
        return True
    left = list(seated)
    unknown = []
    for forms in named:
        fitting = next((name for name in left if any(_fits(form, name) for form in forms)), None)
        if fitting is None:
            unknown.append(forms)
        else:
            left.remove(fitting)
    if len(unknown) == len(named):
        return bool(unknown)
    return any(_is_full(form) for forms in unknown for form in forms)


def plain(name: str) -> str:
    """A name without case, order of its parts, commas and underscores, to compare."""
    return " ".join(sorted(name.replace(",", " ").replace("_", " ").casefold().split()))


def _is_of(others: Collection[frozenset[str]], forms: Collection[str], seated: Sequence[str]) -> bool:
    """Whether one of a player's names is another player's in the field, and no part of a name at the table."""
    same = [form for form in forms if _parts(form) in others]
    return any(_is_full(form) or not any(_fits(form, name) for name in seated) for form in same)


def _naming(forms: Collection[str], seated: Sequence[str]) -> list[str]:
    """The names of a player that are not just labels and can be compared with those in the event."""
    return [form for form in forms if not _is_label(form) and _is_latin(form) is _is_latin("".join(seated))]


def _is_label(form: str) -> bool:
    plain = _DIGITS.sub(" ", " ".join(_SPLIT.split(form.casefold()))).split()
    return all(part in _LABELS or len(part) == 1 for part in plain)


def _is_latin(name: str) -> bool:
    """Whether a name is written in Latin letters; names in two scripts cannot be compared."""
    return all("LATIN" in unicodedata.name(char, "") for char in name if char.isalpha())


def _parts(name: str) -> frozenset[str]:
    """The parts of a name without case, accents and signs, in any order."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return frozenset(_SPLIT.split("".join(char for char in plain if not unicodedata.combining(char)))) - {""}


def _is_full(form: str) -> bool:
    """Whether a name has two parts: that is no nickname."""
    return sum(len(part) > 1 for part in _parts(form)) > 1


def _fits(form: str, name: str) -> bool:
    """Whether ``form`` may stand for ``name``: a part of it, its beginning, its initials, or a misspelling."""
    mine, theirs = _parts(form), _parts(name)
    if {part for part in mine & theirs if len(part) > 1}:
        return True
    if len(mine) == 1 and sorted(*mine) == sorted(part[0] for part in theirs):
        return True
    return any(_alike(one, other) for one in mine for other in theirs)


def _alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORTEST:
        return False
    return one in other or other in one or SequenceMatcher(None, one, other).ratio() >= _ALIKE
