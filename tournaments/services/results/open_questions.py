"""Open questions of a game: where its records, reports and result contradict each other.

Worked out again with every report and ruling, from the reports that count now: a question is settled when its report is
corrected, or when an official rules after that report came in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations

from django.db.models import Min, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine.crossword import compare
from games.engine.findings import Finding, Severity, event_finding
from games.errors import NoResultError
from games.game import RecordCheck, RecordHeader, Stated
from games.registry import GAMES, finding_kinds
from games.viewer import finding_line
from lexicon.models import LexiconVersion
from tournaments.access import loaded_pairings
from tournaments.engine import game_scores as tally
from tournaments.engine.results import UNDONE, Derived, State, derive
from tournaments.inputs.results import ResultInput, columns_of
from tournaments.models import (
    RESULT_KINDS,
    Division,
    Entry,
    Event,
    OpenQuestion,
    Pairing,
    Result,
    ResultRuling,
    Submission,
)
from tournaments.queries.merges import current_merge
from tournaments.queries.results import current_of, reports_of, rulings_of, standing_of
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.judging.judge_log import LogOf
from tournaments.wording.sentences import leader_text, result_text

#: The report that raises a question, the other report if there are two, the code of what differs.
Key = tuple[int, int | None, str]


@dataclass(frozen=True, slots=True)
class Question:
    """A contradiction: the report that raises it, the other report if there are two, and what differs."""

    submission: int
    other: int | None
    finding: Finding

    @property
    def key(self) -> Key:
        """The same contradiction has the same key."""
        return self.submission, self.other, self.finding.code


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A report that counts now, with what its record says."""

    submission: Submission
    check: RecordCheck | None


def review(
    pairing: Pairing,
    derived: Derived,
    submissions: Sequence[Submission],
    rulings: Sequence[ResultRuling],
    elsewhere: Sequence[Submission] | None = None,
) -> list[OpenQuestion]:
    """Bring the pairing's stored questions in line with its facts (in order), inside the caller's transaction; returns the open ones.

    ``elsewhere``: what ``same_bytes_elsewhere`` gives for the reports, with pairing and round; read if it is not given.
    """
    standing = standing_of(rulings)
    ruled_after, ruling = max(((item.after_submission_id or 0, item.pk) for item in standing), default=(0, 0))
    raised: dict[Key, Question] = {}
    for question in questions_of(pairing, submissions, derived, elsewhere):
        raised.setdefault(question.key, question)  # of several of a kind the first
    stored = _stored(pairing, any_raised=bool(raised))
    now = timezone.now()
    for key, question in raised.items():
        row = stored.get(key) or OpenQuestion(pairing=pairing, submission_id=key[0], other_id=key[1], code=key[2])
        is_ruled = ruling and max(key[0], key[1] or 0) <= ruled_after
        _set(row, question.finding, ruling=ruling if is_ruled else None, at=now)
        stored[key] = row
    for key in stored.keys() - raised.keys():
        _settle(stored[key], OpenQuestion.Settled.CORRECTED, None, now)
    return [row for row in stored.values() if not row.settled]


def _stored(pairing: Pairing, *, any_raised: bool) -> dict[Key, OpenQuestion]:
    """The stored questions. No query where there can be none to change: none is raised now and none was open."""
    result = getattr(pairing, "result", None)
    if result is None or not (any_raised or result.open_questions):
        return {}
    return {(row.submission_id, row.other_id, row.code): row for row in OpenQuestion.objects.filter(pairing=pairing)}


def review_event(event: Event) -> None:
    """Work out the questions of all games of an event whose reports and rulings were written directly, as by a restore."""
    games = loaded_pairings().filter(round__division__event=event, kind=Pairing.Kind.GAME, submissions__isnull=False)
    for pairing in games.distinct():
        submissions = list(pairing.submissions.select_related("record").order_by("pk"))
        rulings = list(pairing.rulings.order_by("pk"))
        derived = derive(reports_of(submissions), rulings_of(rulings))
        if derived is not None:
            count = len(review(pairing, derived, submissions, rulings))
            Result.objects.filter(pairing=pairing).update(open_questions=count)


def settle_all(pairing: Pairing) -> None:
    """Settle the open questions of a game that has no report left. Inside the caller's transaction."""
    for row in OpenQuestion.objects.filter(pairing=pairing, settled=""):
        _settle(row, OpenQuestion.Settled.CORRECTED, None, timezone.now())


def _set(row: OpenQuestion, finding: Finding, *, ruling: int | None, at: datetime) -> None:
    if ruling is not None:
        row.finding = finding.as_dict()
        _settle(row, OpenQuestion.Settled.RULING, ruling, at)
    elif not row.pk or row.settled or row.finding != finding.as_dict():
        row.finding = finding.as_dict()
        row.settled, row.settled_at, row.ruling_id = "", None, None
        row.save()


