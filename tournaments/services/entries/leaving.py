"""Withdrawing a player, whose games in published rounds become forfeits so that the opponents win; and reinstating one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from core.wording import listed
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Entry, Pairing, QueuePlace, Result, ResultKind, Round, Seat, Submission
from tournaments.services.entries.entries import lock_entry
from tournaments.services.events.locking import refuse_followed, scope, touch
from tournaments.services.results.results import rule_result


@dataclass(frozen=True, slots=True)
class GameAhead:
    """A published game that the player has not played. ``kind``: what it becomes by the withdrawal, "" where it stays.

    ``opponent`` "" = a bye; at a table of more than two the others play on.
    """

    pairing_id: int
    round: int
    table: int | None
    opponent: str
    kind: str
    played: bool

    def __str__(self) -> str:
        values = {"round": self.round, "table": self.table, "opponent": self.opponent}
        if not self.opponent:
            return _("round %(round)d: the bye no longer counts") % values
        if not self.kind:
            return (
                _("round %(round)d, table %(table)s: the others keep playing; they report “x” for the missing player")
                % values
            )
        if self.kind == ResultKind.DOUBLE_FORFEIT:
            return _("round %(round)d, table %(table)s: %(opponent)s has withdrawn too; both lose by forfeit") % values
        return _("round %(round)d, table %(table)s: %(opponent)s wins by forfeit") % values


def games_ahead(entry: Entry, after_round: int) -> list[GameAhead]:
    """The player's published games after a round, and what they become. Three queries."""
    seats = Seat.objects.filter(entry=entry, round__number__gt=after_round).exclude(round__state=Round.State.DRAFT)
    pairings = Pairing.objects.filter(pk__in=seats.values("pairing")).select_related("round", "result")
    # where everything was undone there is no result either
    reports = Submission.objects.filter(pairing__in=pairings, pairing__result__isnull=False)
    reported = set(reports.values_list("pairing_id", flat=True))
    pairings = pairings.prefetch_related("seats__entry").order_by("round__number")
    return [_ahead(pairing, entry, reported=pairing.pk in reported) for pairing in pairings]


def _ahead(pairing: Pairing, entry: Entry, *, reported: bool) -> GameAhead:
    number = pairing.round.number
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.position)
    others = [seat.entry for seat in seats if seat.entry_id != entry.pk]
    result = getattr(pairing, "result", None)
    withdrawn = [one for one in others if one.withdrawn_after is not None and one.withdrawn_after < number]
    kind = ""
    if pairing.kind == Pairing.Kind.BYE:
        kind = ResultKind.VOID
    elif pairing.kind == Pairing.Kind.GAME and len(seats) == 2:
        lost = ResultKind.FORFEIT_LOSS if seats[0].entry_id == entry.pk else ResultKind.FORFEIT_WIN
        kind = ResultKind.DOUBLE_FORFEIT if withdrawn else lost
    decided = result is not None and result.state == Result.State.CONFIRMED and result.kind == ResultKind.PLAYED
    if decided or reported:
        kind = ""
    names = listed(one.name for one in others)
    return GameAhead(pairing.pk, number, pairing.table_number, names, str(kind), played=decided or reported)


def _forfeit_ahead(*, actor: User, entry: Entry, after_round: int, agreed: bool, reason: str) -> None:
    """Make the player's published games after a round forfeits. Event locked, inside the caller's transaction.

    Raises TournamentError when one of them was played, or when the actor has not ``agreed``.
    """
    ahead = games_ahead(entry, after_round)
    played = [game for game in ahead if game.played]
    if played:
        raise TournamentError(
            _("%(name)s has a result in round %(number)d. Withdraw after round %(number)d.")
            % {"name": entry.name, "number": played[-1].round},
            code="paired",
        )
    if ahead and not agreed:
        raise TournamentError(
            _(
                "%(name)s is paired in round %(number)d, which is published. Withdraw after round %(number)d, or "
                "agree to forfeit the games not yet played."
            )
            % {"name": entry.name, "number": ahead[-1].round},
            code="paired",
        )
    why = reason.strip() or _("%(name)s has withdrawn.") % {"name": entry.name}
    for game in ahead:
        if game.kind:
            data = RulingInput(result=ResultInput(kind=game.kind), reason=why)
            rule_result(actor=actor, pairing_id=game.pairing_id, data=data)


@transaction.atomic
def withdraw_entry(
    *,
    actor: User,
    entry: Entry,
    after_round: int,
    reason: str = "",
    forfeit_games: bool = False,
    missed_spread: int | None = None,
) -> Entry:
    """Withdraw the player after ``after_round`` (0: never played): no longer paired, results stay. Raises TournamentError.

    ``forfeit_games``: published games of later rounds become forfeits, if none of them was played. ``missed_spread``: what each
    round to come counts for (``Entry``).
    """
    current = lock_entry(actor, entry, Action.PAIR)
    division = current.division
    refuse_followed(division)
    if not 0 <= after_round <= division.settings.rounds_planned:
        raise TournamentError(
            _("Choose the round after which the player withdraws, 0 (before the first) to %(last)d.")
            % {"last": division.settings.rounds_planned},
            code="after_round",
        )
    _forfeit_ahead(actor=actor, entry=current, after_round=after_round, agreed=forfeit_games, reason=reason)
    withdraw_locked(actor, current, after_round, reason, missed_spread)
    return current


def withdraw_locked(
    actor: User | None, entry: Entry, after_round: int, reason: str = "", missed_spread: int | None = None
) -> None:
    """Withdraw the entry, its event locked and its games dealt with; ``actor`` None: the player, by the personal link."""
    before = {"status": entry.status, "after_round": entry.withdrawn_after}
    entry.status, entry.withdrawn_after, entry.missed_spread = Entry.Status.WITHDRAWN, after_round, missed_spread
    QueuePlace.objects.filter(entry=entry).delete()
    _save_status(actor, entry, "entry.withdrawn", before, reason)


@transaction.atomic
def reinstate_entry(*, actor: User, entry: Entry, reason: str = "") -> Entry:
    """Reinstate a withdrawn player from the next round on. Raises TournamentError when not withdrawn."""
    current = lock_entry(actor, entry, Action.PAIR)
    refuse_followed(current.division)
    if current.status != Entry.Status.WITHDRAWN:
        raise TournamentError(_("%(name)s has not withdrawn.") % {"name": current.name}, code="not_withdrawn")
    reinstate_locked(actor, current, reason)
    return current


def reinstate_locked(actor: User, entry: Entry, reason: str = "") -> None:
    """Reinstate the entry, which has withdrawn, its event locked."""
    before = {"status": entry.status, "after_round": entry.withdrawn_after}
    entry.status, entry.withdrawn_after, entry.missed_spread = Entry.Status.ACTIVE, None, None
    _save_status(actor, entry, "entry.returned", before, reason)


def _save_status(actor: User | None, entry: Entry, verb: str, before: Mapping[str, object], reason: str) -> None:
    entry.save(update_fields=["status", "withdrawn_after", "missed_spread"])
    touch(entry.division.event)
    after = {"status": entry.status, "after_round": entry.withdrawn_after}
    after |= {"missed_spread": entry.missed_spread} if entry.missed_spread is not None else {}
    after |= {} if actor is not None else {"link_of": entry.name}
    log_action(
        actor=actor,
        verb=verb,
        target=entry,
        scope=scope(entry.division.event),
        before=before,
        after=after,
        reason=reason.strip(),
    )
