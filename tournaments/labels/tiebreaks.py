"""Tie-breaks in the reader's language."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.engine.standings import TIEBREAKS


def tiebreak_label(key: str) -> str:
    """What it is, as forms and explanations say it."""
    return _(TIEBREAKS[key].label)


def tiebreak_head(key: str) -> str:
    """The head of its column, short enough for a phone; the label is its title."""
    return _(TIEBREAKS[key].head or TIEBREAKS[key].label)


def tiebreak_choices() -> list[tuple[str, str]]:
    """Key and label of each."""
    return [(key, tiebreak_label(key)) for key in TIEBREAKS]


def order_in_words(order: Iterable[str]) -> str:
    """Tie-breaks in words, the most important first: “wins …; then spread …”."""
    return _("; then ").join(tiebreak_label(key) if key in TIEBREAKS else key for key in order)
