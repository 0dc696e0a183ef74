"""The state of the site on one page, for operators: what works, what waits, what is slow, which versions run."""

import platform
import sqlite3
from typing import Final

import django
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from backups.models import SiteBackup
from backups.wording import what_is_wrong
from clubs.access import signed_in
from clubs.permissions import sees_all
from config import health
from config.metrics import BUCKETS, slowest_pages
from core.release import version
from jobs.models import Job
from lexicon.models import LexiconVersion
from mail.models import Mail

_PARTS: Final = {
    "web": _("Web pages"),
    "database": _("Database"),
    "disk": _("Disk"),
    "broker": _("Messages to the worker"),
    "worker": _("Worker"),
}
_JOBS: Final = {
    Job.State.QUEUED: _("In the queue"),
    Job.State.RUNNING: _("Running"),
    Job.State.FAILED: _("Failed"),
    Job.State.DONE: _("Done in the last few days"),
}
_FAILED_JOBS: Final = 5
_BACKUPS: Final = 3


@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """The page; for operators only, for everybody else there is none."""
    if not sees_all(signed_in(request)):
        raise Http404
    background = health.background()
    free = health.free_bytes()
    context = {
        "parts": [(_PARTS[name], state) for name, state in health.parts().items()],
        "free_megabytes": None if free is None else free // 1024**2,
        "backups": SiteBackup.objects.all()[:_BACKUPS],
        "backups_wrong": what_is_wrong(timezone.now()),
        "jobs": [(words, background.jobs[state]) for state, words in _JOBS.items()],
        "oldest_seconds": round(background.oldest_seconds),
        "failed_jobs": Job.objects.filter(state=Job.State.FAILED).order_by("-finished_at")[:_FAILED_JOBS],
        "mails": [(words, background.mails[state]) for state, words in Mail.State.choices],
        "pages": slowest_pages(),
        "longest_class": BUCKETS[-1],
        "versions": _versions(),
        "editions": LexiconVersion.objects.select_related("lexicon__club"),
    }
    return render(request, "status.html", context)


def _versions() -> list[tuple[str, str]]:
    """What runs, with its version."""
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        number = str(connection.pg_version)  # type: ignore[attr-defined]  # 170006 is 17.6
        database = ("PostgreSQL", f"{int(number[:-4])}.{int(number[-4:])}")
    else:
        database = ("SQLite", sqlite3.sqlite_version)
    return [
        ("Wordhall", version()),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        database,
    ]
