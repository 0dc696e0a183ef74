"""Addresses of the tournaments pages: the public ones, those for other programs, the word judge's and the director's."""

from tournaments.urls.broadcast import urlpatterns as broadcast_urls
from tournaments.urls.director import urlpatterns as director_urls
from tournaments.urls.judging import urlpatterns as judge_urls
from tournaments.urls.public import urlpatterns as public_urls

urlpatterns = [*judge_urls, *broadcast_urls, *public_urls, *director_urls]
