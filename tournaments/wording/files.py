"""What files for other programs cannot say, and what to check of them, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from core.wording import listed
from tournaments.engine.exporters.naspa import NaspaProblem

#: Names or games that a sentence lists before it only counts the rest.
_LISTED: Final = 8
_LOSSES: Final[Mapping[str, StrOrPromise]] = {
    "same_names": gettext_lazy("these names are the same in the file, which cuts them off at 20 characters"),
    "names": gettext_lazy("these names change: given name first, 20 characters, numbers joined by a hyphen"),
    "letters": gettext_lazy("names with letters that older programs cannot read; the file is in UTF-8"),
    "scores": gettext_lazy("scores below 0 become 0, above 999 become 999 (round: player)"),
    "winners": gettext_lazy("who won a tied game by having led (round: player)"),
    "pending": gettext_lazy("games without a result are left out (round: player)"),
    "void": gettext_lazy("void games are left out (round: player)"),
    "forfeits": gettext_lazy("the opponent in a forfeited game (round: player)"),
    "spreads": gettext_lazy("the spread of a bye or forfeit (round: player)"),
    "rt_unrated": gettext_lazy("players without a rating"),
    "rt_names": gettext_lazy("the end of names of more than 20 characters"),
    "rt_letters": gettext_lazy("accents, and letters outside the Latin alphabet"),
    "rt_same": gettext_lazy("these names are the same as another one in the file"),
    "rt_games": gettext_lazy("unknown numbers of games (0 there), and those above 9999"),
    "rt_ids": gettext_lazy("federation ids of these players"),
    "firsts": gettext_lazy("who went first"),
    "careers": gettext_lazy("numbers of rated games"),
    "ratings": gettext_lazy("ratings"),
    "ids": gettext_lazy("federation ids"),
    "classes": gettext_lazy("classes and teams"),
    "tables": gettext_lazy("table numbers"),
    "left": gettext_lazy("who has withdrawn"),
}
#: Losses that hold for every player or game: what they are about is not listed.
_OF_ALL: Final = frozenset({"firsts", "careers", "ratings", "ids", "classes", "tables"})


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that a file cannot say of a division."""

    division: str
    text: str


def losses_in_words(division: str, losses: Mapping[str, Sequence[str]]) -> list[Loss]:
    """What a file cannot say of a division, each with the names or games that it is about."""
    return [
        Loss(division, str(_LOSSES[kind]) + ("" if kind in _OF_ALL else f": {_some(what)}"))
        for kind, what in losses.items()
    ]


def _some(what: Sequence[str]) -> str:
    shown = listed(what[:_LISTED])
    more = len(what) - _LISTED
    return shown if more <= 0 else _("%(shown)s and %(more)d more") % {"shown": shown, "more": more}


def naspa_checks(problems: Sequence[NaspaProblem]) -> list[tuple[str, str]]:
    """Division and sentence of each thing to check; players without an id are one sentence, after the others of the division."""
    checks = []
    for division, own in groupby(problems, key=attrgetter("division")):
        rows = list(own)
        without = [problem.name for problem in rows if problem.kind == "no_id"]
        checks += [
            (division, naspa_in_words(problem)) for problem in rows if problem.kind != "no_id" or len(without) == 1
        ]
        if len(without) > 1:
            words = _("%(count)d players have no federation id: %(names)s.")
            checks.append((division, words % {"count": len(without), "names": listed(without)}))
    return checks


def naspa_in_words(problem: NaspaProblem) -> str:
    """What to check before the event is sent to NASPA."""
    sentences = {
        "no_id": _("%(name)s has no federation id."),
        "bad_id": _("%(name)s: the id “%(value)s” is not two letters and six digits, such as AA003200."),
        "same_id": _("%(name)s: another player also has the id %(value)s."),
        "name": _(
            "%(name)s is written “%(value)s”. If that is wrong, write the name as “Surname, Given” on the player's page."
        ),
        "pending": _("Games without a result: %(value)s."),
        "rounds": _("Rounds paired: %(value)s."),
    }
    return sentences[problem.kind] % {"name": problem.name, "value": problem.value}


#: How files begin that are no text, and what they are.
_BINARY: Mapping[bytes, StrOrPromise] = {
    b"PK\x03\x04": gettext_lazy("a spreadsheet (Excel, LibreOffice) or a ZIP file"),
    b"\xd0\xcf\x11\xe0": gettext_lazy("an old Excel spreadsheet"),
    b"%PDF": gettext_lazy("a PDF file"),
    b"\x89PNG": gettext_lazy("a picture"),
    b"\xff\xd8\xff": gettext_lazy("a picture"),
    b"SQLite format 3": gettext_lazy("a database"),
}


def binary_kind(data: bytes) -> str:
    """What a file is that is no text, in words; "" for a text, and for what is not known."""
    return next((str(what) for start, what in _BINARY.items() if data.startswith(start)), "")
