"""Reads of events, divisions and entries."""

from collections.abc import Collection
from functools import cache
from typing import Any

from django.db import connections
from django.db.models import Count, Q, QuerySet

from clubs.models import Club
from clubs.permissions import Action, Visitor, allowed_actions
from core.replica import reading_from
from tournaments.models import Division, Entry, Event, Round
from tournaments.permissions import reachable_events, visible_events
from tournaments.queries.podium import podiums_of
from tournaments.queries.standings import standings_by_division

#: Stands for an address in a statement; no event has it.
_ANY = "?"
#: Events on a club's page: those that come, and those that are over.
_NEWEST = 50
_NEWEST_PAST = 8


#: Id and public version of an event, and until when its clocks run (``Event.clock_until``).
PublicVersion = tuple[int, int, int | None]


def public_version(slug: str) -> PublicVersion | None:
    """What the public pages of an event that everybody may see are cached under; None for others. One small query."""
    # Every phone of a hall sends this query: the statement is built once, and only its parameter changes.
    sql, values = _version_query()
    row = _first_row(sql, [slug if value == _ANY else value for value in values])
    return None if row is None else (row[0], row[1], row[2])


@cache
def _version_query() -> tuple[str, tuple[str, ...]]:
    events = Event.objects.filter(reachable_events(), slug=_ANY)
    sql, parameters = events.values_list("pk", "version", "clock_until").order_by().query.sql_with_params()
    return sql, tuple(str(value) for value in parameters)


def _first_row(sql: str, parameters: list[str]) -> Any:
    """Straight from the driver, since Django's cursor takes four times as long as a small query. Where queries are logged it logs them."""
    connection: Any = connections[reading_from()]
    if connection.queries_logged:
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchone()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        return connection.connection.execute(_for_driver(sql, connection.vendor), parameters).fetchone()


@cache
def _for_driver(sql: str, vendor: str) -> str:
    """With the driver's own marks where the parameters go."""
    return sql.replace("%s", "?") if vendor == "sqlite" else sql


def club_events(club: Club, viewer: Visitor) -> dict[str, Any]:
    """What a club's page shows: what is on and what comes, and the last events with their winners.

    Drafts only for its officials, who also get “New event”. Eight queries at most, and four for each division of teams.
    """
    actions = allowed_actions(viewer, club)
    visible = Event.objects.filter(visible_events(viewer), club=club)
    finished = list(visible.filter(state=Event.State.FINISHED)[:_NEWEST_PAST])
    winners = winners_of(finished)
    return {
        "club": club,
        "events": visible.exclude(state=Event.State.FINISHED).order_by("starts_on", "pk")[:_NEWEST],
        "past": [(event, winners.get(event.pk, [])) for event in finished],
        "may_create": Action.MANAGE_EVENT in actions and club.closed_at is None,
        "may_manage": Action.VIEW_DRAFTS in actions,
    }


def winners_of(events: Collection[Event]) -> dict[int, list[tuple[Division, str]]]:
    """Who won each division of these finished events, by event (id): a team where teams play each other.

    Five to eight queries, whatever their number.
    """
    divisions = list(Division.objects.filter(event__in=events).select_related("event").order_by("event", "position"))
    if not divisions:
        return {}
    winners: dict[int, list[tuple[Division, str]]] = {}
    podiums = podiums_of(divisions, standings_by_division(divisions))
    for division in divisions:
        if places := podiums[division.pk]:
            winners.setdefault(division.event_id, []).append((division, places[0].name))
    return winners


def divisions_of(event: Event) -> QuerySet[Division]:
    """The event's divisions in order, each with ``entry_count`` and ``round_count`` (published). One query."""
    public = ~Q(rounds__state=Round.State.DRAFT)
    return (
        Division.objects.filter(event=event)
        .select_related("lexicon_version__lexicon", "rating_pool")
        .annotate(
            entry_count=Count("entries", distinct=True),
            round_count=Count("rounds", filter=public, distinct=True),
        )
        .order_by("position", "pk")
    )


def events_of(club: Club, user: Visitor) -> QuerySet[Event]:
    """The club's events that the user may see, newest first. One query."""
    return Event.objects.filter(visible_events(user), club=club).select_related("club")


def entries_of(division: Division) -> QuerySet[Entry]:
    """The division's entries by number, with players. One query."""
    return Entry.objects.filter(division=division).select_related("player").order_by("number")
