"""The rules a division plays by, as the games engine takes them."""

from django.utils.translation import gettext as _

from games.engine.crossword.rules import RULE_SETS, InvalidOptionError, RuleSet
from tournaments.errors import TournamentError
from tournaments.models import Division


def rule_set(slug: str, challenge: str, options: dict[str, object]) -> RuleSet:
    """The rule set of this name with the division's options. Raises TournamentError that says what exists."""
    base = RULE_SETS.get(slug)
    if base is None:
        raise TournamentError(
            _("There are no rules “%(slug)s”; choose one of %(known)s.")
            % {"slug": slug, "known": ", ".join(sorted(RULE_SETS))},
            code="rules",
        )
    try:
        return base.with_options(**{**options, "challenge": challenge})
    except InvalidOptionError as error:
        raise TournamentError(_("The rules do not fit: %(error)s.") % {"error": error}, code="rule_options") from error


def rules_of(division: Division) -> RuleSet:
    """The rules of a stored division. Raises TournamentError when the program no longer knows them."""
    return rule_set(division.rules_slug, division.challenge_rule, division.rule_options)
