"""Reading the record that comes with a report, and setting it against the scores, the seats and the other record."""

from dataclasses import dataclass
from itertools import zip_longest

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.queries import same_bytes
from games.services import check_bytes
from tournaments.errors import TournamentError
from tournaments.inputs import ResultInput, ScoresheetInput
from tournaments.models import Pairing, Submission
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
    report: Report | None = None
    rules: RuleSet | None = None
    remarks: tuple[str, ...] = ()


def read_sheet(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """Read and replay the record, outside any transaction of ours. Raises RecordUnusableError."""
    if not data.record.strip():
        if data.result is None:
            raise TournamentError(_("Type both scores, or give the record of the game."), code="nothing_reported")
        return Sheet(data.result)
    rules = rules_of(pairing.round.division)
    report = check_bytes(data=data.record, rules=rules, lexicon_version=pairing.round.division.lexicon_version)
    scores = scores_by_seat(report, pairing)
    result = data.result or _result_from(report, scores)
    remarks = [
        *_against_result(result, scores, report),
        *_against_seats(report, pairing),
        *_used_before(pairing, data.record),
    ]
    return Sheet(result, report, rules, tuple(remarks))


def _result_from(report: Report, scores: tuple[int, int] | None) -> ResultInput:
    """The record's final scores as the result. Where record and rules disagree it is not for us to choose."""
    if scores is None or not report.complete:
        raise RecordUnusableError(
            _(
                "The record does not reach the end of the game. Type the two scores as well; the record is kept with them."
            ),
            report,
        )
    if report.stated_scores != report.final_scores:
        raise RecordUnusableError(
            _(
                "The record ends %(stated)s as written, %(computed)s by the rules. Type the two scores that you agreed on as well."
            )
            % {"stated": _pair(report.stated_scores), "computed": _pair(report.final_scores)},
            report,
        )
    try:
        return ResultInput(kind="played", first_score=scores[0], second_score=scores[1])
    except ValidationError as error:
        raise RecordUnusableError(
            _("The record's final scores cannot be: %(why)s Type the two scores as well.")
            % {"why": " ".join(error.messages)},
            report,
        ) from error


def _pair(scores: tuple[int, ...]) -> str:
    return " – ".join(str(score) for score in scores)


def _names(pairing: Pairing) -> tuple[str, str]:
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
    first, second = (_plain(name) for name in _names(pairing))
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


def _against_result(result: ResultInput, scores: tuple[int, int] | None, report: Report) -> list[str]:
    if result.kind != "played":
        return [_("A record came with a game that was reported as not played.")]
    if scores is None or not report.complete:
        return [_("The record does not reach the end of the game; its scores cannot confirm the result.")]
    if scores != (result.first_score, result.second_score):
        return [
            _(
                "The record, replayed by the rules, ends %(record)s; the result says %(result)s. Both are kept; check which is right."
            )
            % {"record": _pair(scores), "result": f"{result.first_score} – {result.second_score}"}
        ]
    return []


def _against_seats(report: Report, pairing: Pairing) -> list[str]:
    turned = _turned_by_name(report, pairing)
    if turned is None or not report.turns:
        return []
    began_second = (report.turns[0].player == 0) == turned
    if began_second:
        return [
            _("In the record %(name)s plays first; the pairing has %(first)s first.")
            % {"name": _names(pairing)[1], "first": _names(pairing)[0]}
        ]
    return []


def _used_before(pairing: Pairing, data: bytes) -> list[str]:
    records = same_bytes(data).values("pk")
    other = (
        Submission.objects.filter(record__in=records).exclude(pairing=pairing).select_related("pairing__round").first()
    )
    if other is None:
        return []
    return [
        _("The same record was given for another game (round %(round)d, table %(table)s). Is it the right one?")
        % {"round": other.pairing.round.number, "table": other.pairing.table_number or "–"}
    ]


def sheet_difference(pairing: Pairing) -> str | None:
    """Where the records of the two sides first differ, when both gave one. One query."""
    rows = (
        Submission.objects.filter(pairing=pairing, record__isnull=False)
        .order_by("pk")
        .values_list("side", "record__summary")
    )
    sheets = {side: summary.get("turns", []) for side, summary in rows}
    mine, other = sheets.get(Submission.Side.FIRST), sheets.get(Submission.Side.SECOND)
    if mine is None or other is None:
        return None
    for number, (one, two) in enumerate(zip_longest(mine, other), start=1):
        if _move(one) != _move(two):
            values = {"number": number, "one": _move(one) or _("nothing"), "two": _move(two) or _("nothing")}
            return _("The records first differ at turn %(number)d: %(one)s against %(two)s.") % values
    return None


def _move(turn: dict[str, object] | None) -> str:
    """One turn of a stored record as it is compared and shown."""
    if turn is None:
        return ""
    score = turn["computed_score"] if turn["stated_score"] is None else turn["stated_score"]
    return f"{turn['text']} {score}"
