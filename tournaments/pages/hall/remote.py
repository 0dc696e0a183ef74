"""The remote for the screens of the hall: the director chooses on a phone what they show."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.screens import ScreensForm
from tournaments.models import Event
from tournaments.pages.director import common
from tournaments.services.hall.screens import set_screens
from tournaments.web.qr import absolute, qr_code


def _screens_url(event: Event) -> str:
    return reverse("tournaments:manage_screens", args=[event.slug])


@common.refused_to(_screens_url)
def manage_screens(request: HttpRequest, event: Event) -> HttpResponse:
    """What the screens show, and the address to open on them."""
    form = ScreensForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"shows": "shows", "seconds": "seconds", "text": "text", "division": "division"}):
            set_screens(actor=common.signed_in(request), event=event, data=form.to_input())
            done = _("The screens update within a few seconds.")
            return common.back_with(request, _screens_url(event), done=done)
    address = absolute(request, reverse("tournaments:event_display", args=[event.slug]))
    code = qr_code(address, label=_("Address of the hall display"))
    return common.form_page(request, "screens", form, common.of_event(event) | {"address": address, "code": code})
