"""Prizes: defined, put in order, awarded, printed."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.forms.prizes import PlacesForm, PrizeForm
from tournaments.models import Event, EventPrize
from tournaments.pages.director import common
from tournaments.queries.prizes import prize_list
from tournaments.services import prizes as services
from tournaments.wording.prizes import doubt_sentences, shown_awards


def _home(event: Event) -> str:
    return reverse("tournaments:manage_prizes", args=[event.slug])


def _crumbs(event: Event) -> common.Crumbs:
    return [*common.event_crumbs(event), (_("Prizes"), _home(event))]


def prizes(request: HttpRequest, event: str) -> HttpResponse:
    """All prizes in the order in which they are awarded, and who wins them as the results stand."""
    found = reached(request, EventPath(event))
    listed = prize_list(found)
    context = {
        "event": found,
        "crumbs": common.event_crumbs(found),
        "prizes": listed.prizes,
        "awards": shown_awards(listed.awards),
        "doubts": doubt_sentences(listed.doubts),
        "form": PrizeForm(None, event=found),
        "places": PlacesForm(event=found),
        "open": found.state != Event.State.FINISHED,
    }
    return render(request, "tournaments/director/prizes.html", context)


def new_prize(request: HttpRequest, event: str) -> HttpResponse:
    """Add a prize."""
    found = reached(request, EventPath(event))
    return _edited(request, found, None)


def edit_prize(request: HttpRequest, event: str, prize: int) -> HttpResponse:
    """Change a prize."""
    found = reached(request, EventPath(event))
    return _edited(request, found, get_object_or_404(EventPrize, event=found, pk=prize))


def _edited(request: HttpRequest, event: Event, prize: EventPrize | None) -> HttpResponse:
    form = PrizeForm(request.POST if request.method == "POST" else None, event=event, prize=prize)
    user = common.signed_in(request)
    if request.method == "POST" and form.is_valid():
        try:
            data = form.prize_input()
            if prize is None:
                services.add_prizes(actor=user, event=event, prizes=[data])
            else:
                services.update_prize(actor=user, event=event, prize_id=prize.pk, data=data)
        except (TournamentError, ValidationError) as error:
            field = getattr(error, "code", "") or ""
            common.add_error(form, field if field in form.fields else None, error)
        else:
            return common.back_with(request, _home(event), done=_("“%(name)s” saved.") % {"name": data.name})
    context = {"form": form, "event": event, "prize": prize, "crumbs": _crumbs(event)}
    return render(request, "tournaments/director/prize.html", context, status=422 if form.errors else 200)


def add_places(request: HttpRequest, event: str) -> HttpResponse:
    """Add several places of a division at once."""
    found = reached(request, EventPath(event))
    form = PlacesForm(request.POST, event=found)
    if not form.is_valid():
        faults = [f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
        return common.back_with(request, _home(found), error=TournamentError(" ".join(faults)))
    try:
        made = services.add_prizes(actor=common.signed_in(request), event=found, prizes=form.prize_inputs())
    except TournamentError as error:
        return common.back_with(request, _home(found), error=error)
    return common.back_with(request, _home(found), done=_("Prizes added: %(count)d.") % {"count": len(made)})


def remove_prize(request: HttpRequest, event: str, prize: int) -> HttpResponse:
    """Take a prize off the list."""
    found = reached(request, EventPath(event))
    known = get_object_or_404(EventPrize, event=found, pk=prize)
    try:
        services.remove_prize(actor=common.signed_in(request), event=found, prize_id=known.pk)
    except TournamentError as error:
        return common.back_with(request, _home(found), error=error)
    return common.back_with(request, _home(found), done=_("“%(name)s” removed.") % {"name": known.name})


def move_prize(request: HttpRequest, event: str, prize: int) -> HttpResponse:
    """Award a prize earlier or later than its neighbour."""
    found = reached(request, EventPath(event))
    known = get_object_or_404(EventPrize, event=found, pk=prize)
    try:
        services.move_prize(
            actor=common.signed_in(request), event=found, prize_id=known.pk, up=request.POST.get("up") == "1"
        )
    except TournamentError as error:
        return common.back_with(request, _home(found), error=error)
    return common.back_with(request, f"{_home(found)}#prize-{known.pk}")


def print_prizes(request: HttpRequest, event: str) -> HttpResponse:
    """The awards on paper, in the order in which they are read out."""
    found = reached(request, EventPath(event))
    context = {"event": found, "crumbs": common.event_crumbs(found), "awards": shown_awards(prize_list(found).awards)}
    return render(request, "tournaments/print/prizes.html", context)
