"""“My events” of an account, its data to take away, and the personal link as a proof of who one is."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.access import signed_in
from clubs.claim_services import take_player
from clubs.models import User
from clubs.permissions import Action
from clubs.services import ClubError
from limits.web import limited_by_key
from tournaments import hooks
from tournaments.errors import SlipNotFoundError, SlipRevokedError
from tournaments.models import Event
from tournaments.pages.director.steps import DivisionState, states_of
from tournaments.pages.slip.private import gone
from tournaments.permissions import actions_in, officiated_events
from tournaments.queries.my_events import have_played, my_data, my_events
from tournaments.services.entries.personal_links import find_link

#: Events whose next steps an official is shown.
_MOST_DIRECTED = 5


def my_events_page(request: HttpRequest) -> HttpResponse:
    """The next steps of the events one directs; the events of one's players: next table, open slips, results to confirm, ratings."""
    user = signed_in(request)
    context = {
        "directed": _directed(user),
        "people": my_events(user),
        "played": have_played(user),
        "links": hooks.my_links,
    }
    return render(request, "tournaments/my_events.html", context)


def _directed(user: User) -> list[tuple[Event, list[DivisionState]]]:
    """The events in which the user pairs and that are not over, the earliest first, with the next step of each division.

    Steps for those who manage the event are left out for others. Two queries for each event, and three for each division.
    """
    events = Event.objects.filter(officiated_events(user), what_if_of=None, private=False)
    coming = events.exclude(state=Event.State.FINISHED).select_related("club").order_by("starts_on", "pk")
    directed = []
    for event in coming[:_MOST_DIRECTED]:
        actions = actions_in(user, event)
        if Action.PAIR in actions:
            states = [one for one in states_of(event) if Action.MANAGE_EVENT in actions or not one.next.managing]
            directed.append((event, states))
    return directed


def my_data_file(request: HttpRequest) -> HttpResponse:
    """Everything about the account, as JSON."""
    response = JsonResponse(my_data(signed_in(request)), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = 'attachment; filename="wordhall-my-data.json"'
    response["Cache-Control"] = "no-store, private"
    return response


@limited_by_key
def claim_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Tie the player of a personal link to the account of whoever holds it."""
    try:
        player = find_link(key).entry.player
    except SlipNotFoundError as error:
        return gone(request, error, HTTPStatus.NOT_FOUND)
    except SlipRevokedError as error:
        return gone(request, error, HTTPStatus.GONE)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            take_player(actor=signed_in(request), player=player, how="personal link")
        except ClubError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("%(name)s is now linked to your account.") % {"name": player.name})
            return redirect("tournaments:my_events")
    response = render(request, "clubs/invitation.html", {"player": player})
    response["Cache-Control"] = "no-store, private"
    return response
