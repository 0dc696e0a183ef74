"""Addresses of leagues, each reached through its club. The director's come first: no division is called “manage”."""

from django.urls import URLPattern, path

from leagues.pages import leagues, members, public, seasons

_leagues = "clubs/<slug:club>/leagues/"
_league = f"{_leagues}<slug:league>/"
_season = f"{_league}<int:season>/"
_manage = f"{_season}manage/"
_division = f"{_manage}divisions/<slug:division>/"

director_urls: list[URLPattern] = [
    path(f"{_leagues}new/", leagues.new_league, name="new_league"),
    path(f"{_league}manage/", leagues.manage_league, name="manage_league"),
    path(f"{_league}manage/season/", leagues.new_season, name="new_season"),
    path(_manage, seasons.manage_season, name="manage_season"),
    path(f"{_manage}rules/", seasons.rules, name="season_rules"),
    path(f"{_manage}start/", seasons.start, name="start_season"),
    path(f"{_manage}finish/", seasons.finish, name="finish_season"),
    path(f"{_manage}reopen/", seasons.reopen, name="reopen_season"),
    path(f"{_manage}delete/", seasons.delete, name="delete_season"),
    path(f"{_manage}next/", seasons.following, name="next_season"),
    path(f"{_manage}events/", seasons.link, name="link_session"),
    path(f"{_manage}events/new/", seasons.new_event, name="season_event"),
    path(f"{_manage}events/<int:session>/remove/", seasons.unlink, name="unlink_session"),
    path(f"{_manage}divisions/", leagues.add_division, name="add_league_division"),
    path(_division, leagues.edit_division, name="league_division"),
    path(f"{_division}remove/", leagues.remove_division, name="remove_league_division"),
    path(f"{_division}members/", members.add, name="add_league_member"),
    path(f"{_division}strangers/", members.add_strangers, name="add_strangers"),
    path(f"{_manage}players/<int:player>/", members.move, name="move_league_member"),
]
public_urls: list[URLPattern] = [
    path(_league, public.league_page, name="league"),
    path(_season, public.season_page, name="league_season"),
    path(f"{_season}<slug:division>/", public.division_page, name="league_table"),
]
urlpatterns = [*director_urls, *public_urls]
