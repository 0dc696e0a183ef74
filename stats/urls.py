"""Addresses of statistics."""

from django.urls import URLPattern

from clubs.access import EVERYBODY, page
from stats.pages import people, scopes
from tournaments.access import EVENT, EventPath, PagesOf

of_event = PagesOf(EVENT, EventPath)

_club = "clubs/<slug:club>/"
_season = f"{_club}leagues/<slug:league>/<int:season>/"
_player = "players/<int:player>/"
_FILE = r"\.(?P<form>csv|json)$"

urlpatterns: list[URLPattern] = [
    page(f"{_club}statistics/", scopes.club_statistics, "club_statistics", EVERYBODY),
    page(rf"^clubs/(?P<club>[-\w]+)/statistics{_FILE}", scopes.club_file, "club_statistics_file", EVERYBODY),
    page(f"{_season}statistics/", scopes.season_statistics, "season_statistics", EVERYBODY),
    page(
        rf"^clubs/(?P<club>[-\w]+)/leagues/(?P<league>[-\w]+)/(?P<season>[0-9]{{1,4}})/statistics{_FILE}",
        scopes.season_file,
        "season_statistics_file",
        EVERYBODY,
    ),
    of_event("statistics/", scopes.event_statistics, "event_statistics", EVERYBODY),
    of_event("statistics.csv", scopes.event_csv, "event_statistics_csv", EVERYBODY),
    of_event("statistics.json", scopes.event_json, "event_statistics_json", EVERYBODY),
    page(_player, people.player_page, "person", EVERYBODY),
    page(rf"^players/(?P<player>[0-9]{{1,18}})/games{_FILE}", people.games_file, "person_games", EVERYBODY),
    page(f"{_player}against/<int:other>/", people.pair_page, "head_to_head", EVERYBODY),
    page(
        rf"^players/(?P<player>[0-9]{{1,18}})/against/(?P<other>[0-9]{{1,18}})/games{_FILE}",
        people.pair_file,
        "head_to_head_games",
        EVERYBODY,
    ),
]
