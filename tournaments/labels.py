"""Names of tie-breaks and challenge rules, which the engines declare, in the reader's language."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from tournaments.engine.standings import TIEBREAKS


def challenge_choices() -> list[tuple[str, str]]:
    """Key and label of each challenge rule."""
    return [(key, _(rule.label)) for key, rule in CHALLENGE_RULES.items()]


def tiebreak_choices() -> list[tuple[str, str]]:
    """Key and label of each tie-break."""
    return [(key, tiebreak_label(key)) for key in TIEBREAKS]


def tiebreak_label(key: str) -> str:
    """A tie-break as forms and explanations name it."""
    return _(TIEBREAKS[key].label)


def tiebreak_head(key: str) -> str:
    """The head of its column, short enough for a phone; the label is its title."""
    return _(TIEBREAKS[key].head or TIEBREAKS[key].label)


def order_in_words(order: Iterable[str]) -> str:
    """Tie-breaks in words, the most important first: “wins …; then spread …”."""
    return _("; then ").join(tiebreak_label(key) if key in TIEBREAKS else key for key in order)
