"""Reads of events, divisions and entries."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from clubs.models import Club
from tournaments.models import Division, Entry, Event, Round
from tournaments.permissions import Visitor, visible_events


def event_for(slug: str, user: Visitor) -> Event:
    """The event of this address with its club, if the user may see it; raises Event.DoesNotExist otherwise. One query."""
    return Event.objects.select_related("club").filter(visible_events(user)).get(slug=slug)


def public_version(slug: str) -> tuple[int, int] | None:
    """Id and public version of an event that everybody may see; None for others. One small query."""
    return (
        Event.objects.filter(visible_events(AnonymousUser()), slug=slug).values_list("pk", "version").order_by().first()
    )


def division_for(event: Event, slug: str) -> Division:
    """The event's division of this address, with event, club, dictionary and pool loaded. Raises Division.DoesNotExist."""
    related = ("event__club", "lexicon_version__lexicon", "rating_pool")
    return Division.objects.select_related(*related).get(event=event, slug=slug)


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