def _settle(row: OpenQuestion, how: str, ruling: int | None, at: datetime) -> None:
    if row.settled and row.pk:
        return
    row.settled, row.settled_at, row.ruling_id = how, at, ruling
    row.save()


def questions_of(
    pairing: Pairing,
    submissions: Sequence[Submission],
    derived: Derived,
    elsewhere: Sequence[Submission] | None = None,
) -> Iterator[Question]:
    """The contradictions between the reports that are not superseded. Notes are for the sender alone and left out."""
    sheets = [_Sheet(item, _read(pairing, item)) for item in current_of(submissions)]
    log, reused = LogOf(pairing), _reused(pairing, sheets, elsewhere)
    for sheet in sheets:
        for one in _of_record(pairing, sheet, derived, log):
            if one.severity is not Severity.NOTE:
                yield Question(sheet.submission.pk, None, one)
        for one in reused.get(sheet.submission.pk, ()):
            yield Question(sheet.submission.pk, None, one)
    for first, second in combinations([sheet for sheet in sheets if sheet.check is not None], 2):
        if _is_merged(pairing, first.submission, second.submission):
            continue
        for one in pairing.round.division.played.difference(first.check, second.check, seating_of(pairing)):
            yield Question(second.submission.pk, first.submission.pk, one)
    for item in submissions:
        if item.pk in derived.late:
            yield Question(item.pk, None, event_finding("reported_later", stated=_raw(item)))


def _is_merged(pairing: Pairing, first: Submission, second: Submission) -> bool:
    """Whether every line in which these sheets differ was decided. No query where no line was (``merged``, noted by ``results``)."""
    if not getattr(pairing, "merged", True):
        return False
    merge = current_merge(pairing, {first.pk, second.pk})
    return merge is not None and merge.record_id is not None


def _raw(fact: Submission) -> str:
    """A report as the question stores it; ``question_text`` puts it into words."""
    if fact.kind != "played":
        return str(fact.kind)
    text = fact.tally or f"{fact.first_score} – {fact.second_score}"
    return f"{text} · {fact.led_before}" if fact.led_before else text


def _read(pairing: Pairing, submission: Submission) -> RecordCheck | None:
    """The record that came with a report, replayed without a dictionary: words contradict nobody."""
    return None if submission.record is None else check_of(pairing, bytes(submission.record.original))


def _of_record(pairing: Pairing, sheet: _Sheet, derived: Derived, log: LogOf) -> Iterator[Finding]:
    if sheet.check is None:
        return
    yield from _beside_result(pairing, sheet.check, _beside(sheet.submission, derived), log)
    for header in pairing.round.division.played.headers(sheet.check):
        yield from _against_header(pairing, sheet.submission, header)


def _beside(submission: Submission, derived: Derived) -> ResultInput:
    """The result to compare a record with: the one that counts, or its own report's, if that differs: that is a question already."""
    if derived.state is State.CONFLICT or submission.pk in derived.late:
        return ResultInput(**columns_of(submission))
    return ResultInput.of(derived.score)


def _beside_result(pairing: Pairing, check: RecordCheck, result: ResultInput, log: LogOf) -> Iterator[Finding]:
    """A record compared with the result, the seats, the division and the judge's log; notes included."""
    division, seating = pairing.round.division, seating_of(pairing)
    game = division.played
    first, second = result.first_score, result.second_score
    scores: tuple[int, ...] | None = (
        None if result.kind != "played" or first is None or second is None else (first, second)
    )
    if result.kind == "played" and result.tally:
        with suppress(NoResultError):
            games = game.ending(check, seating).games
            if games is not None and games == tally.parse(result.tally) and None not in games[0]:
                scores = tuple(value or 0 for value in games[0]) if tally.POINTS in result.tally else scores
            elif games is not None:
                computed = tally.write(games, cards=game.scoring.by_seats)
                yield event_finding("cards_differ", stated=result.tally, computed=computed)
    yield from game.comparison(
        check, seating, Stated(scores, result.lost_on_time, result.led_before), rules_of(division), log
    )


def _against_header(pairing: Pairing, submission: Submission, header: RecordHeader) -> Iterator[Finding]:
    """The headings of a record compared with the pairing: who played, by which dictionary, on which day. One query at most."""
    round_ = pairing.round
    division = round_.division
    seated = [seat.entry.name for seat in pairing.seats.all()]
    if sorted([*forms][-1] if forms else "" for forms in header.names) != sorted(seated):
        field = Entry.objects.filter(division=division).values_list("name", flat=True)
        yield from compare.against_players(header.names, seated, frozenset(field))
    if stated := header.heading("lexicon"):
        yield from compare.against_edition(stated, _names_of(division.lexicon_version))
    if stated := header.heading("date"):
        days = [division.event.starts_on, timezone.localdate(submission.created_at)]
        if round_.published_at is not None:
            days.append(timezone.localdate(round_.published_at))
        yield from compare.against_days(stated, min(days), max(days))


