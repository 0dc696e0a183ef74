"""What the site says about words while a game is on: nothing. Nobody consults a dictionary while playing (two rule sheets say so).

What is asked during play is asked of the word judge, and logged. Three steps, each with its function:

* the words of a record are told once its game's result is in, and none of its players is in another game (``words_open``);
* moves that were only typed are checked against the dictionary once, besides, no round of the event is being played
  (``checks_open``): else a game that is over would answer for those that are not;
* where the challenge rule is "void" every play is checked by everybody, so all this is open from the first.
"""

from games.engine.crossword.report import Report
from games.engine.crossword.rules import ChallengeRule
from games.engine.wordbasket.meeting import MeetingReport
from games.models import GameRecord
from games.services import check_bytes
from lexicon.models import LexiconVersion
from tournaments.models import Game, Pairing, Result
from tournaments.playing import games_being_played
from tournaments.services import basket_sheets
from tournaments.services.rules import rules_of
from tournaments.services.seating import names


def words_open(pairing: Pairing) -> bool:
    """Whether anybody may be told which words of this game's records are in the dictionary. Two queries."""
    if _checked_by_all(pairing):
        return True
    if not Result.objects.filter(pairing=pairing, state=Result.State.CONFIRMED).exists():
        return False
    return not games_being_played().filter(entry__in=[seat.entry_id for seat in pairing.seats.all()]).exists()


def checks_open(pairing: Pairing) -> bool:
    """Whether words that are only typed at this game's slip may be looked up. Three queries."""
    if _checked_by_all(pairing):
        return True
    event = pairing.round.division.event_id
    return words_open(pairing) and not games_being_played().filter(round__division__event=event).exists()


def _checked_by_all(pairing: Pairing) -> bool:
    division = pairing.round.division
    return division.game == Game.CROSSWORD and division.settings.challenge_rule == ChallengeRule.VOID


def dictionary_for(pairing: Pairing) -> LexiconVersion | None:
    """The dictionary by which typed moves may be checked now; None while nobody may be told."""
    return pairing.round.division.lexicon_version if checks_open(pairing) else None


def check_for_players(pairing: Pairing, data: bytes) -> Report:
    """Typed moves of a crossword game replayed as far as its players may know: without words while a round is on."""
    return check_bytes(
        data=data, rules=rules_of(pairing.round.division), lexicon_version=dictionary_for(pairing), seats=names(pairing)
    )


def report_for_players(
    pairing: Pairing, report: Report | MeetingReport | None, data: bytes
) -> Report | MeetingReport | None:
    """What may be told of a record that was read with the dictionary."""
    if report is None or words_open(pairing):
        return report
    return _without_words(pairing, data, basket=isinstance(report, MeetingReport))


def stored_for_players(pairing: Pairing, record: GameRecord) -> Report | MeetingReport | None:
    """A stored record read again without words; None when it may be shown as it is stored."""
    if words_open(pairing):
        return None
    return _without_words(pairing, bytes(record.original), basket=record.format == GameRecord.Format.WORDBASKET)


def record_for(pairing: Pairing, record: GameRecord, *, official: bool) -> GameRecord:
    """A record as its reader may see it; ``official``: somebody who runs the event and does not play just now. Two queries at most.

    What must not be told is left out of the row in memory, which is not to be saved.
    """
    if official or words_open(pairing):
        return record
    basket = record.format == GameRecord.Format.WORDBASKET
    reading = _without_words(pairing, bytes(record.original), basket=basket).as_dict()
    record.verdict, record.findings = str(reading["verdict"]), reading.pop("findings")
    record.summary = reading
    return record


def _without_words(pairing: Pairing, data: bytes, *, basket: bool) -> Report | MeetingReport:
    if basket:
        return basket_sheets.check_meeting_of(pairing, data, words=False)[0]
    return check_bytes(data=data, rules=rules_of(pairing.round.division), lexicon_version=None, seats=names(pairing))
