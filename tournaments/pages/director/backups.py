"""The facts of the event as files: now, and as they were before risky steps."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from core.exact_json import ExactEncoder
from tournaments.access import EventPath
from tournaments.models import EventBackup
from tournaments.pages.director import common
from tournaments.queries.archive import event_facts
from tournaments.services.events.backups import store_backup


def backup_list(request: HttpRequest, event: str) -> HttpResponse:
    """What has been kept, newest first; ``?now=1`` downloads the facts as they are."""
    found = reached(request, EventPath(event))
    if request.GET.get("now") == "1":
        return _file(event_facts(found), f"{found.slug}-now.json")
    backups = EventBackup.objects.filter(event=found).select_related("made_by").defer("data")
    context = {
        "event": found,
        "backups": backups,
        "what_ifs": found.what_ifs.order_by("pk"),
        "crumbs": common.event_crumbs(found),
    }
    return render(request, "tournaments/director/backups.html", context)


def keep(request: HttpRequest, event: str) -> HttpResponse:
    """Keep a copy because the director wants one."""
    found = reached(request, EventPath(event))
    store_backup(actor=common.signed_in(request), event=found, why=_("when a director made a backup"))
    return common.back_with(request, reverse("tournaments:backups", args=[event]), done=_("Backup made."))


def download(request: HttpRequest, event: str, backup: int) -> HttpResponse:
    """The facts as they were."""
    found = reached(request, EventPath(event))
    kept = get_object_or_404(EventBackup, event=found, pk=backup)
    return _file(kept.data, f"{found.slug}-{kept.made_at:%Y%m%d-%H%M%S}.json")


def _file(data: object, name: str) -> HttpResponse:
    text = json.dumps(data, cls=ExactEncoder, ensure_ascii=False, indent=1)
    response = HttpResponse(text.encode(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
