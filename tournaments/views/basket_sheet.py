"""Parts of a slip's page for Word Basket: the check of what is typed, with its next word, and the keyboard."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import basket_viewer
from games.engine.wordbasket.meeting import MeetingReport, NextWord, next_word
from games.services import nouns_of
from lexicon.engine.kana import ROWS
from lexicon.engine.shiritori import Verdict
from lexicon.models import LexiconVersion
from tournaments.forms_sheet_tally import LABELS
from tournaments.models import Game, Pairing
from tournaments.services.basket_sheets import check_meeting_of, names_of
from tournaments.services.word_secrecy import dictionary_for

_LONGEST_ROW = 5


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The keys: players by letter, and kana in rows as on a gojūon chart read from the right; "" is an empty place."""

    players: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Next:
    """The verdict on the word that is being typed, in the reader's language, and the cards that could go with it."""

    verdict: str
    sentence: str
    cards: tuple[str, ...]


def is_basket(pairing: Pairing) -> bool:
    """Whether Word Basket is played here."""
    return pairing.round.division.game == Game.WORDBASKET


def keyboard(pairing: Pairing) -> Keyboard:
    """The keyboard for a game's players."""
    columns = [_column(row) for row in ROWS]
    rows = tuple(tuple(column[place] for column in columns) for place in range(_LONGEST_ROW))
    return Keyboard(tuple(zip(LABELS, names_of(pairing), strict=False)), rows)


def _column(row: str) -> tuple[str, ...]:
    """A row of the chart as a column of five keys; や ゆ よ and わ を leave places empty."""
    if row.startswith("や"):
        return ("や", "", "ゆ", "", "よ")
    if row.startswith("わ"):
        return ("わ", "", "", "", "を")
    return tuple(row)


def basket_check(pairing: Pairing, text: str) -> dict[str, Any]:
    """The typed game replayed, and what can be said of a last line that has a word but no card yet."""
    done, typing = _last_line(text)
    dictionary = dictionary_for(pairing)
    words = dictionary is not None
    report, _rules = check_meeting_of(pairing, done.encode(), words=words)
    coming = _next(report, *typing, dictionary=dictionary) if typing else None
    if typing and coming is None:  # the last line is an event of its own after all
        report, _rules = check_meeting_of(pairing, text.encode(), words=words)
    replay = basket_viewer.replay_of_report(report, game=len(report.games))
    table = replay.turns[-1] if replay.turns else None
    return {"is_basket": True, "basket": replay, "table": table, "next": coming}


def _last_line(text: str) -> tuple[str, tuple[str, str] | None]:
    """The lines before the last and (player, word), when the last line is just these two and is still open."""
    before, _sep, last = text.rstrip(" \u3000").rpartition("\n")
    parts = last.split()
    if len(parts) != 2 or last.lstrip().startswith(("#", ";")):
        return text, None
    return before + "\n", (parts[0], parts[1])


def _next(report: MeetingReport, label: str, word: str, *, dictionary: LexiconVersion | None) -> Next | None:
    game = report.games[-1]
    player = next((index for index, known in enumerate(game.record.players) if known.label == label), None)
    if player is None or game.last is None or word in _STATEMENTS:
        return None
    found: NextWord = next_word(game.last, player, word, dictionary=nouns_of(dictionary))
    cards = tuple(map(str, found.cards))
    if dictionary is None and found.judgement.verdict is not Verdict.ILLEGAL:
        # While the game is on nothing is said about words; the rules of linking are no secret.
        said = _("“%(word)s” follows correctly. Whether it is a word is for the players to decide.") % {"word": word}
        return Next("unjudged", said, cards)
    sentence = found.judgement.sentence("ja" if (get_language() or "").startswith("ja") else "en")
    return Next(str(found.judgement.verdict), sentence, cards)


#: Second words of a line that are no words of the game.
_STATEMENTS = frozenset(
    {"reach", "win", "penalty", "noreach", "reset", "back", "miss", "hand"}
    | {"リーチ", "ペナルティ", "ペナルティー", "リーチ忘れ", "リセット", "同時", "外れ", "手札", "勝ち"}
)
