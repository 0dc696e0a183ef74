"""Results and their differences as sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine import game_scores
from tournaments.engine.results import SEATS, Difference, Side
from tournaments.models import LOST_ON_TIME, Result, ResultKind, ResultRuling, Submission


def describe(fact: Submission | Result | ResultRuling) -> str:
    """A result in a few characters: “431 – 389”, “2 – 1 (0 – 4, 3 – 0, 0 – 2 cards left)” or the name of its kind."""
    if fact.kind == ResultKind.PLAYED and fact.tally:
        games = result_text(fact.tally)
        several = " " in fact.tally and fact.first_score is not None
        return f"{fact.first_score} – {fact.second_score} ({games})" if several else games
    if fact.kind == ResultKind.PLAYED:
        scores = f"{fact.first_score} – {fact.second_score}"
        return f"{scores} ({fact.get_lost_on_time_display()})" if fact.lost_on_time else scores
    kind = str(ResultKind(fact.kind).label)
    spread = None if isinstance(fact, Submission) else fact.spread
    return kind if spread is None else f"{kind} ({spread:+d})".replace("-", "−")


def describe_difference(difference: Difference, names: Sequence[str]) -> str:
    """The first difference between two reports, and who says what. ``names``: the players by seats."""
    values = {
        "who": _who(difference.side, names),
        "value": _value(difference.what, difference.value),
        "other": _who(difference.other_side, names),
        "other_value": _value(difference.what, difference.other_value),
    }
    text = {
        "kind": _("The reports differ on how the game ended: %(who)s says %(value)s, %(other)s says %(other_value)s."),
        "time": _("The reports differ on who lost on time: %(who)s says %(value)s, %(other)s says %(other_value)s."),
        "tally": _("The reports differ on the games: %(who)s says %(value)s, %(other)s says %(other_value)s."),
    }.get(difference.what)
    if text is None:
        text = _(
            "The reports differ on the score of %(player)s: %(who)s says %(value)s, %(other)s says %(other_value)s."
        )
        values["player"] = names[0] if difference.what == "first" else names[-1]
    return text % values


def _who(side: Side | None, names: Sequence[str]) -> str:
    if side is None:
        return _("the confirmed result")
    return _("the official's entry") if side is Side.OFFICIAL else names[SEATS.index(side)]


def _value(what: str, value: str | int) -> str:
    if what == "time":
        return str(dict(LOST_ON_TIME).get(str(value), _("no one")))
    if what == "tally":
        return result_text(str(value))
    return str(ResultKind(str(value)).label) if what == "kind" else str(value)


def result_text(text: str) -> str:
    """The scores of a pairing's games in words: “0 – 4 cards left”, “0 – 4, 3 – 0 cards left”, “320 – 281 – 305”."""
    games = game_scores.parse(text)
    scores = ", ".join(" – ".join("×" if value is None else str(value) for value in game) for game in games)
    if game_scores.POINTS in text:
        return scores
    most = max((value or 0) for game in games for value in game)
    return ngettext("%(games)s card left", "%(games)s cards left", most) % {"games": scores}
