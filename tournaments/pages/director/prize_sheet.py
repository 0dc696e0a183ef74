"""What the prizes cost and who gets how much, who is still in reach of which, and certificates."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.forms.prizes import PrizeFundForm
from tournaments.models import Event
from tournaments.pages.director import common
from tournaments.queries.certificates import Certificate, place_certificates, prize_certificates
from tournaments.queries.prize_reach import prize_reach
from tournaments.queries.prize_sheet import prize_sheet
from tournaments.queries.standings import knock_outs_of
from tournaments.services import prizes as services
from tournaments.web.qr import absolute, qr_code
from tournaments.wording.prize_sheet import certificate_in_words, reach_in_words, sheet_in_words


def _crumbs(event: Event) -> dict[str, object]:
    prizes = (_("Prizes"), reverse("tournaments:manage_prizes", args=[event.slug]))
    return common.of_event(event) | {"crumbs": [*common.event_crumbs(event), prizes]}


def sheet(request: HttpRequest, event: Event) -> HttpResponse:
    """The accounts of the event, and the form that changes them."""
    accounts = prize_sheet(event)
    data = request.POST if request.method == "POST" else None
    form = PrizeFundForm(data, fund=accounts.fund, currency=accounts.currency)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {name: name for name in form.fields}):
            services.change_fund(actor=common.signed_in(request), event=event, data=form.fund_input())
            here = reverse("tournaments:prize_sheet", args=[event.slug])
            return common.back_with(request, here, done=_("Prize money saved."))
    return common.form_page(request, "prize_sheet", form, _crumbs(event) | {"sheet": sheet_in_words(accounts)})


def reach(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is still in reach of which prize; those for final places are simulated on a page of each division."""
    listed, reached = prize_reach(event)
    divisions = list(event.divisions.order_by("position", "pk"))
    brackets = knock_outs_of(divisions)  # a bracket shows by itself who can still win
    context = _crumbs(event) | {
        "prizes": reach_in_words(reached),
        "divisions": [division for division in divisions if division.pk not in brackets],
        "any": bool(listed.prizes),
    }
    return render(request, "tournaments/director/prize_reach.html", context)


def print_certificates(request: HttpRequest, event: Event) -> HttpResponse:
    """Certificates, one a page: of the winners of prizes, or of everybody with ``?for=everyone``."""
    everyone = request.GET.get("for") == "everyone"
    made: Sequence[Certificate] = ()
    if event.state == Event.State.FINISHED:
        made = place_certificates(event) if everyone else prize_certificates(event)
    context = _crumbs(event) | {
        "everyone": everyone,
        "certificates": [(certificate_in_words(one), one, *_link(request, one)) for one in made],
    }
    return render(request, "tournaments/print/certificates.html", context)


def _link(request: HttpRequest, one: Certificate) -> tuple[str, SafeString]:
    """The address that confirms a certificate as it is printed, and its QR code."""
    address = absolute(request, reverse("tournaments:certificate", args=[one.code]))
    check = absolute(request, reverse("tournaments:check_certificate")).partition("://")[2]
    return check, qr_code(address, label=_("Link to check this certificate"))
