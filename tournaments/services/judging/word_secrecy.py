"""What the site reveals about words while a game is on: nothing. Nobody consults a dictionary while playing (two rule sheets say so);
questions during play go to the word judge, and are logged.

* The words of a record are open once its game's result is in and none of its players is in another game (``words_open``).
* Moves that are only typed are checked against the dictionary once, besides, no game of the event is being played
  (``checks_open``): otherwise a finished game could be used to look up words for the others.
* Where the challenge rule is "void", the players check every play themselves, so all of this is open from the start.
"""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser

from clubs.models import User
from games.game import RecordCheck
from games.models import GameRecord, RecordAnalysis
from lexicon.models import LexiconVersion
from lexicon.queries import definitions_of, readable_by
from tournaments.models import Pairing, Result
from tournaments.queries.playing import games_being_played
from tournaments.services.events.rules import check_of, rules_of


def words_open(pairing: Pairing) -> bool:
    """Whether anyone may see which words of this game's records are in the dictionary. Two queries."""
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
    return bool(division.played.players_check_words(rules_of(division)))


def dictionary_for(pairing: Pairing) -> LexiconVersion | None:
    """The dictionary by which typed moves may be checked now; None while words are secret."""
    return pairing.round.division.lexicon_version if checks_open(pairing) else None


def report_for_players(pairing: Pairing, check: RecordCheck | None, data: bytes) -> RecordCheck | None:
    """What players may see of a record that was read with the dictionary."""
    return check if check is None or words_open(pairing) else check_of(pairing, data)


def stored_for_players(pairing: Pairing, record: GameRecord) -> RecordCheck | None:
    """A stored record, read again without words; None if it may be shown as it is."""
    return None if words_open(pairing) else check_of(pairing, bytes(record.original))


def analysis_for(
    pairing: Pairing, record: GameRecord, user: User | AnonymousUser, *, playing: bool
) -> RecordAnalysis | None:
    """The analysis of the result's record, which names words that nobody played: only once the words of the game are open, for
    nobody who is playing now, and only by a dictionary that the reader may see. None too while it is not made. At most nine queries.
    """
    if playing or not _is_the_results(pairing, record):
        return None
    analysis = RecordAnalysis.objects.filter(
        record=record,
        lexicon_version=pairing.round.division.lexicon_version_id,
        lexicon_version__lexicon__in=readable_by(user).values("pk"),
    ).first()
    return analysis if analysis is not None and words_open(pairing) else None


def definitions_for(
    pairing: Pairing, record: GameRecord, words: Iterable[str], user: User | AnonymousUser, *, playing: bool
) -> list[tuple[str, str]]:
    """Those of the words played that the division's dictionary defines, with their definitions: for whom and when the analysis is
    shown. No query where the dictionary has none, else at most nine.
    """
    version = pairing.round.division.lexicon_version
    if version is None or not version.definitions_file or playing or not _is_the_results(pairing, record):
        return []
    if not readable_by(user).filter(pk=version.lexicon_id).exists() or not words_open(pairing):
        return []
    return list(definitions_of(version, words).items())


def _is_the_results(pairing: Pairing, record: GameRecord) -> bool:
    """Whether the record is the one of the confirmed result."""
    result: Result | None = getattr(pairing, "result", None)
    return result is not None and result.state == Result.State.CONFIRMED and result.record_id == record.pk


def record_for(pairing: Pairing, record: GameRecord, *, official: bool) -> GameRecord:
    """A record as its reader may see it; ``official``: someone who runs the event and is not playing. Two queries at most.

    What is secret is left out of the row in memory, which must not be saved.
    """
    if official or words_open(pairing):
        return record
    reading = check_of(pairing, bytes(record.original)).as_dict()
    record.verdict, record.findings = str(reading["verdict"]), reading.pop("findings")
    record.summary = reading
    return record
