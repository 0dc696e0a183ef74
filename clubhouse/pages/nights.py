"""The regular night: its plan, and tonight in two clicks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubhouse.forms import NightForm, NightPlanForm
from clubhouse.pages.common import club_page, save
from clubhouse.queries import last_night, next_night, nights_of, plan_of, regulars
from clubhouse.services import nights as services
from clubs.access import ClubPath, reached, signed_in
from core.wording import listed
from tournaments.engine.event_templates import EVENT_TEMPLATES
from tournaments.errors import TournamentError
from tournaments.labels import translated
from tournaments.pages.director.common import Refusals
from tournaments.services.entries.same_names import WhoIsMeantError


def plan(request: HttpRequest, club: str) -> HttpResponse:
    """When the club meets, and what its nights are made from."""
    this_club = reached(request, ClubPath(club))
    current = plan_of(this_club)
    if request.method == "POST" and request.POST.get("do") == "end":
        services.end_plan(actor=signed_in(request), club=this_club)
        messages.success(request, _("The club no longer meets regularly."))
        return redirect("clubs:club", club=this_club.slug)
    form = NightPlanForm(request.POST or None, initial=NightPlanForm.initial_of(current))

    def save_plan() -> None:
        services.save_plan(actor=signed_in(request), club=this_club, data=form.plan_input())

    if save(request, form, save_plan, _("Regular club night saved.")):
        return redirect("clubs:club", club=this_club.slug)
    today = timezone.localdate()
    days = list(nights_of(current).days(today, 5)) if current is not None else []
    context = {"form": form, "plan": current, "days": days, "zone": this_club.zone.key}
    return club_page(request, this_club, "night_plan", context, 422 if form.errors else 200)


def night(request: HttpRequest, club: str) -> HttpResponse:
    """Tonight: the date and last time's players are there already; one click makes the event."""
    this_club = reached(request, ClubPath(club))
    people = regulars(this_club)
    current = plan_of(this_club)
    day = next(nights_of(current).days(timezone.localdate(), 1)) if current is not None else timezone.localdate()
    form = NightForm(request.POST or None, people=people, initial={"day": day})
    if request.method == "POST" and form.is_valid():
        with Refusals(form, {"players": "players", "others": "others", "similar_name": "others"}):
            try:
                event = services.create_night(actor=signed_in(request), club=this_club, data=form.night_input())
            except WhoIsMeantError as error:
                form.asks = True
                text = _("“%(name)s” may be %(similar)s. Tick the player above, or tick “These are new players”.")
                similar = listed(one.name for one in error.similar)
                raise TournamentError(text % {"name": error.name, "similar": similar}, code="others") from error
            return redirect("tournaments:manage", event=event.slug)
    context = {
        "form": form,
        "people": [(button, str(button.data["value"])) for button in form["players"]],
        "made_from": _made_from(current.template if current else "", last_night(this_club)),
        "night": next_night(this_club, request.user),
    }
    return club_page(request, this_club, "night", context, 422 if form.errors else 200)


def _made_from(template: str, last: object) -> str:
    """What tonight's settings come from."""
    if template:
        return translated(EVENT_TEMPLATES[template].title)
    if last is not None:
        return _("settings of “%(event)s”") % {"event": last}
    return translated(EVENT_TEMPLATES[services.DEFAULT_TEMPLATE].title)
