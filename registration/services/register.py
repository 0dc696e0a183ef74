"""Use cases of those who register, by the form and by their own link: no account needed."""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Visitor
from core.wording import division_title, listed
from registration.inputs import OF_GROUP, OPTIONAL_FIELDS, REQUIRED, TYPED, PersonInput, RegistrationInput, use_of
from registration.models import (
    CANCELLED_BY_PLAYER,
    OFFER_DECLINED,
    DivisionPlaces,
    Registration,
    RegistrationGroup,
    RegistrationLink,
    RegistrationSettings,
)
from registration.queries import ENDED, LIVE, Places, places_of, settings_of, why_closed
from registration.services.notices import tell, tell_address_changed, tell_received
from registration.services.places import end_offers, enter, fill, leave, log, set_state, whom
from tournaments.engine.importers.roster import clean_name
from tournaments.errors import NotOpenError, SlipNotFoundError, TournamentError
from tournaments.models import Division, Event
from tournaments.services.events.locking import lock_event, touch

State = Registration.State


class PersonError(TournamentError):
    """Something about one person on the form: ``person`` counts from 0, the code is the field."""

    def __init__(self, person: int, message: str, *, code: str) -> None:
        super().__init__(message, code=code)
        self.person = person


@transaction.atomic
def register(*, event: Event, data: RegistrationInput, actor: Visitor | None = None) -> RegistrationGroup:
    """Register the people of a form; each is in, waits for approval, or is on the waiting list.

    The event is locked, so that places are given in the order in which the forms come. The same token again is the same group: nothing
    is registered twice. Raises NotOpenError while registration is closed, PersonError for somebody who cannot register as typed,
    TournamentError.
    """
    event = lock_event(event.pk)
    earlier = RegistrationGroup.objects.filter(event=event, client_token=data.client_token).first()
    if earlier is not None:
        return earlier
    rules = settings_of(event)
    if why := why_closed(event, rules):
        raise NotOpenError(why)
    end_offers(event)
    places = {one.division.pk: one for one in places_of(event)}
    _require_group(rules, data)
    people = [_checked(places, rules, index, person) for index, person in enumerate(data.people)]
    _refuse_twice(people)
    group = RegistrationGroup.objects.create(
        event=event,
        client_token=data.client_token,
        email=data.email.strip(),
        phone=data.phone.strip(),
        note=data.note.strip(),
        together=data.together and len(people) > 1,
        language=data.language,
    )
    RegistrationLink.fresh(group=group).save()
    rows = [_add(group, places[person.division_id].division, person) for person in people]
    for index, row in enumerate(rows):
        _refuse_stranger(rules, index, row)
    fill(event, fresh={row.pk for row in rows})
    touch(event)
    user = actor if isinstance(actor, User) else None
    registered = list(
        Registration.objects.filter(group=group).select_related("group", "division__event").order_by("pk")
    )
    for row in registered:
        row.division.event = event
        log(user, "registration.made", row, division=row.division.name, state=row.state)
    tell_received(registered)
    return group


def next_position(division: Division) -> int:
    """The next place in the division's queue; event locked."""
    rules, _created = DivisionPlaces.objects.get_or_create(division=division)
    rules.last_position += 1
    rules.save(update_fields=["last_position"])
    return rules.last_position


def name_key(name: str) -> str:
    """A name as it is compared: in any case, with any spaces."""
    return clean_name(name).casefold()[:80]


def _add(group: RegistrationGroup, division: Division, person: PersonInput) -> Registration:
    typed = {name: getattr(person, name) for name in TYPED}
    row = Registration(group=group, division=division, position=next_position(division), **typed)
    row.name, row.name_key = clean_name(person.name), name_key(person.name)
    row.save()
    return row


def _require_group(rules: RegistrationSettings, data: RegistrationInput) -> None:
    for name in OF_GROUP:
        if use_of(rules.fields, name) == REQUIRED and not getattr(data, name).strip():
            label = OPTIONAL_FIELDS[name][0]
            raise TournamentError(_("%(field)s: the director needs this.") % {"field": label}, code=name)
    if rules.consent and not data.consents:
        raise TournamentError(_("Read what you are agreeing to, and tick the box."), code="consent")


