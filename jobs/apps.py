"""The jobs app, and the worker's first sweep as soon as it is ready."""

from celery import current_app
from celery.signals import worker_ready
from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Durable background jobs."""

    name = "jobs"

    def ready(self) -> None:
        """Sweep at worker start: a worker that comes back after being killed finds what was left at once."""
        worker_ready.connect(_sweep_now, dispatch_uid="jobs.sweep_now")


def _sweep_now(**_kwargs: object) -> None:
    current_app.send_task("jobs.sweep")
