"""Addresses of leagues, each reached through its club. The director's come first: no division is called “manage”."""

from django.urls import URLPattern

from clubs.access import EVERYBODY, page
from clubs.permissions import Action
from leagues.pages import leagues, players, public, seasons

_leagues = "clubs/<slug:club>/leagues/"
_league = f"{_leagues}<slug:league>/"
_season = f"{_league}<int:season>/"
_manage = f"{_season}manage/"
_division = f"{_manage}divisions/<slug:division>/"

director_urls: list[URLPattern] = [
    page(f"{_leagues}new/", leagues.new_league, "new_league", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_league}manage/", leagues.manage_league, "manage_league", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_league}manage/season/", leagues.new_season, "new_season", Action.MANAGE_EVENT, "GET POST"),
    page(_manage, seasons.manage_season, "manage_season", Action.MANAGE_EVENT),
    page(f"{_manage}rules/", seasons.rules, "season_rules", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_manage}start/", seasons.start, "start_season", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}finish/", seasons.finish, "finish_season", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}reopen/", seasons.reopen, "reopen_season", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_manage}check/", seasons.check_again, "check_season", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}delete/", seasons.delete, "delete_season", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_manage}next/", seasons.following, "next_season", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}events/", seasons.link, "count_event", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}events/new/", seasons.new_event, "season_event", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_manage}events/<int:counting_event>/remove/", seasons.unlink, "stop_counting", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}divisions/", leagues.add_division, "add_league_division", Action.MANAGE_EVENT, "POST"),
    page(_division, leagues.edit_division, "league_division", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_division}remove/", leagues.remove_division, "remove_league_division", Action.MANAGE_EVENT, "POST"),
    page(f"{_division}players/", players.add, "add_season_player", Action.MANAGE_EVENT, "POST"),
    page(f"{_division}guests/", players.add_guests, "add_guests", Action.MANAGE_EVENT, "POST"),
    page(f"{_manage}players/<int:player>/", players.move, "move_season_player", Action.MANAGE_EVENT, "GET POST"),
]
public_urls: list[URLPattern] = [
    page(_league, public.league_page, "league", EVERYBODY),
    page(_season, public.season_page, "league_season", EVERYBODY),
    page(f"{_season}season.json", public.season_json, "season_json", EVERYBODY),
    page(f"{_season}auditor.py", public.auditor_py, "season_auditor", EVERYBODY),
    page(f"{_season}<slug:division>/", public.division_page, "league_table", EVERYBODY),
]
urlpatterns = [*director_urls, *public_urls]
