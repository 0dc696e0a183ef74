"""The project: settings, urls, Celery. Importing it makes the Celery app the default one for ``shared_task``."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
