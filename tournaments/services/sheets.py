"""Reading the record that comes with a report: the result that it gives, and what is stored of it."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from games.engine.crossword.compare import joined
from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.engine.wordbasket import rules as basket
from games.engine.wordbasket.meeting import MeetingReport
from games.models import GameRecord
from games.services import check_bytes, store_basket, store_record
from tournaments.errors import TournamentError
from tournaments.inputs import ResultInput, ScoresheetInput
from tournaments.models import Game, Pairing
from tournaments.services import basket_sheets
from tournaments.services.meetings import settled
from tournaments.services.rules import rules_of
from tournaments.services.seating import lost_on_time, names, scores_by_seat


class RecordUnusableError(TournamentError):
    """No scores were typed and the record does not give them. ``report`` says what was found in it."""

    def __init__(self, message: str, report: Report) -> None:
        self.report = report
        super().__init__(message, code="record_unusable")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A report as read: the result, and with a record the engine's reading of it."""

    result: ResultInput
    report: Report | MeetingReport | None = None
    rules: RuleSet | basket.RuleSet | None = None


def read_sheet(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """Read and replay the record, outside any transaction of ours. Raises RecordUnusableError."""
    if not data.record.strip():
        if data.result is None:
            raise TournamentError(_("Type both scores, or add the game record."), code="nothing_reported")
        return Sheet(settled(pairing, data.result))
    if pairing.round.division.game == Game.WORDBASKET:
        return _read_basket(pairing, data)
    if len(pairing.seats.all()) > 2:
        raise TournamentError(_("A record is for two players; enter the points of this table."), code="record")
    rules = rules_of(pairing.round.division)
    version = pairing.round.division.lexicon_version
    report = check_bytes(data=data.record, rules=rules, lexicon_version=version, seats=names(pairing))
    scores = scores_by_seat(report, pairing)
    # Players report the scores on the board; that a game is lost on time is for an official to say.
    late = lost_on_time(report, pairing) if data.side == "official" else ""
    return Sheet(settled(pairing, data.result) if data.result else _result_from(report, scores, late), report, rules)


def _read_basket(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    report, rules = basket_sheets.check_meeting_of(pairing, data.record)
    result = settled(pairing, data.result) if data.result else basket_sheets.result_of(report, pairing)
    return Sheet(result, report, rules)


def keep_record(pairing: Pairing, data: bytes, sheet: Sheet, actor: User | None) -> GameRecord | None:
    """Store the record that came with a report, inside the caller's transaction; None when there was none."""
    version = pairing.round.division.lexicon_version
    if isinstance(sheet.report, MeetingReport) and isinstance(sheet.rules, basket.RuleSet):
        return store_basket(data=data, report=sheet.report, rules=sheet.rules, lexicon_version=version, actor=actor)
    if isinstance(sheet.report, Report) and isinstance(sheet.rules, RuleSet):
        return store_record(data=data, report=sheet.report, rules=sheet.rules, lexicon_version=version, actor=actor)
    return None


def _result_from(report: Report, scores: tuple[int, int] | None, late: str) -> ResultInput:
    """The record's final scores as the result. Where record and rules disagree it is not for us to choose."""
    if scores is None or not report.complete:
        raise RecordUnusableError(
            _("The record stops before the end of the game. Type both scores as well; the record is stored with them."),
            report,
        )
    if any(found.code == "end_missing" for found in report.findings) and report.stated_scores == report.final_scores:
        raise RecordUnusableError(
            _(
                "The game ended with tiles on both racks, and the record does not say which tiles. Add a line for "
                "each player, such as “(AEI) -3”, or type both scores as well."
            ),
            report,
        )
    if report.stated_scores != report.final_scores:
        raise RecordUnusableError(
            _(
                "As written the record ends %(stated)s, by the rules %(computed)s. Type the two scores you agreed "
                "on as well."
            )
            % {"stated": joined(report.stated_scores), "computed": joined(report.final_scores)},
            report,
        )
    try:
        return ResultInput(kind="played", first_score=scores[0], second_score=scores[1], lost_on_time=late)
    except ValidationError as error:
        raise RecordUnusableError(
            _("The record's final scores are not possible: %(why)s Type both scores as well.")
            % {"why": " ".join(error.messages)},
            report,
        ) from error
