"""Addresses of leagues under ``/api/v1/``."""

from clubs.access import Needs
from clubs.api.addresses import READ, api
from clubs.permissions import Action
from clubs.scopes import Scope
from leagues.api import views as leagues

_leagues = "clubs/<slug:club>/leagues/"
_league = f"{_leagues}<slug:league>/"
_season = f"{_league}seasons/<int:season>/"
_division = f"{_season}divisions/<slug:division>/"

_MANAGE = Needs(Action.MANAGE_EVENT, Scope.EVENTS)
urlpatterns = [
    api(_leagues, leagues.LeaguesView, "leagues", get=READ, post=_MANAGE),
    api(_league, leagues.LeagueView, "league", get=READ),
    api(f"{_league}seasons/", leagues.SeasonsView, "seasons", get=READ, post=_MANAGE),
    api(_season, leagues.SeasonView, "season", get=READ),
    api(f"{_division}standings/", leagues.SeasonStandingsView, "season_standings", get=READ),
    api(f"{_division}events/", leagues.CountedView, "count_event", post=_MANAGE),
]
