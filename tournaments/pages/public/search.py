"""The search of the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.typed import searched
from limits.web import limited_look_ups
from tournaments.queries.search import MOST, long_enough, search_site

_LONGEST = 80


@limited_look_ups
def search_page(request: HttpRequest) -> HttpResponse:
    """Players, clubs and events by a part of their names."""
    typed = searched(request.GET.get("q", ""), _LONGEST)
    context = {
        "typed": typed,
        "hits": search_site(typed, request.user),
        "short": bool(typed) and not long_enough(typed),
    }
    response = render(request, "tournaments/public/search.html", context | {"most": MOST})
    response["Cache-Control"] = "no-store, private"
    return response
