"""Prizes: defined, put in order, awarded, printed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.forms.prizes import PlacesForm, PrizeForm
from tournaments.models import Event, EventPrize
from tournaments.pages.director import common
from tournaments.queries.prizes import prize_list
from tournaments.services import prizes as services
from tournaments.wording.money import worth
from tournaments.wording.prizes import awards_in_words, doubt_sentences, limits_of


def _prizes_url(event: Event) -> str:
    return reverse("tournaments:manage_prizes", args=[event.slug])


def prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """All prizes in the order in which they are awarded, and who wins them as the results stand."""
    listed = prize_list(event)
    context = common.of_event(event) | {
        "prizes": listed.prizes,
        "rows": [(prize, worth(prize, listed.fund.currency), limits_of(prize)) for prize in listed.prizes],
        "awards": awards_in_words(listed),
        "doubts": doubt_sentences(listed.doubts),
        "form": PrizeForm(None, event=event),
        "places": PlacesForm(event=event),
        "open": event.state != Event.State.FINISHED,
    }
    return render(request, "tournaments/director/prizes.html", context)


def new_prize(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a prize."""
    return _edit(request, event, None)


def edit_prize(request: HttpRequest, event: Event, prize: int) -> HttpResponse:
    """Change a prize."""
    return _edit(request, event, get_object_or_404(EventPrize, event=event, pk=prize))


def _edit(request: HttpRequest, event: Event, prize: EventPrize | None) -> HttpResponse:
    form = PrizeForm(request.POST if request.method == "POST" else None, event=event, prize=prize)
    user = common.signed_in(request)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {name: name for name in form.fields}):
            data = form.prize_input()
            if prize is None:
                services.add_prizes(actor=user, event=event, prizes=[data])
            else:
                services.update_prize(actor=user, event=event, prize_id=prize.pk, data=data)
            return common.back_with(request, _prizes_url(event), done=_("“%(name)s” saved.") % {"name": data.name})
    crumbs = [*common.event_crumbs(event), (_("Prizes"), _prizes_url(event))]
    return common.form_page(request, "prize", form, {"event": event, "prize": prize, "crumbs": crumbs})


@common.refused_to(_prizes_url)
def add_places(request: HttpRequest, event: Event) -> HttpResponse:
    """Add several places of a division at once."""
    form = PlacesForm(request.POST, event=event)
    if not form.is_valid():
        raise TournamentError(common.form_errors(form))
    added = services.add_prizes(actor=common.signed_in(request), event=event, prizes=form.prize_inputs())
    return common.back_with(request, _prizes_url(event), done=_("Prizes added: %(count)d.") % {"count": len(added)})


@common.refused_to(_prizes_url)
def remove_prize(request: HttpRequest, event: Event, prize: int) -> HttpResponse:
    """Take a prize off the list."""
    row = get_object_or_404(EventPrize, event=event, pk=prize)
    services.remove_prize(actor=common.signed_in(request), event=event, prize_id=row.pk)
    return common.back_with(request, _prizes_url(event), done=_("“%(name)s” removed.") % {"name": row.name})


@common.refused_to(_prizes_url)
def move_prize(request: HttpRequest, event: Event, prize: int) -> HttpResponse:
    """Award a prize earlier or later than its neighbour."""
    row = get_object_or_404(EventPrize, event=event, pk=prize)
    up = request.POST.get("up") == "1"
    services.move_prize(actor=common.signed_in(request), event=event, prize_id=row.pk, up=up)
    return redirect(f"{_prizes_url(event)}#prize-{row.pk}")


def print_prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """The awards on paper, in the order in which they are read out."""
    context = common.of_event(event) | {"awards": awards_in_words(prize_list(event))}
    return render(request, "tournaments/print/prizes.html", context)
