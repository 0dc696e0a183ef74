"""Starting the drafted rounds of all divisions, or of chosen ones, at once."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.models import Division, Event
from tournaments.pages.director import common
from tournaments.services.rounds.publish_all import PublishOutcome, RoundChoice, preview_publishing, publish_rounds


def start_all(request: HttpRequest, event: str) -> HttpResponse:
    """What would start and what is in the way; a POST starts what is ticked and says what became of each."""
    found = reached(request, EventPath(event))
    if request.method != "POST":
        starts = preview_publishing(found)
        context = {"event": found, "starts": starts, "ready": any(start.ready for start in starts)}
        context["crumbs"] = common.event_crumbs(found)
        return render(request, "tournaments/director/start_all.html", context)
    try:
        report = publish_rounds(
            actor=common.signed_in(request),
            event=found,
            chosen=_chosen(request, found),
            with_clock=request.POST.get("clock") == "1",
        )
    except TournamentError as error:
        return common.back_with(request, reverse("tournaments:start_all", args=[event]), error=error)
    _tell(request, report)
    return redirect("tournaments:manage", event=event)


def _chosen(request: HttpRequest, event: Event) -> list[RoundChoice]:
    """The ticked rounds, each with the version that was seen. Raises TournamentError for what no page of ours sends."""
    divisions = dict(Division.objects.filter(event=event).values_list("slug", "pk"))
    found = []
    for value in request.POST.getlist("round"):
        parts = re.fullmatch(r"([-\w]+):(\d{1,2}):(\d{1,9})", value, re.ASCII)
        if parts is None or parts[1] not in divisions:
            raise TournamentError(_("The form was incomplete. This is the current state; try again."))
        found.append(RoundChoice(divisions[parts[1]], int(parts[2]), int(parts[3])))
    return found


def _tell(request: HttpRequest, report: PublishOutcome) -> None:
    for one in report.rounds:
        values = {"name": one.division.name, "number": one.number, "why": one.why}
        if one.why:
            messages.error(request, _("Division %(name)s: round %(number)d was not published. %(why)s") % values)
        else:
            messages.success(request, _("Division %(name)s: round %(number)d published.") % values)
    if report.clock is not None:
        messages.success(request, _("Clock started."))
    if report.no_clock:
        messages.error(request, report.no_clock)
