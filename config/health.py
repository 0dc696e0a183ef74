"""``/healthz``: is the site able to do its work? Looks at database, broker and worker."""

from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from config.celery import app
from jobs.models import Heartbeat, Job


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"down: {type(error).__name__}"
    return "up"


def _broker() -> str:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=0, timeout=1)
    except (OperationalError, OSError) as error:
        return f"down: {type(error).__name__}"
    return "up"


def _worker() -> str:
    """A worker is up when it has swept lately: that needs broker, worker and database together."""
    limit = timezone.now() - timedelta(seconds=3 * settings.JOB_SWEEP_SECONDS + 15)
    try:
        if Heartbeat.objects.filter(seen_at__gte=limit).exists():
            return "up"
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
    return "down: no heartbeat"


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 when all parts are up, else 503; the body names each part."""
    parts = {"web": "up", "database": _database(), "broker": _broker(), "worker": _worker()}
    healthy = all(state == "up" for state in parts.values())
    body: dict[str, object] = {"status": "ok" if healthy else "degraded", **parts}
    if parts["database"] == "up":
        body["jobs_waiting"] = Job.objects.filter(state=Job.State.QUEUED).count()
        body["jobs_failed"] = Job.objects.filter(state=Job.State.FAILED).count()
    return JsonResponse(body, status=200 if healthy else 503)