def _names_of(edition: LexiconVersion | None) -> tuple[str, ...]:
    """How a record may name the edition."""
    return (edition.lexicon.name, edition.lexicon.slug, edition.label, str(edition)) if edition else ()


def same_bytes_elsewhere(pairing: Pairing, checksums: Q) -> QuerySet[Submission]:
    """The first report of another game for each of the records with these checksums (a condition on the record)."""
    # A test copy, or an event made from a backup, holds the same report with its time.
    own = Submission.objects.filter(pairing=pairing)
    others = Submission.objects.filter(checksums).exclude(pairing=pairing)
    others = others.exclude(created_at__in=own.values("created_at")).exclude(superseded_by__kind=UNDONE)
    firsts = others.order_by().values("record__sha256").annotate(first=Min("pk")).values("first")
    return Submission.objects.filter(pk__in=firsts)


def _reused(
    pairing: Pairing, sheets: Sequence[_Sheet], elsewhere: Sequence[Submission] | None
) -> dict[int, tuple[Finding, ...]]:
    """By report (id): that its record first came, byte for byte, for another game. One query unless ``elsewhere`` is at hand."""
    records = {sheet.submission.pk: sheet.submission.record.sha256 for sheet in sheets if sheet.submission.record}
    if not records:
        return {}
    same = same_bytes_elsewhere(pairing, Q(record__sha256__in=set(records.values())))
    return {
        pk: compare.used_elsewhere(_round_and_table(row.pairing))
        for row in (same.select_related("record", "pairing__round") if elsewhere is None else elsewhere)
        for pk, sha256 in records.items()
        if row.pk < pk and row.record and row.record.sha256 == sha256
    }


def _round_and_table(pairing: Pairing) -> str:
    place = {"round": pairing.round.number, "table": pairing.table_number or "–"}
    return _("round %(round)d, table %(table)s") % place


def question_text(question: OpenQuestion) -> str:
    """The question as a sentence in the reader's language."""
    stored = question.finding
    in_words = _IN_WORDS.get(question.code)
    if in_words is not None:
        values = {name: in_words(str(stored[name])) for name in ("stated", "computed") if stored[name] is not None}
        stored = {**stored, "params": {**stored["params"], **values}}
    return finding_line(stored, finding_kinds()).message


def _result(raw: str) -> str:
    if raw in RESULT_KINDS:
        return str(RESULT_KINDS[raw])
    text, _sign, led_before = raw.partition(" · ")
    text = text if " – " in text else result_text(text)
    return f"{text} ({leader_text(led_before)})" if led_before else text


def _days(raw: str) -> str:
    return " – ".join(date_format(date.fromisoformat(day)) for day in raw.split(" – "))


#: Questions whose values are stored as they stand in columns, and how they are put into words.
_IN_WORDS: Mapping[str, Callable[[str], str]] = {
    "cards_differ": _result,
    "reported_later": _result,
    "date_other": _days,
}


def open_questions(pairing: Pairing) -> list[OpenQuestion]:
    """The open questions of a game, oldest first. One query."""
    return list(OpenQuestion.objects.filter(pairing=pairing, settled="").order_by("pk"))


def questions_in(division: Division) -> list[OpenQuestion]:
    """The open questions of a division with pairing and round, by round and table. One query."""
    questions = OpenQuestion.objects.filter(pairing__round__division=division, settled="")
    by_table = questions.order_by("pairing__round__number", "pairing__table_number", "pk")
    return list(by_table.select_related("pairing__round"))


def questions_about(submission: Submission) -> list[str]:
    """What a report contradicts, as sentences for whoever sent it. One query."""
    questions = OpenQuestion.objects.filter(Q(submission=submission) | Q(other=submission), settled="")
    return [question_text(question) for question in questions.order_by("pk")]


def notes_about(pairing: Pairing, submission: Submission) -> list[str]:
    """Hints for whoever sent a record, where nothing contradicts anything. No query without a record."""
    check = _read(pairing, submission)
    if check is None:
        return []
    findings = _beside_result(pairing, check, ResultInput(**columns_of(submission)), LogOf(pairing))
    return [finding_line(one.as_dict(), finding_kinds()).message for one in findings if one.severity is Severity.NOTE]


def sheet_difference(pairing: Pairing) -> str | None:
    """Where the two records of a game first differ, as a sentence; None when they agree or only one came. One query."""
    codes = [game.difference_code for game in GAMES.values()]
    question = OpenQuestion.objects.filter(pairing=pairing, settled="", code__in=codes).order_by("pk").first()
    return question_text(question) if question else None
