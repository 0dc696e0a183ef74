"""What an event's own pages show of registration: the button of the public page, the desk's link on the overview."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from registration.forms import division_label
from registration.queries import places_of, settings_of, waits_at_desk
from tournaments.models import Event
from tournaments.permissions import entries_hidden


def registration_part(event: Event) -> str:
    """The registration of the event's page. It is the same for every visitor at one version of the event, as the page is stored."""
    settings = settings_of(event)
    takes = settings.is_open and (event.state == Event.State.DRAFT or settings.late_entries)
    takes = takes and event.state != Event.State.FINISHED
    context = {
        "event": event,
        "settings": settings,
        "takes": takes,
        "places": [division_label(one, settings.currency) for one in places_of(event)] if takes else [],
        "zone": event.zone,
        "shows_list": settings.is_open and not entries_hidden(event) and event.state == Event.State.DRAFT,
    }
    return render_to_string("registration/_announcement.html", context)


def desk_link(event: Event) -> tuple[str, str, int]:
    """Label, address, and how much waits at the desk; the way to open registration while nobody has."""
    if event.state == Event.State.DRAFT and event.what_if_of_id is None and settings_of(event)._state.adding:
        return _("Open registration"), reverse("tournaments:open_registration", args=[event.slug]), 0
    return _("Registration"), reverse("tournaments:registration_desk", args=[event.slug]), waits_at_desk(event)
