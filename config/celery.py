"""The Celery application and ``enqueue``, the only way in which the site starts background work.

A message is only a hint ("look at job 12"). What must be done is a row of ``jobs.Job``, written in the same
transaction as the change that asks for it; a periodic sweep sends hints again for rows that nobody finished.
"""

import os
from typing import TYPE_CHECKING, Any

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

if TYPE_CHECKING:
    from celery.app.task import Task

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["files"] = "config.broker:Transport"
app = Celery("wordhall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def enqueue(task: "Task[Any, Any]", *ids: int) -> None:
    """Ask for ``task(*ids)`` in the background, once, after the caller's transaction has committed.

    The same request twice, while the first has not been started, is one job. Never raises because the broker
    is down: the row stays and the sweep sends it later.
    """
    from jobs.services import add_job  # noqa: PLC0415 - models cannot be imported while Celery is being configured

    add_job(task=task.name, ids=ids)
