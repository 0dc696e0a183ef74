"""``/healthz``: is the site able to do its work? Looks at database, disk, broker and worker."""

import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from backups.queries import backup_line
from config.celery import app
from jobs.models import Heartbeat, Job
from mail.models import Mail

#: With less than that the next photos and backups fill the disk.
MIN_FREE_BYTES: Final = 20 * 1024 * 1024
#: By how much the clocks of two machines may differ. A heartbeat further ahead was written before the clock was set back.
CLOCK_SLACK: Final = timedelta(seconds=5)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            if _takes_no_changes(cursor):
                return "down: read-only"
    except DatabaseError as error:
        return f"down: {type(error).__name__}"
    return "up"


def _takes_no_changes(cursor: CursorWrapper) -> bool:
    """Whether the database can only be read: a standby, or a file on a disk that was mounted so."""
    if connection.vendor == "postgresql":
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone()[0] == "on")
    path = str(connection.settings_dict["NAME"])
    return os.path.exists(path) and not os.access(path, os.W_OK)  # noqa: PTH110 - beside os.access


def _disk() -> str:
    """Whether something can be written into the data folder, and there is some room left."""
    try:
        with tempfile.TemporaryFile(dir=settings.WORDHALL_DATA, buffering=0) as probe:
            probe.write(bytes(4096))
            os.fsync(probe.fileno())
        free = free_bytes() or 0
    except OSError as error:
        return f"down: {error.strerror or type(error).__name__}"
    return "up" if free >= MIN_FREE_BYTES else f"down: only {free // 1024**2} MB are free"


def free_bytes() -> int | None:
    """The room left in the data folder; None if it cannot be read."""
    try:
        return shutil.disk_usage(settings.WORDHALL_DATA).free
    except OSError:
        return None


def _broker() -> str:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=0, timeout=1)
    except (OperationalError, OSError) as error:
        return f"down: {type(error).__name__}"
    return "up"


def _worker() -> str:
    """A worker is up when it has swept lately: that needs broker, worker and database together."""
    now = timezone.now()
    limit = now - timedelta(seconds=3 * settings.JOB_SWEEP_SECONDS + 15)
    try:
        if Heartbeat.objects.filter(seen_at__range=(limit, now + CLOCK_SLACK)).exists():
            return "up"
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
    return "down: no heartbeat"


@dataclass(frozen=True, slots=True)
class Background:
    """What happens in the background: jobs and mails by state, seconds that the oldest due job has waited, and since a worker swept."""

    jobs: dict[str, int]
    mails: dict[str, int]
    oldest_seconds: float
    heartbeat_seconds: float | None


def background() -> Background:
    """Counted now, by four queries. Raises DatabaseError."""
    now = timezone.now()
    oldest = Job.objects.filter(state=Job.State.QUEUED, due_at__lte=now).aggregate(oldest=Min("due_at"))["oldest"]
    swept = Heartbeat.objects.filter(seen_at__lte=now + CLOCK_SLACK).aggregate(last=Max("seen_at"))["last"]
    return Background(
        jobs=dict.fromkeys(Job.State.values, 0) | _by_state(Job.objects.all()),
        mails=dict.fromkeys(Mail.State.values, 0) | _by_state(Mail.objects.all()),
        oldest_seconds=(now - oldest).total_seconds() if oldest else 0.0,
        heartbeat_seconds=max(0.0, (now - swept).total_seconds()) if swept else None,
    )


def _by_state(rows: QuerySet[Job] | QuerySet[Mail]) -> dict[str, int]:
    return dict(rows.order_by("state").values_list("state").annotate(Count("pk")))


def parts() -> dict[str, str]:
    """Each part of the site: “up”, or what is wrong with it."""
    return {"web": "up", "database": _database(), "disk": _disk(), "broker": _broker(), "worker": _worker()}


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 when all parts are up, else 503; the body names each part."""
    states = parts()
    healthy = all(state == "up" for state in states.values())
    body: dict[str, object] = {"status": "ok" if healthy else "degraded", **states}
    if states["database"] == "up":
        body |= _jobs_and_backup()
    return JsonResponse(body, status=200 if healthy else 503)


def _jobs_and_backup() -> dict[str, object]:
    """Jobs and the last backup: no reason to restart anything."""
    try:
        return {
            "jobs_waiting": Job.objects.filter(state=Job.State.QUEUED).count(),
            "jobs_failed": Job.objects.filter(state=Job.State.FAILED).count(),
            "backup": backup_line(timezone.now()),
        }
    except (DatabaseError, OSError) as error:  # a full disk can stop any query: monitors still get the parts
        return {"jobs_waiting": f"unknown: {type(error).__name__}"}
