"""Addresses of the tournaments pages: the public ones and the director's."""

from tournaments.urls_director import urlpatterns as director_urls
from tournaments.urls_public import urlpatterns as public_urls

app_name = "tournaments"
urlpatterns = [*public_urls, *director_urls]
