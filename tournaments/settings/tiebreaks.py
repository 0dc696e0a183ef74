"""Tie-breaks in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.model import Criterion

CRITERION_NAMES = {
    Criterion.POINTS: gettext_lazy("points for wins and ties"),
    Criterion.PERCENT: gettext_lazy("points for each game, in percent (for unequal numbers of games)"),
    Criterion.WINS: gettext_lazy("wins (a tie is half a win)"),
    Criterion.LOSSES: gettext_lazy("fewer losses"),
    Criterion.SPREAD: gettext_lazy("spread, as far as it counts"),
    Criterion.FULL_SPREAD: gettext_lazy("spread without caps"),
    Criterion.SUM_OF_SCORES: gettext_lazy("sum of own scores"),
    Criterion.BUCHHOLZ: gettext_lazy("Buchholz: the opponents' points"),
    Criterion.MEDIAN: gettext_lazy("median Buchholz: without the best and the worst opponent"),
    Criterion.SONNEBORN_BERGER: gettext_lazy("Sonneborn–Berger: the points of those beaten"),
    Criterion.HEAD_TO_HEAD: gettext_lazy("games among those still equal"),
    Criterion.PERFORMANCE: gettext_lazy("opponents’ average rating ± 400 by result"),
}


def in_words(order: Iterable[Criterion]) -> str:
    """Criteria in words, the most important first."""
    return _("; then ").join(str(CRITERION_NAMES[criterion]) for criterion in order)


def order_in_words(order: str) -> str:
    """What decides the standings, in order, from the names as they are stored."""
    return in_words(Criterion(name) for name in order.split())
