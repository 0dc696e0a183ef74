"""Use cases of the director's registration desk."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from clubs.text_wording import CONSENT
from registration.inputs import OPTIONAL_FIELDS, PLACES, SETTINGS, PlacesInput, SettingsInput, use_of
from registration.models import (
    ContactMessage,
    DivisionPlaces,
    Registration,
    RegistrationGroup,
    RegistrationLink,
    RegistrationSettings,
)
from registration.queries import LIVE, settings_of
from registration.services.notices import tell
from registration.services.places import enter, entry_of, fill, leave, log, set_state
from registration.services.register import next_position, renew_link
from tournaments.errors import StaleEditError, TournamentError
from tournaments.inputs.events import EVENT_SETTINGS, EventChanges
from tournaments.models import Division, Event
from tournaments.permissions import is_public
from tournaments.services.entries.moving import move_entry
from tournaments.services.events.events import update_event
from tournaments.services.events.locking import lock_open_event, refuse_test_copy, scope, touch
from tournaments.services.rounds.constraints import block_pair

State = Registration.State
#: What an event is before anybody is meant to see it.
DRAFTS = (Event.Visibility.AUTO, Event.Visibility.DRAFT)


def _lock(actor: User, event: Event) -> Event:
    return lock_open_event(actor, event.pk, Action.MANAGE_EVENT)


def _people(event: Event, ids: Collection[int]) -> list[Registration]:
    """These registrations of the event in their order; event locked. Raises StaleEditError when one of them is gone."""
    rows = Registration.objects.filter(division__event=event, pk__in=list(ids)).order_by("created_at", "pk")
    people = list(rows.select_related("group", "division__rating_pool", "division__places"))
    if len(people) != len(set(ids)):
        raise StaleEditError(_("One of these registrations no longer exists. Check the list."))
    for one in people:
        one.division.event = event
    return people


def _refuse(one: Registration, *states: str) -> None:
    if one.state not in states:
        raise TournamentError(
            _("%(name)s: %(state)s. Nothing was changed.") % {"name": one.name, "state": one.get_state_display()},
            code="state",
        )


@transaction.atomic
def save_settings(*, actor: User, event: Event, data: SettingsInput) -> RegistrationSettings:
    """Change how people register and how many places there are; new places go to the waiting list at once.

    Raises PermissionDenied, NotOpenError, TournamentError for a test copy.
    """
    event = _lock(actor, event)
    refuse_test_copy(event)
    current = settings_of(event)
    before = {name: getattr(current, name) for name in SETTINGS}
    for name in SETTINGS:
        value = getattr(data, name)
        setattr(current, name, dict(value) if name == "fields" else value)
    current.save()
    _log_changes(actor, event, event, before, {name: getattr(current, name) for name in SETTINGS})
    divisions = {one.pk: one for one in Division.objects.filter(event=event).select_related("event")}
    for places in data.places:
        if (division := divisions.get(places.division_id)) is not None:
            _save_places(actor, division, places)
    fill(event)
    touch(event)
    return current


def _save_places(actor: User, division: Division, places: PlacesInput) -> None:
    """The places of one division. Event locked."""
    current = DivisionPlaces.objects.filter(division=division).first() or DivisionPlaces(division=division)
    before = {name: getattr(current, name) for name in PLACES}
    after = {name: getattr(places, name) for name in PLACES}
    DivisionPlaces.objects.update_or_create(division=division, defaults=after)
    _log_changes(actor, division.event, division, before, after)


def _log_changes(
    actor: User, event: Event, target: Event | Division, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """What changed of the settings, as the log shows it; nothing if nothing did."""
    before, after = _spread(before), _spread(after)
    names = [name for name in after if before.get(name) != after[name]]
    if names:
        log_action(
            actor=actor,
            verb="registration.settings",
            target=target,
            scope=scope(event),
            before={name: _logged(before.get(name)) for name in names},
            after={name: _logged(after[name]) for name in names},
        )


def _spread(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with what is asked as a value of its own for each field of the form."""
    uses = values.get("fields")
    each = {} if uses is None else {f"field_{name}": use_of(uses, name) for name in OPTIONAL_FIELDS}
    return {name: value for name, value in values.items() if name != "fields"} | each


