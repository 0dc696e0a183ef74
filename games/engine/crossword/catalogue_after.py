"""The part of the catalogue about the end of a game, and about a record beside other papers of the same game."""

from __future__ import annotations

from typing import Final

from games.engine.crossword.severity import Severity

_NOTE, _DISC, _ERR = Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR

END: Final = {
    "move_after_end": (_ERR, "The game was over before this move.", "A play before it is wrong, or this one is."),
    "event_after_rack": (_ERR, "A move follows the final racks.", "#rack lines come last."),
    "end_early": (_ERR, "Unplayed tiles are counted before the game is over.", "A move is missing."),
    "end_repeated": (_ERR, "Unplayed tiles are counted twice for the same player.", "Take one of the lines out."),
    "end_wrong_player": (
        _ERR,
        "%(stated)s gets the points for going out; %(computed)s went out.",
        "Correct the name.",
    ),
    "end_rack_wrong": (
        _DISC,
        "The unplayed tiles are written as %(stated)s; the tiles left over are %(computed)s.",
        "Compare with the tiles on the board.",
    ),
    "end_points_wrong": (
        _DISC,
        "The unplayed tiles change the score by %(computed)s; %(stated)s is written.",
        "Check the values of the tiles and the rule in force.",
    ),
    "end_style": (
        _DISC,
        "The unplayed tiles are counted once for each player; the rules in force count them twice for the one who went"
        " out (%(computed)s instead of %(stated)s).",
        "The spread is the same either way; the scores are not.",
    ),
    "end_missing": (
        _DISC,
        "The game is over, but the unplayed tiles are not counted: %(computed)s.",
        "Add the points for unplayed tiles.",
    ),
    "end_not_counted": (
        _DISC,
        "The rules in force do not count these unplayed tiles, but %(stated)s is written.",
        "Check the rule in force.",
    ),
    "time_early": (_ERR, "A time penalty is written before the game is over.", "It belongs at the end."),
    "time_repeated": (_ERR, "A second time penalty for the same player.", "Write one line with the sum."),
    "time_wrong": (
        _DISC,
        "A time penalty of %(stated)s is not a number of minutes at %(computed)s points each.",
        "Check the clock rule of the event.",
    ),
    "time_too_long": (
        _DISC,
        "The time penalty is %(stated)s points; the permitted overtime ends at %(computed)s.",
        "The director decides what happens to the game.",
    ),
    "time_lost": (
        _DISC,
        "%(stated)s took more overtime than the %(computed)s minutes permitted, and loses the game for it.",
        "The scores on the board stay; those that count follow from the rules in force.",
    ),
    "incomplete": (_NOTE, "The record stops before the game is over.", "Nothing is wrong with the part that is there."),
}

COMPARISON: Final = {
    "result_differs": (
        _DISC,
        "The record, replayed by the rules, ends %(computed)s; the result says %(stated)s. Both are kept; check which is"
        " right.",
        "The written result stands unless the players or the director correct it.",
    ),
    "result_not_played": (
        _DISC,
        "A record came with a game that was reported as not played.",
        "Report the scores, or take the record out.",
    ),
    "result_without_time": (
        _DISC,
        "By the record %(computed)s lost the game on time; the result does not say so.",
        "Report the game as lost on time, with the scores on the board.",
    ),
    "result_unconfirmed": (
        _NOTE,
        "The record does not reach the end of the game; its scores cannot confirm the result.",
        "Nothing is wrong with the part that is there.",
    ),
    "first_other": (
        _DISC,
        "In the record %(stated)s plays first; the pairing has %(computed)s first.",
        "Who starts counts for the balance of first turns.",
    ),
    "players_other": (
        _DISC,
        "The record is of a game between %(stated)s; the pairing has %(computed)s.",
        "Send the record of this game, or correct the names in it.",
    ),
    "edition_other": (
        _DISC,
        "The record names the dictionary %(stated)s; the division plays by %(computed)s.",
        "Correct the heading #lexicon, or send the record of this game.",
    ),
    "date_other": (
        _DISC,
        "The record names the day %(stated)s; the round was played %(computed)s.",
        "Correct the heading #date, or send the record of this game.",
    ),
    "sheets_differ": (
        _DISC,
        "The records first differ at turn %(number)s: %(stated)s against %(computed)s.",
        "From there on the two sheets tell different games; the board decides.",
    ),
    "record_reused": (
        _DISC,
        "The same record was given for another game (%(where)s). Is it the right one?",
        "Send the record of this game.",
    ),
    "challenge_not_logged": (
        _NOTE,
        "Turn %(number)s of the record is a challenge that the judge's log does not have.",
        "Words are judged by the event's dictionary, not by the players.",
    ),
    "ruling_not_recorded": (
        _NOTE,
        "The judge ruled on %(words)s; no play of the record forms these words.",
        "The play is missing, or the ruling belongs to another game.",
    ),
    "ruled_good_came_off": (
        _DISC,
        "The judge ruled %(words)s acceptable; in the record the play (turn %(number)s) comes off.",
        "The judge's verdict counts.",
    ),
    "ruled_bad_stays": (
        _DISC,
        "The judge ruled %(words)s not acceptable; in the record the play (turn %(number)s) stays.",
        "The judge's verdict counts: the play comes off, and its points with it.",
    ),
    "ruled_points": (
        _DISC,
        "The lost challenge of turn %(number)s moves %(computed)s points by the judge's log, %(stated)s in the record.",
        "Write the points of the ruling under the play.",
    ),
    "ruled_turn_kept": (
        _DISC,
        "The challenger of turn %(number)s lost the turn by the judge's log; in the record the next turn is no pass.",
        "A lost turn is written as a pass.",
    ),
    "ruled_game_went_on": (
        _DISC,
        "The challenge of turn %(number)s decided the game by the judge's log; in the record the game goes on.",
        "What was played after it does not count.",
    ),
    "ruled_other_words": (
        _NOTE,
        "In the record %(stated)s was challenged (turn %(number)s); the judge was asked about %(words)s.",
        "The words that the judge was asked about decide.",
    ),
}

#: What only an event can find: between reports, and in its games of Word Basket.
IN_AN_EVENT: Final = {
    "cards_differ": (
        _DISC,
        "The record ends %(computed)s; reported was %(stated)s.",
        "Compare the scoresheet with the report.",
    ),
    "basket_rules_other": (
        _DISC,
        "The record names other rules than the division's.",
        "It was read by its own; take the heading out, or correct it.",
    ),
    "basket_sheets_differ": (
        _DISC,
        "The records first differ in game %(game)s, event %(number)s: %(stated)s against %(computed)s.",
        "From there on the two sheets tell different games.",
    ),
    "reported_later": (
        _DISC,
        "After the result was confirmed, another one was reported: %(stated)s.",
        "If the result is wrong, an official corrects it with a ruling.",
    ),
}
