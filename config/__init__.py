"""The project: settings, urls, Celery. Importing it makes the Celery app the default one for ``shared_task``."""

import os

# One thread for each process's linear algebra, unless the operator says otherwise: web processes and workers share the
# processors already, and the library's own threads burn several times the processor time while they wait for each other.
# It must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from config.celery import app as celery_app

__all__ = ["celery_app"]
