"""Places and the waiting list: who gets a free place, and how somebody becomes an entry. Always with the event locked."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player, User
from registration.models import OFFER_EXPIRED, Registration, RegistrationSettings
from registration.queries import places_of, settings_of, shown_name
from registration.services.notices import tell
from tournaments.errors import TournamentError
from tournaments.models import Entry, Event
from tournaments.services.entries.roster import enter_rows
from tournaments.services.entries.roster_lines import RosterAction, RosterRow, resolve
from tournaments.services.entries.same_names import Similar, store_spellings
from tournaments.services.events.deleting import remove_entry
from tournaments.services.events.locking import lock_event, scope, touch

State = Registration.State


def log(actor: User | None, verb: str, registration: Registration, reason: str = "", **after: object) -> None:
    """A line in the event's log; an actor of None is the person's own doing."""
    event = registration.division.event
    values = {"name": registration.name, **after}
    log_action(actor=actor, verb=verb, target=registration, scope=scope(event), after=values, reason=reason)


def set_state(registration: Registration, state: str, **values: object) -> None:
    """Change the state, with what belongs to it; an offer ends with its state."""
    registration.state = state
    for name, value in {"offered_until": None, **values}.items():
        setattr(registration, name, value)
    registration.save(update_fields=["state", "offered_until", *(name for name in values if name != "offered_until")])


@dataclass(frozen=True, slots=True)
class _Unit:
    """People who get places at once or not at all: a whole group, or one person."""

    people: tuple[Registration, ...]

    def fits(self, free: dict[int, int]) -> bool:
        needed: dict[int, int] = {}
        for one in self.people:
            needed[one.division_id] = needed.get(one.division_id, 0) + 1
        return all(free.get(division, count) >= count for division, count in needed.items())


def _units(event: Event) -> Iterator[_Unit]:
    """The waiting list in order; a group stands where its first member stands."""
    waiting = Registration.objects.filter(division__event=event, state=State.WAITING)
    rows = list(
        waiting.select_related("group", "division__event__club", "division__rating_pool").order_by("created_at", "pk")
    )
    together: dict[int, list[Registration]] = {}
    for row in rows:
        row.division.event = event
        if row.group.together:
            together.setdefault(row.group_id, []).append(row)
    for row in rows:
        if not row.group.together:
            yield _Unit((row,))
        elif together[row.group_id][0] is row:
            yield _Unit(tuple(together[row.group_id]))


def fill(event: Event, *, fresh: Collection[int] = ()) -> None:
    """Give free places to those who wait, in order; event locked.

    ``fresh``: registrations (ids) sent just now, which are in at once where there is a place for them. The others get an offer that they
    have to answer, unless the event takes them at once. A group that needs more places than are free is passed over and stays first.
    Nobody comes in after round 1 is published unless late entries are taken.
    """
    rules = settings_of(event)
    if event.state == Event.State.RUNNING and not rules.late_entries:
        return
    # None: no limit, so the division is not in the table of free places
    free = {places.division.pk: places.free for places in places_of(event)}
    limited = {division: count for division, count in free.items() if count is not None}
    if len(limited) == len(free) and not any(limited.values()):
        return
    for unit in _units(event):
        if not unit.fits(limited):
            continue
        for one in unit.people:
            if one.division_id in limited:
                limited[one.division_id] -= 1
            _promote(one, rules, at_once=one.pk in fresh)


def _promote(one: Registration, rules: RegistrationSettings, *, at_once: bool) -> None:
    if rules.approval and not one.approved:
        set_state(one, State.APPLIED)
        if not at_once:
            tell("promoted", one)
    elif at_once or not rules.offer_hours:
        enter(one, rules)
        if not at_once:
            log(None, "registration.entered", one)
            tell("promoted", one)
    else:
        set_state(one, State.OFFERED, offered_until=timezone.now() + timedelta(hours=rules.offer_hours))
        log(None, "registration.offered", one)
        tell("offered", one)


def enter(
    registration: Registration, rules: RegistrationSettings, *, same_as: int | None = None, actor: User | None = None
) -> None:
    """Give the person a place; who is known for certain becomes an entry at once, others when an official says who is meant.

    ``same_as``: that answer, a player of the club or 0 for a new one. Event locked. Raises TournamentError for an answer that
    does not fit.
    """
    set_state(registration, State.ENTERED, marked=[], answer="")
    row, similar = whom(registration, same_as)
    if row is None:
        if same_as is not None:
            raise TournamentError(
                _("That is not one of the club's players. Choose one of those shown, or a new player."),
                code="same_name",
            )
        return
    division = registration.division
    if row.player_id is not None and (
        Registration.objects.filter(division=division, player=row.player_id, state=State.ENTERED)
        .exclude(pk=registration.pk)
        .exists()
    ):
        if same_as is not None:
            raise TournamentError(
                _("%(name)s is already registered in this division.") % {"name": row.name}, code="entered"
            )
        return  # two registrations seem to be one person: an official decides
    if row.action in {RosterAction.ALREADY_ENTERED, RosterAction.CHANGED}:
        registration.player_id = row.player_id
    else:
        shown = shown_name(registration, rules)
        [entry] = enter_rows(actor, division, [replace(row, name=shown if shown != registration.name else row.name)])
        registration.player = entry.player
        if shown != registration.name or similar:
            store_spellings(division.event.club_id, [(registration.name, entry.player_id)])
    registration.save(update_fields=["player"])


def whom(registration: Registration, same_as: int | None = None) -> tuple[RosterRow | None, tuple[Similar, ...]]:
    """Who a registration means as the roster import sees it: the line, or None with the ``similar`` players to ask about."""
    row = RosterRow(
        name=registration.name,
        external_id=registration.federation_id,
        player_class=registration.player_class,
        club=registration.club,
        same_as=same_as,
    )
    preview = resolve(registration.division, [row], ())
    if preview.problems:
        named = Player.objects.filter(
            home_club=registration.division.event.club_id, name__iexact=registration.name
        ).order_by("pk")
        return None, tuple(Similar(player.pk, player.name) for player in named)
    row = preview.rows[0]
    if row.action is RosterAction.ASK:
        return None, row.similar
    if row.rating is None:  # a rating that the player typed counts where no list knows better
        row = replace(row, rating=registration.rating)
    return row, row.similar


def entry_of(registration: Registration) -> Entry | None:
    """The entry that the registration became. One query."""
    if registration.player_id is None:
        return None
    return Entry.objects.filter(division=registration.division_id, player=registration.player_id).first()


def leave(registration: Registration, state: str, *, actor: User | None, answer: str = "") -> None:
    """End a registration, and its entry where it has one; event locked. Raises TournamentError once the player is in a round."""
    entry = entry_of(registration) if registration.state == State.ENTERED else None
    set_state(registration, state, player=None, answer=answer)
    if entry is not None:
        entry.division = registration.division
        remove_entry(actor, entry)


def end_offers(event: Event) -> int:
    """End the offers of the event that nobody answered in time, and give the places to the next; event locked. How many."""
    late = Registration.objects.filter(division__event=event, state=State.OFFERED, offered_until__lte=timezone.now())
    ended = list(late.select_related("group", "division__event__club", "division__rating_pool"))
    for one in ended:
        set_state(one, State.CANCELLED, answer=OFFER_EXPIRED)
        log(None, "registration.cancelled", one, one.answer)
        tell("ended", one)
    if ended:
        fill(event)
        touch(event)
    return len(ended)


def end_all_offers() -> int:
    """``end_offers`` for every event with an offer that has run out, each in a transaction of its own. How many offers."""
    late = Registration.objects.filter(state=State.OFFERED, offered_until__lte=timezone.now())
    late = late.filter(division__event__on_laptop_since=None)  # whoever is entered is entered on the laptop
    total = 0
    for event_id in late.order_by("division__event").values_list("division__event", flat=True).distinct():
        with transaction.atomic():
            total += end_offers(lock_event(event_id))
    return total
