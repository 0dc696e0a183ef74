"""Addresses of the word judge: the tablet's, the slip's, and the director's log."""

from django.urls import path

from tournaments.views.judge import cards, forfeit, kiosk, log

urlpatterns = [
    path("judge/worker.js", kiosk.worker, name="judge_worker"),
    path("judge/<str:key>/", kiosk.kiosk, name="judge"),
    path("judge/<str:key>/words/<str:checksum>/", kiosk.words, name="judge_words"),
    path("s/<str:key>/judge/", kiosk.slip_kiosk, name="slip_judge"),
    path("p/<str:key>/<int:number>/judge/", kiosk.slip_kiosk, name="own_slip_judge"),
    path("e/<slug:event>/rulings/", log.rulings, name="rulings"),
    path("e/<slug:event>/rulings/cards/", cards.table_cards, name="table_cards"),
    path("e/<slug:event>/rulings/<int:ruling>/", log.ruling, name="ruling"),
    path("e/<slug:event>/rulings/<int:ruling>/forfeit/", forfeit.ruling_forfeit, name="ruling_forfeit"),
    path("e/<slug:event>/<slug:division>/judge/", log.desk, name="judge_desk"),
]
