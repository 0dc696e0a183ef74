"""Addresses of leagues under ``/api/v1/``."""

from django.urls import path

from leagues.api import views as leagues

_leagues = "clubs/<slug:club>/leagues/"
_league = f"{_leagues}<slug:league>/"
_season = f"{_league}seasons/<int:season>/"
_division = f"{_season}divisions/<slug:division>/"

urlpatterns = [
    path(_leagues, leagues.LeaguesView.as_view(), name="leagues"),
    path(_league, leagues.LeagueView.as_view(), name="league"),
    path(f"{_league}seasons/", leagues.SeasonsView.as_view(), name="seasons"),
    path(_season, leagues.SeasonView.as_view(), name="season"),
    path(f"{_division}standings/", leagues.SeasonStandingsView.as_view(), name="season_standings"),
    path(f"{_division}events/", leagues.CountedView.as_view(), name="count_event"),
]
