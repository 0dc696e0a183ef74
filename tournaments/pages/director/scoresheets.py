"""Paper scoresheets: their photos, and the list of those that are back at the desk."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from tournaments.models import Pairing, Round, SheetPhoto
from tournaments.pages.director import common
from tournaments.permissions import rights_in
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.returned_sheets import mark_sheets


@cache_control(private=True, max_age=3600)
def photo(_request: HttpRequest, pairing: Pairing, photo: int) -> HttpResponse:
    """One photo, as a JPEG."""
    row = SheetPhoto.objects.filter(pk=photo, submission__pairing=pairing).first()
    if row is None or not row.file.storage.exists(str(row.file.name)):
        raise Http404
    with row.file.open("rb") as file:  # a few hundred kB: nothing to stream
        return HttpResponse(file.read(), content_type="image/jpeg")


def _sheets_url(round_: Round) -> str:
    return common.division_url("sheets", round_.division, round_.number)


@common.refused_to(_sheets_url)
def returned(request: HttpRequest, round_: Round) -> HttpResponse:
    """Tick the tables whose scoresheet has come back."""
    if round_.state == Round.State.DRAFT:
        raise Http404
    division = round_.division
    if request.method == "POST":
        ticked = [int(value) for value in request.POST.getlist("pairing") if value.isdecimal() and len(value) < 19]
        count = mark_sheets(actor=common.signed_in(request), round_=round_, returned=ticked)
        done = _("Returned scoresheets: %(count)d.") % {"count": count}
        return common.back_with(request, _sheets_url(round_), done=done)
    at_desk = set(Pairing.objects.filter(round=round_, sheet_returned_at__isnull=False).values_list("pk", flat=True))
    tables = rights_in(common.signed_in(request), division.event).tables
    games = [
        line
        for line in pairings_of(round_)
        if line.second is not None and (tables is None or line.table_number in tables)
    ]
    context = common.of_division(division) | {
        "number": round_.number,
        "rows": [(line, line.pairing_id in at_desk) for line in games],
        "missing": sum(line.pairing_id not in at_desk for line in games),
        "back": common.round_url(division, round_.number),
        "crumbs": common.round_crumbs(round_),
    }
    return render(request, "tournaments/director/sheets.html", context)
