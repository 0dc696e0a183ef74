"""The tick list of paper sheets: whose sheet is back at the desk."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import RoundPath
from tournaments.errors import TournamentError
from tournaments.models import Pairing, Round
from tournaments.pages.director import common
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.returned_sheets import mark_sheets


def sheets(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Tick the tables whose sheet has come back."""
    round_ = reached(request, RoundPath(event, division, number))
    found = round_.division
    if round_.state == Round.State.DRAFT:
        raise Http404
    back = reverse("tournaments:sheets", args=[event, division, number])
    if request.method == "POST":
        ticked = [int(value) for value in request.POST.getlist("pairing") if value.isdecimal() and len(value) < 19]
        try:
            count = mark_sheets(actor=common.signed_in(request), round_=round_, returned=ticked)
        except TournamentError as error:
            return common.back_with(request, back, error=error)
        return common.back_with(request, back, done=_("Returned scoresheets: %(count)d.") % {"count": count})
    at_desk = set(Pairing.objects.filter(round=round_, sheet_returned_at__isnull=False).values_list("pk", flat=True))
    games = [line for line in pairings_of(round_) if line.second is not None]
    context = {
        "division": found,
        "event": found.event,
        "number": number,
        "rows": [(line, line.pairing_id in at_desk) for line in games],
        "missing": len(games) - len(at_desk),
        "back": common.round_url(found, number),
        "crumbs": [
            *common.event_crumbs(found.event),
            (_("Round %(number)d") % {"number": number}, common.round_url(found, number)),
        ],
    }
    return render(request, "tournaments/director/sheets.html", context)
