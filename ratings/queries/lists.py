"""Reads of the ratings app.  Each function runs a fixed number of queries, however many rows it returns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise

from clubs.models import Player
from clubs.names import by_name
from clubs.permissions import Visitor
from ratings.engine.detail import from_detail
from ratings.engine.performance import performance_of
from ratings.engine.printed import printed
from ratings.engine.registry import build_system
from ratings.engine.types import Segment
from ratings.labels import LABELS
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingChange, RatingPool

PAGE_SIZE = 100
#: Players of the list on the home page.
_LEADERS = 5


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the rating list; ``rank`` and ``rating`` are None before the first final event, ``rank`` while provisional.

    ``games`` are career games, or the games of this pool where those are unknown (``games_known`` is False then).
    """

    player_id: int
    name: str
    country: str
    rating: int | None
    games: int
    games_known: bool
    provisional: bool
    deviation: float | None
    last_event_id: int | None
    last_event: str | None
    last_date: date | None
    live_rating: int | None
    live_event: str | None
    rank: int | None = None

    @property
    def live_change(self) -> int | None:
        """How far the estimate is from the official rating; None without either."""
        return None if self.rating is None or self.live_rating is None else self.live_rating - self.rating


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """What an event did to a player: ``old`` is None for a newcomer."""

    old: int | None
    new: int
    games: int
    wins: float
    expected: float
    spread: int

    @property
    def points(self) -> int | None:
        """The change; None for a newcomer."""
        return None if self.old is None else self.new - self.old


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint(_Change):
    """One event of a player; an event that is not ``final`` is an estimate."""

    event_id: int
    event: str
    date: date
    final: bool
    deviation: float | None = None
    provisional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine(_Change):
    """What an event did to one player."""

    player_id: int
    name: str


def _figures(change: RatingChange) -> dict[str, Any]:
    return {
        "old": change.old_rating,
        "new": change.new_rating,
        "games": change.games,
        "wins": change.wins,
        "expected": change.expected,
        "spread": change.spread,
    }


@dataclass(frozen=True, slots=True)
class Explanation:
    """The whole working of one change, with the names of the opponents by player id."""

    event: RatedEvent
    player: Player
    change: RatingChange
    segments: tuple[Segment, ...]
    names: dict[int, str]
    performance: int | None
    about: str | Promise

    @property
    def printed(self) -> tuple[Segment, ...]:
        """The segments with figures that add up on paper."""
        return printed(self.segments)


def pools() -> QuerySet[RatingPool]:
    """All pools with their clubs and number of listed players; one query.

    The players are counted for each of the pools that are read, not for all before a page of them is chosen.
    """
    listed = PlayerRating.objects.filter(pool=OuterRef("pk")).order_by().values("pool").values_list(Count("pk"))
    players = Coalesce(Subquery(listed), 0)
    return RatingPool.objects.select_related("club").annotate(players=players).order_by(*by_name(), "pk")


def pools_found(typed: str) -> QuerySet[RatingPool]:
    """The pools whose name or club has each of the words of ``typed``; all of them without any."""
    return pools().filter(*(Q(name__icontains=word) | Q(club__name__icontains=word) for word in typed.split()))


