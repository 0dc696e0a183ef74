"""Bringing an official list into a pool as starting ratings: look first, then all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Player
from ratings.engine.official_list import Known, ListedPlayer, ListProblem, Match, match, parse_list
from ratings.models import MAX_RATING, RatingPool
from ratings.queries.players import same_person
from ratings.services.ledger import LedgerError
from ratings.services.openings import Opening, set_opening_ratings

LEAVE_OUT, NEW_PLAYER = "", "new"


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What importing a list would do; with a problem nothing is imported."""

    matches: tuple[Match, ...]
    problems: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, text: str, people: Iterable[tuple[int, str, str]]) -> Self:
        """Read the list and look its players up among ``people``: id, name, federation id."""
        parsed = parse_list(text)
        matches = match(parsed.players, [Known(*person) for person in people])
        problems = [(problem.line, _list_problem(problem)) for problem in parsed.problems]
        claimed: dict[int, int] = {}
        for one in matches:
            if one.known is not None and claimed.setdefault(one.known.id, one.listed.line) != one.listed.line:
                clash = {"name": one.known.name, "line": claimed[one.known.id]}
                problems.append((one.listed.line, _("%(name)s is already on line %(line)d.") % clash))
        return cls(matches, tuple(sorted(problems)))

    @property
    def certain(self) -> int:
        """Lines whose player is known."""
        return sum(one.known is not None for one in self.matches)


def preview_import(*, club: Club, text: str) -> ImportPreview:
    """Read the list and look its players up in the club; writes nothing.  Two queries."""
    rows = Player.objects.filter(home_club=club).exclude(pk__in=same_person()).order_by("pk")
    return ImportPreview.of(text, rows.values_list("pk", "name", "external_id"))


def _list_problem(problem: ListProblem) -> str:
    """What is wrong with a line of a list, as a sentence."""
    texts = {
        "too_long": _("The list has %(value)s lines; the limit is 20000."),
        "empty": _("There are no players in this list."),
        "name": _("The name “%(value)s” is empty or too long."),
        "rating": _("“%(value)s” is not a rating from 1 to 9999."),
        "games": _("“%(value)s” is not a number of games."),
        "twice": _("This player is already on line %(value)s."),
    }
    return texts[problem.code] % {"value": problem.value}


def import_list(
    *,
    pool: RatingPool,
    club: Club,
    text: str,
    choices: Mapping[int, str] | None = None,
    actor: AbstractBaseUser | None = None,
) -> int:
    """Set the listed ratings as starting ratings of ``pool``; returns how many players got one.

    ``choices`` by line, for those whose player is not certain: "" leave it out, "new" a new player of the club, or the id of
    a player of the club.  Raises LedgerError when a line cannot be read or two lines mean one player; then nothing
    is written.
    """
    with transaction.atomic():
        preview = preview_import(club=club, text=text)
        if preview.problems:
            line, message = preview.problems[0]
            raise LedgerError(_("Line %(line)d: %(message)s") % {"line": line, "message": message})
        openings = []
        new_players = []
        for one in preview.matches:
            choice = (choices or {}).get(one.listed.line, LEAVE_OUT)
            if one.known is not None:
                player = one.known.id
            elif choice == NEW_PLAYER:
                player = _new_player(club, one.listed)
                new_players.append(player)
            elif choice == LEAVE_OUT:
                continue
            else:
                player = _chosen(club, one.listed.line, choice)
            openings.append(Opening(player, min(one.listed.rating, MAX_RATING), one.listed.games))
        if not openings:
            raise LedgerError(_("No one on this list is one of the club's players. Choose who they are, or add them."))
        set_opening_ratings(pool=pool, openings=openings, actor=actor)
        after = {"players": len(openings), "new": new_players}
        log_action(actor=actor, verb="rating_pool.list_imported", target=pool, after=after)
    return len(openings)


def _new_player(club: Club, listed: ListedPlayer) -> int:
    return Player.objects.create(name=listed.name, external_id=listed.external_id, home_club=club).pk


def _chosen(club: Club, line: int, choice: str) -> int:
    """The club's player chosen for an uncertain line."""
    if not choice.isdecimal() or not Player.objects.filter(home_club=club, pk=int(choice[:18])).exists():
        raise LedgerError(_("Line %(line)d: that player is not in the club.") % {"line": line})
    return int(choice)
