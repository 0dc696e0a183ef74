"""A club's webhooks, for its directors: the list, one of them with what was sent, and its secret, once."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubPath, reached, signed_in
from clubs.club_pages import crumbs
from clubs.models import Club
from clubs.services import ClubError
from webhooks import queries
from webhooks.access import WebhookPath
from webhooks.engine.signing import secret_text
from webhooks.forms import WebhookForm
from webhooks.models import Webhook, WebhookDelivery
from webhooks.services import webhooks as services

_ON_A_PAGE = 50


def webhook_list(request: HttpRequest, club: str) -> HttpResponse:
    """The club's webhooks."""
    this_club = reached(request, ClubPath(club))
    return _page(request, this_club, "list", {"webhooks": queries.webhooks_of(this_club)}, under_list=False)


def new_webhook(request: HttpRequest, club: str) -> HttpResponse:
    """Enter a webhook; the answer shows its secret."""
    this_club = reached(request, ClubPath(club))
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made, secret = services.add_webhook(actor=signed_in(request), club=this_club, data=form.to_input())
        except ClubError as error:
            _refused(form, error)
        else:
            return _secret_page(request, made, secret)
    return _page(request, this_club, "new", {"form": form}, 422 if form.errors else 200)


def webhook(request: HttpRequest, club: str, webhook: int) -> HttpResponse:
    """One webhook: its form, and what was sent to it."""
    this = reached(request, WebhookPath(club, webhook))
    form = WebhookForm(request.POST or None, initial=WebhookForm.initial_of(this))
    if request.method == "POST" and form.is_valid():
        try:
            services.change_webhook(actor=signed_in(request), webhook=this, data=form.to_input())
        except ClubError as error:
            _refused(form, error)
        else:
            messages.success(request, _("Webhook saved."))
            return redirect("tournaments:webhook", club=club, webhook=webhook)
    page = Paginator(queries.deliveries_of(this), _ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "line": queries.line_of(this), "page": page}
    return _page(request, this.club, "webhook", context, 422 if form.errors else 200)


def act(request: HttpRequest, club: str, webhook: int) -> HttpResponse:
    """A button of a webhook's page: a test, pause, resume, a new secret, delete."""
    this = reached(request, WebhookPath(club, webhook))
    actor, do = signed_in(request), request.POST.get("do")
    if do == "secret":
        return _secret_page(request, *services.renew_secret(actor=actor, webhook=this))
    if do == "delete":
        services.delete_webhook(actor=actor, webhook=this)
        messages.success(request, _("Webhook deleted."))
        return redirect("tournaments:webhooks", club=club)
    acts: dict[str | None, tuple[Callable[..., object], str]] = {
        "test": (services.send_test, _("The test is on its way. Reload the page to see the answer.")),
        "pause": (services.pause_webhook, _("Webhook paused.")),
        "resume": (services.resume_webhook, _("Webhook resumed.")),
    }
    if do not in acts:
        raise Http404
    service, done = acts[do]
    return _back(request, this, lambda: service(actor=actor, webhook=this), done)


def again(request: HttpRequest, club: str, webhook: int, delivery: int) -> HttpResponse:
    """Try a delivery again that was given up."""
    this = reached(request, WebhookPath(club, webhook))

    def send_again() -> None:
        try:
            services.send_again(actor=signed_in(request), webhook=this, delivery_id=delivery)
        except WebhookDelivery.DoesNotExist:
            raise Http404 from None

    return _back(request, this, send_again, _("Sent again."))


def _back(request: HttpRequest, webhook: Webhook, service: Callable[[], object], done: str) -> HttpResponse:
    try:
        service()
    except ClubError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("tournaments:webhook", club=webhook.club.slug, webhook=webhook.pk)


def _refused(form: WebhookForm, error: ClubError) -> None:
    form.add_error(error.code if error.code in form.fields else None, str(error))


def _secret_page(request: HttpRequest, webhook: Webhook, secret: bytes) -> HttpResponse:
    response = _page(request, webhook.club, "secret", {"webhook": webhook, "secret": secret_text(secret)})
    response["Cache-Control"] = "no-store, private"
    return response


def _page(
    request: HttpRequest,
    club: Club,
    template: str,
    context: dict[str, Any],
    status: int = 200,
    *,
    under_list: bool = True,
) -> HttpResponse:
    above = crumbs(club)
    if under_list:
        above.append((_("Webhooks"), reverse("tournaments:webhooks", args=[club.slug])))
    return render(request, f"webhooks/{template}.html", {"club": club, "crumbs": above, **context}, status=status)
