"""Reading the record that comes with a report, and setting it against the scores, the seats and the other record."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from games.engine.crossword.compare import (
    against_first,
    against_result,
    against_sheet,
    joined,
    sheet_of_turns,
    used_elsewhere,
)
from games.engine.crossword.findings import Finding
from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.engine.wordbasket import rules as basket
from games.engine.wordbasket.meeting import MeetingReport
from games.models import GameRecord
from games.queries import same_bytes
from games.services import check_bytes, store_basket, store_record
from games.viewer import sentence
from tournaments.errors import TournamentError
from tournaments.inputs import ResultInput, ScoresheetInput
from tournaments.models import Game, Pairing, Submission
from tournaments.services import basket_sheets
from tournaments.services.challenge_records import challenge_findings
from tournaments.services.meetings import settled
from tournaments.services.rules import rules_of


class RecordUnusableError(TournamentError):
    """No scores were typed and the record does not give them. ``report`` says what was found in it."""

    def __init__(self, message: str, report: Report) -> None:
        self.report = report
        super().__init__(message, code="record_unusable")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A report as read: the result, and with a record the engine's reading of it and remarks about how the two fit."""

    result: ResultInput
    report: Report | MeetingReport | None = None
    rules: RuleSet | basket.RuleSet | None = None
    remarks: tuple[str, ...] = ()


