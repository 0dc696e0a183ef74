"""Addresses of the pages that everybody may see, and of the slip links."""

from django.urls import URLPattern

from clubs.access import EVERYBODY, KEY, page
from tournaments.pages.hall import kiosk
from tournaments.pages.hall import screens as hall
from tournaments.pages.public import event as public
from tournaments.pages.public import exports, games
from tournaments.pages.public import projection as outlook
from tournaments.pages.slip import first_move, own_page, slip

urlpatterns: list[URLPattern] = [
    page("s/", slip.code_page, "slip_code", EVERYBODY, "GET POST"),
    page("s/<str:key>/", slip.slip_page, "slip", KEY, "GET POST"),
    page("s/<str:key>/draw/", first_move.draw, "slip_draw", KEY, "POST"),
    page("s/<str:key>/check/", slip.check_moves, "slip_check", KEY, "POST"),
    page("s/<str:key>/sent/<uuid:token>/", slip.sent_page, "slip_sent", KEY),
    page("s/<str:key>/sent/<uuid:token>/photo/", slip.send_photo, "slip_photo", KEY, "POST"),
    page("p/<str:key>/", own_page.own_page, "own_page", KEY),
    page("p/<str:key>/<int:number>/", slip.slip_page, "own_slip", KEY, "GET POST"),
    page("p/<str:key>/<int:number>/draw/", first_move.draw, "own_slip_draw", KEY, "POST"),
    page("p/<str:key>/<int:number>/check/", slip.check_moves, "own_slip_check", KEY, "POST"),
    page("p/<str:key>/<int:number>/sent/<uuid:token>/", slip.sent_page, "own_slip_sent", KEY),
    page("p/<str:key>/<int:number>/sent/<uuid:token>/photo/", slip.send_photo, "own_slip_photo", KEY, "POST"),
    page("k/<str:key>/", kiosk.kiosk, "kiosk", KEY),
    page("e/<slug:event>/", public.event_page, "event", EVERYBODY),
    page("e/<slug:event>/clock/", hall.clock_time, "clock_time", EVERYBODY),
    page("e/<slug:event>/prizes/", public.prizes_page, "prizes", EVERYBODY),
    page("e/<slug:event>/games/<int:pairing_id>/", games.replay_page, "replay", EVERYBODY),
    page("e/<slug:event>/games/<int:pairing_id>/record/", games.record_file, "record_file", EVERYBODY),
    page("e/<slug:event>/<slug:division>/standings/", public.standings_page, "standings", EVERYBODY),
    page("e/<slug:event>/<slug:division>/handicap/", public.handicap_page, "handicap", EVERYBODY),
    page("e/<slug:event>/<slug:division>/standings.csv", exports.standings_csv, "standings_csv", EVERYBODY),
    page("e/<slug:event>/<slug:division>/results.csv", exports.results_csv, "results_csv", EVERYBODY),
    page("e/<slug:event>/<slug:division>/division.json", exports.division_json, "division_json", EVERYBODY),
    page("e/<slug:event>/<slug:division>/division.t", exports.division_tsh, "division_tsh", EVERYBODY),
    page("e/<slug:event>/<slug:division>/wall-chart/", public.wall_chart_page, "wall_chart", EVERYBODY),
    page("e/<slug:event>/<slug:division>/outlook/", outlook.outlook, "outlook", EVERYBODY),
    page("e/<slug:event>/<slug:division>/rounds/<int:number>/", public.round_page, "round", EVERYBODY),
    page("e/<slug:event>/<slug:division>/rounds/<int:number>/find/", hall.find_page, "find_table", EVERYBODY),
    page("e/<slug:event>/<slug:division>/display/", hall.display_page, "display", EVERYBODY),
    page("e/<slug:event>/<slug:division>/roster/", public.roster_page, "roster", EVERYBODY),
    page("e/<slug:event>/<slug:division>/rules/", public.rules_page, "rules", EVERYBODY),
    page("e/<slug:event>/<slug:division>/players/<int:number>/", public.player_page, "player", EVERYBODY),
]
