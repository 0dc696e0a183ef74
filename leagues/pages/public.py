"""The public pages of a league: its seasons, and the tables of each."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubs.access import reached
from clubs.permissions import Action, allowed
from leagues.access import LeaguePath, SeasonPath
from leagues.file_queries import current_check, season_file
from leagues.models import League, LeagueSeason
from leagues.queries import (
    columns_of,
    season_tables,
    seasons_of,
    sees_drafts,
)
from tournaments.pages.public.exports import auditor_file, download

Crumbs = list[tuple[str, str]]


def crumbs_of(league: League) -> Crumbs:
    """Club / league."""
    return [
        (league.club.name, reverse("clubs:club", args=[league.club.slug])),
        (league.name, reverse("tournaments:league", args=[league.club.slug, league.slug])),
    ]


def league_page(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """The league, its current season's tables, and all seasons."""
    this_league = reached(request, LeaguePath(club, league))
    drafts = sees_drafts(request.user, this_league.club)
    seasons = list(seasons_of(this_league, drafts=drafts))
    current = next((season for season in seasons if season.state != LeagueSeason.State.DRAFT), None)
    if current is not None:
        current.league = this_league
    context = {
        "league": this_league,
        "seasons": seasons,
        "season": current,
        "tables": season_tables(current) if current else [],
        "crumbs": crumbs_of(this_league)[:1],
        "may_manage": allowed(request.user, this_league.club, Action.MANAGE_EVENT),
    }
    return render(request, "leagues/league.html", context)


def season_page(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """The tables of all divisions of a season."""
    return _tables_page(request, reached(request, SeasonPath(club, league, season)), None)


def division_page(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """The table of one division of a season."""
    return _tables_page(request, reached(request, SeasonPath(club, league, season)), division)


def season_json(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """The facts of the events that count and the tables, with their seals, for ``auditor.py``."""
    this_season = reached(request, SeasonPath(club, league, season))
    text = json.dumps(season_file(this_season), ensure_ascii=False)
    return download(f"{league}-season-{season}.json", "application/json", text)


def auditor_py(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """The program that checks the file."""
    reached(request, SeasonPath(club, league, season))
    return auditor_file()


def _tables_page(request: HttpRequest, season: LeagueSeason, division: str | None) -> HttpResponse:
    tables = season_tables(season)
    shown = [table for table in tables if division in (None, table.division.slug)]
    if division is not None and not shown:
        raise Http404
    context: dict[str, Any] = {
        "check": current_check(season, tables),
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
