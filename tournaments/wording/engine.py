"""The engines' texts in the reader's language: engines return English sentences with the values to fill in."""

from django.utils.translation import gettext

from tournaments.engine.importers.problems import CATALOGUE, Values
from tournaments.engine.pairing import SYSTEMS, systems
from tournaments.engine.pairing.options import RulesError
from tournaments.labels import translated


def system_choices() -> list[tuple[str, str]]:
    """Every pairing system with a line on what it does."""
    return [(system.key, translated(system.label)) for system in systems()]


def table_choices() -> list[tuple[str, str]]:
    """The systems that make tables of more than two, in the words of a club night."""
    return [(system.key, translated(system.tables[0])) for system in systems() if system.tables[0]]


def system_name(key: str) -> str:
    """A pairing system's name without its explanation; an unknown one as it is."""
    return translated(SYSTEMS[key].label).split(" – ")[0] if key in SYSTEMS else key


def rules_problem(error: RulesError, **shown: str) -> str:
    """Why a round cannot be paired like this; ``shown``: what to call a value, such as an option by its label."""
    text = gettext(error.template)
    return text % (error.values | shown) if error.values else text


def roster_problem(code: str, values: Values) -> tuple[str, str]:
    """What is wrong with a line of a roster, and what to do."""
    message, remedy = CATALOGUE[code]
    return gettext(message) % values, gettext(remedy) % values
