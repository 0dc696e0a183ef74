"""The public ratings pages.  Everybody may read them: they show names, results and ratings, nothing else of a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.permissions import ROLE_ACTIONS, Action, allowed, in_clubs
from core.typed import searched
from ratings.models import OfficialList, RatedEvent, RatingPool, RatingRun
from ratings.pages.chart import history_chart
from ratings.queries import exports
from ratings.queries import lists as queries
from ratings.queries import players as player_queries
from ratings.queries import published as list_queries
from ratings.queries.books import shown_since
from ratings.queries.games import addresses_of_games
from ratings.queries.projection import project_event

_ROWS_PER_PAGE = 50
#: Buttons to ratings offices over the lists.
_OFFICES = 20


def _pool(slug: str) -> RatingPool:
    return get_object_or_404(RatingPool.objects.select_related("club", "current_run"), slug=slug)


def _page(request: HttpRequest, rows: QuerySet[Any], size: int = _ROWS_PER_PAGE) -> Page[Any]:
    return Paginator(rows, size).get_page(request.GET.get("page"))


def _event(pool: RatingPool, pk: int) -> RatedEvent:
    return get_object_or_404(RatedEvent.objects.select_related("pool"), pool=pool, pk=pk)


def pool_list(request: HttpRequest) -> HttpResponse:
    """All rating pools; ``q`` finds some by their name or their club's."""
    typed = _parameter(request, "q")
    page = _page(request, queries.pools_found(typed))
    offices = _offices(request, typed)
    context = {
        "page": page,
        "typed": typed,
        "query": urlencode({"q": typed}) if typed else "",
        "offices": offices[:_OFFICES],
        "many": page.has_other_pages() or len(offices) > _OFFICES,
    }
    return render(request, "ratings/pools.html", context)


def _offices(request: HttpRequest, typed: str) -> list[Club]:
    """Clubs whose ratings the user may manage and that bear each of the words, one more than are shown at most; no query for visitors."""
    user = request.user
    if not user.is_authenticated:
        return []
    roles = [role for role, actions in ROLE_ACTIONS.items() if Action.MANAGE_RATINGS in actions]
    clubs = Club.objects.all() if user.is_superuser else Club.objects.filter(in_clubs(user, roles, "pk"))
    return list(clubs.filter(*(Q(name__icontains=word) for word in typed.split()))[: _OFFICES + 1])


