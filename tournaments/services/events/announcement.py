"""Use cases of an event's public page before its day: its private link and its schedule."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import SlipNotFoundError, StaleEditError, TournamentError
from tournaments.models import Event, EventLink, ScheduleItem
from tournaments.services.events.locking import lock_open_event, refuse_test_copy, scope, touch

#: Lines of one event's schedule.
MOST_LINES = 200


@transaction.atomic
def replace_event_link(*, actor: User, event: Event) -> EventLink:
    """A new private link of the event; the one before ends. Raises PermissionDenied, NotOpenError, TournamentError (test copy)."""
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    refuse_test_copy(event)
    for link in EventLink.live(event=event):
        link.end()
    new = EventLink.fresh(event=event)
    new.save()
    log_action(actor=actor, verb="event.link_replaced", target=event, scope=scope(event))
    return new


def event_key(event: Event) -> str:
    """The key of the event's private link; "" without one, or when the server's secret was changed since. One query."""
    link = EventLink.live(event=event).first()
    return (link.key or "") if link is not None else ""


def event_of_link(key: str) -> Event:
    """The event of a private link. Raises SlipNotFoundError for a key that nothing has, or that has ended."""
    link = EventLink.of_key(key).select_related("event__club").filter(ended_at=None).first()
    if link is None:
        raise SlipNotFoundError(
            _("No event has this link, or it has been replaced. Ask the director for the current one.")
        )
    return link.event


@transaction.atomic
def add_schedule_item(
    *, actor: User, event: Event, starts_at: datetime, minutes: int, round_number: int | None = None, title: str = ""
) -> ScheduleItem:
    """Add a round or something else to the schedule; a round that is there already gets the new time.

    Raises PermissionDenied, NotOpenError, and TournamentError for a schedule that is too long.
    """
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    item = _put(event, starts_at, minutes, round_number, title)
    _changed(actor, event, {"round": round_number} if round_number else {"name": title.strip()})
    return item


@transaction.atomic
def plan_rounds(*, actor: User, event: Event, first: int, last: int, starts_at: datetime, minutes: int) -> None:
    """Give the rounds from ``first`` to ``last`` their times, one after the other. Raises as ``add_schedule_item``."""
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    for index, number in enumerate(range(first, last + 1)):
        _put(event, starts_at + timedelta(minutes=minutes * index), minutes, number, "")
    _changed(actor, event, {"rounds": f"{first}–{last}"})


@transaction.atomic
def remove_schedule_item(*, actor: User, event: Event, item_id: int) -> None:
    """Take a line out of the schedule. Raises StaleEditError when it is gone already."""
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    removed, _rows = ScheduleItem.objects.filter(event=event, pk=item_id).delete()
    if not removed:
        raise StaleEditError(_("This line of the schedule was already removed."))
    _changed(actor, event, {})


def _put(event: Event, starts_at: datetime, minutes: int, round_number: int | None, title: str) -> ScheduleItem:
    if ScheduleItem.objects.filter(event=event).count() >= MOST_LINES:
        raise TournamentError(
            _("A schedule can have at most %(max)d lines; remove some first.") % {"max": MOST_LINES}, code="too_many"
        )
    if round_number is None:
        return ScheduleItem.objects.create(event=event, title=title.strip(), starts_at=starts_at, minutes=minutes)
    item, _created = ScheduleItem.objects.update_or_create(
        event=event, round_number=round_number, defaults={"starts_at": starts_at, "minutes": minutes, "title": ""}
    )
    return item


def _changed(actor: User, event: Event, after: dict[str, object]) -> None:
    touch(event)
    log_action(actor=actor, verb="schedule.changed", target=event, scope=scope(event), after=after)
