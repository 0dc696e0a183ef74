"""The Celery application. Only ``jobs.services.enqueue`` requests work."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["files"] = "config.broker:Transport"
app = Celery("wordhall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