def rating_list(request: HttpRequest, pool: str) -> HttpResponse:
    """The rating list of a pool, with a search by name."""
    this_pool = _pool(pool)
    search = _parameter(request, "q")
    filters = queries.Filter(
        search=search,
        country=_parameter(request, "country")[:2],
        club=_parameter(request, "club"),
        player_class=_parameter(request, "class"),
        active_since=_two_years_ago() if request.GET.get("active") else None,
        established=bool(request.GET.get("established")),
    )
    page = queries.rating_list(this_pool, filters=filters, page=request.GET.get("page", "1"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "pool": this_pool,
        "page": page,
        "search": search,
        "filters": filters,
        "query": query.urlencode(),
        "choices": queries.filter_choices(this_pool),
    }
    return render(request, "ratings/list.html", context)


def _parameter(request: HttpRequest, name: str) -> str:
    """A parameter of the address."""
    return searched(request.GET.get(name, ""))


def _two_years_ago() -> date:
    return timezone.localdate() - timedelta(days=731)


def rating_list_file(request: HttpRequest, pool: str, form: str) -> HttpResponse:  # noqa: ARG001 - a view takes it
    """The whole live list as a file."""
    this_pool = _pool(pool)
    head: dict[str, object] = {
        "list": this_pool.name,
        "system": this_pool.system,
        "params": this_pool.params,
        "official": False,
    }
    return file_response(f"ratings-{this_pool.slug}", form, list_queries.export_lines(this_pool), head)


def file_response(name: str, form: str, lines: list[exports.ExportLine], head: dict[str, object]) -> HttpResponse:
    """A list as a download: ``form`` is csv, json or rt."""
    writers: dict[str, tuple[str, Callable[[], str | bytes]]] = {
        "csv": ("text/csv; charset=utf-8", lambda: exports.as_csv(lines)),
        "json": ("application/json", lambda: exports.as_json(lines, head)),
        "rt": ("text/plain; charset=us-ascii", lambda: exports.as_rt(lines)),
    }
    content_type, write = writers[form]
    response = HttpResponse(write(), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response


def run_list(request: HttpRequest, pool: str) -> HttpResponse:
    """Every recompute that was published: when, by which program and parameters, and how much it rated."""
    this_pool = _pool(pool)
    runs = RatingRun.objects.filter(pool=this_pool).order_by("-pk")
    return render(request, "ratings/runs.html", {"pool": this_pool, "rows": _page(request, runs)})


def official_lists(request: HttpRequest, pool: str) -> HttpResponse:
    """The published lists of a pool, newest first."""
    this_pool = _pool(pool)
    lists = OfficialList.objects.filter(pool=this_pool).annotate(players=Count("lines"))
    return render(request, "ratings/official_lists.html", {"pool": this_pool, "lists": lists})


def _official(pool: RatingPool, pk: int) -> OfficialList:
    return get_object_or_404(OfficialList, pool=pool, pk=pk)


def official_list(request: HttpRequest, pool: str, pk: int) -> HttpResponse:
    """One published list, with what the rating is now beside it."""
    this_pool = _pool(pool)
    published = _official(this_pool, pk)
    rows = _page(request, list_queries.official_lines(published), queries.PAGE_SIZE)
    return render(request, "ratings/official_list.html", {"pool": this_pool, "published": published, "rows": rows})


def official_list_file(request: HttpRequest, pool: str, pk: int, form: str) -> HttpResponse:  # noqa: ARG001 - see above
    """A published list as a file."""
    this_pool = _pool(pool)
    published = _official(this_pool, pk)
    head: dict[str, object] = {
        "list": this_pool.name,
        "name": published.name,
        "official": True,
        "effective": published.effective.isoformat(),
        "system": published.system,
        "params": published.params,
        "engine_version": published.engine_version,
        "ledger_version": published.ledger_version,
        "sha256": published.content_hash,
    }
    name = f"ratings-{this_pool.slug}-{published.effective.isoformat()}"
    return file_response(name, form, list_queries.official_export(published), head)


def compare(request: HttpRequest, pool: str, player: int) -> HttpResponse:
    """The next game of a player: who wins, and what it would do to both ratings; games they played so far."""
    this_pool = _pool(pool)
    person = get_object_or_404(Player, pk=player)
    line = queries.player_line(this_pool, person)
    if line is None:
        raise Http404(_("This player has no rating on this list."))
    search = _parameter(request, "q").strip()
    other = request.GET.get("with", "")
    duel = None
    if other.isdecimal() and len(other) < 18:
        spread = request.GET.get("spread", "")
        margin = min(int(spread), 999) if spread.isdecimal() and len(spread) < 5 else 50
        duel = player_queries.duel(this_pool, person, int(other), timezone.localdate(), max(1, margin))
        if duel is None:
            raise Http404(_("This player has no rating on this list."))
    matches = queries.rating_list(this_pool, filters=queries.Filter(search=search)) if search else []
    choices = [match for match in matches if match.player_id != player][:30]
    context = {"pool": this_pool, "player": person, "line": line, "duel": duel, "choices": choices, "search": search}
    return render(request, "ratings/compare.html", context)


def event_list(request: HttpRequest, pool: str) -> HttpResponse:
    """The events rated in a pool, newest first."""
    this_pool = _pool(pool)
    rows = _page(request, queries.rated_events(this_pool))
    return render(request, "ratings/events.html", {"pool": this_pool, "rows": rows})


def event_changes(request: HttpRequest, pool: str, event: int) -> HttpResponse:
    """What one event did to everybody's rating."""
    this_pool = _pool(pool)
    rated = _event(this_pool, event)
    context = {"pool": this_pool, "event": rated, "rows": queries.event_changes(rated)}
    return render(request, "ratings/event.html", context)


def outlook(request: HttpRequest, pool: str, event: int) -> HttpResponse:
    """The projected finish of an open event, by the live ratings."""
    this_pool = _pool(pool)
    rated = _event(this_pool, event)
    projection = project_event(rated)
    rows = projection.lines if projection else ()
    context = {"pool": this_pool, "event": rated, "outlook": projection, "rows": rows}
    return render(request, "ratings/outlook.html", context)


def explanation(request: HttpRequest, pool: str, event: int, player: int) -> HttpResponse:
    """Every point of one player's change, game by game."""
    this_pool = _pool(pool)
    explained = queries.explain_change(_event(this_pool, event), player)
    if explained is None:
        raise Http404(_("This event did not change this player's rating."))
    user = request.user
    officer = (
        user.is_authenticated and this_pool.club is not None and allowed(user, this_pool.club, Action.MANAGE_RATINGS)
    )
    context = {
        "pool": this_pool,
        "event": explained.event,
        "explained": explained,
        "officer": officer,
        "addresses": addresses_of_games(explained.segments),
    }
    return render(request, "ratings/explanation.html", context)


def player_page(request: HttpRequest, pool: str, player: int) -> HttpResponse:
    """A player's rating, its history as a chart and as a table."""
    this_pool = _pool(pool)
    person = get_object_or_404(Player, pk=player)
    line = queries.player_line(this_pool, person)
    if line is None:
        if remaining := player_queries.same_person().get(person.pk):
            return redirect("ratings:player", pool, remaining)
        raise Http404(_("This player has no rating on this list."))
    history = queries.player_history(this_pool, person)
    context = {
        "pool": this_pool,
        "player": person,
        "line": line,
        "history": history,
        "chart": history_chart(history),
        "peak": queries.peak(history),
        "shown_since": shown_since(this_pool, person.pk),
        "opponents": player_queries.opponents(this_pool, person),
    }
    return render(request, "ratings/player.html", context)
