"""What a program sends, by example: one body for each operation of the API that takes one, by the operation's name.

Each is what a director or a player of one event would send: of a club, “harbour”, and its “spring-open”. The schema shows
them. Tests hold each against its operation and send it; there its ids are replaced by those of rows.
"""

from collections.abc import Mapping
from typing import Any, Final

_ONCE: Final = "b9c1f6e2-41d7-4c0e-9a53-0f2d8e7a6c14"
_DIVISION: Final = {
    "rules_slug": "tournament",
    "challenge_rule": "double",
    "lexicon_version": 3,
    "rounds_planned": 8,
    "rating_pool": "harbour-ratings",
    "bye_spread": 50,
    "forfeit_spread": -50,
}
_SCORES: Final = {"first_score": 431, "second_score": 389}
_REPORT: Final = {**_SCORES, "client_token": _ONCE, "record": "8D TRAIN 12\nE7 TRACE 14\nH4 LINEN 6\n"}
_ROSTER: Final = {
    "text": "name,rating,games\nHiro Tansy,1537,204\nImani Sable,1460,58\nJonas Fenwick,1398,52\n",
    "format": "csv",
}
_RATINGS: Final = "name,rating,games\nAbena Quill,1934,412\nBartosz Vane,1871,265\n"
_PERSON: Final = {"name": "Greta Oxbow", "rating": 1583, "club": "Riverside"}
_TWO_ENTRIES: Final = {"first": 12, "second": 15}

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    # Accounts and clubs
    "login": {"username": "director", "password": "correct horse battery staple"},
    "make_token": {"name": "Scoreboard in the hall", "scopes": ["read"], "days": 365, "club": "harbour"},
    "open_club": {"name": "Riverside Word Club", "about": "Every Thursday, upstairs at the old ferry office."},
    "change_club": {
        "place": "Old ferry office, 3 Quay Street",
        "time_zone": "Europe/London",
        "roll_readers": "members",
    },
    "set_member": {"username": "edda", "role": "scorer"},
    "give_club_role": {"username": "edda", "role": "assistant"},
    "give_event_role": {"username": "edda", "role": "scorer", "tables": "1-8, 12"},
    "add_webhook": {
        "name": "Scoreboard",
        "address": "https://board.example.org/wordhall/",
        "topics": ["round.published", "result.confirmed"],
    },
    "change_webhook": {
        "name": "Scoreboard",
        "address": "https://board.example.org/wordhall/",
        "topics": ["round.published", "result.confirmed", "result.corrected"],
    },
    "merge_players": {"duplicate": 44, "kept": 31, "reason": "typed twice"},
    "undo_merge": {"reason": "two people of the same name"},
    "anonymise_player": {"reason": "asked to be forgotten"},
    # Dictionaries
    "judge_words": {"words": ["TRAIN", "TRACE"]},
    "look_up_words": {"words": ["TRAIN", "TRIAN", "TRACE"]},
    "send_word_list": {"file": "QI\nTRAIN\nZA\n", "name": "House words", "label": "2026", "language": "en"},
    # Events and divisions
    "create_event": {"name": "Summer Open", "starts_on": "2026-05-09", "division": _DIVISION},
    "change_event": {"starts_on": "2026-05-09", "place": "Old ferry office, 3 Quay Street", "fees": "20 €"},
    "add_division": {**_DIVISION, "name": "B"},
    "change_division": {"rounds_planned": 10, "round_minutes": 50},
    "finish_event": {"despite_questions": False},
    "reopen_event": {"reason": "table 4 of the last round was entered the wrong way round"},
    # Players
    "preview_roster": _ROSTER,
    "import_roster": _ROSTER,
    "add_entry": {"name": "Lorcan Ash", "rating": 1215, "club": "Riverside", "from_round": 3},
    "change_entry": {"player_class": "B", "team": "Harbour", "fixed_table": 1},
    "withdraw_entry": {"after_round": 1, "reason": "ill"},
    "return_entry": {"reason": "feels better"},
    "replace_personal_link": {"reason": "lost the phone"},
    "set_absences": {"absences": [{"round": 3, "kind": "bye"}, {"round": 4, "kind": "absent"}]},
    "block_pair": {"entry_a": 12, "entry_b": 15, "reason": "brother and sister", "weak": True},
    "set_seeds": {"seeds": [{"entry": 12, "seed": 1}], "reason": "last year's champion"},
    "import_past_rounds": {
        "text": "Hiro Tansy 1537 2; 412; p12 1\nImani Sable 1460 1; 351; p12 2\n",
        "format": "tsh",
        "dry_run": True,
    },
    "follow_feed": {"address": "https://scores.example.org/spring-open/tourney.js", "parts": {"a": "A"}},
    "change_feed": {"act": "read"},
    # Registration and check-in
    "change_registration": {
        "is_open": True,
        "closes_at": "2026-05-07T18:00:00Z",
        "currency": "EUR",
        "consent": "My name and my results may be printed.",
        "fields": {"rating": "required", "phone": "hidden"},
        "divisions": [{"division": "a", "capacity": 40, "fee": "20.00"}],
    },
    "register": {
        "client_token": _ONCE,
        "people": [{**_PERSON, "division": "a"}],
        "email": "greta@example.org",
        "consents": True,
    },
    "correct_registration": {**_PERSON, "rating": 1591},
    "accept_registrations": {"people": [21, 22]},
    "refuse_registrations": {"people": [21, 22], "reason": "The hall is full."},
    "cancel_registrations": {"people": [21, 22], "reason": "You wrote that you cannot come."},
    "mark_fees": {"people": [21, 22], "mark": "paid", "note": "cash"},
    "send_back_registration": {"fields": ["rating"], "message": "Which list is this rating from?"},
    "move_registration": {"division": "b"},
    "say_who_registered": {"same_as": 31},
    "grant_pairing_request": {"entry": 15},
    "set_up_check_in": {"self_open": True, "waits": True, "forfeit_minutes": 15},
    "check_players_in": {"entries": [12, 15]},
    "mark_no_shows": {"entries": [12, 15]},
    "withdraw_no_show": {"entry": 12},
    # Rounds
    "change_round_plan": {"from_round": 2, "text": "6 Swiss on lagged standings, 1 KOTH"},
    "draft_round": {"system": "swiss", "options": {"max_repeats": 1, "gibson": True}, "based_on": 1},
    "pair_by_hand": {"text": "1 4, 2 6", "system": "swiss", "preview": True},
    "lock_pair": _TWO_ENTRIES,
    "unlock_pair": _TWO_ENTRIES,
    "swap_players": {"expected_version": 2, "entry_a": 12, "entry_b": 15},
    "swap_seats": {"expected_version": 2, "pairing_id": 7},
    "discard_draft": {"expected_version": 2},
    "publish_round": {"expected_version": 2},
    "unpublish_round": {"expected_version": 3, "reason": "a player who is absent was paired"},
    "start_rounds": {"rounds": [{"division": "a", "number": 2, "expected_version": 2}], "clock": True},
    "switch_auto_pairing": {"on": True, "system": ""},
    "switch_queue": {"automatic": True},
    "join_queue": {"entries": [12, 15]},
    "hold_in_queue": {"held": True},
    "pair_queue": {"entries": [12, 15]},
    "start_clock": {"division": "a", "minutes": 50},
    "change_clock": {"act": "extend", "seen": 1, "minutes": 5, "reason": "fire alarm"},
    "give_table_time": {"table": 3, "minutes": 5, "reason": "a lamp went out"},
    # Results
    "enter_result": _REPORT,
    "report_own_game": _REPORT,
    "report_game": {**_REPORT, "side": "first"},
    "confirm_reported": {"seen": [{"pairing_id": 7, "version": 1}]},
    "rule_result": {"first_score": 421, "second_score": 389, "reason": "recount", "expected_version": 2},
    "preview_ruling": {"first_score": 421, "second_score": 389},
    "say_who_goes_on": {"seat": 2},
    "undo_entry": {"entry": "report-12"},
    "replace_slip": {"reason": "the slip was photographed"},
    # Challenges
    "rule_challenge": {
        "words": ["TRACE"],
        "pairing": 7,
        "challenger": 12,
        "play_score": 14,
        "client_token": _ONCE,
    },
    "rule_word": {"word": "ついか", "basket": "つ", "card": "か", "client_token": _ONCE},
    "appeal_adjudication": {"reason": "The word on the slip was misread.", "client_token": _ONCE},
    "overrule_adjudication": {
        "acceptable": False,
        "reason": "The word on the slip was misread.",
        "client_token": _ONCE,
    },
    # Prizes
    "add_prize": {"name": "First place", "kind": "rank", "place": 1, "amount": "120.00", "division": "a"},
    "change_prize": {"name": "High game", "kind": "high_game", "value": "a box of chocolates"},
    "change_prize_fund": {
        "currency": "EUR",
        "fee": "20.00",
        "added": "50.00",
        "costs": "35.00",
        "sharing": "sum",
        "unit": "5.00",
    },
    # Leagues
    "create_league": {"name": "Thursday ladder", "about": "Club nights from May to August."},
    "create_season": {
        "name": "Summer 2026",
        "starts_on": "2026-05-07",
        "ends_on": "2026-08-27",
        "best_events": 10,
        "divisions": [{"name": "A"}, {"name": "B", "exchange": 2}],
    },
    "count_event": {"event": "spring-open", "division": "a"},
    # Ratings
    "create_rating_pool": {"name": "Harbour club nights", "system": "glicko225"},
    "choose_division_pools": {"setting": "tournament", "further_pools": ["harbour-club-nights"], "show_chances": True},
    "pin_ratings": {"official_list": 5},
    "seed_ratings": {"text": _RATINGS, "source": "Federation list of May", "as_of": "2026-05-01", "choices": {"3": ""}},
    "publish_official_list": {"name": "May 2026", "effective": "2026-05-09"},
    "ask_rating_check": {"kind": "check"},
    "preview_rating_import": {"text": _RATINGS},
    "import_ratings": {"text": _RATINGS, "choices": {"2": "new", "3": "new"}},
    "change_opening_rating": {"rating": 1540, "games": 40, "reason": "rating card of the federation"},
    "change_accepted_results": {
        "game": "crossword",
        "setting": "tournament",
        "rules": ["tournament"],
        "dictionaries": [],
    },
    "move_rated_game": {"game": "pairing:7", "player": 31, "really": 44, "reason": "the wrong player was entered"},
}
