"""Words that belong to no app."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import pgettext


def comma() -> str:
    """What the reader's language writes between the items of a list."""
    return pgettext("between the items of a list", ", ")


def listed(parts: Iterable[object]) -> str:
    """The parts one after another, between them what the reader's language writes: “A, B” or 「A、B」."""
    return comma().join(map(str, parts))


def sentences(*parts: str) -> str:
    """Parts that stand in lists elsewhere, such as a message and its remedy, as sentences: “A. B.” or 「A。B。」."""
    end = pgettext("ends a sentence", ". ")
    return "".join(capfirst(part.rstrip(end)) + end for part in parts if part).rstrip()
