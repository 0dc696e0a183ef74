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
from clubs.access import reached
from tournaments.access import EventPath
from tournaments.log_wording import log_line, log_lines, object_name
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
    what = forms.ChoiceField(label=gettext_lazy("Object"), required=False)
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, data: Any, *, verbs: list[str]) -> None:
        super().__init__(data)
        for name, choices in (
            ("verb", [(verb, verb_name(verb)) for verb in verbs]),
            ("what", [(what, object_name(what)) for what in OBJECTS]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("everything")), *choices]

    def search(self) -> Search:
        """What was filled in and makes sense."""
        data = self.cleaned_data if self.is_valid() else {}
        return Search(**{name: value for name, value in data.items() if value})


def event_log_page(request: HttpRequest, event: str) -> HttpResponse:
    """Who did what, newest first."""
    found = reached(request, EventPath(event))
    form = SearchForm(request.GET, verbs=verbs_of(found))
    page = Paginator(event_log(found, form.search()), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "event": found,
        "crumbs": common.event_crumbs(found),
        "form": form,
        "page": page,
        "lines": log_lines(page),
        "query": query.urlencode(),
    }
    return render(request, "tournaments/director/log.html", context, status=422 if form.errors else 200)


def replay_page(request: HttpRequest, event: str, action: int) -> HttpResponse:
    """The event as it was right after an action. Nothing can be changed here."""
    found = reached(request, EventPath(event))
    log = get_object_or_404(ActionLog.objects.select_related("actor"), scope=f"event:{found.pk}", pk=action)
    mine = ActionLog.objects.filter(scope=f"event:{found.pk}")
    context = {
        "event": found,
        "crumbs": [*common.event_crumbs(found), (_("Log"), reverse("tournaments:event_log", args=[event]))],
        "line": log_line(log),
        "replay": state_after(found, log),
        "earlier": mine.filter(pk__lt=log.pk).order_by("-pk").values_list("pk", flat=True).first(),
        "later": mine.filter(pk__gt=log.pk).order_by("pk").values_list("pk", flat=True).first(),
    }
    return render(request, "tournaments/director/replay.html", context)
