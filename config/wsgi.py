"""The WSGI entry point for gunicorn: kept pages in front, the site behind them."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_site = get_wsgi_application()

from tournaments.views.front import kept_first  # noqa: E402 - the applications are loaded by the line above

application = kept_first(_site)
