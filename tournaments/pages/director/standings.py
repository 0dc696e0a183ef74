"""By what a division's standings go: chosen, and during the event only after a look at who would move."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.errors import TournamentError
from tournaments.forms.standings import StandingsForm
from tournaments.pages.director import common
from tournaments.services.entries.entries import last_public_round
from tournaments.services.events.events import update_division
from tournaments.services.standings import standings as services


def rules(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The order of the standings. Once a round is published a change is shown before it is saved."""
    found = reached(request, DivisionPath(event, division))
    started = last_public_round(found) > 0
    form = StandingsForm(request.POST or None, division=found, started=started)
    moves: list[services.Move] = []
    if request.method == "POST" and form.is_valid():
        try:
            update_division(
                actor=common.signed_in(request),
                division=found,
                data=form.changed_division(services.input_of(found)),
                reason=form.cleaned_data.get("reason", ""),
                seen=request.POST.get("seen") == "1",
            )
        except services.UnseenMovesError as error:
            moves = error.moves
        except (TournamentError, ValidationError) as error:
            about_reason = error.code == "reason" and "reason" in form.fields
            common.add_error(form, "reason" if about_reason else None, error)
        else:
            home = reverse("tournaments:manage", args=[event])
            return common.back_with(request, home, done=_("Standings settings saved."))
    context = {
        "form": form,
        "division": found,
        "event": found.event,
        "crumbs": common.event_crumbs(found.event),
        "started": started,
        "moves": moves,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/director/standings_rules.html", context, status=status)
