"""A challenge that costs the game: its forfeit is entered after a second look."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.forms.judging import ForfeitForm
from tournaments.pages.director.common import back_with, event_crumbs, signed_in
from tournaments.queries.rulings import log_of
from tournaments.services.judging.challenge_forfeits import Forfeit, enter_forfeit, forfeit_of
from tournaments.services.results.corrections import correction_effects


def ruling_forfeit(request: HttpRequest, event: str, ruling: int) -> HttpResponse:
    """Say what entering the forfeit does, and do it."""
    found = reached(request, EventPath(event))
    verdict = get_object_or_404(log_of(found), pk=ruling)
    forfeit = forfeit_of(found, verdict)
    if forfeit is None:
        raise Http404
    back = reverse("tournaments:ruling", args=[event, ruling])
    form = ForfeitForm(request.POST or None, initial={"expected_version": forfeit.version})
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["expected_version"]
        try:
            enter_forfeit(actor=signed_in(request), event=found, adjudication=verdict, expected_version=version)
        except TournamentError as error:
            return back_with(request, back, error=error)
        return back_with(request, back, done=_("Forfeit of %(name)s entered.") % {"name": forfeit.loser})
    context = {
        "event": found,
        "crumbs": [
            *event_crumbs(found),
            (_("Word judge"), reverse("tournaments:rulings", args=[event])),
            (_("Ruling"), back),
        ],
        "title": _("Enter the forfeit of %(name)s?") % {"name": forfeit.loser},
        "points": _points(forfeit),
        "form": form,
        "verb": _("Enter the forfeit"),
        "danger": True,
        "back": back,
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def _points(forfeit: Forfeit) -> list[str]:
    """What will be, instead of what, and what rests on it."""
    said = [_("%(winner)s wins the game regardless of the score.") % {"winner": forfeit.winner}]
    if forfeit.now:
        said.append(_("The result now: %(result)s.") % {"result": forfeit.now})
    if forfeit.version:
        said += correction_effects(pairing_id=forfeit.pairing.pk)
    return said
