"""Pages of a club that everybody may open: its events, its calendar."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from clubhouse.pages.common import club_page
from clubhouse.web.calendar import calendar_of, calendar_of_event
from clubs.access import ClubPath, reached
from clubs.permissions import Action, allowed
from tournaments.models import Event
from tournaments.queries.events import events_of, winners_of


def events(request: HttpRequest, club: str) -> HttpResponse:
    """All events of the club that the visitor may see, with their winners."""
    this_club = reached(request, ClubPath(club))
    page = Paginator(events_of(this_club, request.user), 30).get_page(request.GET.get("page"))
    winners = winners_of([event for event in page if event.state == "finished"])
    rows = [(event, winners.get(event.pk, [])) for event in page]
    # Where there are none yet, an official gets the button for the first.
    may_create = not rows and this_club.closed_at is None and allowed(request.user, this_club, Action.MANAGE_EVENT)
    return club_page(request, this_club, "events", {"page": page, "rows": rows, "may_create": may_create})


def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """The calendar, for programs that ask for it again and again."""
    this_club = reached(request, ClubPath(club))
    response = _calendar(calendar_of(this_club), this_club.slug)
    patch_cache_control(response, public=True, max_age=900)
    return response


def event_calendar(_request: HttpRequest, event: Event) -> HttpResponse:
    """The event and its schedule, for other programs."""
    return _calendar(calendar_of_event(event), event.slug)


def _calendar(text: bytes, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response
