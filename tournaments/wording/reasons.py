"""Why a pair was made, in sentences: the terms of the stored plan for the director."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext, ngettext_lazy
from django.utils.translation import gettext as _

from core.wording import listed


def term_sentences(terms: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Each stored term as (name, sentence), the weightiest first."""
    values = [(str(term["name"]), int(term["value"])) for term in terms]
    free = dict(values).get("free_repeats", 0)
    language = get_language()
    return [_term_in(language, name, value, free) for name, value in values]


@lru_cache(maxsize=4096)
def _term_in(_language: str | None, name: str, value: int, free: int) -> tuple[str, str]:
    """A term in the current language, which is an argument so that it is not taken for another's: many pairs have the same term."""
    return term_name(name), _sentence(name, value, free)


def term_name(name: str) -> str:
    """The name of a term or rule in words; an unknown one as it is."""
    return str(_NAMES.get(name, name))


_NAMES = {
    "repeats": gettext_lazy("repeat"),
    "free_repeats": gettext_lazy("free repeat"),
    "consecutive": gettext_lazy("back-to-back repeat"),
    "byes": gettext_lazy("byes"),
    "bye_place": gettext_lazy("who is due the bye"),
    "groups": gettext_lazy("different score groups"),
    "starts": gettext_lazy("firsts"),
    "distance": gettext_lazy("distance in the standings"),
    "floats": gettext_lazy("position in the score group"),
    "top_first": gettext_lazy("higher places first"),
    "max_repeats": gettext_lazy("limit on repeats"),
    "team": gettext_lazy("team-mates"),
    "club": gettext_lazy("club-mates"),
    "blocked_weakly": gettext_lazy("keep apart if possible"),
    "again_at_once": gettext_lazy("no back-to-back repeats"),
    "class_prizes": gettext_lazy("class prizes"),
    "draw": gettext_lazy("random draw"),
    "quarter": gettext_lazy("the quarters"),
    "rating_gap": gettext_lazy("difference in rating"),
    "schedule": gettext_lazy("the schedule"),
    "rank": gettext_lazy("places apart"),
    "catch": gettext_lazy("can still catch up"),
    "gibson": gettext_lazy("Gibson rule"),
    "sure_place": gettext_lazy("Gibson rule"),
    "no_catch": gettext_lazy("can still catch up"),
    "victim": gettext_lazy("opponent of the Gibsonized player"),
    "met": gettext_lazy("repeat"),
    "met_last": gettext_lazy("back-to-back repeat"),
    "bye_again": gettext_lazy("second bye"),
    "gibson_group": gettext_lazy("Gibson groups"),
    "gibson_bye": gettext_lazy("bye to the Gibsonized player"),
    "top_down_bye": gettext_lazy("bye from the top"),
    "last_round": gettext_lazy("king of the hill for the prizes"),
    "factor_three": gettext_lazy("1 v 4, 2 v 5, 3 v 6"),
    "control_loss": gettext_lazy("control loss"),
    "blocked": gettext_lazy("players kept apart"),
    "queue_repeats": gettext_lazy("repeat"),
    "queue_rating": gettext_lazy("difference in rating"),
    "queue_results": gettext_lazy("wins apart tonight"),
    "queue_recent": gettext_lazy("played recently"),
    "queue_apart": gettext_lazy("keep apart if possible"),
    "queue_overdue": gettext_lazy("minutes waited by those left too long"),
    "queue_left": gettext_lazy("players left waiting"),
    "queue_points": gettext_lazy("rating differences, plus waits of those left over"),
}


def term_sentence(name: str, value: int) -> tuple[str, str]:
    """A term's name and what this value of it says about a pair; an unknown one is shown with its value."""
    return term_name(name), _sentence(name, value)


def _sentence(name: str, value: int, free: int = 0) -> str:
    """`free`: how many of a pair's earlier games are free repeats, which its repeats do not count."""
    if name in _COUNTED:
        text, count_of = _COUNTED[name]
        if name == "repeats":
            return str(text % {"count": count_of(value) + free})
        return str(text % {"count": count_of(value)})
    if name == "groups":
        return _("Wins apart: %(wins)g; no one closer was free.") % {"wins": math.sqrt(value) / 2}
    if name == "queue_results":
        return _("Wins apart tonight: %(wins)g.") % {"wins": value / 2}
    return str(_SENTENCES.get(name, value))


