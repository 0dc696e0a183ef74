"""The results kiosk: the tablet's list of tables, and the director's page that opens and closes it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.pages.director.common import back_with, event_crumbs, signed_in
from tournaments.pages.slip.private import private
from tournaments.services.hall.kiosk import close_kiosk, event_of_kiosk, kiosk_of, kiosk_rounds, open_kiosk
from tournaments.web.qr import qr_code


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    response["X-Robots-Tag"] = "noindex"
    return response


@private
def kiosk(request: HttpRequest, key: str) -> HttpResponse:
    """The tables being played, each a large button that opens its slip."""
    event = event_of_kiosk(key)
    return render(request, "tournaments/kiosk/tables.html", {"event": event, "rounds": kiosk_rounds(event)})


def manage_kiosk(request: HttpRequest, event: str) -> HttpResponse:
    """The kiosk's address with its code; opening it anew ends the address before."""
    found = reached(request, EventPath(event))
    if request.method == "POST":
        return _changed(request, found.pk, reverse("tournaments:manage_kiosk", args=[event]))
    opened = kiosk_of(found)
    address = code = ""
    if opened is not None:
        path = reverse("tournaments:kiosk", args=[opened[1]])
        address = settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)
        code = qr_code(address, label=_("Address of the results kiosk"))
    context = {"event": found, "crumbs": event_crumbs(found), "address": address, "code": code}
    return _private(render(request, "tournaments/kiosk/manage.html", context))


def _changed(request: HttpRequest, event_id: int, back: str) -> HttpResponse:
    try:
        if "close" in request.POST:
            close_kiosk(actor=signed_in(request), event_id=event_id)
            return back_with(request, back, done=_("The kiosk's address no longer works."))
        open_kiosk(actor=signed_in(request), event_id=event_id)
    except TournamentError as error:
        return back_with(request, back, error=error)
    return back_with(request, back, done=_("The kiosk has an address. Open it on the tablet with the code below."))
