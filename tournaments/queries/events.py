"""Reads of events, divisions and entries."""

from django.db.models import QuerySet

from clubs.models import Club
from tournaments.models import Division, Entry, Event
from tournaments.permissions import Visitor


def event_for(slug: str, user: Visitor) -> Event:
    """The event of this address with its club, if the user may see it; raises Event.DoesNotExist otherwise."""
    raise NotImplementedError


def division_for(event: Event, slug: str) -> Division:
    """The event's division of this address, with event, club, dictionary and pool loaded. Raises Division.DoesNotExist."""
    raise NotImplementedError


def divisions_of(event: Event) -> QuerySet[Division]:
    """The event's divisions in order, each with ``entry_count`` and ``round_count`` (published). One query."""
    raise NotImplementedError


def events_of(club: Club, user: Visitor) -> QuerySet[Event]:
    """The club's events that the user may see, newest first. One query (two for a signed-in user)."""
    raise NotImplementedError


def entries_of(division: Division) -> QuerySet[Entry]:
    """The division's entries by number, with players. One query."""
    raise NotImplementedError
