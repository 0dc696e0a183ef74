"""What the site says about words while a game is on: nothing. Nobody consults a dictionary while playing (two rule sheets say so).

Words are told once the game's result is confirmed, or from the first where the challenge rule is "void", by which every play
is checked. What is asked during play is asked of the word judge, and logged.
"""

from games.engine.crossword.report import Report
from games.engine.crossword.rules import ChallengeRule
from games.engine.wordbasket.meeting import MeetingReport
from games.models import GameRecord
from games.services import check_bytes
from lexicon.models import LexiconVersion
from tournaments.models import Game, Pairing, Result
from tournaments.services import basket_sheets
from tournaments.services.rules import rules_of


def words_open(pairing: Pairing) -> bool:
    """Whether anybody may be told which words of this game are in the dictionary. One query."""
    division = pairing.round.division
    if division.game == Game.CROSSWORD and division.challenge_rule == ChallengeRule.VOID:
        return True
    return Result.objects.filter(pairing=pairing, state=Result.State.CONFIRMED).exists()


def dictionary_for(pairing: Pairing) -> LexiconVersion | None:
    """The dictionary by which players may be told about words now; None while the game is on."""
    return pairing.round.division.lexicon_version if words_open(pairing) else None


def check_for_players(pairing: Pairing, data: bytes) -> Report:
    """A crossword record replayed as far as the players of the game may know: without words while it is on."""
    return check_bytes(data=data, rules=rules_of(pairing.round.division), lexicon_version=dictionary_for(pairing))


def report_for_players(
    pairing: Pairing, report: Report | MeetingReport | None, data: bytes
) -> Report | MeetingReport | None:
    """What may be told of a record that was read with the dictionary."""
    if report is None or words_open(pairing):
        return report
    if isinstance(report, MeetingReport):
        return basket_sheets.check_meeting_of(pairing, data, words=False)[0]
    return check_for_players(pairing, data)


def stored_for_players(pairing: Pairing, record: GameRecord) -> Report | MeetingReport | None:
    """A stored record read again without words; None when it may be shown as it is stored."""
    if words_open(pairing):
        return None
    data = bytes(record.original)
    if record.format == GameRecord.Format.WORDBASKET:
        return basket_sheets.check_meeting_of(pairing, data, words=False)[0]
    return check_for_players(pairing, data)
