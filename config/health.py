"""``/healthz``: is the site able to do its work? Looks at database, disk, broker and worker."""

import os
import shutil
import tempfile
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from config.celery import app
from jobs.models import Heartbeat, Job

#: With less than that the next photos and backups fill the disk.
MIN_FREE_BYTES: Final = 20 * 1024 * 1024
#: By how much the clocks of two machines may differ. A heartbeat further ahead was written before the clock was set back.
CLOCK_SLACK: Final = timedelta(seconds=5)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"down: {type(error).__name__}"
    return "up"


def _disk() -> str:
    """Whether something can be written into the data folder, and there is some room left."""
    try:
        with tempfile.TemporaryFile(dir=settings.WORDHALL_DATA, buffering=0) as probe:
            probe.write(bytes(4096))
            os.fsync(probe.fileno())
        free = shutil.disk_usage(settings.WORDHALL_DATA).free
    except OSError as error:
        return f"down: {error.strerror or type(error).__name__}"
    return "up" if free >= MIN_FREE_BYTES else f"down: only {free // 1024**2} MB are free"


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


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 when all parts are up, else 503; the body names each part."""
    parts = {"web": "up", "database": _database(), "disk": _disk(), "broker": _broker(), "worker": _worker()}
    healthy = all(state == "up" for state in parts.values())
    body: dict[str, object] = {"status": "ok" if healthy else "degraded", **parts}
    if parts["database"] == "up":
        body["jobs_waiting"] = Job.objects.filter(state=Job.State.QUEUED).count()
        body["jobs_failed"] = Job.objects.filter(state=Job.State.FAILED).count()
    return JsonResponse(body, status=200 if healthy else 503)
