"""Calendars for other programs (iCalendar, RFC 5545): a club's public events and its regular night; an event with its schedule."""

from datetime import date, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Min
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar
from icalendar import Event as Entry

from clubhouse.models import NightPlan
from clubhouse.queries import begins, nights_of, plan_of, public_calendar_events
from clubs.models import Club
from tournaments.models import Event, ScheduleItem
from tournaments.queries.schedule import schedule_items

#: How many of the days that a skipped night may fall on are looked at.
_SOONEST = 1


def calendar_of(club: Club) -> bytes:
    """The feed. Everybody may read it, so it has what everybody may see. Two queries."""
    calendar = Calendar()
    calendar.add("prodid", "-//Wordhall//clubs//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.name)
    calendar.add("x-wr-timezone", club.zone.key)
    events = list(public_calendar_events(club).annotate(begins=Min("schedule__starts_at")))
    for event in events:
        calendar.add_component(_event(event))
    plan = plan_of(club)
    if plan is not None and club.closed_at is None:
        calendar.add_component(_regular(club, plan, {event.starts_on for event in events}))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def calendar_of_event(event: Event) -> bytes:
    """The event for other programs: itself and each line of its schedule, rounds among them, at its planned time. Two queries."""
    calendar = Calendar()
    calendar.add("prodid", "-//Wordhall//events//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", event.name)
    calendar.add("x-wr-timezone", event.zone.key)
    lines = schedule_items(event)
    event.begins = min((line.starts_at for line in lines), default=None)  # type: ignore[attr-defined]  # as annotated above
    whole = _event(event)
    if lines:
        ends = max(line.starts_at + timedelta(minutes=line.minutes) for line in lines)
        whole.add("dtend", ends.astimezone(event.zone))
    calendar.add_component(whole)
    for line in lines:
        calendar.add_component(_line(event, line))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _line(event: Event, line: ScheduleItem) -> Entry:
    """A round, a break or whatever else the schedule has."""
    entry = Entry()
    entry.add("uid", f"schedule-{line.pk}@{_host()}")
    title = line.title or _("Round %(number)d") % {"number": line.round_number}
    entry.add("summary", f"{title} · {event.name}")
    entry.add("url", _address(reverse("tournaments:schedule", args=[event.slug])))
    entry.add("dtstamp", event.created_at)
    entry.add("sequence", event.version)
    entry.add("dtstart", line.starts_at.astimezone(event.zone))
    entry.add("duration", timedelta(minutes=line.minutes))
    if place := event.place or event.club.place:
        entry.add("location", place)
    return entry


def _event(event: Event) -> Entry:
    """An event: from the first line of its schedule on, or the whole day."""
    entry = Entry()
    entry.add("uid", f"event-{event.pk}@{_host()}")
    entry.add("summary", event.name)
    entry.add("url", _address(reverse("tournaments:event", args=[event.slug])))
    entry.add("dtstamp", event.created_at)
    entry.add("sequence", event.version)
    start: datetime | None = event.begins  # type: ignore[attr-defined]  # annotated
    if start is None:
        entry.add("dtstart", event.starts_on)
        entry.add("dtend", event.starts_on + timedelta(days=1))
    else:
        entry.add("dtstart", start.astimezone(event.zone))
    if place := event.place or event.club.place:
        entry.add("location", place)
    return entry


def _regular(club: Club, plan: NightPlan, events: set[date]) -> Entry:
    """The regular night; on days with an event of the club the event stands alone."""
    nights = nights_of(plan)
    entry = Entry()
    entry.add("uid", f"night-{plan.pk}@{_host()}")
    entry.add("summary", f"{plan.name} · {club.name}")
    entry.add("url", _address(reverse("clubs:club", args=[club.slug])))
    entry.add("dtstamp", timezone.now().replace(hour=0, minute=0, second=0, microsecond=0))
    first = next(nights.days(plan.first_on, _SOONEST))
    start = begins(plan, club, first)
    entry.add("dtstart", start)
    entry.add("duration", timedelta(minutes=plan.minutes))
    entry.add("rrule", nights.rule)
    without = sorted(day for day in nights.skipped | events if day > first)
    if without:
        entry.add("exdate", [begins(plan, club, day) for day in without])
    if club.place:
        entry.add("location", club.place)
    return entry


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "wordhall.invalid"


def _address(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"
