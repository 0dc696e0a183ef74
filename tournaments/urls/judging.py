"""Addresses of the word judge: the tablet's, the slip's, and the director's log."""

from clubs.access import EVERYBODY, KEY, page
from clubs.permissions import Action
from tournaments.pages.judging import cards, forfeit, log
from tournaments.pages.judging import tablet as kiosk

urlpatterns = [
    page("judge/worker.js", kiosk.worker, "judge_worker", EVERYBODY),
    page("judge/<str:key>/", kiosk.kiosk, "judge", KEY, "GET POST"),
    page("judge/<str:key>/words/<str:checksum>/", kiosk.words, "judge_words", KEY),
    page("s/<str:key>/judge/", kiosk.slip_kiosk, "slip_judge", KEY, "GET POST"),
    page("p/<str:key>/<int:number>/judge/", kiosk.slip_kiosk, "own_slip_judge", KEY, "GET POST"),
    page("e/<slug:event>/rulings/", log.rulings, "rulings", Action.RULE),
    page("e/<slug:event>/rulings/cards/", cards.table_cards, "table_cards", Action.RULE, "GET POST"),
    page("e/<slug:event>/rulings/<int:ruling>/", log.ruling, "ruling", Action.RULE, "GET POST"),
    page(
        "e/<slug:event>/rulings/<int:ruling>/forfeit/",
        forfeit.ruling_forfeit,
        "ruling_forfeit",
        Action.RULE,
        "GET POST",
    ),
    page("e/<slug:event>/<slug:division>/judge/", log.desk, "judge_desk", Action.RULE, "POST"),
]
