"""The part of the catalogue about the end of a game, and about a record beside other papers of the same game."""

from __future__ import annotations

from typing import Final

from games.engine.crossword.severity import Severity

_NOTE, _DISC, _ERR = Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR

END: Final = {
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
        "The unplayed tiles are scored once for each player; under these rules the player who went out scores them "
        "double (%(computed)s instead of %(stated)s).",
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

COMPARISON: Final = {
    "result_differs": (
        _DISC,
        "Replayed by the rules the record ends %(computed)s; the result says %(stated)s. Both are stored; check "
        "which is right.",
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
    "ruling_not_recorded": (
        _NOTE,
        "The word judge was asked about %(words)s, but no play in the record forms these words.",
        "The play is missing, or the ruling belongs to another game.",
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
        "Write the points of the ruling under the play.",
    ),
    "ruled_turn_kept": (
        _DISC,
        "According to the word judge the challenger on turn %(number)s lost a turn, but the next turn in the "
        "record is not a pass.",
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

#: What only an event can find: between reports, and in its games of Word Basket.
IN_AN_EVENT: Final = {
    "cards_differ": (
        _DISC,
        "The record ends %(computed)s; %(stated)s was reported.",
        "Compare the scoresheet with the report.",
    ),
    "basket_rules_other": (
        _DISC,
        "The record names different rules from the division's.",
        "It was read by its own; take the heading out, or correct it.",
    ),
    "basket_sheets_differ": (
        _DISC,
        "The records first differ in game %(game)s, turn %(number)s: %(stated)s and %(computed)s.",
        "From there on the two sheets tell different games.",
    ),
    "reported_later": (
        _DISC,
        "A different result was reported after this one was confirmed: %(stated)s.",
        "If the result is wrong, an official corrects it with a ruling.",
    ),
}
