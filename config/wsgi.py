"""The WSGI entry point for gunicorn: cached pages in front, the site behind them."""

import gc
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_site = get_wsgi_application()

from config.celery import app  # noqa: E402 - the applications are loaded by the line above
from config.metrics import counted  # noqa: E402
from tournaments.web.page_cache import CachedPages  # noqa: E402

application = counted(CachedPages, _site)

# Addresses, catalogues, tags of templates, the way to the broker: Django and Celery load these when they are first needed, a second of
# work for the first visitor of every process.
for code, _name in settings.LANGUAGES:
    with translation.override(code):
        reverse("clubs:home")
get_template("base.html")
app.connection_for_write()

# Everything loaded by now lives as long as the process. Without freeze, garbage collection would scan it again and again while a page
# with thousands of results is built, a fifth of its time. Forked processes share it.
gc.collect()
gc.freeze()
