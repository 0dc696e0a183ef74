"""Addresses of the tournaments pages: the public ones, the word judge's, the director's and those of leagues."""

from tournaments.urls_director import urlpatterns as director_urls
from tournaments.urls_judge import urlpatterns as judge_urls
from tournaments.urls_leagues import urlpatterns as league_urls
from tournaments.urls_public import urlpatterns as public_urls

app_name = "tournaments"
urlpatterns = [*judge_urls, *public_urls, *director_urls, *league_urls]
