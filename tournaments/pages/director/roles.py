"""Who has which role in an event, and the page that a role's link opens."""

from django.http import Http404, HttpRequest, HttpResponse

from clubs.access import signed_in
from clubs.permissions import Action, Rights, allowed
from clubs.role_access import ClubPlace
from clubs.role_pages import end_link_in, end_role_in, opened_link, roles_page
from clubs.role_queries import roles_of
from limits.web import limited_by_key
from tournaments.models import Event, EventRoleLink
from tournaments.pages.director import common
from tournaments.services.events.roles import EventPlace


def roles(request: HttpRequest, event: Event) -> HttpResponse:
    """Who has which role in the event, those of the club beside them, and giving one."""
    place = EventPlace(event)
    context = common.of_event(place.subject) | {
        "base": "tournaments/director/base.html",
        "club": place.club,
        "club_lines": roles_of(ClubPlace(place.club), Rights()),
        "gives_in_club": allowed(signed_in(request), place.club, Action.GIVE_ROLES),
    }
    return roles_page(request, place, context)


def end_role(request: HttpRequest, event: Event, grant: int) -> HttpResponse:
    """End a role in the event."""
    return end_role_in(request, EventPlace(event), grant)


def end_role_link(request: HttpRequest, event: Event, role_link: int) -> HttpResponse:
    """End a link to a role in the event."""
    return end_link_in(request, EventPlace(event), role_link)


@limited_by_key
def take_role(request: HttpRequest, key: str) -> HttpResponse:
    """The page that a link to a role in an event opens."""
    link = EventRoleLink.of_key(key).select_related("event__club", "made_by").first()
    if link is None:
        raise Http404
    return opened_link(request, EventPlace(link.event), link)
