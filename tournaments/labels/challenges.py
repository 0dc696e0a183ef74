"""Challenge rules in the reader's language."""

from django.utils.translation import gettext as _

from games.engine.crossword.challenge_rules import CHALLENGE_RULES


def challenge_choices() -> list[tuple[str, str]]:
    """Key and label of each."""
    return [(key, _(rule.label)) for key, rule in CHALLENGE_RULES.items()]
