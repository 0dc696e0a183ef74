"""What the engines refuse, in the reader's language: they know none and hand over sentences with what to fill in."""

from django.utils.translation import gettext

from tournaments.engine.importers.problems import CATALOGUE, Values
from tournaments.engine.pairing.rules import RulesError


def rules_refused(error: RulesError) -> str:
    """Why a round cannot be paired so."""
    said = gettext(error.template)
    return said % error.values if error.values else said


def roster_problem(code: str, values: Values) -> tuple[str, str]:
    """What is wrong with a line of a roster, and what to do."""
    message, remedy = CATALOGUE[code]
    return gettext(message) % values, gettext(remedy) % values
