"""Reading the record that comes with a report: the result that it gives, and what is stored of it."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from games.errors import NoResultError
from games.game import RecordCheck
from games.models import GameRecord
from games.services import store_record
from tournaments.engine import game_scores as tally
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Pairing
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.results.matches import settled


class RecordUnusableError(TournamentError):
    """No result was typed and the record does not give it. ``check`` says what was found in it."""

    def __init__(self, message: str, check: RecordCheck) -> None:
        self.check = check
        super().__init__(message, code="record_unusable")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A report as read: the result, and with a record the engine's reading of it."""

    result: ResultInput
    check: RecordCheck | None = None


def read_sheet(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """Read and replay the record, outside any transaction of ours. Raises RecordUnusableError."""
    if not data.record.strip():
        if data.result is None:
            raise TournamentError(_("Type both scores, or add the game record."), code="nothing_reported")
        return Sheet(settled(pairing, data.result))
    division = pairing.round.division
    if len(pairing.seats.all()) > division.played.record_players:
        raise TournamentError(_("A record is for two players; enter the points of this table."), code="record")
    check = check_of(pairing, data.record, dictionary=division.lexicon_version)
    if data.result is not None:
        return Sheet(settled(pairing, data.result), check)
    return Sheet(_result_from(pairing, check, by_official=data.side == "official"), check)


def store_sheet(pairing: Pairing, data: bytes, sheet: Sheet, actor: User | None) -> GameRecord | None:
    """Store the record that came with a report, inside the caller's transaction; None when there was none."""
    if sheet.check is None:
        return None
    division = pairing.round.division
    return store_record(
        game=division.played,
        data=data,
        check=sheet.check,
        rules=rules_of(division),
        lexicon_version=division.lexicon_version,
        actor=actor,
    )


def _result_from(pairing: Pairing, check: RecordCheck, *, by_official: bool) -> ResultInput:
    """The result that the record gives. Players report the scores on the board; that a game is lost on time is for an official to say."""
    played = pairing.round.division.played
    try:
        ending = played.ending(check, seating_of(pairing))
    except NoResultError as error:
        raise RecordUnusableError(str(error), check) from error
    try:
        if ending.games is not None:
            return settled(pairing, ResultInput(tally=tally.write(ending.games, cards=played.scoring.by_seats)))
        first, second = ending.scores or (None, None)
        late = ending.lost_on_time if by_official else ""
        return ResultInput(kind="played", first_score=first, second_score=second, lost_on_time=late)
    except (ValidationError, TournamentError) as error:
        why = " ".join(error.messages) if isinstance(error, ValidationError) else error
        raise RecordUnusableError(str(played.impossible_ending) % {"why": why}, check) from error
