"""Addresses of the pages that everybody may see, and of the slip links."""

from django.urls import URLPattern, path

from tournaments.views import public

urlpatterns: list[URLPattern] = [
    path("e/<slug:event>/", public.event_page, name="event"),
    path("e/<slug:event>/<slug:division>/standings/", public.standings_page, name="standings"),
    path("e/<slug:event>/<slug:division>/wall-chart/", public.wall_chart_page, name="wall_chart"),
    path("e/<slug:event>/<slug:division>/rounds/<int:number>/", public.round_page, name="round"),
    path("e/<slug:event>/<slug:division>/roster/", public.roster_page, name="roster"),
    path("e/<slug:event>/<slug:division>/players/<int:number>/", public.player_page, name="player"),
]
