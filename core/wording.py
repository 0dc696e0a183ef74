"""Words that belong to no app."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def comma() -> str:
    """What the reader's language writes between the items of a list."""
    return pgettext("between the items of a list", ", ")


def listed(parts: Iterable[object]) -> str:
    """The parts one after another, between them what the reader's language writes: “A, B” or 「A、B」."""
    return comma().join(map(str, parts))


#: Division names up to this long say nothing by themselves.
_SHORT: Final = 2


def division_title(name: str) -> str:
    """What a division is called where it stands alone or in a sentence: “Division A”, but “Word Basket”."""
    if len(name) <= _SHORT or name.isdecimal():
        return _("Division %(name)s") % {"name": name}
    return pgettext("a division with a name of its own", "%(name)s") % {"name": name}


#: Unicode's class of signs that join the letter after them to the one before, as in ન્ટ.
_JOINS: Final = 9


def letters_of(word: str) -> list[str]:
    """The word as it stands on tiles: each letter with its marks, and with what is joined to it.

    >>> letters_of("ઇવેન્ટ")
    ['ઇ', 'વે', 'ન્ટ']
    """
    letters: list[str] = []
    for sign in word:
        joined = letters and unicodedata.combining(letters[-1][-1]) == _JOINS
        if letters and (joined or unicodedata.category(sign).startswith("M")):
            letters[-1] += sign
        else:
            letters.append(sign)
    return letters


def sentences(*parts: str) -> str:
    """Parts that stand in lists elsewhere, such as a message and its remedy, as sentences: “A. B.” or 「A。B。」."""
    end = pgettext("ends a sentence", ". ")
    return "".join(capfirst(part.rstrip(end)) + end for part in parts if part).rstrip()
