"""The log of an event, and the event as it was after any entry of it."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.models import ActionLog
from audit.verbs import verb_name
from core.form_fields import DayField
from tournaments.forms.fields import set_choices
from tournaments.log_wording import log_line, log_lines, object_name
from tournaments.models import Event
from tournaments.pages.director import common
from tournaments.queries.action_log import Search, event_log, verbs_of
from tournaments.services.events.history import state_after

PAGE = 50
OBJECTS = ["event", "division", "entry", "round", "pairing", "eventprize", "ruling"]


class SearchForm(forms.Form):
    """What to look for in the log."""

    text = forms.CharField(label=gettext_lazy("Search text"), max_length=80, required=False)
    who = forms.CharField(label=gettext_lazy("Who"), max_length=80, required=False)
    verb = forms.ChoiceField(label=gettext_lazy("Action"), required=False)
    what = forms.ChoiceField(label=gettext_lazy("Affected"), required=False)
    since = DayField(label=gettext_lazy("From"), required=False)
    until = DayField(label=gettext_lazy("To"), required=False)

    def __init__(self, data: Any, *, verbs: list[str]) -> None:
        super().__init__(data)
        everything = ("", _("everything"))
        set_choices(self, "verb", [everything, *((verb, verb_name(verb)) for verb in verbs)])
        set_choices(self, "what", [everything, *((what, object_name(what)) for what in OBJECTS)])

    def search(self) -> Search:
        """The valid part of what was filled in."""
        data = self.cleaned_data if self.is_valid() else {}
        return Search(**{name: value for name, value in data.items() if value})


def event_log_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Who did what, newest first."""
    form = SearchForm(request.GET, verbs=verbs_of(event))
    page = Paginator(event_log(event, form.search()), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = common.of_event(event) | {
        "page": page,
        "lines": log_lines(page),
        "query": query.urlencode(),
    }
    return common.form_page(request, "log", form, context)


def history_page(request: HttpRequest, event: Event, action: int) -> HttpResponse:
    """The event as it was right after an action. Nothing can be changed here."""
    log = ActionLog.objects.filter(scope=f"event:{event.pk}")
    entry = get_object_or_404(log.select_related("actor"), pk=action)
    context = {
        "event": event,
        "crumbs": [*common.event_crumbs(event), (_("Log"), reverse("tournaments:event_log", args=[event.slug]))],
        "line": log_line(entry),
        "replay": state_after(event, entry),
        "earlier": log.filter(pk__lt=action).order_by("-pk").values_list("pk", flat=True).first(),
        "later": log.filter(pk__gt=action).order_by("pk").values_list("pk", flat=True).first(),
    }
    return render(request, "tournaments/director/replay.html", context)
