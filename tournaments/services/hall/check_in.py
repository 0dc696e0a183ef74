"""Use cases of check-in: set up, somebody is here or is not after all, no-shows, and who sits at a table."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments import hooks
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.inputs.check_in import CheckInInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Absence, Arrival, AtTable, CheckIn, Entry, Event, Pairing, PersonalLink, Round, Seat
from tournaments.queries.check_in import DeskLine, LateTable, desk_lines, late_tables, next_rounds
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.events.locking import lock_event, lock_open_event, refuse_finished, scope, touch
from tournaments.services.results.results import rule_result


@transaction.atomic
def set_up_check_in(*, actor: User, event: Event, data: CheckInInput) -> CheckIn:
    """Open check-in, or change how it works. Raises NotOpenError, TournamentError for a test copy, PermissionDenied."""
    event = _lock(actor, event, Action.MANAGE_EVENT)
    before = CheckIn.objects.filter(event=event).values("self_open", "waits", "forfeit_minutes").first()
    values = {"self_open": data.self_open, "waits": data.waits, "forfeit_minutes": data.forfeit_minutes}
    if before == values:
        return CheckIn.objects.get(event=event)
    check_in, created = CheckIn.objects.update_or_create(event=event, defaults=values)
    if created or (data.self_open and before is not None and not before["self_open"]):
        check_in.event = event
        for follow in hooks.check_in_opened:
            follow(check_in)
    log_action(
        actor=actor, verb="check_in.set", target=event, scope=scope(event), before=before or {}, after=dict(values)
    )
    return check_in


@transaction.atomic
def end_check_in(*, actor: User, event: Event) -> None:
    """End check-in; who was here is forgotten, so that it can begin anew on another day. Raises as ``set_up_check_in``."""
    event = _lock(actor, event, Action.MANAGE_EVENT)
    here = Arrival.objects.filter(entry__division__event=event)
    count, _rows = here.count(), here.delete()
    if CheckIn.objects.filter(event=event).delete()[0]:
        log_action(actor=actor, verb="check_in.ended", target=event, scope=scope(event), before={"players": count})


def _lock(actor: User, event: Event, action: Action) -> Event:
    locked = lock_open_event(actor, event.pk, action)
    if locked.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so nobody checks in."), code="what_if")
    return locked


@transaction.atomic
def check_in(*, actor: User, event: Event, entries: Collection[int]) -> list[Entry]:
    """These players (entries of the event) are here; those who were already are left alone. Returns the new ones.

    Somebody who was marked absent for the next round, and for nothing in return, plays it again. The first check-in begins the
    event's check-in. Raises NotOpenError, TournamentError, PermissionDenied.
    """
    event = _lock(actor, event, Action.CHECK_IN)
    CheckIn.objects.get_or_create(event=event, defaults={"self_open": False})
    chosen = Entry.objects.filter(division__event=event, pk__in=entries, status=Entry.Status.ACTIVE)
    if chosen.count() != len(set(entries)):
        raise StaleEditError(
            _("A player has withdrawn or been deleted since you looked. Check the list and try again.")
        )
    new = list(chosen.filter(arrival=None).select_related("division").order_by("pk"))
    _arrive(event, new, actor)
    return new


def _arrive(event: Event, entries: Iterable[Entry], actor: User | None) -> None:
    """The players are here. Event locked."""
    following = next_rounds(event)
    changed = False
    for entry in entries:
        Arrival.objects.create(entry=entry, actor=actor)
        number = following.get(entry.division_id, 1)
        absent = Absence.objects.filter(entry=entry, round_number=number, kind=Absence.Kind.ABSENT)
        plays_again = bool(absent.delete()[0])
        changed = changed or plays_again
        before = {str(number): str(Absence.Kind.ABSENT)} if plays_again else {}
        _log(actor, event, entry, "entry.arrived", before)
    if changed:
        touch(event)


def _log(actor: User | None, event: Event, entry: Entry, verb: str, before: dict[str, object] | dict[str, str]) -> None:
    after = {} if actor is not None else {"link_of": entry.name}
    log_action(actor=actor, verb=verb, target=entry, scope=scope(event), before=dict(before), after=after)


@transaction.atomic
def undo_check_in(*, actor: User, event: Event, entry_id: int) -> Entry | None:
    """The player is not here after all; None if that was so already. Raises as ``check_in``."""
    event = _lock(actor, event, Action.CHECK_IN)
    arrival = Arrival.objects.filter(entry=entry_id, entry__division__event=event).select_related("entry").first()
    if arrival is None:
        return None
    arrival.delete()
    _log(actor, event, arrival.entry, "entry.not_here", {})
    return arrival.entry


@transaction.atomic
def check_oneself_in(link: PersonalLink) -> bool:
    """The player of a personal link is here; False if that was known. Raises NotOpenError while players cannot do it."""
    return check_in_from_hall(link.entry.division.event, link.entry_id)


@transaction.atomic
def check_in_from_hall(event: Event, entry_id: int) -> bool:
    """A player checks in by the personal link or at the kiosk; False if that was known. Raises NotOpenError."""
    event = lock_event(event.pk)
    refuse_finished(event)
    entry = Entry.objects.filter(pk=entry_id, division__event=event).select_related("division").first()
    if entry is None or entry.status != Entry.Status.ACTIVE:
        raise NotOpenError(_("You have withdrawn. If you are here to play, tell the director."))
    if not CheckIn.objects.filter(event=event, self_open=True).exists():
        raise NotOpenError(_("Players cannot check themselves in right now. Go to the desk."))
    if Arrival.objects.filter(entry=entry).exists():
        return False
    _arrive(event, [entry], None)
    return True


@transaction.atomic
def mark_no_shows(*, actor: User, event: Event, entries: Collection[int] | None = None) -> list[DeskLine]:
    """Players who are not here are absent in their next round, which counts nothing. ``entries`` None: all of them.

    Returns who was marked. Raises NotOpenError, TournamentError, PermissionDenied.
    """
    event = _lock(actor, event, Action.PAIR)
    lines = [line for line in desk_lines(event) if line.presence == "missing"]
    lines = [line for line in lines if entries is None or line.entry_id in entries]
    loaded = Entry.objects.select_related("division").in_bulk([line.entry_id for line in lines])
    marked = [line for line in lines if line.round <= loaded[line.entry_id].division.settings.rounds_planned]
    Absence.objects.bulk_create(
        Absence(entry_id=line.entry_id, round_number=line.round, kind=Absence.Kind.ABSENT) for line in marked
    )
    for line in marked:
        after = {str(line.round): str(Absence.Kind.ABSENT)}
        log_action(
            actor=actor, verb="entry.absences", target=loaded[line.entry_id], scope=scope(event), before={}, after=after
        )
    if marked:
        touch(event)
    return marked


@transaction.atomic
def withdraw_no_show(*, actor: User, event: Event, entry_id: int) -> DeskLine | None:
    """A player who is not here has withdrawn; None if they have come or gone meanwhile. Raises as ``mark_no_shows``."""
    event = _lock(actor, event, Action.PAIR)
    line = next((one for one in desk_lines(event) if one.entry_id == entry_id and one.presence != "here"), None)
    if line is not None:
        entry = Entry.objects.select_related("division").get(pk=entry_id)
        after = next_rounds(event).get(entry.division_id, 1) - 1
        withdraw_entry(actor=actor, entry=entry, after_round=after, reason=_("No-show."))
    return line


@transaction.atomic
def sit_down(*, pairing: Pairing, entry_id: int, here: bool = True) -> None:
    """A player sits at the table of a published game, or does not after all. Raises NotOpenError."""
    event = lock_event(pairing.round.division.event_id)
    refuse_finished(event)
    seat = Seat.objects.filter(pairing=pairing.pk, entry=entry_id).select_related("round").first()
    if seat is None or seat.round.state != Round.State.PUBLISHED or pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("This game is not being played now. Check the pairings."))
    if here:
        AtTable.objects.get_or_create(pairing_id=pairing.pk, entry_id=entry_id)
    else:
        AtTable.objects.filter(pairing=pairing.pk, entry=entry_id).delete()


@transaction.atomic
def forfeit_late(*, actor: User, pairing: Pairing) -> LateTable:
    """Forfeit a game whose one player is not at the table when the forfeit timer is over.

    Raises StaleEditError when that is no longer so, NotOpenError, PermissionDenied.
    """
    event = lock_open_event(actor, pairing.round.division.event_id, Action.CORRECT)
    table = next((late for late in late_tables(event) if late.line.pairing_id == pairing.pk), None)
    if table is None or not table.forfeit:
        raise StaleEditError(
            _("A player has come to this table, or reported, since you looked. Nothing was forfeited.")
        )
    reason = _("%(name)s was not at the table after %(minutes)d minutes.")
    data = RulingInput(
        result=ResultInput(kind=table.forfeit),
        reason=reason % {"name": table.missing[0], "minutes": table.minutes},
    )
    rule_result(actor=actor, pairing_id=pairing.pk, data=data)
    return table
