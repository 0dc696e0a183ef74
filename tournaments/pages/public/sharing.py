"""Who may see a game's record."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.access import signed_in
from tournaments.errors import TournamentError
from tournaments.models import Pairing
from tournaments.services.results.sharing import set_record_visibility


def share_record(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Change it, for a player of the game or whoever manages the event."""
    try:
        set_record_visibility(actor=signed_in(request), pairing=pairing, visibility=request.POST.get("visibility", ""))
        messages.success(request, _("Saved: %(who)s.") % {"who": pairing.get_record_visibility_display()})
    except TournamentError as error:
        messages.error(request, str(error))
    return redirect("tournaments:replay", pairing.round.division.event.slug, pairing.pk)