def _checked(places: dict[int, Places], rules: RegistrationSettings, index: int, person: PersonInput) -> PersonInput:
    """The person, if they may register as typed. Raises PersonError that says what is asked and what was typed."""
    at = places.get(person.division_id)
    if at is None:
        raise PersonError(index, _("Choose a division."), code="division")
    for name, (label, _default) in OPTIONAL_FIELDS.items():
        needed = name not in OF_GROUP and name != "minor" and use_of(rules.fields, name) == REQUIRED
        if needed and getattr(person, name) in (None, ""):
            raise PersonError(index, _("%(field)s: the director needs this.") % {"field": label}, code=name)
    classes = [name.strip() for name in at.rules.classes.split(",") if name.strip()]
    if person.player_class and classes and person.player_class not in classes:
        raise PersonError(index, _("The classes are: %(names)s.") % {"names": listed(classes)}, code="player_class")
    if not rules.accepts_pairing_requests and person.pairing_request:
        person = replace(person, pairing_request="", pairing_request_player="")
    key = name_key(person.name)
    if Registration.objects.filter(division=at.division, name_key=key, state__in=LIVE).exists():
        raise PersonError(
            index,
            _(
                "%(name)s is already registered in %(division)s. If you are another player with the same "
                "name, add an initial; to change a registration, open its link."
            )
            % {"name": clean_name(person.name), "division": division_title(at.division.name)},
            code="name",
        )
    return person


def _refuse_twice(people: list[PersonInput]) -> None:
    seen: set[tuple[int, str]] = set()
    for index, person in enumerate(people):
        key = (person.division_id, name_key(person.name))
        if key in seen:
            raise PersonError(
                index, _("%(name)s is on this form twice.") % {"name": clean_name(person.name)}, code="name"
            )
        seen.add(key)


def _refuse_stranger(rules: RegistrationSettings, index: int, row: Registration) -> None:
    """Who may register: players in the division's rating range, and of the club where the event is theirs."""
    event = row.division.event
    limits = DivisionPlaces.objects.get(division=row.division)
    ranged = limits.rating_min is not None or limits.rating_max is not None
    if not ranged and not rules.members_only:
        return
    matched, similar = whom(row)
    if rules.members_only and (matched is None or matched.player_id is None):
        offered = " ".join(
            [_("Did you mean %(names)s?") % {"names": listed(one.name for one in similar)}] if similar else []
        )
        message = _(
            "This event is for players of %(club)s, and the club has no player called “%(name)s”. Type the "
            "name as it appears in the club's lists, or write to the director."
        ) % {"club": event.club.name, "name": row.name}
        raise PersonError(index, f"{message} {offered}".strip(), code="name")
    if not ranged:
        return
    rating = matched.rating if matched is not None else row.rating
    if rating is None and limits.rating_min:
        raise PersonError(
            index,
            _("%(division)s is for ratings of %(low)d and above: type your rating.")
            % {"division": division_title(row.division.name), "low": limits.rating_min},
            code="rating",
        )
    low, high = limits.rating_min or 0, limits.rating_max
    if rating is not None and (rating < low or (high is not None and rating > high)):
        text = (
            _("%(division)s is for ratings from %(low)d to %(high)d; %(name)s has %(rating)d. Choose another division.")
            if high is not None
            else _(
                "%(division)s is for ratings of %(low)d and above; %(name)s has %(rating)d. Choose another division."
            )
        )
        values = {
            "division": division_title(row.division.name),
            "low": low,
            "high": high,
            "name": row.name,
            "rating": rating,
        }
        raise PersonError(index, text % values, code="division")


def find_group(key: str) -> RegistrationGroup:
    """The group of a personal link. Raises SlipNotFoundError for a key that nothing has, or that has ended."""
    link = RegistrationLink.of_key(key).select_related("group__event__club").filter(ended_at=None).first()
    if link is None:
        raise SlipNotFoundError(
            _("No registration has this link. Use the latest link you were sent, or ask the director.")
        )
    return link.group


def renew_link(group: RegistrationGroup) -> RegistrationLink:
    """A new personal link for the group; the ones before end. Event locked."""
    for link in RegistrationLink.live(group=group):
        link.end()
    new = RegistrationLink.fresh(group=group)
    new.save()
    return new


def people_of(group: RegistrationGroup) -> list[Registration]:
    """The people of a group in the order of the form. One query."""
    rows = Registration.objects.filter(group=group).select_related(
        "group", "division__event__club", "division__rating_pool", "division__places"
    )
    return list(rows.order_by("pk"))


def _locked(group: RegistrationGroup, registration_id: int) -> Registration:
    """The person of this group, with the event locked and offers that have run out ended."""
    event = lock_event(group.event_id)
    row = next((one for one in people_of(group) if one.pk == registration_id), None)
    if row is None:
        raise TournamentError(_("This player is not on your form."), code="gone")
    end_offers(event)
    row.refresh_from_db(fields=["state", "offered_until", "player"])
    row.division.event = event
    return row


def _refuse_state(row: Registration, *states: str) -> None:
    if row.state not in states:
        raise TournamentError(
            _("%(name)s: %(state)s. This can no longer be done.")
            % {"name": row.name, "state": row.get_state_display()},
            code="state",
        )


