"""What is wrong with typed pairings, in sentences."""

from django.utils.translation import gettext as _

from core.wording import division_title, listed
from tournaments.engine.typed_pairs import TypedProblem


def problem_sentence(problem: TypedProblem, division: str = "") -> str:
    """A problem in words, with what to do. ``division``: the other division that knows the player, if one does."""
    values = {"text": problem.text, "names": listed(problem.names), "division": division_title(division)}
    if problem.code == "unknown" and division:
        return _("“%(text)s” plays in %(division)s, not in this one.") % values
    return {
        "unreadable": _("“%(text)s” cannot be read. Write two numbers or names, “12 7”, or a player and “bye”."),
        "unknown": _("No one in this division is “%(text)s”. Check the number or the name."),
        "ambiguous": _("“%(text)s” may be %(names)s. Type the number."),
        "mismatch": _("“%(text)s”: number and name are not the same player (%(names)s). Type one of the two."),
        "self": _("%(names)s is paired with themselves."),
        "twice": _("%(names)s appears in two pairs."),
        "table_twice": _("Table %(text)s has two pairs."),
    }[problem.code] % values
