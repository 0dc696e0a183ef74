"""Reads of the clubhouse: a club's members, its next night."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubhouse.engine.nights import Nights, Repeats
from clubhouse.models import ClubNight, NightPlan, RollMember
from clubs.models import Club, Player, RollReaders
from clubs.names import by_name
from clubs.permissions import Action, Visitor, allowed_actions, belongs_to
from ratings.queries.players import same_person
from tournaments.models import Entry, Event
from tournaments.permissions import visible_events
from tournaments.queries.check_in import bans_of


def public_calendar_events(club: Club) -> QuerySet[Event]:
    """What everybody may find of the club from two months ago on, announced events too."""
    since = timezone.localdate() - timedelta(days=60)
    events = Event.objects.filter(visible_events(AnonymousUser()), club=club, starts_on__gte=since)
    return events.select_related("club").order_by("starts_on", "pk")


@dataclass(frozen=True, slots=True)
class NextNight:
    """The next meeting: an event that is there, or a day of the regular night. ``starts_at``: None where only the day is known."""

    name: str
    day: date
    starts_at: datetime | None = None
    event: Event | None = None


def nights_of(plan: NightPlan) -> Nights:
    """The plan's days."""
    skipped = frozenset(date.fromisoformat(day) for day in plan.skipped)
    return Nights(plan.first_on, Repeats(plan.repeats), skipped)


def plan_of(club: Club) -> NightPlan | None:
    """The club's regular night. One query."""
    return NightPlan.objects.filter(club=club).first()


def begins(plan: NightPlan, club: Club, day: date) -> datetime:
    """When the night of this day begins, in the club's time zone."""
    return datetime.combine(day, plan.starts_at, club.zone)


def next_night(club: Club, viewer: Visitor) -> NextNight | None:
    """What comes next in the club that the viewer may know of. Two queries."""
    today = timezone.localdate(timezone=club.zone)
    if club.closed_at is not None:
        return None
    coming = Event.objects.filter(visible_events(viewer), club=club, starts_on__gte=today, what_if_of=None)
    event = coming.exclude(state=Event.State.FINISHED).order_by("starts_on", "pk").first()
    plan = plan_of(club)
    day = next(nights_of(plan).days(today, 1), None) if plan is not None else None
    if plan is not None and day is not None and (event is None or day < event.starts_on):
        return NextNight(plan.name, day, begins(plan, club, day))
    return None if event is None else NextNight(event.name, event.starts_on, None, event)


def last_night(club: Club) -> Event | None:
    """The event that the next club night is made like: the last one made as a club night. One query."""
    night = (
        ClubNight.objects.filter(event__club=club).select_related("event__club").order_by("-event__starts_on", "-pk")
    )
    last = night.first()
    return None if last is None else last.event


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody who may come tonight; ``came``: was there last time, and is not banned since."""

    player: int
    name: str
    came: bool
    banned: bool


def regulars(club: Club) -> list[Regular]:
    """Who is offered for a club night, by name: last time's players ticked, those of the last nights and the roll. Six queries."""
    same = same_person()
    night = last_night(club)
    if night is None:
        night = Event.objects.filter(club=club, what_if_of=None).exclude(divisions__entries=None).first()
    ago = timezone.localdate() - timedelta(days=180)
    last: set[int] = set()
    known: dict[int, str] = {}
    entered = Entry.objects.filter(division__event__club=club, division__event__what_if_of=None)
    recent = entered.filter(Q(division__event__starts_on__gte=ago) | Q(division__event=night))
    rows = recent.order_by("pk").values_list("player_id", "player__name", "division__event_id")
    for player, name, event in rows:
        one = same.get(player, player)
        known[one] = name if player == one else known.get(one, name)
        if night is not None and event == night.pk:
            last.add(one)
    today = timezone.localdate()
    roll = RollMember.objects.filter(club=club).filter(Q(left_on=None) | Q(left_on__gte=today))
    known |= {same.get(pk, pk): name for pk, name in roll.values_list("player_id", "player__name")}
    people = Player.objects.filter(pk__in=known).order_by(*by_name(), "pk").values_list("pk", "name")
    banned = bans_of(Event(club=club, starts_on=today), list(known))
    return [Regular(pk, name, pk in last and pk not in banned, pk in banned) for pk, name in people]


def roll_of(club: Club, which: str = "now") -> QuerySet[RollMember]:
    """The club's roll by name: ``now`` members, those who have ``left``, or ``all``. One query."""
    rows = RollMember.objects.filter(club=club).select_related("player").order_by(*by_name("player__name"), "pk")
    today = timezone.localdate()
    if which == "left":
        return rows.filter(left_on__lt=today)
    return rows if which == "all" else rows.filter(Q(left_on=None) | Q(left_on__gte=today))


def may_read_roll(viewer: Visitor, club: Club) -> bool:
    """Whether the names of the members are shown to the viewer. One query at most."""
    if club.roll_readers == RollReaders.EVERYBODY:
        return True
    if Action.MANAGE_PLAYERS in allowed_actions(viewer, club):
        return True
    if club.roll_readers != RollReaders.MEMBERS or not viewer.is_authenticated:
        return False
    return roll_of(club).filter(player__user=viewer.pk).exists() or belongs_to(viewer, club.pk)


def people_section(club: Club, viewer: Visitor) -> dict[str, Any] | None:
    """Members and officers on the club's page: offices for everybody, names as the club wants it. None without any."""
    rows = list(roll_of(club))
    officers = [row for row in rows if row.office]
    if not rows:
        return None
    readable = may_read_roll(viewer, club)
    return {"club": club, "officers": officers, "members": rows if readable else None, "count": len(rows)}


def next_section(club: Club, viewer: Visitor) -> dict[str, Any] | None:
    """The next night on the club's page, and the way to make it for who may."""
    actions = allowed_actions(viewer, club)
    may_create = Action.MANAGE_EVENT in actions and club.closed_at is None
    night = next_night(club, viewer)
    if night is None and not may_create:
        return None
    return {"club": club, "night": night, "may_create": may_create, "may_plan": Action.MANAGE_CLUB in actions}
