"""Where each app's pages are mounted."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from clubhouse.urls import urlpatterns as clubhouse_urls
from clubs.access import SIGNED_IN, page
from config.health import healthz
from config.status import status
from config.styles import styles
from leagues.urls import urlpatterns as leagues_urls
from messaging.urls import urlpatterns as messaging_urls
from registration.urls import urlpatterns as registration_urls
from stats.urls import urlpatterns as stats_urls
from tournaments.urls import urlpatterns as tournaments_urls
from webhooks.urls import urlpatterns as webhooks_urls

# Operators sign in where everybody does: with limits, and with a second factor where the account has one.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
handler500 = "core.failures.server_error"
urlpatterns = [
    path("healthz", healthz, name="healthz"),
    page("status/", status, "status", SIGNED_IN),
    path("admin/", admin.site.urls),
    path("dictionaries/", include("lexicon.urls")),
    path("ratings/", include("ratings.urls")),
    path("api/v1/", include("config.api_urls")),
    # one name space: a page of a league is addressed beside those of its club's events
    path(
        "",
        include(
            (
                [
                    *tournaments_urls,
                    *stats_urls,
                    *leagues_urls,
                    *registration_urls,
                    *clubhouse_urls,
                    *messaging_urls,
                    *webhooks_urls,
                ],
                "tournaments",
            )
        ),
    ),
    path("", include("clubs.urls")),
    path("", include("clubs.account_urls")),
]
if not settings.PRODUCTION:
    urlpatterns.append(path("styles/", styles, name="styles"))
