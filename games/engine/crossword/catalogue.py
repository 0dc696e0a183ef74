"""The catalogue of findings: each code with its severity, its sentence and what to do about it.

``docs/findings.md`` is generated from this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.engine.findings import EVENT_CATALOGUE, FindingKind, Severity, catalogue

_NOTE, _DISC, _ERR = Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR

_FILE: Final = {
    "file_unreadable": (_ERR, "The file cannot be read: %(stated)s", "Check the path and its permissions."),
    "folder_empty": (_ERR, "There is no .gcg file in this folder.", "Name the files, or another folder."),
    "empty_file": (_ERR, "The file is empty.", "Send the file again."),
    "too_large": (
        _ERR,
        "The file is %(stated)s bytes; the limit is %(computed)s.",
        "A game record is a few thousand bytes: this must be another file.",
    ),
    "not_text": (_ERR, "This is not a text file.", "A record is plain text: GCG, or one move a line."),
    "encoding_unsupported": (
        _ERR,
        "The file says it is encoded in %(stated)s, which we cannot read.",
        "It was read as %(computed)s. Save it as UTF-8.",
    ),
    "encoding_misplaced": (
        _ERR,
        "#character-encoding is on line %(where)s; it only counts on the first line.",
        "Move it to the top of the file.",
    ),
    "encoding_undecodable": (
        _ERR,
        "Some characters cannot be read as %(stated)s; the file was read as %(computed)s.",
        "Save the file as UTF-8 with a first line #character-encoding UTF-8.",
    ),
    "encoding_assumed": (
        _NOTE,
        "The file does not name its encoding; it was read as %(computed)s.",
        "GCG without #character-encoding is ISO-8859-1; these bytes are plainly UTF-8.",
    ),
    "line_too_long": (_ERR, "The line is %(stated)s characters long; only %(computed)s are read.", "It was skipped."),
    "line_unknown": (
        _ERR,
        "This line is not a move, a comment or a heading: %(stated)s",
        "Compare it with the lines around it.",
    ),
    "gcg_not_strict": (
        _ERR,
        "In strict GCG format this line means: %(computed)s",
        "Other programs may refuse it; here it was understood. Only looked for when it is asked for.",
    ),
    "too_many_events": (
        _ERR,
        "The record has more than %(computed)s moves; the rest was not read.",
        "One file holds one game.",
    ),
    "too_many_findings": (
        _ERR,
        "There are more than %(computed)s findings; the rest are not shown.",
        "Repair the first ones and check again.",
    ),
    "json_malformed": (
        _ERR,
        "This is not a JSON record: %(stated)s (at %(where)s).",
        "The form is described by docs/record.schema.json.",
    ),
    "no_events": (_ERR, "The file has no moves.", "Check that the right file was sent."),
}

_HEADER: Final = {
    "player_missing": (_ERR, "There is no #player%(number)s line.", "Name each player before the first move."),
    "player_repeated": (_ERR, "#player%(number)s appears twice.", "The first one was used."),
    "player_number": (_ERR, "#player%(stated)s is not a player in this game.", "Players are numbered 1 to 4."),
    "nick_duplicate": (
        _ERR,
        "Two players have the same nickname, %(stated)s, so we cannot tell whose moves are whose.",
        "Moves were given to the players in turn. Give each player a short name of their own.",
    ),
    "name_duplicate": (_ERR, "Two players have the same name, %(stated)s.", "Write each player's own name."),
    "pragma_repeated": (_DISC, "#%(pragma)s appears twice.", "The first one counts."),
    "pragma_late": (_DISC, "#%(pragma)s comes after the first move.", "Headings belong at the top of the file."),
    "pragma_unknown": (_NOTE, "#%(pragma)s is not a known heading.", "It is kept as it is."),
    "note_early": (_NOTE, "A #note comes before the first move.", "A note belongs to the move before it."),
    "lexicon_missing": (
        _NOTE,
        "The record does not name its dictionary; words were checked against the one chosen for this check.",
        "Add a #lexicon line.",
    ),
    "tile_set_other": (
        _DISC,
        "The record was played with the tiles %(stated)s; it was checked with %(computed)s.",
        "Check it by the rules of its own tile set.",
    ),
    "tile_set_assumed": (
        _NOTE,
        "The letters do not match the tile set %(stated)s; the record was checked with %(computed)s.",
        "Name the rules or the tile set to be sure. Words are not looked up.",
    ),
    "board_other": (
        _DISC,
        "The record was played on the board %(stated)s; it was checked on %(computed)s.",
        "Check it by the rules of its own board.",
    ),
    "variant_other": (
        _DISC,
        "The record says the variant is %(stated)s; it was checked as %(computed)s.",
        "Words may be judged wrongly.",
    ),
}

_EVENT: Final = {
    "player_unknown": (
        _ERR,
        "%(stated)s is not one of the players.",
        "The move was given to the player whose turn it was. Correct the name.",
    ),
    "off_turn": (
        _ERR,
        "%(stated)s moves, but it is %(computed)s's turn.",
        "A move is missing, or stands under the wrong name. A lost turn is written as a pass.",
    ),
    "event_malformed": (_ERR, "This move cannot be read: %(stated)s", "Write rack, place, word, score and total."),
    "score_malformed": (_ERR, "%(stated)s is not a score.", "Write a whole number with its sign, +12."),
    "total_malformed": (_ERR, "%(stated)s is not a running total.", "Write a whole number."),
    "rack_malformed": (
        _ERR,
        "The rack %(stated)s contains something that is not a tile: %(letter)s",
        "Write capital letters, and ? for a blank.",
    ),
    "rack_too_large": (
        _ERR,
        "The rack %(rack)s has %(stated)s tiles; the limit is %(computed)s.",
        "One tile too many was noted, or drawn.",
    ),
    "rack_not_available": (
        _ERR,
        "The rack %(rack)s is impossible: all copies of %(tiles)s are already on the board.",
        "A tile of the rack was misread here, or one on the board earlier.",
    ),
    "rack_inconsistent": (
        _DISC,
        "The rack %(rack)s is missing %(tiles)s, which the player kept from the turn before.",
        "One of the two racks was noted wrongly. Only a note when tiles were drawn in between.",
    ),
    "held_elsewhere": (
        _DISC,
        "%(tiles)s cannot have been on this rack: according to racks recorded earlier, another player had it.",
        "One of the racks was noted wrongly, or a tile on the board. Only a note as long as there is a bag.",
    ),
    "tiles_not_on_rack": (
        _ERR,
        "%(tiles)s is not on the rack.",
        "The rack or the word was noted wrongly.",
    ),
    "word_malformed": (
        _ERR,
        "The word %(stated)s contains something that is not a tile: %(letter)s",
        "Write letters, small ones for blanks, and . for a square that is already filled.",
    ),
    "score_wrong": (
        _DISC,
        "The play scores %(computed)s; the record says %(stated)s.",
        "The written score stands unless the players correct it.",
    ),
    "total_wrong": (
        _DISC,
        "The running total should be %(computed)s; the record says %(stated)s.",
        "Later totals are compared with the one written here.",
    ),
    "move_unreadable": (_ERR, "%(text)s", "Write a place and a word, -ABC to exchange, or - to pass."),
    "game_over": (_ERR, "The game is over.", "No further move is possible."),
    "trailing_text": (
        _NOTE,
        "Text after the total was ignored: %(stated)s",
        "It is kept. Only the first such line is named.",
    ),
}

_PLACEMENT: Final = {
    "off_board": (_ERR, "The word starting at %(place)s runs off the board.", "The place or the word is wrong."),
    "occupied": (
        _ERR,
        "The square %(place)s already has a different letter.",
        "The place or the word is wrong, or an earlier play is.",
    ),
    "gap": (
        _ERR,
        "The word plays through %(place)s, but that square is empty.",
        "The place or the dots are wrong.",
    ),
    "no_new_tile": (_ERR, "The play at %(place)s places no tiles.", "Every play lays at least one tile."),
    "one_letter": (
        _ERR,
        "The play at %(place)s does not form a word of at least two letters.",
        "A word has at least two letters.",
    ),
    "off_centre": (_ERR, "The first play does not cover the centre square.", "The first play must cover it."),
    "not_touching": (_ERR, "The play at %(place)s does not touch any tile on the board.", "The place is wrong."),
    "part_of_word": (
        _ERR,
        "There are tiles directly before or after the word; the whole word starts at %(place)s.",
        "Write the whole word, with . for letters already there.",
    ),
    "bag_exceeded": (
        _ERR,
        "The set does not have that many tiles: %(tiles)s is used one time too many.",
        "A letter of this or an earlier play is wrong, or a blank was written as a real tile.",
    ),
    "too_many_tiles": (
        _ERR,
        "The play uses %(stated)s tiles; a player can hold only %(computed)s.",
        "A letter already on the board was written as new, or a play is missing.",
    ),
    "board_uncertain": (
        _NOTE,
        "From here on the board is uncertain, because the play on turn %(where)s could not be placed.",
        "Later plays that depend on it were not judged. Repair that turn first.",
    ),
    "phoney": (_NOTE, "Not in the dictionary, but not challenged: %(words)s", "The play stands all the same."),
}

_EXCHANGE: Final = {
    "exchange_nothing": (_ERR, "The exchange names no tiles.", "Write - for a pass."),
    "exchange_too_few": (
        _ERR,
        "Only %(bag)s tiles were left in the bag; an exchange needs %(needed)s.",
        "The exchange was against the rules, or a play is missing.",
    ),
    "exchange_too_many": (
        _ERR,
        "%(stated)s tiles were exchanged; a player can hold only %(computed)s.",
        "Correct the exchange.",
    ),
}

_CHALLENGE: Final = {
    "withdrawn_without_play": (
        _ERR,
        "A play is withdrawn, but the previous turn was not a play.",
        "The line must follow the play that was challenged.",
    ),
    "withdrawn_wrong_player": (
        _ERR,
        "%(stated)s withdraws a play that %(computed)s made.",
        "The line carries the name of the player who made the play.",
    ),
    "withdrawn_rack": (
        _DISC,
        "The withdrawn rack is %(stated)s, but the play was made from %(computed)s.",
        "The player gets the same rack back.",
    ),
    "withdrawn_score": (
        _DISC,
        "%(stated)s points are taken off; the play had scored %(computed)s.",
        "The score must go back to what it was before the play.",
    ),
    "withdrawn_zero": (
        _NOTE,
        "The withdrawn play is recorded with 0 points, but the total correctly went down by %(computed)s.",
        "Nothing to do.",
    ),
    "withdrawn_valid": (
        _NOTE,
        "The play was challenged off, but all its words are in the dictionary: %(words)s",
        "Another dictionary was used, or the challenge was decided wrongly.",
    ),
    "withdrawn_unplayable": (
        _DISC,
        "This event has no challenges, but a play is challenged off.",
        "Check the challenge rule of the event.",
    ),
    "lost_turn_other": (
        _DISC,
        "A turn is lost for a failed challenge; under the rule in force (%(computed)s) it costs no turn.",
        "Check the challenge rule of the event.",
    ),
    "bonus_without_play": (
        _ERR,
        "There are points for a failed challenge, but the previous turn was not a play.",
        "The line must follow the play that was challenged.",
    ),
    "bonus_wrong_player": (
        _ERR,
        "The points for the failed challenge go to %(stated)s; they should go to %(computed)s.",
        "Correct the name.",
    ),
    "bonus_wrong": (
        _DISC,
        "A failed challenge is worth %(computed)s points under the rule in force; the record says %(stated)s.",
        "Check the challenge rule of the event.",
    ),
    "challenged_not_formed": (
        _DISC,
        "The challenge names %(stated)s, but the play formed %(computed)s.",
        "Only words of the play just made can be challenged.",
    ),
    "bonus_for_phoney": (
        _NOTE,
        "The challenge failed, but the dictionary does not have %(words)s.",
        "Another dictionary was used, or another word was challenged.",
    ),
}

_END: Final = {
    "move_after_end": (_ERR, "The game was over before this move.", "A play before it is wrong, or this one is."),
    "event_after_rack": (_ERR, "There is a move after the final racks.", "#rack lines come last."),
    "end_early": (_ERR, "Unplayed tiles are scored before the game is over.", "A move is missing."),
    "end_repeated": (_ERR, "Unplayed tiles are scored twice for the same player.", "Take one of the lines out."),
    "end_wrong_player": (
        _ERR,
        "%(stated)s gets the points for going out, but %(computed)s went out.",
        "Correct the name.",
    ),
    "end_rack_wrong": (
        _DISC,
        "The record says the unplayed tiles are %(stated)s; the tiles left are %(computed)s.",
        "Compare with the tiles on the board.",
    ),
    "end_points_wrong": (
        _DISC,
        "The unplayed tiles are worth %(computed)s; the record says %(stated)s.",
        "Check the values of the tiles and the rule in force.",
    ),
    "end_style": (
        _DISC,
        "The unplayed tiles are scored once for each player; under these rules the player who went out "
        "scores them double (%(computed)s instead of %(stated)s).",
        "The spread is the same either way; the scores are not.",
    ),
    "end_missing": (
        _DISC,
        "The game is over, but the unplayed tiles are not scored: %(computed)s.",
        "Add the points for unplayed tiles.",
    ),
    "end_not_counted": (
        _DISC,
        "Under these rules the unplayed tiles do not score, but the record says %(stated)s.",
        "Check the rule in force.",
    ),
    "time_early": (_ERR, "A time penalty comes before the end of the game.", "It belongs at the end."),
    "time_repeated": (_ERR, "The same player has a second time penalty.", "Write one line with the sum."),
    "time_wrong": (
        _DISC,
        "A time penalty of %(stated)s is not a whole number of minutes at %(computed)s points each.",
        "Check the clock rule of the event.",
    ),
    "time_too_long": (
        _DISC,
        "The time penalty is %(stated)s points; the most that overtime allows is %(computed)s.",
        "The director decides what happens to the game.",
    ),
    "time_lost": (
        _DISC,
        "%(stated)s took more than the permitted %(computed)s minutes of overtime and loses the game.",
        "The scores on the board stay; those that count follow from the rules in force.",
    ),
    "incomplete": (
        _NOTE,
        "The record stops before the end of the game.",
        "Nothing is wrong with the part that is there.",
    ),
}

_COMPARISON: Final = {
    "result_differs": (
        _DISC,
        "Replayed by the rules, the record ends %(computed)s; the result says %(stated)s. Both are "
        "stored; check which is right.",
        "The written result stands unless the players or the director correct it.",
    ),
    "result_not_played": (
        _DISC,
        "A game reported as not played has a record.",
        "Report the scores, or take the record out.",
    ),
    "result_without_time": (
        _DISC,
        "According to the record %(computed)s lost the game on time; the result does not say so.",
        "Report the game as lost on time, with the scores on the board.",
    ),
    "tie_won_by_other": (
        _DISC,
        "The player who led before unplayed tiles were counted wins: %(computed)s according to the "
        "record, %(stated)s according to the result.",
        "Correct the one that is wrong.",
    ),
    "result_unconfirmed": (
        _NOTE,
        "The record stops before the end of the game, so it cannot confirm the result.",
        "Nothing is wrong with the part that is there.",
    ),
    "first_other": (
        _DISC,
        "In the record %(stated)s plays first; the pairing has %(computed)s first.",
        "Who starts counts for the balance of first turns.",
    ),
    "players_other": (
        _DISC,
        "The record is of a game between %(stated)s; the pairing is %(computed)s.",
        "Send the record of this game, or correct the names in it.",
    ),
    "edition_other": (
        _DISC,
        "The record names the dictionary %(stated)s; the division uses %(computed)s.",
        "Correct the heading #lexicon, or send the record of this game.",
    ),
    "date_other": (
        _DISC,
        "The record is dated %(stated)s; the round was played on %(computed)s.",
        "Correct the heading #date, or send the record of this game.",
    ),
    "sheets_differ": (
        _DISC,
        "The records first differ at turn %(number)s: %(stated)s and %(computed)s.",
        "From there on the two sheets tell different games; the board decides.",
    ),
    "record_reused": (
        _DISC,
        "The same record was sent for another game (%(where)s). Is it the right one?",
        "Send the record of this game.",
    ),
    "challenge_not_logged": (
        _NOTE,
        "Turn %(number)s of the record is a challenge that the word judge was not asked about.",
        "Words are judged by the event's dictionary, not by the players.",
    ),
    "adjudication_not_recorded": (
        _NOTE,
        "The word judge was asked about %(words)s, but no play in the record forms these words.",
        "The play is missing, or the adjudication belongs to another game.",
    ),
    "ruled_good_came_off": (
        _DISC,
        "The word judge found %(words)s acceptable, but in the record the play (turn %(number)s) comes off.",
        "The judge's verdict counts.",
    ),
    "ruled_bad_stays": (
        _DISC,
        "The word judge found %(words)s not acceptable, but in the record the play (turn %(number)s) stays.",
        "The judge's verdict counts: the play comes off, and its points with it.",
    ),
    "ruled_points": (
        _DISC,
        "The failed challenge on turn %(number)s is worth %(computed)s points according to the word judge, "
        "%(stated)s in the record.",
        "Write the points of the adjudication under the play.",
    ),
    "ruled_turn_kept": (
        _DISC,
        "According to the word judge the challenger on turn %(number)s lost a turn, but the next turn in "
        "the record is not a pass.",
        "A lost turn is written as a pass.",
    ),
    "ruled_game_went_on": (
        _DISC,
        "According to the word judge the challenge on turn %(number)s ended the game, but the record continues.",
        "What was played after it does not count.",
    ),
    "ruled_other_words": (
        _NOTE,
        "In the record %(stated)s was challenged (turn %(number)s); the word judge was asked about %(words)s.",
        "The words that the judge was asked about decide.",
    ),
}

#: Every code, in the order of the documentation.
CATALOGUE: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {
        **catalogue(
            {
                "File": _FILE,
                "Heading": _HEADER,
                "Move": _EVENT,
                "Placement": _PLACEMENT,
                "Exchange": _EXCHANGE,
                "Challenge": _CHALLENGE,
                "End of the game": _END,
                "Comparison with other papers": _COMPARISON,
            }
        ),
        **EVENT_CATALOGUE,
    }
)
