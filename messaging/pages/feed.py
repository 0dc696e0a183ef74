"""A club's feed, for readers that ask for it again and again."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from clubs.access import ClubPath, reached
from messaging.web.feed import feed_of


def club_feed(request: HttpRequest, club: str) -> HttpResponse:
    """The feed."""
    response = HttpResponse(
        feed_of(reached(request, ClubPath(club))), content_type="application/atom+xml; charset=utf-8"
    )
    patch_cache_control(response, public=True, max_age=900)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response
