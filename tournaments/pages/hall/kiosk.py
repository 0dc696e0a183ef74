"""The results kiosk: the tablet's list of tables, and the director's page that opens and closes it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import at_event
from tournaments.models import Event
from tournaments.pages.director.common import back_with, of_event, refused_to, signed_in
from tournaments.pages.slip.private import private
from tournaments.queries.check_in import check_in_of
from tournaments.services.hall.kiosk import close_kiosk, event_of_kiosk, kiosk_of, kiosk_rounds, open_kiosk
from tournaments.web.qr import absolute, qr_code


@private
def kiosk(request: HttpRequest, key: str) -> HttpResponse:
    """The tables being played, each a large button that opens its slip."""
    event = event_of_kiosk(key)
    at_event(request, event)
    check_in = check_in_of(event)
    context = {"event": event, "rounds": kiosk_rounds(event), "key": key}
    context["check_in_open"] = check_in is not None and check_in.self_open and event.state != Event.State.FINISHED
    return render(request, "tournaments/kiosk/tables.html", context)


def _manage_url(event: Event) -> str:
    return reverse("tournaments:manage_kiosk", args=[event.slug])


@refused_to(_manage_url)
def manage_kiosk(request: HttpRequest, event: Event) -> HttpResponse:
    """The kiosk's address with its code; opening it again ends the old address."""
    if request.method == "POST":
        return back_with(request, _manage_url(event), done=_change(request, event))
    kiosk = kiosk_of(event)
    address = code = ""
    if kiosk is not None:
        address = absolute(request, reverse("tournaments:kiosk", args=[kiosk[1]]))
        code = qr_code(address, label=_("Address of the results kiosk"))
    response = render(request, "tournaments/kiosk/manage.html", of_event(event) | {"address": address, "code": code})
    response["Cache-Control"] = "no-store, private"
    response["X-Robots-Tag"] = "noindex"
    return response


def _change(request: HttpRequest, event: Event) -> str:
    """Open or close the kiosk; what was done, in words."""
    if "close" in request.POST:
        close_kiosk(actor=signed_in(request), event_id=event.pk)
        return _("The kiosk's address no longer works.")
    open_kiosk(actor=signed_in(request), event_id=event.pk)
    return _("The kiosk has an address. Open it on the tablet with the code below.")
