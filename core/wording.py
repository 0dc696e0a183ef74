"""Words that belong to no app."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def listed(parts: Iterable[object]) -> str:
    """The parts one after another, between them what the reader's language writes: “A, B” or 「A、B」."""
    return pgettext("between the items of a list", ", ").join(map(str, parts))
