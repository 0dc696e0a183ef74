"""The catalogue of Word Basket's findings: code, severity, the sentence in English and Japanese, and advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.engine.crossword.severity import Severity
from lexicon.engine.shiritori import REASONS


@dataclass(frozen=True)
class Entry:
    """One kind of finding. ``text`` (English) and ``ja`` are ``%`` templates; ``advice`` says what to do."""

    group: str
    severity: Severity
    text: str
    ja: str
    advice: str


_NOTE, _DISC, _ERR = Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR
_Row = tuple[Severity, str, str, str]

_FILE: Final[dict[str, _Row]] = {
    "file_unreadable": (
        _ERR,
        "The file cannot be read: %(stated)s",
        "ファイルを読めません: %(stated)s",
        "Check the path and who may read it.",
    ),
    "folder_empty": (
        _ERR,
        "There is no .basket file in this folder.",
        ".basketファイルがありません。",
        "Name the files.",
    ),
    "empty_file": (_ERR, "The record is empty.", "記録が空です。", "Send again."),
    "too_large": (
        _ERR,
        "The record is %(stated)s bytes; the limit is %(computed)s.",
        "記録は%(stated)sバイトです。読めるのは%(computed)sバイトまでです。",
        "A record has a few thousand bytes: this is some other file.",
    ),
    "not_text": (_ERR, "This is not UTF-8 text.", "UTF-8の文章ではありません。", "Save the record as UTF-8."),
    "json_malformed": (
        _ERR,
        "This JSON is not a Word Basket record: %(stated)s",
        "ワードバスケットの記録ではないJSONです: %(stated)s",
        "Compare it with the JSON form in the documentation.",
    ),
    "too_many_events": (
        _ERR,
        "The record has more than %(computed)s moves; the rest was not read.",
        "記録が%(computed)s行を超えています。残りは読まれませんでした。",
        "One file holds one game.",
    ),
    "heading_malformed": (
        _ERR,
        "This heading cannot be read: %(stated)s",
        "この見出しは読めません: %(stated)s",
        "The headings are listed in the documentation.",
    ),
    "option_invalid": (
        _ERR,
        "This rules option is not possible: %(stated)s",
        "このルール設定は使えません: %(stated)s",
        "The rules without it were used.",
    ),
    "deck_wrong": (
        _ERR,
        "The deck has %(stated)s cards, of which %(computed)s are right; it must be the game's 60 cards: %(cards)s",
        "山札は%(stated)s枚（正しいもの%(computed)s枚）です。ゲームの60枚でなければなりません: %(cards)s",
        "The deal was taken as not known.",
    ),
    "players_wrong": (
        _ERR,
        "There are %(stated)s players; a game has 2 to 8.",
        "プレイヤーが%(stated)s人です。2人から8人で遊びます。",
        "Write one line #player for each.",
    ),
    "event_malformed": (
        _ERR,
        "This line cannot be read: %(stated)s",
        "この行は読めません: %(stated)s",
        "Write player, word and card: A あひる る",
    ),
    "player_unknown": (
        _ERR,
        "No player is called %(stated)s.",
        "「%(stated)s」というプレイヤーはいません。",
        "Correct the name, or write a line #player.",
    ),
    "no_events": (_NOTE, "The record has no plays.", "記録にプレイがありません。", "Nothing to do."),
    "incomplete": (
        _NOTE,
        "The record stops before the end of the game.",
        "記録はゲームの終わる前で止まっています。",
        "Nothing is wrong with the part that is there.",
    ),
}
_WORDS: Final[dict[str, _Row]] = {
    **{
        str(reason): (_ERR, text.en, text.ja, "The play was illegal. It costs a penalty card if it is pointed out.")
        for reason, text in REASONS.items()
    },
    "word_repeated": (
        _ERR,
        "%(word)s is the word the same player used last.",
        "「%(word)s」は同じプレイヤーが直前に使った言葉です。",
        "A word may return, but one player may not use it twice running.",
    ),
    "wild_last": (
        _ERR,
        "The last card is the wild card %(card)s, which these rules do not allow.",
        "最後のカードがワイルド「%(card)s」です。このルールでは使えません。",
        "The variation without a wild last card is in force.",
    ),
    "word_not_listed": (
        _NOTE,
        "%(word)s is not in the dictionary; the players decide.",
        "「%(word)s」は辞書にありません。みんなで決めてください。",
        "The play stands all the same.",
    ),
    "word_proper_name": (
        _NOTE,
        "%(word)s is a proper name; it counts if the players accepted it.",
        "「%(word)s」は固有名詞です。みんなが認めれば使えます。",
        "The play stands all the same.",
    ),
    "word_refused_listed": (
        _NOTE,
        "%(word)s was rejected, but it is in the dictionary.",
        "「%(word)s」は辞書にありますが、認められませんでした。",
        "The players' word stands.",
    ),
    "letter_wrong": (
        _DISC,
        "The record says the basket shows %(stated)s; after this word it shows %(computed)s.",
        "バスケットの文字が「%(stated)s」と書かれています。この言葉のあとは「%(computed)s」です。",
        "The next word starts from the letter of this word.",
    ),
}
_CARDS: Final[dict[str, _Row]] = {
    "card_not_in_hand": (
        _ERR,
        "%(player)s does not have %(cards)s.",
        "%(player)sの手札に「%(cards)s」はありません。",
        "From here on this player's hand is taken as not known.",
    ),
    "card_elsewhere": (
        _ERR,
        "%(player)s cannot have %(cards)s: all such cards are elsewhere.",
        "%(player)sは「%(cards)s」を持てません。同じカードはすべてほかにあります。",
        "A card of this or an earlier line is wrong.",
    ),
    "reset_not_whole_hand": (
        _ERR,
        "%(player)s discards %(stated)s cards; the whole hand is %(computed)s.",
        "%(player)sは%(stated)s枚出しましたが、手札は%(computed)s枚です。",
        "A reset takes the whole hand.",
    ),
    "reset_top_number": (
        _ERR,
        "The wild number %(cards)s is on top after the reset.",
        "リセットで一番上が数字のワイルド「%(cards)s」です。",
        "Any other card may be on top.",
    ),
    "draw_count_wrong": (
        _DISC,
        "%(player)s draws %(computed)s; the record says %(stated)s.",
        "%(player)sが引くのは%(computed)s枚です。%(stated)s枚と書かれています。",
        "After a reset one card more than was thrown; one for a penalty.",
    ),
    "draw_cards_wrong": (
        _ERR,
        "%(player)s draws %(computed)s; the record says %(stated)s.",
        "%(player)sが引くのは「%(computed)s」です。「%(stated)s」と書かれています。",
        "The deal is known, so the cards are.",
    ),
    "hand_wrong": (
        _ERR,
        "%(player)s has %(computed)s; the record says %(stated)s.",
        "%(player)sの手札は「%(computed)s」です。「%(stated)s」と書かれています。",
        "A card of this or an earlier line is wrong.",
    ),
    "count_wrong": (
        _DISC,
        "%(player)s has %(computed)s cards; the record says %(stated)s.",
        "%(player)s: %(computed)s枚です。%(stated)s枚と書かれています。",
        "A play, a reset or a penalty was left out or written twice.",
    ),
    "cards_not_60": (
        _ERR,
        "The cards add up to %(stated)s; there are %(computed)s in all.",
        "カードの合計が%(stated)s枚です。全部で%(computed)s枚あります。",
        "Count again.",
    ),
    "turn_wrong": (
        _ERR,
        "The card turned over is %(computed)s; the record says %(stated)s.",
        "めくったカードは「%(computed)s」です。「%(stated)s」と書かれています。",
        "The deal is known, so the card is.",
    ),
    "turn_not_due": (
        _ERR,
        "A card is turned over, but there is already one in the basket.",
        "カードをめくっていますが、バスケットにはもうあります。",
        "It is turned at the start, and when the basket has become the stock.",
    ),
    "turn_number": (
        _ERR,
        "The basket starts with the wild number %(cards)s.",
        "数字のワイルド「%(cards)s」でバスケットが始まっています。",
        "Another card is turned over it.",
    ),
    "turn_too_many": (
        _ERR,
        "%(cards)s should have started the basket, but another card was turned over onto it.",
        "「%(cards)s」で始まるところですが、さらにカードをめくっています。",
        "Only a wild number is turned over.",
    ),
    "turn_missing": (
        _DISC,
        "The record does not say which card starts the basket.",
        "バスケットの最初のカードが書かれていません。",
        "Write a line start or restock; the next word was taken to link.",
    ),
}
_CALLS: Final[dict[str, _Row]] = {
    "penalty_not_taken": (
        _DISC,
        "Nobody pointed out %(player)s's illegal play before the next card, so it stands.",
        "%(player)sの反則は次のカードの前に指摘されなかったので、有効です。",
        "If the card went back, a line penalty is missing.",
    ),
    "penalty_no_play": (
        _ERR,
        "%(player)s has no play to take back.",
        "%(player)sが取り消せるプレイがありません。",
        "A penalty follows the play it is for, before the next card.",
    ),
    "penalty_unfounded": (
        _DISC,
        "%(player)s takes a card back and draws one, but the play was legal.",
        "%(player)sはペナルティを受けましたが、プレイは正しいものでした。",
        "If the players refused the word, write: penalty word",
    ),
    "reach_not_said": (
        _DISC,
        "%(player)s did not say reach with one card left, and nobody pointed it out.",
        "%(player)sは残り1枚でリーチを言わず、指摘もされませんでした。",
        "Had it been pointed out, the player would have drawn a card.",
    ),
    "reach_wrong": (
        _DISC,
        "%(player)s says reach with %(stated)s cards; it is said with %(computed)s.",
        "%(player)sは%(stated)s枚でリーチと言いました。リーチは残り%(computed)s枚のときです。",
        "A play was left out, or the line stands under the wrong name.",
    ),
    "reach_again": (
        _DISC,
        "%(player)s had already said reach.",
        "%(player)sはもうリーチと言っています。",
        "The line is there twice, or a play is missing.",
    ),
    "reach_not_forgotten": (
        _DISC,
        "%(player)s draws a card for not saying reach, but did not need to say it or had said it.",
        "%(player)sはリーチ忘れで引きましたが、言う必要がないか、もう言っています。",
        "Check the lines before it.",
    ),
    "back_no_play": (
        _DISC,
        "%(player)s's card goes back, but no other player threw a card at the same time.",
        "%(player)sのカードが戻りましたが、同時に出したほかのプレイヤーのカードがありません。",
        "The line follows the play that counts.",
    ),
}
_END: Final[dict[str, _Row]] = {
    "event_after_end": (
        _ERR,
        "The game was over before this line: %(player)s had gone out.",
        "この行の前にゲームは終わっています。%(player)sが上がりました。",
        "A line before it is wrong, or this one is.",
    ),
    "winner_wrong": (
        _ERR,
        "The record says %(stated)s won; %(computed)s.",
        "勝者が%(stated)sと書かれています。%(computed)s。",
        "The first hand emptied wins.",
    ),
    "win_missing": (
        _DISC,
        "%(player)s has gone out, but the record does not name the winner.",
        "%(player)sが上がりましたが、勝者が書かれていません。",
        "Write a line win, or the play that followed a penalty.",
    ),
}


def _entries() -> dict[str, Entry]:
    groups = {"File": _FILE, "Words": _WORDS, "Cards": _CARDS, "Calls": _CALLS, "End of the game": _END}
    return {code: Entry(group, *row) for group, rows in groups.items() for code, row in rows.items()}


#: Every code, in the order of the documentation.
CATALOGUE: Final[Mapping[str, Entry]] = MappingProxyType(_entries())
