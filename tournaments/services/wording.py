"""Results and their differences as sentences."""

from django.utils.translation import gettext as _

from tournaments.engine.results import Difference, Side
from tournaments.models import Result, ResultKind, ResultRuling, Submission


def describe(fact: Submission | Result | ResultRuling) -> str:
    """A result in a few characters: “431 – 389” or the name of its kind."""
    if fact.kind == ResultKind.PLAYED:
        return f"{fact.first_score} – {fact.second_score}"
    return str(ResultKind(fact.kind).label)


def describe_difference(difference: Difference, first_name: str, second_name: str) -> str:
    """The first point in which two reports differ, with who says what."""
    values = {
        "who": _who(difference.side, first_name, second_name),
        "value": _value(difference.what, difference.value),
        "other": _who(difference.other_side, first_name, second_name),
        "other_value": _value(difference.what, difference.other_value),
    }
    if difference.what == "kind":
        return _("The reports differ in how the game ended: %(who)s: %(value)s; %(other)s: %(other_value)s.") % values
    values["player"] = first_name if difference.what == "first" else second_name
    return _("The reports differ in the score of %(player)s: %(who)s: %(value)s; %(other)s: %(other_value)s.") % values


def _who(side: Side | None, first_name: str, second_name: str) -> str:
    if side is None:
        return _("the confirmed result")
    return {Side.FIRST: first_name, Side.SECOND: second_name, Side.OFFICIAL: _("the official's entry")}[side]


def _value(what: str, value: str | int) -> str:
    return str(ResultKind(str(value)).label) if what == "kind" else str(value)