@transaction.atomic
def accept_offer(*, group: RegistrationGroup, registration_id: int) -> Registration:
    """Take an offered place; a group that wants to be together takes all of its offers. Raises TournamentError once it has ended."""
    row = _locked(group, registration_id)
    _refuse_state(row, State.OFFERED)
    rules = settings_of(row.division.event)
    for one in _with_others(row):
        enter(one, rules)
        log(None, "registration.entered", one)
    touch(row.division.event)
    return row


@transaction.atomic
def decline_offer(*, group: RegistrationGroup, registration_id: int) -> Registration:
    """Decline an offered place, for all of a group that wants to be together; there is no second offer. Raises TournamentError."""
    row = _locked(group, registration_id)
    _refuse_state(row, State.OFFERED)
    for one in _with_others(row):
        set_state(one, State.CANCELLED, answer=OFFER_DECLINED)
        log(None, "registration.cancelled", one, one.answer)
    fill(row.division.event)
    touch(row.division.event)
    return row


def _with_others(row: Registration) -> list[Registration]:
    """The person, and with them those of the group who are offered a place and want to be together."""
    if not row.group.together:
        return [row]
    offered = [one for one in people_of(row.group) if one.state == State.OFFERED]
    for one in offered:
        one.division.event = row.division.event
    return offered


@transaction.atomic
def cancel(*, group: RegistrationGroup, registration_id: int) -> Registration:
    """Give up a place or a place on the waiting list; the next in the queue gets it. Raises TournamentError once the player is paired."""
    row = _locked(group, registration_id)
    _refuse_state(row, *LIVE)
    try:
        with transaction.atomic():
            leave(row, State.CANCELLED, actor=None, answer=CANCELLED_BY_PLAYER)
    except TournamentError as error:
        raise TournamentError(
            _("%(name)s is already in a round. Please tell the director.") % {"name": row.name}, code="paired"
        ) from error
    log(None, "registration.cancelled", row)
    tell("cancelled", row)
    fill(row.division.event)
    touch(row.division.event)
    return row


@transaction.atomic
def correct(
    *, group: RegistrationGroup, registration_id: int, person: PersonInput, reach: Mapping[str, str] | None = None
) -> Registration:
    """Send corrected details; a registration that was sent back waits for approval again. The division stays.

    ``reach``: the email address or phone of the whole form; of these only what the director wants corrected is taken, or the link would
    send mails to any address.

    Raises TournamentError for a registration that is in or over, PersonError as ``register``.
    """
    row = _locked(group, registration_id)
    _refuse_state(row, State.TO_CORRECT, State.APPLIED, State.WAITING)
    corrected = {name: (reach or {}).get(name) for name in OF_GROUP if name in row.marked}
    for name, value in corrected.items():
        if value is None:
            raise PersonError(0, _("Please correct this."), code=name)
    person = replace(person, division_id=row.division_id)
    others = Registration.objects.filter(division=row.division, name_key=name_key(person.name)).exclude(pk=row.pk)
    if others.exclude(state__in=ENDED).exists():
        raise PersonError(0, _("%(name)s is already registered.") % {"name": clean_name(person.name)}, code="name")
    rules = settings_of(row.division.event)
    for name in TYPED:
        if name not in {"pairing_request", "pairing_request_player"} or rules.accepts_pairing_requests:
            setattr(row, name, getattr(person, name))
    row.name, row.name_key = clean_name(person.name), name_key(person.name)
    row.marked, row.answer = [], ""
    if row.state == State.TO_CORRECT:
        row.state = State.APPLIED
    row.save()
    _refuse_stranger(rules, 0, row)
    _correct_reach(row.group, {name: value for name, value in corrected.items() if value is not None})
    log(None, "registration.changed", row)
    touch(row.division.event)
    return row


def _correct_reach(group: RegistrationGroup, reach: Mapping[str, str]) -> None:
    """Another email address gets the receipt, with a new link: the old one may be in a stranger's mailbox."""
    before = group.email
    for name in OF_GROUP:
        setattr(group, name, reach.get(name, getattr(group, name)))
    group.save(update_fields=OF_GROUP)
    if group.email != before:
        renew_link(group)
        tell_address_changed(group, before)
        tell_received([one for one in people_of(group) if one.state not in ENDED])


@transaction.atomic
def confirm_details(*, group: RegistrationGroup) -> int:
    """Confirm the details of everybody in the group who is in. How many."""
    lock_event(group.event_id)
    return Registration.objects.filter(group=group, state=State.ENTERED).update(confirmed_at=timezone.now())
