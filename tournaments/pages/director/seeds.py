"""The seed order of a division: by rating, or as the director says."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.errors import TournamentError
from tournaments.forms.seeds import SeedsForm
from tournaments.models import Division, Round
from tournaments.pages.director import common
from tournaments.queries.seeds import seed_lines
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.seeding import set_seeds


def seeds(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Everybody in seed order, with a number to be typed beside each until the first round is published."""
    found = reached(request, DivisionPath(event, division))
    form = SeedsForm(request.POST or None, lines=seed_lines(found))
    if request.method == "POST" and form.is_valid():
        try:
            set_seeds(actor=common.signed_in(request), division=found, data=form.seeds_input())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, None, error)
        else:
            here = reverse("tournaments:seeds", args=[event, division])
            return common.back_with(request, here, done=_done(found))
    context = {
        "form": form,
        "division": found,
        "event": found.event,
        "crumbs": common.event_crumbs(found.event),
        "last_round": last_public_round(found),
    }
    return render(request, "tournaments/director/seeds.html", context, status=422 if form.errors else 200)


def _done(division: Division) -> str:
    if Round.objects.filter(division=division, state=Round.State.DRAFT).exists():
        return _("Seeds saved. The draft used the old ones: pair the round again.")
    return _("Seeds saved.")
