"""Reads of the clubhouse: a club's figures, its members, its next night."""

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from clubhouse.engine.figures import Figures, Game, Turns, figures_of
from clubhouse.engine.nights import Nights, Repeats
from clubhouse.models import ClubNight, NightPlan, RecordFigures, RollMember
from clubs.models import Club, Player, RollReaders
from clubs.names import by_name
from clubs.permissions import Action, Visitor, allowed_actions, belongs_to
from core.cache import cache_get, cache_set_many
from core.release import release
from games.registry import GAMES
from ratings.queries.players import same_person
from tournaments.models import Entry, Event, Result, Seat
from tournaments.permissions import visible_events
from tournaments.queries.check_in import bans_of

#: How long figures stay in the cache; whatever changes them changes their key.
_CACHE_SECONDS = 86_400
#: Games in which both players have a score of their own.
_WITH_SCORES = [key for key, game in GAMES.items() if not game.scoring.by_seats]
#: How many nights the list of attendance shows.
_NIGHTS = 12


def public_events(club: Club) -> QuerySet[Event]:
    """The club's events that everybody may find, once they have begun; figures are made of these alone."""
    return Event.objects.filter(visible_events(AnonymousUser()), club=club).exclude(state=Event.State.DRAFT)


def public_calendar_events(club: Club) -> QuerySet[Event]:
    """What everybody may find of the club from two months ago on, announced events too."""
    since = timezone.localdate() - timedelta(days=60)
    events = Event.objects.filter(visible_events(AnonymousUser()), club=club, starts_on__gte=since)
    return events.select_related("club").order_by("starts_on", "pk")


def years_of(club: Club) -> list[int]:
    """The years in which the club had events, the newest first. One query."""
    return [day.year for day in public_events(club).order_by().dates("starts_on", "year", order="DESC")]


def club_figures(club: Club, year: int | None = None) -> Figures:
    """Records and players of all the club's games, or of one year's. Two queries when cached, five otherwise."""
    events = public_events(club).order_by()
    if year is not None:
        events = events.filter(starts_on__year=year)
    stamp = events.aggregate(events=Count("pk"), versions=Sum("version"), last=Max("pk"))
    recorded = RecordFigures.objects.filter(record__in=_records(events)).count()
    key = f"club-figures:{club.pk}:{year or ''}:{stamp['events']}:{stamp['versions']}:{stamp['last']}:{recorded}:{release()}"
    packed = cache_get(key)
    if packed is not None:
        figures_before: Figures = pickle.loads(packed)  # noqa: S301 - pickled below, in the site's own cache
        return figures_before
    same = same_person()
    figures = figures_of(_games(events, same), _came(events, same))
    cache_set_many({key: pickle.dumps(figures)}, _CACHE_SECONDS)
    return figures


def _played(events: QuerySet[Event]) -> QuerySet[Result]:
    """The games of two that count, with their scores."""
    return Result.objects.filter(
        pairing__round__division__event__in=events,
        pairing__round__division__game__in=_WITH_SCORES,
        state=Result.State.CONFIRMED,
        kind="played",
        tally="",
    ).exclude(pairing__round__state="draft")


def _records(events: QuerySet[Event]) -> Any:
    return _played(events).exclude(record=None).values("record")


def _games(events: QuerySet[Event], same: dict[int, int]) -> list[Game]:
    """The games in the order in which they were played. Two queries."""
    columns = (
        "pairing__round__division__event__slug",
        "pairing_id",
        "pairing__round__number",
        "first_score",
        "second_score",
        "record__figures__seats",
    )
    order = ("pairing__round__division__event__starts_on", "pairing__round__number", "pairing_id")
    results = list(_played(events).order_by(*order).values_list(*columns))
    seats: dict[int, list[tuple[int, str]]] = {}
    at_tables = Seat.objects.filter(pairing__result__in=_played(events)).order_by("pairing_id", "position")
    for pairing, player, name in at_tables.values_list("pairing_id", "entry__player_id", "entry__name"):
        seats.setdefault(pairing, []).append((same.get(player, player), name))
    games = []
    for event, pairing, number, first, second, figures in results:
        if len(sides := seats.get(pairing, [])) == 2:
            players, names = (sides[0][0], sides[1][0]), (sides[0][1], sides[1][1])
            games.append(
                Game(event, pairing, number, players, names, (first, second), _turns(figures, (first, second)))
            )
    return games


def _turns(figures: Sequence[Sequence[Any]] | None, scores: tuple[int, int]) -> tuple[Turns, ...]:
    """What the record says, by seats: its players may stand the other way round, which the scores tell."""
    if not figures or len(figures) != 2:
        return ()
    rows = list(figures)
    written = tuple(row[3] for row in rows)
    if written != scores and written[::-1] == scores:
        rows.reverse()
    return tuple(Turns(row[0], row[1], row[2]) for row in rows)


def _came(events: QuerySet[Event], same: dict[int, int]) -> dict[int, tuple[str, set[str]]]:
    """Everybody who was entered in events that have begun, with their events: a table of four has no scores to count. One query."""
    came: dict[int, tuple[str, set[str]]] = {}
    seated = Seat.objects.filter(entry__division__event__in=events).exclude(round__state="draft")
    rows = seated.order_by("entry__division__event__starts_on").values_list(
        "entry__player_id", "entry__name", "entry__division__event__slug"
    )
    for player, name, event in rows.distinct():
        one = same.get(player, player)
        came[one] = (name, came.get(one, ("", set()))[1] | {event})
    return came


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many played in an event; ``width``: of the most, in percent."""

    event: Event
    players: int
    width: int


def attendance_of(club: Club, year: int | None = None, limit: int = _NIGHTS) -> list[Attendance]:
    """The newest events with the number of players, newest first. One query."""
    events = public_events(club)
    if year is not None:
        events = events.filter(starts_on__year=year)
    counted = events.annotate(players=Count("divisions__entries__player", distinct=True))
    counted = counted.order_by("-starts_on", "-pk")[:limit]
    most = max((event.players for event in counted), default=0) or 1
    return [Attendance(event, event.players, 100 * event.players // most) for event in counted]


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


def figures_section(club: Club, _viewer: Visitor) -> dict[str, Any] | None:
    """The records on the club's page; None without a game."""
    figures = club_figures(club)
    return {"club": club, "figures": figures, "bests": headlines(figures)} if figures.games else None


def headlines(figures: Figures) -> list[tuple[str, Any]]:
    """The first of each list that has one, by the list's key."""
    keys = ("high_game", "high_loss", "high_play", "most_bingos", "high_spread")
    return [(key, getattr(figures, key)[0]) for key in keys if getattr(figures, key)]


def attendance_section(club: Club, _viewer: Visitor) -> dict[str, Any] | None:
    """Attendance on the club's page; None before the second event."""
    rows = attendance_of(club, limit=8)
    return {"club": club, "attendance": rows} if len(rows) > 1 else None


def next_section(club: Club, viewer: Visitor) -> dict[str, Any] | None:
    """The next night on the club's page, and the way to make it for who may."""
    actions = allowed_actions(viewer, club)
    may_create = Action.MANAGE_EVENT in actions and club.closed_at is None
    night = next_night(club, viewer)
    if night is None and not may_create:
        return None
    return {"club": club, "night": night, "may_create": may_create, "may_plan": Action.MANAGE_CLUB in actions}


def unread_records(limit: int) -> Iterable[Any]:
    """Results whose record has no figures yet, the newest first. One query."""
    waiting = Result.objects.filter(record__isnull=False, record__figures=None).select_related("record")
    return waiting.select_related("pairing__round__division").order_by("-pk")[:limit]