#: The columns of a ListLine, in the order of its fields.
_LIST_COLUMNS = (
    *("player_id", "player__name", "player__country", "rating"),
    Coalesce("career_games", "pool_games"),
    ExpressionWrapper(Q(career_games__isnull=False), output_field=BooleanField()),
    *("provisional", "deviation", "last_event_id", "last_event__name", "last_event__date"),
    *("live_rating", "live_event__name"),
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an event has done to a player's rating so far; ``points`` None: a newcomer.

    ``final``: the event is finished and the rating official.  ``event_id`` and ``player_id`` lead to the explanation.
    """

    event_id: int
    player_id: int
    rating: int
    points: int | None
    final: bool


@dataclass(frozen=True, slots=True)
class LiveEstimate(Estimate):
    """The same up to the last of the player's rounds that is counted."""

    after_round: int


def estimates(pool_id: int | None, event_key: str) -> dict[int, Estimate]:
    """What the event ``event_key`` has done to everybody's rating in a pool, by player. At most one query."""
    if pool_id is None:
        return {}
    changes = RatingChange.objects.filter(event__pool=pool_id, event__key=event_key).values_list(
        "event_id", "player_id", "new_rating", "old_rating", "event__final"
    )
    return {
        player: Estimate(event, player, new, None if old is None else new - old, final)
        for event, player, new, old, final in changes
    }


def live_estimate(pool_id: int | None, event_key: str, player_id: int) -> LiveEstimate | None:
    """What the event ``event_key`` has done to a player's rating in a pool; None before the first rated game. At most one query.

    The round is read from the stored working, so that it is the one the figures belong to while a recompute is under way.
    """
    if pool_id is None:
        return None
    changes = RatingChange.objects.filter(event__pool=pool_id, event__key=event_key, player=player_id)
    change = changes.select_related("event").first()
    if change is None:
        return None
    after = max(game.round for segment in from_detail(change.detail) for game in segment.games)
    return LiveEstimate(change.event_id, player_id, change.new_rating, change.points, change.event.final, after)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which lines of a list are filters.  Ranks are always those of the whole list.

    ``club``: the slug of a home club; ``player_class``: one in which the player was entered in an event.
    ``established`` leaves out provisional ratings.
    """

    search: str = ""
    country: str = ""
    club: str = ""
    player_class: str = ""
    active_since: date | None = None
    established: bool = False


# Ratings know nothing of events: a player's classes are reached through the player's relations.
_CLASS = "entries__player_class"


def listed(pool: RatingPool, filters: Filter) -> QuerySet[PlayerRating, Any]:
    """The lines of the list without their ranks, as ``with_ranks`` takes them: established players by rating, then the others."""
    rows = PlayerRating.objects.filter(pool=pool)
    if filters.search.strip():
        rows = rows.filter(player__name__icontains=filters.search.strip())
    if filters.country:
        rows = rows.filter(player__country=filters.country)
    if filters.club:
        rows = rows.filter(player__home_club__slug=filters.club)
    if filters.player_class:
        rows = rows.filter(player__in=Player.objects.filter(**{_CLASS: filters.player_class}))
    if filters.active_since is not None:
        rows = rows.filter(last_event__date__gte=filters.active_since)
    if filters.established:
        rows = rows.filter(provisional=False)
    ordered = rows.order_by("provisional", F("rating").desc(nulls_last=True), *by_name("player__name"), "player_id")
    return ordered.values_list(*_LIST_COLUMNS)


def _ranks(pool: RatingPool) -> dict[int, int]:
    """Rank of each rating among the established players of the pool; equal ratings share the better rank."""
    counted = (
        PlayerRating.objects.filter(pool=pool, rating__isnull=False, provisional=False)
        .values_list("rating")
        .annotate(players=Count("pk"))
        .order_by("-rating")
    )
    rows = [(rating, players) for rating, players in counted if rating is not None]
    above = accumulate((players for _, players in rows), initial=0)
    return {rating: 1 + better for (rating, _), better in zip(rows, above, strict=False)}


def with_ranks(pool: RatingPool, rows: Iterable[Any]) -> list[ListLine]:
    """These rows of ``listed`` with their ranks in the whole list; one query."""
    ranks = _ranks(pool)
    lines = (ListLine(*row) for row in rows)
    return [
        line if line.rating is None or line.provisional else replace(line, rank=ranks.get(line.rating))
        for line in lines
    ]


def leaders(viewer: Visitor) -> dict[str, Any] | None:
    """The best of one list: that of the viewer's own clubs with the most players, else of all. None without one; three queries."""
    mine = Q(club__memberships__user=viewer.pk) if viewer.is_authenticated else Q(pk=None)
    listed_by_size = RatingPool.objects.annotate(
        players=Count("ratings", filter=Q(ratings__provisional=False, ratings__rating__isnull=False), distinct=True),
        own=Count("club", filter=mine, distinct=True),
    )
    pool = listed_by_size.filter(players__gt=0).order_by("-own", "-players", "pk").first()
    if pool is None:
        return None
    return {"pool": pool, "leaders": with_ranks(pool, listed(pool, Filter(established=True))[:_LEADERS])}


def rating_list(pool: RatingPool, *, filters: Filter | None = None, page: str | int = 1) -> Page[ListLine]:
    """One page of the list: established players by rating, then provisional ones, who have no rank; three queries.

    A page number that does not exist gives the nearest one.
    """
    paginator = Paginator(listed(pool, filters or Filter()), PAGE_SIZE)
    rows = paginator.get_page(page)
    return Page(with_ranks(pool, rows.object_list), rows.number, paginator)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a list can be filtered by: countries, home clubs and classes of its players, each as value and text."""

    countries: list[tuple[str, str]]
    clubs: list[tuple[str, str]]
    classes: list[tuple[str, str]]


def filter_choices(pool: RatingPool) -> Choices:
    """What the list can be filtered by; three queries."""
    people = Player.objects.filter(ratings__pool=pool).order_by()
    countries = people.exclude(country="").values_list("country", flat=True).distinct()
    clubs = people.exclude(home_club=None).values_list("home_club__slug", "home_club__name").distinct()
    classes = people.exclude(**{_CLASS: ""}).exclude(**{_CLASS: None}).values_list(_CLASS, flat=True).distinct()
    return Choices(
        [(code, code) for code in sorted(countries)],
        sorted(clubs, key=lambda club: club[1]),
        [(name, name) for name in sorted(classes)],
    )


def whole_list(pool: RatingPool) -> list[ListLine]:
    """The list in full, for exports; two queries."""
    return with_ranks(pool, listed(pool, Filter()))


def player_line(pool: RatingPool, player: Player) -> ListLine | None:
    """A player's line of the list; None for somebody who is not on it.  Two queries."""
    rows = list(listed(pool, Filter()).filter(player=player))
    return with_ranks(pool, rows)[0] if rows else None


def player_history(pool: RatingPool, player: Player) -> list[HistoryPoint]:
    """All events of a player in rating order; one query."""
    system = build_system(pool.system, pool.params)
    rows = RatingChange.objects.filter(event__pool=pool, player=player).order_by(
        "-event__final", "event__date", "event_id"
    )
    return [
        HistoryPoint(
            event_id=row.event_id,
            event=row.event.name,
            date=row.event.date,
            final=row.event.final,
            deviation=row.new_deviation,
            provisional=system.provisional(row.to_engine()),
            **_figures(row),
        )
        for row in rows.select_related("event").defer("detail")
    ]


def peak(history: Sequence[HistoryPoint]) -> HistoryPoint | None:
    """The event with the highest official rating that was not provisional any more; the first of equals."""
    established = [point for point in history if point.final and not point.provisional]
    return max(established, key=lambda point: point.new, default=None)


def rated_events(pool: RatingPool) -> QuerySet[RatedEvent]:
    """The pool's events with a game, newest first, each with the number of ``players`` whose rating it moved."""
    played = RatedResult.objects.live().filter(event=OuterRef("pk"))
    return (
        RatedEvent.objects.filter(Exists(played), pool=pool).annotate(players=Count("changes")).order_by("-date", "-pk")
    )


def event_changes(event: RatedEvent) -> list[EventLine]:
    """What the event did to everybody, best new rating first; one query."""
    rows = RatingChange.objects.filter(event=event).order_by("-new_rating", *by_name("player__name"))
    return [
        EventLine(player_id=row.player_id, name=row.player.name, **_figures(row))
        for row in rows.select_related("player").defer("detail", "state")
    ]


def explain_change(event: RatedEvent, player_id: int) -> Explanation | None:
    """The working of one player's change; None when the event did not move them.  Two queries."""
    change = RatingChange.objects.filter(event=event, player_id=player_id).select_related("player").first()
    if change is None:
        return None
    segments = from_detail(change.detail)
    opponents = {line.opponent for segment in segments for line in segment.games}
    names = dict(Player.objects.filter(pk__in=opponents).values_list("pk", "name"))
    system = build_system(event.pool.system, event.pool.params)
    performance = performance_of(system, segments)
    return Explanation(event, change.player, change, segments, names, performance, LABELS[event.pool.system].about)
