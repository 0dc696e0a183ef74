"""The check of an event's figures in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.wording import division_title, listed
from tournaments.models import EventCheck

#: Differences that a page lists; more are in the auditor's own report.
MOST_SHOWN = 30
#: The auditor's figures by the words for them.
_FIGURES: Final = {
    gettext_lazy("result"): (
        *("state", "kind", "first_score", "second_score", "tally", "lost_on_time", "led_before"),
        "results without a pairing",
    ),
    gettext_lazy("place in the standings"): ("rank", "by_bracket"),
    gettext_lazy("tie-breaks"): ("values",),
    pgettext_lazy("in the standings", "points"): ("points",),
    gettext_lazy("wins"): ("wins", "half_wins"),
    gettext_lazy("losses"): ("losses",),
    gettext_lazy("ties"): ("ties",),
    gettext_lazy("spread"): ("spread",),
    gettext_lazy("uncapped spread"): ("full_spread",),
    gettext_lazy("games played"): ("played", "games", "old_games", "new_games"),
    gettext_lazy("byes"): ("byes",),
    gettext_lazy("forfeits"): ("forfeits",),
    gettext_lazy("firsts"): ("firsts",),
    gettext_lazy("seconds (games as the second player)"): ("seconds",),
    gettext_lazy("standings"): ("rounds of standings", "players of standings"),
    gettext_lazy("handicap standings"): ("rounds of handicap", "players of handicap"),
    gettext_lazy("repeat games"): ("repeats",),
    gettext_lazy("players kept apart"): ("paired though kept apart",),
    gettext_lazy("Gibson rule"): ("Gibsonized", "Gibson rule: totals"),
    gettext_lazy("winners"): ("winners", "number of prizes"),
    gettext_lazy("rating"): ("old_rating", "new_rating", "exact"),
    gettext_lazy("rated games"): ("rated games", "rated players"),
    gettext_lazy("order of the league table"): ("order of the table",),
    gettext_lazy("games still needed to be ranked"): ("short", "came"),
    gettext_lazy("promotion and relegation"): ("zone", "tied"),
    gettext_lazy("events that count"): ("events",),
    gettext_lazy("contents of the file"): ("contents",),
}
_WORDS: Final = {figure: words for words, figures in _FIGURES.items() for figure in figures}
_UNCHECKED: Final = {
    "ratings being recomputed": gettext_lazy("ratings that are being recomputed: %(about)s"),
    "ratings of this system": gettext_lazy("ratings of a system that the auditor does not know: %(about)s"),
    "which games are rated": gettext_lazy("which games are rated: %(about)s"),
}


def differences_in_words(differences: Sequence[Mapping[str, Any]]) -> list[str]:
    """The auditor's differences, each as a sentence; only the first so many."""
    return [_difference(row) for row in differences[:MOST_SHOWN]]


def _difference(row: Mapping[str, Any]) -> str:
    if row["what"] == "seal":
        return _("The part “%(part)s” was changed without an entry in the log.") % {"part": row["about"]}
    where = [
        row["division"] and division_title(row["division"]),
        row["round"] and _("Round %(number)s") % {"number": row["round"]},
        row["about"],
    ]
    return _("%(where)s: %(what)s is %(stated)s, recomputed %(recomputed)s.") % {
        "where": listed(part for part in where if part) or _("The event"),
        "what": _WORDS.get(row["what"], row["what"]),
        "stated": _figure(row["stated"]),
        "recomputed": _figure(row["recomputed"]),
    }


def _figure(text: str) -> str:
    return _("missing") if text == "missing" else text


def unchecked_in_words(check: EventCheck) -> list[str]:
    """What was not checked."""
    rows: Sequence[Mapping[str, str]] = check.unchecked
    return [str(_UNCHECKED[row["what"]]) % {"about": row["about"]} for row in rows if row["what"] in _UNCHECKED]
