"""The page of the switch that drafts the next round by itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.errors import TournamentError
from tournaments.forms.auto_draft import auto_pairing_form
from tournaments.pages.director import common
from tournaments.services.rounds.auto_draft import auto_pairing_of, switch_off, switch_on


def auto_pairing(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Switch it on or off."""
    found = reached(request, DivisionPath(event, division))
    form = auto_pairing_form(found, auto_pairing_of(found), request.POST if request.method == "POST" else None)
    back = reverse("tournaments:manage", args=[event])
    if request.method == "POST" and form.is_valid():
        user = common.signed_in(request)
        try:
            if form.cleaned_data["on"]:
                switch_on(actor=user, division=found, system=form.cleaned_data["system"])
            else:
                switch_off(actor=user, division=found)
        except TournamentError as error:
            return common.back_with(request, back, error=error)
        on = _("Division %(name)s: the next round is drafted automatically after the last result. You publish it.")
        off = _("Division %(name)s: automatic drafts are off.")
        return common.back_with(request, back, done=(on if form.cleaned_data["on"] else off) % {"name": found.name})
    context = {
        "title": _("Division %(name)s: automatic drafts") % {"name": found.name},
        "intro": _("Players do not see drafts; you check and publish them."),
        "points": [
            _("It is the same draft the button makes; the log shows it under your name."),
            _(
                "An existing draft is never replaced. If a result is corrected later, the draft says so; pair it "
                "again if you like."
            ),
            _("A draft you discard is not made again automatically."),
        ],
        "form": form,
        "verb": _("Save"),
        "back": back,
        "crumbs": common.event_crumbs(found.event),
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)
