"""Addresses of the pages that everybody may see, and of the slip links."""

from django.urls import URLPattern, path

from tournaments.views import exports, games, hall, kiosk, outlook, own_page, public, slip, slip_photo

urlpatterns: list[URLPattern] = [
    path("s/", slip.code_page, name="slip_code"),
    path("s/<str:key>/", slip.slip_page, name="slip"),
    path("s/<str:key>/check/", slip.check_moves, name="slip_check"),
    path("s/<str:key>/sent/<uuid:token>/", slip.sent_page, name="slip_sent"),
    path("s/<str:key>/sent/<uuid:token>/photo/", slip_photo.send_photo, name="slip_photo"),
    path("p/<str:key>/", own_page.own_page, name="own_page"),
    path("p/<str:key>/<int:number>/", slip.slip_page, name="own_slip"),
    path("p/<str:key>/<int:number>/check/", slip.check_moves, name="own_slip_check"),
    path("p/<str:key>/<int:number>/sent/<uuid:token>/", slip.sent_page, name="own_slip_sent"),
    path("p/<str:key>/<int:number>/sent/<uuid:token>/photo/", slip_photo.send_photo, name="own_slip_photo"),
    path("k/<str:key>/", kiosk.kiosk, name="kiosk"),
    path("e/<slug:event>/", public.event_page, name="event"),
    path("e/<slug:event>/clock/", hall.clock_time, name="clock_time"),
    path("e/<slug:event>/prizes/", public.prizes_page, name="prizes"),
    path("e/<slug:event>/games/<int:pairing_id>/", games.replay_page, name="replay"),
    path("e/<slug:event>/games/<int:pairing_id>/record/", games.record_file, name="record_file"),
    path("e/<slug:event>/<slug:division>/standings/", public.standings_page, name="standings"),
    path("e/<slug:event>/<slug:division>/handicap/", public.handicap_page, name="handicap"),
    path("e/<slug:event>/<slug:division>/rules/", public.rules_page, name="rules"),
    path("e/<slug:event>/<slug:division>/standings.csv", exports.standings_csv, name="standings_csv"),
    path("e/<slug:event>/<slug:division>/results.csv", exports.results_csv, name="results_csv"),
    path("e/<slug:event>/<slug:division>/division.json", exports.division_json, name="division_json"),
    path("e/<slug:event>/<slug:division>/division.t", exports.division_tsh, name="division_tsh"),
    path("e/<slug:event>/<slug:division>/wall-chart/", public.wall_chart_page, name="wall_chart"),
    path("e/<slug:event>/<slug:division>/outlook/", outlook.outlook, name="outlook"),
    path("e/<slug:event>/<slug:division>/rounds/<int:number>/", public.round_page, name="round"),
    path("e/<slug:event>/<slug:division>/rounds/<int:number>/find/", hall.find_page, name="find_table"),
    path("e/<slug:event>/<slug:division>/display/", hall.display_page, name="display"),
    path("e/<slug:event>/<slug:division>/roster/", public.roster_page, name="roster"),
    path("e/<slug:event>/<slug:division>/players/<int:number>/", public.player_page, name="player"),
]
