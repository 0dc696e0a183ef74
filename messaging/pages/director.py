"""The director's pages: news of the event, and the log of what was sent."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from messaging.forms import NewsForm
from messaging.queries import log_of, news_of, reach_of, undelivered
from messaging.services import news as services
from tournaments.models import Event
from tournaments.pages.director import common

_ON_A_PAGE = 100


def _news_url(event: Event) -> str:
    return reverse("tournaments:news", args=[event.slug])


def news(request: HttpRequest, event: Event) -> HttpResponse:
    """Write news; those that are shown, and how many are told."""
    form = NewsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"text": "text"}):
            services.post_news(actor=common.signed_in(request), event=event, text=form.cleaned_data["text"])
            return common.back_with(request, _news_url(event), done=_("News posted."))
    mails, devices = reach_of(event)
    context = common.of_event(event) | {
        "form": form,
        "news": news_of(event),
        "mails": mails,
        "devices": devices,
        "lost": undelivered(event).count(),
    }
    return render(request, "messaging/news.html", context, status=422 if form.errors else 200)


@common.refused_to(_news_url)
def remove_news(request: HttpRequest, event: Event, item: int) -> HttpResponse:
    """Take news off the event's page."""
    services.remove_news(actor=common.signed_in(request), event=event, news_id=item)
    return common.back_with(request, _news_url(event), done=_("News removed from the event's page."))


def sent(request: HttpRequest, event: Event) -> HttpResponse:
    """What was sent to whom, by name and without addresses; what could not be delivered, and why."""
    lost = "lost" in request.GET
    page = Paginator(log_of(event, lost=lost), _ON_A_PAGE).get_page(request.GET.get("page"))
    context = common.of_event(event) | {"page": page, "lost": lost, "lost_count": undelivered(event).count()}
    context["crumbs"] = [*common.event_crumbs(event), (_("News and messages"), _news_url(event))]
    return render(request, "messaging/sent.html", context)
