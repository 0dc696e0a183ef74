"""The REST API, version 1, and its OpenAPI schema."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView

import config.api.schema  # noqa: F401 - tells drf-spectacular of the token
from clubs.access import EVERYBODY, Needs
from clubs.api.addresses import api
from clubs.api.urls import urlpatterns as clubs_urls
from config.api.fallback import NothingHereView
from games.api.urls import urlpatterns as games_urls
from leagues.api.urls import urlpatterns as leagues_urls
from lexicon.api.urls import urlpatterns as lexicon_urls
from ratings.api.urls import urlpatterns as ratings_urls
from registration.api.urls import urlpatterns as registration_urls
from tournaments.api.urls import urlpatterns as tournaments_urls
from webhooks.api.urls import urlpatterns as webhooks_urls

addresses: list[URLPattern | URLResolver] = [
    api("schema/", SpectacularAPIView, "schema", get=Needs(EVERYBODY)),
    *clubs_urls,
    *lexicon_urls,
    *games_urls,
    *ratings_urls,
    *leagues_urls,
    *registration_urls,
    *tournaments_urls,
    *webhooks_urls,
    re_path(r"", NothingHereView.as_view(), name="nothing"),
]
urlpatterns = [path("", include((addresses, "api")))]