#: Sentences with a number, each with what makes it from the term's value.
_COUNTED: dict[str, tuple[Any, Callable[[int], int]]] = {
    "repeats": (
        ngettext_lazy("They have played before.", "They have played %(count)d times before.", "count"),
        lambda value: (math.isqrt(8 * value + 1) - 1) // 2,
    ),
    "free_repeats": (
        ngettext_lazy(
            "They have played before; %(count)d repeat is free.",
            "They have played before; %(count)d repeats are free.",
            "count",
        ),
        int,
    ),
    "byes": (
        ngettext_lazy(
            "Has had %(count)d bye more than the fewest.", "Has had %(count)d byes more than the fewest.", "count"
        ),
        int,
    ),
    "bye_place": (
        ngettext_lazy(
            "%(count)d player was due the bye ahead of this one.",
            "%(count)d players were due the bye ahead of this one.",
            "count",
        ),
        int,
    ),
    "distance": (
        ngettext_lazy(
            "%(count)d place from the ideal opponent within the score group.",
            "%(count)d places from the ideal opponent within the score group.",
            "count",
        ),
        lambda value: max(1, round(math.sqrt(value) / 2)),
    ),
    "rating_gap": (
        ngettext_lazy("Their ratings differ by %(count)d point.", "Their ratings differ by %(count)d points.", "count"),
        int,
    ),
    "queue_repeats": (
        ngettext_lazy("They have played tonight.", "They have played %(count)d times tonight.", "count"),
        int,
    ),
    "queue_recent": (
        ngettext_lazy(
            "They have played in the last four weeks.",
            "They have played %(count)d times in the last four weeks.",
            "count",
        ),
        int,
    ),
    "queue_rating": (
        ngettext_lazy("Their ratings differ by %(count)d point.", "Their ratings differ by %(count)d points.", "count"),
        int,
    ),
}
_SENTENCES = {
    "consecutive": gettext_lazy("They played in the previous round."),
    "starts": gettext_lazy("This puts one of them further out of balance between firsts and seconds."),
    "floats": gettext_lazy("Ideally, the middle of the higher score group plays the top of the lower one."),
    "top_first": gettext_lazy("Lower-placed players get their ideal opponents before higher-placed ones."),
    "met": gettext_lazy("They have played before, or it is a second bye; each further time counts double."),
    "rank": gettext_lazy("Pairs further apart in rank cost more."),
    "catch": gettext_lazy("Not the lowest-placed player who can still catch up, who would be ideal."),
    "draw": gettext_lazy("The random draw gave another opponent."),
    "quarter": gettext_lazy("Not from the quarters that should play each other."),
    "schedule": gettext_lazy("The schedule gives one of them another opponent."),
    "gibson": gettext_lazy("A Gibsonized player against someone who can still win a prize."),
    "sure_place": gettext_lazy("One of them has clinched a place, the other has not."),
    "victim": gettext_lazy("Not the highest placed of those out of the prizes."),
    "no_catch": gettext_lazy("The lower-placed player can no longer catch up."),
    "met_last": gettext_lazy("They played in the previous round."),
    "bye_again": gettext_lazy("Has already had a bye."),
    "team": gettext_lazy("They are on the same team; otherwise someone would have a repeat or a second bye."),
    "club": gettext_lazy("They are from the same club; otherwise someone would have a repeat or a second bye."),
    "blocked_weakly": gettext_lazy("They are better kept apart; otherwise someone would have a repeat."),
    "queue_apart": gettext_lazy("They are better kept apart; that counts as much as a repeat."),
}


def queue_sentence(pair: Mapping[str, Any]) -> str:
    """Why a pair from the queue was accepted, from its stored values."""
    waited = ngettext("%(count)d minute", "%(count)d minutes", pair["waited"]) % {"count": pair["waited"]}
    values = {"cost": pair["cost"], "allowed": pair["allowed"], "waited": waited}
    if pair["allowed"] is None:
        return _("The longer wait was %(waited)s, which is too long: anybody free would do.") % values
    return (
        _("That counts as a difference of %(cost)d; after a wait of %(waited)s, up to %(allowed)d was accepted.")
        % values
    )


def start_sentence(reason: str) -> str:
    """Why the first player plays first."""
    return _start_in(get_language(), reason)


@lru_cache(maxsize=256)
def _start_in(_language: str | None, reason: str) -> str:
    return str(_STARTS.get(reason, reason))


_STARTS = {
    "balance": gettext_lazy("is due to go first: firsts minus seconds is lower than the opponent's"),
    "fewer_firsts": gettext_lazy("has gone first less often"),
    "more_seconds": gettext_lazy("has gone second more often"),
    "mutual_record": gettext_lazy("went first less often in their games against each other"),
    "swap_last_round": gettext_lazy("went second in the last game"),
    "coin": gettext_lazy("was drawn at random, from the division's random seed"),
    "draw": gettext_lazy("is only named first: a draw at the table decides"),
    "director": gettext_lazy("was chosen by the director"),
    "schedule": gettext_lazy("goes first in the schedule"),
}


def bye_sentence(bye: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Why this player has the bye."""
    if bye["reason"] == "requested":
        return _("Asked for the bye.")
    if bye["reason"] == "director":
        return _("The director gave this bye.")
    if bye["reason"] == "no_opponent":
        return _("The scheduled opponent is absent.")
    passed_over = [names[player] for player in bye["passed_over"] if player in names]
    if passed_over:
        return _(
            "Odd number of players. Due the bye first: %(names)s, but then the other pairings would have been worse."
        ) % {"names": listed(passed_over[:5])}
    return _("Odd number of players: fewest byes so far, and the lowest place among those.")
