"""What everybody may see of a league: its seasons, and the tables of each."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.permissions import Action, allowed
from leagues.models import League, LeagueSeason
from leagues.queries import (
    columns_of,
    leagues_of,
    season_tables,
    seasons_of,
    sees_drafts,
)

Crumbs = list[tuple[str, str]]


def league_for(request: HttpRequest, club: str, league: str) -> tuple[League, bool]:
    """The club's league of this address, and whether the visitor sees what is in preparation. 404 for what may not be known."""
    found = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
    drafts = sees_drafts(request.user, found.club)
    if not leagues_of(found.club, drafts=drafts).filter(pk=found.pk).exists():
        raise Http404
    return found, drafts


def season_for(request: HttpRequest, club: str, league: str, season: int) -> LeagueSeason:
    """The season of this league; 404 for one in preparation, unless the visitor is an official of the club."""
    found, drafts = league_for(request, club, league)
    wanted = get_object_or_404(seasons_of(found, drafts=drafts), number=season)
    wanted.league = found
    return wanted


def crumbs_of(league: League) -> Crumbs:
    """Club / league."""
    return [
        (league.club.name, reverse("clubs:club", args=[league.club.slug])),
        (league.name, reverse("tournaments:league", args=[league.club.slug, league.slug])),
    ]


@require_safe
def league_page(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """The league, its present season's tables, and all seasons."""
    found, drafts = league_for(request, club, league)
    seasons = list(seasons_of(found, drafts=drafts))
    present = next((season for season in seasons if season.state != LeagueSeason.State.DRAFT), None)
    if present is not None:
        present.league = found
    context = {
        "league": found,
        "seasons": seasons,
        "season": present,
        "tables": season_tables(present) if present else [],
        "crumbs": crumbs_of(found)[:1],
        "may_manage": allowed(request.user, found.club, Action.MANAGE_EVENT),
    }
    return render(request, "leagues/league.html", context)


@require_safe
def season_page(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """The tables of all divisions of a season."""
    return _tables_page(request, season_for(request, club, league, season), None)


@require_safe
def division_page(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """The table of one division of a season."""
    return _tables_page(request, season_for(request, club, league, season), division)


def _tables_page(request: HttpRequest, season: LeagueSeason, division: str | None) -> HttpResponse:
    tables = season_tables(season)
    shown = [table for table in tables if division in (None, table.division.slug)]
    if division is not None and not shown:
        raise Http404
    context: dict[str, Any] = {
        "league": season.league,
        "season": season,
        "tables": tables,
        "shown": shown,
        "chosen": division,
        "columns": columns_of(season),
        "crumbs": crumbs_of(season.league),
        "may_manage": allowed(request.user, season.league.club, Action.MANAGE_EVENT),
    }
    return render(request, "leagues/season.html", context)
