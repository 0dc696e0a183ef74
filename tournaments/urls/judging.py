"""Addresses of the word judge: the tablet's, the slip's, and the director's log."""

from clubs.access import KEY, page
from clubs.permissions import Action
from tournaments.access import of_division, of_event
from tournaments.pages.judging import cards, log, tablet

urlpatterns = [
    page("judge/<str:key>/", tablet.judge_page, "judge", KEY, "GET POST"),
    page("judge/<str:key>/words/<str:checksum>/", tablet.words, "judge_words", KEY),
    page("s/<str:key>/judge/", tablet.slip_judge_page, "slip_judge", KEY, "GET POST"),
    page("p/<str:key>/<int:number>/judge/", tablet.slip_judge_page, "own_slip_judge", KEY, "GET POST"),
    of_event("adjudications/", log.adjudications, "adjudications", Action.RULE),
    of_event("adjudications/cards/", cards.table_cards, "table_cards", Action.RULE, "GET POST"),
    of_event("adjudications/<int:adjudication>/", log.adjudication, "adjudication", Action.RULE, "GET POST"),
    of_event(
        "adjudications/<int:adjudication>/forfeit/",
        log.enter_forfeit_page,
        "adjudication_forfeit",
        Action.RULE,
        "GET POST",
    ),
    of_division("judge/", log.desk, "judge_tablet", Action.RULE, "POST"),
]
