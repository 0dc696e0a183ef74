"""The catalogue of Word Basket's findings: code, severity, the sentence, and advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.findings import FindingKind, Severity, catalogue
from lexicon.engine.shiritori import REASONS, Reason

_NOTE, _DISC, _ERR = Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR
_Row = tuple[Severity, str, str]

_FILE: Final[dict[str, _Row]] = {
    "file_unreadable": (
        _ERR,
        "The file cannot be read: %(stated)s",
        "Check the path and who may read it.",
    ),
    "folder_empty": (
        _ERR,
        "There is no .basket file in this folder.",
        "Name the files.",
    ),
    "empty_file": (_ERR, "The record is empty.", "Send again."),
    "too_large": (
        _ERR,
        "The record is %(stated)s bytes; the limit is %(computed)s.",
        "A record has a few thousand bytes: this is some other file.",
    ),
    "not_text": (_ERR, "This is not UTF-8 text.", "Save the record as UTF-8."),
    "json_malformed": (
        _ERR,
        "This JSON is not a Word Basket record: %(stated)s",
        "Compare it with the JSON form in the documentation.",
    ),
    "too_many_events": (
        _ERR,
        "The record has more than %(computed)s moves; the rest was not read.",
        "One file holds one game.",
    ),
    "heading_malformed": (
        _ERR,
        "This heading cannot be read: %(stated)s",
        "The headings are listed in the documentation.",
    ),
    "option_invalid": (
        _ERR,
        "This rules option is not valid: %(stated)s",
        "The rules without it were used.",
    ),
    "option_other": (
        _DISC,
        "The record says “%(stated)s”; this division plays with %(computed)s.",
        "The division's rules count. Take the heading out.",
    ),
    "level_other": (
        _DISC,
        "The record has %(player)s at words of %(stated)s letters; the roster says %(computed)s.",
        "The roster's level counts. Take the heading out, or have the level changed before the round.",
    ),
    "deck_wrong": (
        _ERR,
        "The deck has %(stated)s cards, of which %(computed)s are right; it must be the game's 60 cards: %(cards)s",
        "The deal was taken as not known.",
    ),
    "players_wrong": (
        _ERR,
        "There are %(stated)s players; a game has 2 to 8.",
        "Write one line #player for each.",
    ),
    "event_malformed": (
        _ERR,
        "This line cannot be read: %(stated)s",
        "Write player, word and card: A あひる る",
    ),
    "player_unknown": (
        _ERR,
        "No player is called %(stated)s.",
        "Correct the name, or write a line #player.",
    ),
    "no_events": (_NOTE, "The record has no plays.", "Nothing to do."),
    "incomplete": (
        _NOTE,
        "The record stops before the end of the game.",
        "Nothing is wrong with the part that is there.",
    ),
}
_WORDS: Final[dict[str, _Row]] = {
    **{
        str(reason): (_ERR, text, "The play was illegal. It costs a penalty card if it is pointed out.")
        for reason, text in REASONS.items()
        if reason is not Reason.REPEATED  # a record says it of the player, below
    },
    "word_repeated": (
        _ERR,
        "%(word)s is the word the same player used last.",
        "A word may return, but one player may not use it twice running.",
    ),
    "wild_last": (
        _ERR,
        "The last card is the wild card %(card)s, which these rules do not allow.",
        "The variation without a wild last card is in force.",
    ),
    "word_not_listed": (
        _NOTE,
        "%(word)s is not in the dictionary; the players decide.",
        "The play stands all the same.",
    ),
    "word_proper_name": (
        _NOTE,
        "%(word)s is a proper name; it counts if the players accepted it.",
        "The play stands all the same.",
    ),
    "word_no_noun": (
        _NOTE,
        "%(word)s is a verb or an adjective, not a noun; it counts only if the players accepted it as a name.",
        "The play stands all the same.",
    ),
    "word_refused_listed": (
        _NOTE,
        "%(word)s was rejected, but it is in the dictionary.",
        "The players' word stands.",
    ),
    "letter_wrong": (
        _DISC,
        "The record says the basket shows %(stated)s; after this word it shows %(computed)s.",
        "The play goes on with the letter of the word.",
    ),
}
_CARDS: Final[dict[str, _Row]] = {
    "card_not_in_hand": (
        _ERR,
        "%(player)s does not have %(cards)s.",
        "From here on this player's hand is taken as not known.",
    ),
    "card_elsewhere": (
        _ERR,
        "%(player)s cannot have %(cards)s: all such cards are elsewhere.",
        "A card of this or an earlier line is wrong.",
    ),
    "reset_not_whole_hand": (
        _ERR,
        "%(player)s discards %(stated)s cards; the whole hand is %(computed)s.",
        "A reset takes the whole hand.",
    ),
    "reset_top_number": (
        _ERR,
        "The wild number %(cards)s is on top after the reset.",
        "Any other card may be on top.",
    ),
    "draw_count_wrong": (
        _DISC,
        "Cards drawn by %(player)s: %(computed)s; the record says %(stated)s.",
        "After a reset one card more than was thrown; one for a penalty.",
    ),
    "draw_cards_wrong": (
        _ERR,
        "%(player)s draws %(computed)s; the record says %(stated)s.",
        "The deal is known, so the cards are.",
    ),
    "hand_wrong": (
        _ERR,
        "%(player)s has %(computed)s; the record says %(stated)s.",
        "A card of this or an earlier line is wrong.",
    ),
    "count_wrong": (
        _DISC,
        "%(player)s has %(computed)s cards; the record says %(stated)s.",
        "A play, a reset or a penalty was left out or written twice.",
    ),
    "cards_not_60": (
        _ERR,
        "The cards add up to %(stated)s; there are %(computed)s in all.",
        "Count again.",
    ),
    "turn_wrong": (
        _ERR,
        "The card turned over is %(computed)s; the record says %(stated)s.",
        "The deal is known, so the card is.",
    ),
    "turn_not_due": (
        _ERR,
        "A card is turned over, but there is already one in the basket.",
        "It is turned at the start, and when the basket has become the stock.",
    ),
    "turn_number": (
        _ERR,
        "The basket starts with the wild number %(cards)s.",
        "Another card is turned over it.",
    ),
    "turn_too_many": (
        _ERR,
        "%(cards)s should have started the basket, but another card was turned over onto it.",
        "Only a wild number is turned over.",
    ),
    "turn_missing": (
        _DISC,
        "The record does not say which card starts the basket.",
        "Write a line start or restock; the next word was taken to link.",
    ),
}
_CALLS: Final[dict[str, _Row]] = {
    "penalty_not_taken": (
        _DISC,
        "Nobody pointed out %(player)s's illegal play before the next card, so it stands.",
        "If the card went back, a line penalty is missing.",
    ),
    "penalty_no_play": (
        _ERR,
        "%(player)s has no play to take back.",
        "A penalty follows the play it is for, before the next card.",
    ),
    "penalty_unfounded": (
        _DISC,
        "%(player)s takes a card back and draws one, but the play was legal.",
        "If the players refused the word, write: penalty word",
    ),
    "reach_not_said": (
        _DISC,
        "%(player)s did not say reach with one card left, and nobody pointed it out.",
        "Had it been pointed out, the player would have drawn a card.",
    ),
    "reach_wrong": (
        _DISC,
        "%(player)s says reach with %(stated)s cards; it is said with %(computed)s.",
        "A play was left out, or the line stands under the wrong name.",
    ),
    "reach_again": (
        _DISC,
        "%(player)s had already said reach.",
        "The line is there twice, or a play is missing.",
    ),
    "reach_not_forgotten": (
        _DISC,
        "%(player)s draws a card for not saying reach, but did not need to say it or had said it.",
        "Check the lines before it.",
    ),
    "back_no_play": (
        _DISC,
        "%(player)s's card goes back, but no other player threw a card at the same time.",
        "The line follows the play that counts.",
    ),
}
_END: Final[dict[str, _Row]] = {
    "event_after_end": (
        _ERR,
        "The game was over before this line: %(player)s had gone out.",
        "A line before it is wrong, or this one is.",
    ),
    "winner_wrong": (
        _ERR,
        "The record says %(stated)s won, but %(computed)s went out first.",
        "The first hand emptied wins.",
    ),
    "winner_has_cards": (
        _ERR,
        "The record says %(player)s won, with cards still in hand: %(computed)s.",
        "The first hand emptied wins.",
    ),
    "win_missing": (
        _DISC,
        "%(player)s has gone out, but the record does not name the winner.",
        "Write a line win, or the play that followed a penalty.",
    ),
}


#: Every code, in the order of the documentation.
CATALOGUE: Final[Mapping[str, FindingKind]] = catalogue(
    {"File": _FILE, "Words": _WORDS, "Cards": _CARDS, "Calls": _CALLS, "End of the game": _END}
)