def _logged(value: datetime | Decimal | str | int | None) -> str | int | None:
    """A setting as JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def only_officials_see(event: Event) -> bool:
    """Whether the event is a draft: whoever has its address cannot register either."""
    return not is_public(event) and event.visibility in DRAFTS


@transaction.atomic
def open_registration(*, actor: User, event: Event) -> RegistrationSettings:
    """Take registrations from now on, and let everybody see an event that was still a draft. The other settings stay.

    Raises PermissionDenied, NotOpenError, TournamentError for a test copy.
    """
    event = _lock(actor, event)
    refuse_test_copy(event)
    if only_officials_see(event):
        values = {name: getattr(event, name) for name in EVENT_SETTINGS}
        changes = EventChanges(**values | {"visibility": Event.Visibility.PUBLIC})
        update_event(actor=actor, event=event, data=changes)
    current = settings_of(event)
    if not current.is_open:
        before = {"is_open": False, "consent": current.consent}
        if current._state.adding:
            current.consent = str(CONSENT)
        current.is_open = True
        current.save()
        _log_changes(actor, event, event, before, {"is_open": True, "consent": current.consent})
    fill(event)
    touch(event)
    return current


@transaction.atomic
def accept(*, actor: User, event: Event, ids: Collection[int]) -> list[Registration]:
    """Approve registrations, or let people from the waiting list in by hand, whatever the capacity. All or none.

    Raises TournamentError for one that is in already or over.
    """
    event = _lock(actor, event)
    people = _people(event, ids)
    rules = settings_of(event)
    for one in people:
        _refuse(one, State.APPLIED, State.TO_CORRECT, State.WAITING, State.OFFERED)
        one.approved = True
        one.save(update_fields=["approved"])
        enter(one, rules, actor=actor)
        log(actor, "registration.entered", one)
        tell("accepted", one)
    touch(event)
    return people


@transaction.atomic
def refuse(*, actor: User, event: Event, ids: Collection[int], reason: str) -> list[Registration]:
    """Refuse registrations with a reason that the people see. All or none.

    Raises TournamentError without one, and for somebody who is in already or over.
    """
    return _end(
        actor, event, ids, State.REFUSED, reason, (State.APPLIED, State.TO_CORRECT, State.WAITING, State.OFFERED)
    )


#: What the log says of a registration that ends in a state.
_ENDED: Final[Mapping[str, str]] = {
    State.CANCELLED: "registration.cancelled",
    State.REFUSED: "registration.refused",
}


@transaction.atomic
def cancel(*, actor: User, event: Event, ids: Collection[int], reason: str) -> list[Registration]:
    """Cancel registrations for people who told the director, with a note that they see. All or none. Raises as ``refuse``."""
    return _end(actor, event, ids, State.CANCELLED, reason, LIVE)


def _end(
    actor: User, event: Event, ids: Collection[int], state: str, reason: str, allowed: Sequence[str]
) -> list[Registration]:
    event = _lock(actor, event)
    if not reason.strip():
        raise TournamentError(_("Say why; the player will see it on their page."), code="reason")
    people = _people(event, ids)
    for one in people:
        _refuse(one, *allowed)
        leave(one, state, actor=actor, answer=reason.strip())
        log(actor, _ENDED[state], one, reason.strip())
        tell("refused" if state == State.REFUSED else "cancelled", one)
    fill(event)
    touch(event)
    return people


@transaction.atomic
def send_back(
    *, actor: User, event: Event, registration_id: int, fields: Collection[str], message: str
) -> Registration:
    """Send a registration back with the fields that must be corrected marked; its place is kept.

    Raises TournamentError without a message or a field, and for one that does not wait for approval.
    """
    event = _lock(actor, event)
    [one] = _people(event, [registration_id])
    _refuse(one, State.APPLIED, State.TO_CORRECT)
    marked = [name for name in ("name", *OPTIONAL_FIELDS) if name in fields]
    if not marked or not message.strip():
        raise TournamentError(_("Mark what must be corrected, and say why."), code="message")
    set_state(one, State.TO_CORRECT, marked=marked, answer=message.strip())
    log(actor, "registration.sent_back", one, message.strip(), fields=marked)
    tell("sent-back", one, again=timezone.now().isoformat())
    return one


@transaction.atomic
def say_who(*, actor: User, event: Event, registration_id: int, same_as: int) -> Registration:
    """Say who a registration means: a player of the club, or 0 for a new one. The spelling is remembered.

    Raises TournamentError when that is known already, and for a player who cannot be meant.
    """
    event = _lock(actor, event)
    [one] = _people(event, [registration_id])
    if one.state != State.ENTERED or one.player_id is not None:
        raise TournamentError(_("%(name)s has already been identified.") % {"name": one.name}, code="known")
    enter(one, settings_of(event), same_as=same_as, actor=actor)
    touch(event)
    return one


@transaction.atomic
def undo_who(*, actor: User, event: Event, registration_id: int) -> Registration:
    """Take back who a registration means: its entry is deleted and the question is asked again. Raises TournamentError once paired."""
    event = _lock(actor, event)
    [one] = _people(event, [registration_id])
    _refuse(one, State.ENTERED)
    leave(one, State.ENTERED, actor=actor)
    log(actor, "registration.changed", one)
    touch(event)
    return one


@transaction.atomic
def mark_fee(*, actor: User, event: Event, ids: Collection[int], mark: str, note: str) -> list[Registration]:
    """Mark fees as owed, paid or complimentary, with a note such as who took the money. No money is moved. Raises TournamentError."""
    event = _lock(actor, event)
    if mark not in Registration.Fee.values:
        raise TournamentError(_("A fee is owed, paid or complimentary."), code="fee_mark")
    people = _people(event, ids)
    for one in people:
        before = one.fee_mark
        one.fee_mark, one.fee_note = mark, note.strip()[:200]
        one.save(update_fields=["fee_mark", "fee_note"])
        log(actor, "registration.fee", one, one.fee_note, before=before, fee=mark)
    return people


@transaction.atomic
def move(*, actor: User, event: Event, registration_id: int, division_id: int) -> Registration:
    """Move a registration to another division before its first round: it goes to the end of that queue.

    Who is in stays in, whatever the capacity there; the entry is made anew. Raises TournamentError once the player is in a round.
    """
    event = _lock(actor, event)
    [one] = _people(event, [registration_id])
    _refuse(one, *LIVE)
    division = Division.objects.select_related("rating_pool").filter(event=event, pk=division_id).first()
    if division is None or division.pk == one.division_id:
        raise TournamentError(_("Choose another division of this event."), code="division")
    division.event = event
    clash = Registration.objects.filter(division=division, name_key=one.name_key, state__in=LIVE)
    if clash.exists():
        raise TournamentError(_("%(name)s is already registered there.") % {"name": one.name}, code="name")
    entry = entry_of(one) if one.state == State.ENTERED else None
    if entry is not None:  # ``follow_entry`` takes the registration along
        entry.division = one.division
        move_entry(actor=actor, entry=entry, to=division)
        one.refresh_from_db()
    else:
        log(actor, "registration.moved", one, division=division.name)
        one.division, one.position = division, next_position(division)
        one.save(update_fields=["division", "position"])
        fill(event)
    touch(event)
    return one


def follow_entry(player: int, source: Division, target: Division) -> None:
    """Take the registration of a player along who was moved to another division; inside that transaction.

    Raises TournamentError where another registration there has the same name.
    """
    one = Registration.objects.filter(division=source, player=player, state=State.ENTERED).first()
    if one is not None:
        if Registration.objects.filter(division=target, name_key=one.name_key, state__in=LIVE).exists():
            raise TournamentError(_("%(name)s is already registered there.") % {"name": one.name}, code="name")
        one.division, one.position = target, next_position(target)
        one.save(update_fields=["division", "position"])
    fill(target.event)


def follow_deleted_entry(actor: User, player: int, division: Division) -> None:
    """Cancel the registration of a player whose entry was deleted, and give the place away; inside that transaction."""
    rows = Registration.objects.filter(division=division, player=player, state=State.ENTERED)
    for one in rows.select_related("group", "division__event"):
        set_state(one, State.CANCELLED, player=None)
        log(actor, _ENDED[State.CANCELLED], one)
        tell("cancelled", one)
    fill(division.event)


@transaction.atomic
def grant_pairing_request(*, actor: User, event: Event, registration_id: int, other: int) -> None:
    """Keep a player apart from another entry (id) as requested: never paired, or for those who travel together if possible.

    Raises TournamentError for a player who is not entered yet, and as ``block_pair``.
    """
    event = _lock(actor, event)
    [one] = _people(event, [registration_id])
    entry = entry_of(one)
    if entry is None:
        raise TournamentError(_("%(name)s is not entered yet.") % {"name": one.name}, code="state")
    reason = _("Request from %(name)s") % {"name": one.name}
    weak = one.pairing_request == Registration.PairingRequest.SAME_TRAVEL
    block_pair(actor=actor, division=one.division, entry_a=entry.pk, entry_b=other, reason=reason, weak=weak)
    one.pairing_request_granted = True
    one.save(update_fields=["pairing_request_granted"])


@transaction.atomic
def ask_to_confirm(*, actor: User, event: Event) -> int:
    """Ask everybody who is in to confirm their details on their page. How many."""
    event = _lock(actor, event)
    rules = settings_of(event)
    rules.confirm_asked_at = timezone.now()
    rules.save()
    rows = Registration.objects.filter(division__event=event, state=State.ENTERED)
    rows.update(confirmed_at=None)
    people = _people(event, list(rows.values_list("pk", flat=True)))
    for one in people:
        tell("confirm", one, again=rules.confirm_asked_at.isoformat())
    log_action(
        actor=actor, verb="registration.confirm_asked", target=event, scope=scope(event), after={"players": len(people)}
    )
    return len(people)


@transaction.atomic
def replace_link(*, actor: User, event: Event, group_id: int) -> RegistrationLink:
    """A new personal link for a group that lost its own. Raises PermissionDenied, NotOpenError, StaleEditError."""
    event = _lock(actor, event)
    group = RegistrationGroup.objects.filter(event=event, pk=group_id).first()
    if group is None:
        raise StaleEditError(_("This registration no longer exists."))
    return renew_link(group)


@transaction.atomic
def answer_message(*, actor: User, event: Event, message_id: int) -> None:
    """Mark a message as answered. Raises PermissionDenied."""
    event = _lock(actor, event)
    ContactMessage.objects.filter(event=event, pk=message_id, answered_at=None).update(answered_at=timezone.now())
