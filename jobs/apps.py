"""The jobs app, and the worker's first sweep as soon as it is ready."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Durable background jobs."""

    name = "jobs"

    def ready(self) -> None:
        """Sweep at worker start: a worker that comes back after being killed finds what was left at once."""
        from celery.signals import worker_ready  # noqa: PLC0415 - signals are connected when apps are ready

        worker_ready.connect(_sweep_now, dispatch_uid="jobs.sweep_now")


def _sweep_now(**_kwargs: object) -> None:
    from jobs.tasks import sweep  # noqa: PLC0415 - tasks import models, which need loaded apps

    sweep.apply_async()
