"""The rules a division plays by, as the games engine takes them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.engine.crossword.rules import RULE_SETS, InvalidOptionError, RuleSet
from games.engine.wordbasket import rules as basket
from lexicon.nouns import KANA
from tournaments.engine.results import Score, counted
from tournaments.errors import TournamentError
from tournaments.models import Division, Game

__all__ = ["KANA", "basket_rule_set", "basket_rules_of", "check_rules", "counted_in", "rule_set", "rules_of"]


def check_rules(game: str, slug: str, challenge: str, options: dict[str, object]) -> None:
    """Raise TournamentError unless the game has these rules with these options."""
    if game == Game.WORDBASKET:
        basket_rule_set(slug, options)
    else:
        rule_set(slug, challenge, options)


def rule_set(slug: str, challenge: str, options: dict[str, object]) -> RuleSet:
    """The crossword rule set of this name with the division's options. Raises TournamentError that says what exists."""
    base = RULE_SETS.get(slug)
    if base is None:
        raise _unknown(slug, RULE_SETS)
    try:
        return base.with_options(**{**options, "challenge": challenge})
    except InvalidOptionError as error:
        raise _unfit(error) from error


def basket_rule_set(slug: str, options: dict[str, object]) -> basket.RuleSet:
    """The rules of Word Basket with the division's options. Raises TournamentError that says what exists."""
    base = basket.RULE_SETS.get(slug)
    if base is None:
        raise _unknown(slug, basket.RULE_SETS)
    try:
        return base.with_options(**options)
    except basket.InvalidOptionError as error:
        raise _unfit(error) from error


def _unknown(slug: str, known: Iterable[str]) -> TournamentError:
    names = ", ".join(sorted(known))
    return TournamentError(
        _("There are no rules “%(slug)s”; choose one of %(known)s.") % {"slug": slug, "known": names}, code="rules"
    )


def _unfit(error: ValueError) -> TournamentError:
    return TournamentError(_("The rules do not fit: %(error)s.") % {"error": error}, code="rule_options")


def rules_of(division: Division) -> RuleSet:
    """The rules of a stored crossword division. Raises TournamentError when the program no longer knows them."""
    return rule_set(division.rules_slug, division.settings.challenge_rule, dict(division.settings.rule_options))


def counted_in(division: Division, score: Score) -> Score:
    """The points that count by the division's rules, where what a loss on time costs is ``overtime_spread``."""
    return counted(score, rules_of(division).overtime_spread) if score.lost_on_time else score


def basket_rules_of(division: Division) -> basket.RuleSet:
    """The rules of a stored Word Basket division. Raises TournamentError when the program no longer knows them."""
    return basket_rule_set(division.rules_slug, dict(division.settings.rule_options))
