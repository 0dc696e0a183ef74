"""Every fault that a strict reader of GCG reports, and every check that no system makes, has its codes.

Each code has a file that shows it (``test_findings``), so a row here is a fault that is found in a record of our own.
"""

import pytest

from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.findings import Severity
from tests.games.engine.crossword.helpers import HEADER, check, codes

#: formats.md 3.4, the groups of MAGPIE's errors, in its order.
STRICT_READER = {
    # file and headings
    "empty file": "empty_file",
    "unsupported encoding": "encoding_unsupported",
    "encoding not first": "encoding_misplaced",
    "player number redundant": "player_repeated",
    "player missing": "player_missing",
    "player unknown": "player_number",
    "duplicate names": "name_duplicate",
    "duplicate nicknames": "nick_duplicate",
    "pragma after an event": "pragma_late",
    "repeated pragma": "pragma_repeated",
    "unknown variant": "variant_other",
    "unknown board": "board_other",
    "unknown distribution": "tile_set_other",
    "lexicon not given": "lexicon_missing",
    "event before players": "player_missing",
    "note before any event": "note_early",
    "line matches no token": "line_unknown",
    "line too long": "line_too_long",
    # events
    "more events than a game has": "too_many_events",
    "event by unknown player": "player_unknown",
    "event by player off turn": "off_turn",
    "move after end of game": "move_after_end",
    "end-type event before the end": "end_early",
    "event after a last-rack line": "event_after_rack",
    "time penalty too early": "time_early",
    "repeated end-rack points or penalty": "end_repeated",
    "repeated time penalty": "time_repeated",
    # racks
    "malformed rack": "rack_malformed",
    "rack not available from unseen tiles": "rack_not_available",
    "played letters not on rack": "tiles_not_on_rack",
    "letters known from a returned phony contradict a later rack": "rack_inconsistent",
    # challenges
    "returned tiles without a play": "withdrawn_without_play",
    "returned tiles differ from the play": "withdrawn_rack",
    "returned by wrong player": "withdrawn_wrong_player",
    "bonus without a play": "bonus_without_play",
    "bonus for wrong player": "bonus_wrong_player",
    # scores
    "malformed score": "score_malformed",
    "malformed total": "total_malformed",
    "move score is not the computed one": "score_wrong",
    "running total is not the computed one": "total_wrong",
    "end-rack points are not twice the rack": "end_points_wrong",
    "end-rack points counted once": "end_style",
    "end-rack penalty is not the rack": "end_rack_wrong",
    # moves
    "empty move": "event_malformed",
    "missing type, position, tiles or fields": "event_malformed",
    "bad player index": "json_malformed",
    "bad position token": "event_malformed",
    "not enough tiles to exchange": "exchange_too_few",
    "exchange larger than the rack": "exchange_too_many",
    "invalid tiles": "word_malformed",
    "more tiles than the rack allows": "too_many_tiles",
    "off board": "off_board",
    "overlap, or differs from the board": "occupied",
    "played through an empty square": "gap",
    "not connected": "not_touching",
    "bad start square": "off_centre",
    "incomplete placement": "part_of_word",
    "no new tile": "no_new_tile",
    "fewer than two letters": "one_letter",
    "surplus fields": "trailing_text",
    "phony word formed": "phoney",
}
#: gaps.md 3.7: what no other system checks, by its number there. (1, 9 and 11 are also of the site: results, editions, rulings.)
NOBODY_ELSE = {
    "1 result declared against scores": {"result_differs", "result_not_played"},
    "2 record against the result": {"result_differs", "result_unconfirmed", "first_other"},
    "3 the two sheets against each other": {"sheets_differ"},
    "4 challenge bonus against the rule": {
        "bonus_wrong",
        "lost_turn_other",
        "withdrawn_unplayable",
        "challenged_not_formed",
    },
    "5 time penalty": {"time_wrong", "time_too_long", "time_lost", "time_early", "time_repeated"},
    "6 exchange with too few in the bag": {"exchange_too_few"},
    "7 racks over the whole game": {"held_elsewhere", "rack_inconsistent", "end_rack_wrong", "rack_not_available"},
    "8 lost score of a returned phoney": {"withdrawn_score", "withdrawn_zero"},
    "9 dictionary edition": {"lexicon_missing", "withdrawn_valid", "bonus_for_phoney"},
    "10 unchallenged phoneys apart from errors": {"phoney"},
    "11 stated and computed are both kept": {"score_wrong", "total_wrong"},
    "12 challenges against the judge's log": {
        "challenge_not_logged",
        "adjudication_not_recorded",
        "ruled_good_came_off",
        "ruled_bad_stays",
        "ruled_points",
        "ruled_turn_kept",
        "ruled_game_went_on",
        "ruled_other_words",
    },
    "13 turn order against the assigned first": {"first_other"},
    "14 one file for two pairings": {"record_reused"},
}


@pytest.mark.parametrize("fault", STRICT_READER)
def test_each_fault_of_the_strict_reader_has_a_code(fault: str) -> None:
    assert STRICT_READER[fault] in CATALOGUE


@pytest.mark.parametrize("check_", NOBODY_ELSE)
def test_each_check_that_nobody_makes_has_codes(check_: str) -> None:
    assert CATALOGUE.keys() >= NOBODY_ELSE[check_]


def test_legal_play_is_never_an_error() -> None:
    for code in NOBODY_ELSE["10 unchallenged phoneys apart from errors"] | {"withdrawn_valid", "bonus_for_phoney"}:
        assert CATALOGUE[code].severity is Severity.NOTE


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (">anna:", "event_malformed"),
        (">anna: AINRTVW 8D +12 12", "event_malformed"),
        (">anna: AINRTVW TRAIN +12 12", "event_malformed"),
        (">anna: AINRTVW 99Z TRAIN +12 12", "event_malformed"),
        (">anna: AINRTVW 8D TRAIN +12", "event_malformed"),
        (">anna: AINRTVW 8D TR4IN +12 12", "word_malformed"),
        (">anna: AINRTVW 15L TRAIN +12 12", "off_board"),
        (">anna: AINRTVW 1A TRAIN +12 12", "off_centre"),
        (">anna: AINRTVW 8H T +1 1", "one_letter"),
        (">anna: AINRTVW 8D ..... +0 0", "gap"),
        (">anna: QQZZJJX - +0 0", "rack_not_available"),
        (">anna: AINRTVW -AINRTVWX +0 0", "exchange_too_many"),
        (">cleo: AINRTVW 8D TRAIN +12 12", "player_unknown"),
    ],
)
def test_faults_of_one_line(line: str, code: str) -> None:
    assert code in codes(check(HEADER + line + "\n"), notes=True)
