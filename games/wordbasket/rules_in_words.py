"""The rules of Word Basket as a player reads them, from the rules object itself."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.wordbasket.rules import RuleSet


def rules_in_words(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """What the sheet says beside the options: hands, and how long words must be without a handicap."""
    return (
        (_("Cards in a hand"), str(rules.hand_size)),
        (_("Words"), _letters(rules.min_letters)),
        (_("Word for the last card"), _letters(rules.last_letters)),
    )


def _letters(count: int) -> str:
    return ngettext("at least %(count)d letter", "at least %(count)d letters", count) % {"count": count}
