"""Statistics of a club, an event, a season: their records, a chart of all scores, and a line for each player."""

from collections.abc import Collection, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubs.access import ClubPath, reached
from clubs.club_pages import crumbs
from leagues.access import SeasonPath
from leagues.models import LeagueSeason
from leagues.pages.public import crumbs_of
from stats import queries
from stats.pages.charts import scores_chart
from stats.pages.tables import lines_file, table_of
from stats.queries import Statistics
from tournaments.models import Event
from tournaments.permissions import entries_hidden
from tournaments.web.event_tabs import event_tabs

Crumbs = list[tuple[str, str]]
_NO_EVENTS = ("events",)


def club_statistics(request: HttpRequest, club: str) -> HttpResponse:
    """Records, attendance and a line for each player; ``year``: of one year."""
    this_club = reached(request, ClubPath(club))
    years = queries.years_of(this_club)
    year = _year(request, years)
    context = {
        "club": this_club,
        "years": years,
        "year": year,
        "attendance": queries.attendance_of(this_club, year),
        "csv": reverse("tournaments:club_statistics_file", args=[club, "csv"]),
        "json": reverse("tournaments:club_statistics_file", args=[club, "json"]),
    }
    return _page(request, "club", queries.of_club(this_club, year), crumbs(this_club), context)


def club_file(request: HttpRequest, club: str, form: str) -> HttpResponse:
    """The players' lines of a club to download; ``year``: of one year."""
    this_club = reached(request, ClubPath(club))
    year = _year(request, queries.years_of(this_club))
    return lines_file(queries.of_club(this_club, year).lines, form, f"{club}-{year or 'all'}")


def _year(request: HttpRequest, years: Collection[int]) -> int | None:
    typed = request.GET.get("year", "")
    year = int(typed) if typed.isascii() and typed.isdigit() and len(typed) == 4 else None
    if typed and (year is None or year not in years):
        raise Http404
    return year


def event_statistics(request: HttpRequest, event: Event) -> HttpResponse:
    """Records and a line for each player of an event."""
    statistics = _of_event(event)
    context = {
        "event": event,
        "tabs": event_tabs(event, "event_statistics"),
        "csv": reverse("tournaments:event_statistics_csv", args=[event.slug]),
        "json": reverse("tournaments:event_statistics_json", args=[event.slug]),
    }
    way = [*crumbs(event.club), (event.name, reverse("tournaments:event", args=[event.slug]))]
    return _page(request, "event", statistics, way, context, without=_NO_EVENTS)


def event_csv(_request: HttpRequest, event: Event) -> HttpResponse:
    """The players' lines of an event as CSV."""
    return lines_file(_of_event(event).lines, "csv", f"{event.slug}-statistics")


def event_json(_request: HttpRequest, event: Event) -> HttpResponse:
    """The players' lines of an event as JSON."""
    return lines_file(_of_event(event).lines, "json", f"{event.slug}-statistics")


def _of_event(event: Event) -> Statistics:
    if entries_hidden(event):
        raise Http404
    return queries.of_event(event)


def season_statistics(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Records and a line for each player of a season's games."""
    this_season = reached(request, SeasonPath(club, league, season))
    address = [club, league, season]
    context = {
        "season": this_season,
        "csv": reverse("tournaments:season_statistics_file", args=[*address, "csv"]),
        "json": reverse("tournaments:season_statistics_file", args=[*address, "json"]),
    }
    way = [*crumbs_of(this_season.league), (this_season.name, reverse("tournaments:league_season", args=address))]
    return _page(request, "season", queries.of_season(this_season), way, context)


def season_file(request: HttpRequest, club: str, league: str, season: str, form: str) -> HttpResponse:
    """The players' lines of a season to download."""
    this_season: LeagueSeason = reached(request, SeasonPath(club, league, int(season)))
    return lines_file(queries.of_season(this_season).lines, form, f"{league}-{season}-statistics")


def _page(
    request: HttpRequest,
    template: str,
    statistics: Statistics,
    way: Crumbs,
    context: dict[str, Any],
    without: Iterable[str] = (),
) -> HttpResponse:
    sort = request.GET.get("sort", "")[:20]
    context |= {
        "statistics": statistics,
        "bests": list(statistics.bests.items()),
        "table": table_of(statistics.lines, sort, without=without),
        "chart": scores_chart(statistics.scores),
        "crumbs": way,
        "sort": sort,
    }
    return render(request, f"stats/{template}.html", context)
