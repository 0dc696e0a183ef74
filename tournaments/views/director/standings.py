"""By what a division's standings go: chosen, and during the event only after a look at who would move."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.forms_standings import StandingsForm
from tournaments.inputs import DivisionInput
from tournaments.models import Division
from tournaments.services import standings as services
from tournaments.services.entries import last_public_round
from tournaments.views.director import common


@login_required
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The order of the standings. Once a round is published a change is shown before it is saved."""
    found = common.division_for(request, event, division, Action.MANAGE_EVENT)
    started = last_public_round(found) > 0
    form = StandingsForm(request.POST or None, division=found, started=started)
    moves: list[services.Move] = []
    asking = False
    if request.method == "POST" and form.is_valid():
        try:
            data = form.changed_division(services.input_of(found))
            moves = services.moves(found, data) if started else []
            asking = bool(moves) and request.POST.get("seen") != "1"
            if not asking:
                return _save(request, found, form, data)
        except (TournamentError, ValidationError) as error:
            common.add_error(form, "reason" if getattr(error, "code", "") == "reason" else None, error)
    context = {
        "form": form,
        "division": found,
        "event": found.event,
        "crumbs": common.event_crumbs(found.event),
        "started": started,
        "moves": moves if asking else [],
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/director/standings_rules.html", context, status=status)


def _save(request: HttpRequest, division: Division, form: StandingsForm, data: DivisionInput) -> HttpResponse:
    services.change_standings(
        actor=common.signed_in(request), division=division, data=data, reason=form.cleaned_data.get("reason", "")
    )
    home = reverse("tournaments:manage", args=[division.event.slug])
    return common.back_with(request, home, done=_("The standings go by the new settings."))
