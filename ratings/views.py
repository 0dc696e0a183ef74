"""The public ratings pages.  Everybody may read them: they show names, results and ratings, nothing else of a person."""

from __future__ import annotations

import csv

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Player
from ratings import queries
from ratings.chart import history_chart
from ratings.models import RatedEvent, RatingPool

_EVENTS_PER_PAGE = 50
# A spreadsheet takes a cell that starts with one of these for a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def _pool(slug: str) -> RatingPool:
    return get_object_or_404(RatingPool.objects.select_related("club", "current_run"), slug=slug)


def _event(pool: RatingPool, pk: int) -> RatedEvent:
    return get_object_or_404(RatedEvent.objects.select_related("pool"), pool=pool, pk=pk)


@require_safe
def pool_list(request: HttpRequest) -> HttpResponse:
    """All rating pools."""
    return render(request, "ratings/pools.html", {"pools": queries.pools()})


@require_safe
def rating_list(request: HttpRequest, pool: str) -> HttpResponse:
    """The rating list of a pool, with a search by name."""
    found = _pool(pool)
    search = request.GET.get("q", "").replace("\0", "")[:80]  # PostgreSQL has no NUL in its text
    page = queries.rating_list(found, search=search, page=request.GET.get("page", "1"))
    return render(request, "ratings/list.html", {"pool": found, "page": page, "search": search})


def _safe_cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


@require_safe
def rating_list_csv(request: HttpRequest, pool: str) -> HttpResponse:  # noqa: ARG001 - a view takes the request
    """The whole list as CSV (UTF-8, one header line)."""
    found = _pool(pool)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="ratings-{found.slug}.csv"'
    writer = csv.writer(response)
    writer.writerow(
        [
            "rank",
            "player",
            "name",
            "country",
            "rating",
            "games",
            "provisional",
            "last_event",
            "last_date",
            "live_rating",
        ]
    )
    for line in queries.whole_list(found):
        writer.writerow(
            [
                line.rank,
                line.player_id,
                _safe_cell(line.name),
                line.country,
                line.rating,
                line.games,
                "yes" if line.provisional else "no",
                _safe_cell(line.last_event or ""),
                line.last_date,
                line.live_rating,
            ]
        )
    return response


@require_safe
def event_list(request: HttpRequest, pool: str) -> HttpResponse:
    """The events rated in a pool, newest first."""
    found = _pool(pool)
    page = Paginator(queries.rated_events(found), _EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/events.html", {"pool": found, "page": page})


@require_safe
def event_changes(request: HttpRequest, pool: str, event: int) -> HttpResponse:
    """What one event did to everybody's rating."""
    found = _pool(pool)
    rated = _event(found, event)
    return render(request, "ratings/event.html", {"pool": found, "event": rated, "lines": queries.event_changes(rated)})


@require_safe
def explanation(request: HttpRequest, pool: str, event: int, player: int) -> HttpResponse:
    """Every point of one player's change, game by game."""
    found = _pool(pool)
    explained = queries.explain_change(_event(found, event), player)
    if explained is None:
        raise Http404(_("This event did not change that player's rating."))
    return render(request, "ratings/explanation.html", {"pool": found, "explained": explained})


@require_safe
def player_page(request: HttpRequest, pool: str, player: int) -> HttpResponse:
    """A player's rating, its history as a chart and as a table."""
    found = _pool(pool)
    person = get_object_or_404(Player, pk=player)
    line = queries.player_line(found, person)
    if line is None:
        raise Http404(_("This player has no rating in this pool."))
    history = queries.player_history(found, person)
    context = {"pool": found, "player": person, "line": line, "history": history, "chart": history_chart(history)}
    return render(request, "ratings/player.html", context)
