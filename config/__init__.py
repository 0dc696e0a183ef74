"""The project: settings, urls, Celery. Importing it makes the Celery app the default one for ``shared_task``."""

import gc
import os

# Loading the site makes hundreds of thousands of objects that stay: looking for garbage after every 700 of them, as Python does
# unless told otherwise, is a fifth of each start.
gc.set_threshold(50_000, 10, 10)

# One thread for each process's linear algebra, unless the operator says otherwise: web processes and workers share the
# processors already, and the library's own threads burn several times the processor time while they wait for each other.
# It must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from config.celery import app as celery_app  # noqa: E402 - what is said above comes first

__all__ = ["celery_app"]