def read_sheet(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """Read and replay the record, outside any transaction of ours. Raises RecordUnusableError."""
    if not data.record.strip():
        if data.result is None:
            raise TournamentError(_("Type both scores, or give the record of the game."), code="nothing_reported")
        return Sheet(settled(pairing, data.result))
    if pairing.round.division.game == Game.WORDBASKET:
        return _read_basket(pairing, data)
    if len(pairing.seats.all()) > 2:
        raise TournamentError(_("A record is of two players; give the points of this table."), code="record")
    rules = rules_of(pairing.round.division)
    version = pairing.round.division.lexicon_version
    report = check_bytes(data=data.record, rules=rules, lexicon_version=version, seats=seat_names(pairing))
    scores = scores_by_seat(report, pairing)
    # Players report the scores on the board; that a game is lost on time is for an official to say.
    late = _late(report, pairing) if data.side == "official" else ""
    result = settled(pairing, data.result) if data.result else _result_from(report, scores, late)
    found = (
        *_against_result(report, result, pairing),
        *_against_seats(report, pairing),
        *_used_before(pairing, data.record),
        *challenge_findings(pairing, report),
    )
    return Sheet(result, report, rules, tuple(map(sentence, found)))


def _read_basket(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    report, rules = basket_sheets.check_meeting_of(pairing, data.record)
    result = settled(pairing, data.result) if data.result else basket_sheets.result_of(report, pairing)
    remarks = (
        *basket_sheets.remarks_on(report, rules, pairing, result),
        *map(sentence, _used_before(pairing, data.record)),
    )
    return Sheet(result, report, rules, remarks)


def keep_record(pairing: Pairing, data: bytes, sheet: Sheet, actor: User | None) -> GameRecord | None:
    """Store the record that came with a report, inside the caller's transaction; None when there was none."""
    version = pairing.round.division.lexicon_version
    if isinstance(sheet.report, MeetingReport) and isinstance(sheet.rules, basket.RuleSet):
        return store_basket(data=data, report=sheet.report, rules=sheet.rules, lexicon_version=version, actor=actor)
    if isinstance(sheet.report, Report) and isinstance(sheet.rules, RuleSet):
        return store_record(data=data, report=sheet.report, rules=sheet.rules, lexicon_version=version, actor=actor)
    return None


def _late(report: Report, pairing: Pairing) -> str:
    """Who lost on time by the record: first, second or nobody ("")."""
    if report.lost_on_time is None:
        return ""
    return "second" if report.lost_on_time != int(_turned(report, pairing)) else "first"


def _against_result(report: Report, result: ResultInput, pairing: Pairing) -> tuple[Finding, ...]:
    order = (1, 0) if _turned(report, pairing) else (0, 1)
    late = {"first": order[0], "second": order[1]}.get(result.lost_on_time)
    return against_result(report, _scores(result), order, late)


def _result_from(report: Report, scores: tuple[int, int] | None, late: str) -> ResultInput:
    """The record's final scores as the result. Where record and rules disagree it is not for us to choose."""
    if scores is None or not report.complete:
        raise RecordUnusableError(
            _(
                "The record does not reach the end of the game. Type the two scores as well; the record is kept with them."
            ),
            report,
        )
    if any(found.code == "end_missing" for found in report.findings) and report.stated_scores == report.final_scores:
        raise RecordUnusableError(
            _(
                "The game ended with tiles on both racks, and the record does not say which. Add a line for each player, "
                "such as “(AEI) -3”, or type the two scores as well."
            ),
            report,
        )
    if report.stated_scores != report.final_scores:
        raise RecordUnusableError(
            _(
                "The record ends %(stated)s as written, %(computed)s by the rules. Type the two scores that you agreed on as well."
            )
            % {"stated": joined(report.stated_scores), "computed": joined(report.final_scores)},
            report,
        )
    try:
        return ResultInput(kind="played", first_score=scores[0], second_score=scores[1], lost_on_time=late)
    except ValidationError as error:
        raise RecordUnusableError(
            _("The record's final scores cannot be: %(why)s Type the two scores as well.")
            % {"why": " ".join(error.messages)},
            report,
        ) from error


def seat_names(pairing: Pairing) -> tuple[str, str]:
    """The players of a game of two, who plays first first."""
    names = [seat.entry.name for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    return names[0], names[-1]


def _turned(report: Report, pairing: Pairing) -> bool:
    """Whether the record's first player sits second: by the names if they tell, else by who made the first turn."""
    named = _turned_by_name(report, pairing)
    if named is not None:
        return named
    return bool(report.turns) and report.turns[0].player == 1


def _turned_by_name(report: Report, pairing: Pairing) -> bool | None:
    """False: the record names the players in the order of the seats; True: the other way round; None: cannot be told."""
    if len(report.record.players) != 2:
        return None
    first, second = (_plain(name) for name in seat_names(pairing))
    one, two = ({_plain(player.name), _plain(player.nick)} for player in report.record.players)
    straight, turned = first in one and second in two, first in two and second in one
    return turned if straight != turned else None


def _plain(name: str) -> str:
    """A name without case, order of its parts, commas and underscores."""
    return " ".join(sorted(name.replace(",", " ").replace("_", " ").casefold().split()))


def scores_by_seat(report: Report, pairing: Pairing) -> tuple[int, int] | None:
    """The record's final scores as (first, second); None when it does not give two."""
    if len(report.final_scores) != 2:
        return None
    one, two = report.final_scores
    return (two, one) if _turned(report, pairing) else (one, two)


def _scores(result: ResultInput) -> tuple[int, int] | None:
    if result.kind != "played" or result.first_score is None or result.second_score is None:
        return None
    return result.first_score, result.second_score


def _against_seats(report: Report, pairing: Pairing) -> tuple[Finding, ...]:
    turned = _turned_by_name(report, pairing)
    if turned is None:
        return ()
    names = seat_names(pairing)
    return against_first(report, int(turned), names[::-1] if turned else names)


def _used_before(pairing: Pairing, data: bytes) -> tuple[Finding, ...]:
    records = same_bytes(data).values("pk")
    other = (
        Submission.objects.filter(record__in=records).exclude(pairing=pairing).select_related("pairing__round").first()
    )
    if other is None:
        return ()
    place = {"round": other.pairing.round.number, "table": other.pairing.table_number or "–"}
    return used_elsewhere(_("round %(round)d, table %(table)s") % place)


def sheet_difference(pairing: Pairing) -> str | None:
    """Where the records of the two sides first differ, when both gave one. One query."""
    rows = (
        Submission.objects.filter(pairing=pairing, record__isnull=False)
        .order_by("pk")
        .values_list("side", "record__summary")
    )
    if pairing.round.division.game == Game.WORDBASKET:
        records = list(dict(rows).values())
        return basket_sheets.first_difference(records[0], records[1]) if len(records) > 1 else None
    sheets = {side: sheet_of_turns(summary.get("turns", [])) for side, summary in rows}
    mine, other = sheets.get(Submission.Side.FIRST), sheets.get(Submission.Side.SECOND)
    if mine is None or other is None:
        return None
    return next(map(sentence, against_sheet(mine, other)), None)
