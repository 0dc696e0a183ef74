"""Open questions of a game: what its records, reports and result contradict each other in.

Worked out anew whenever a fact about the game arrives, from the reports that count now: a question goes when its report is
corrected, and when an official ruled after that report had come in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine.crossword import compare
from games.engine.findings import Finding, Severity, event_finding
from games.errors import NoResultError
from games.game import RecordCheck, RecordHeader, Stated
from games.queries import same_bytes
from games.registry import GAMES, finding_kinds
from games.viewer import finding_line
from tournaments.access import loaded_pairings
from tournaments.engine import game_scores as tally
from tournaments.engine.results import Derived, State, derive
from tournaments.inputs.results import ResultInput
from tournaments.models import (
    Division,
    Entry,
    Event,
    OpenQuestion,
    Pairing,
    Result,
    ResultKind,
    ResultRuling,
    Submission,
)
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services.events.rules import rules_of
from tournaments.services.judging.challenge_records import LogOf
from tournaments.services.rounds.seating import check_of, seating_of
from tournaments.wording.sentences import result_text


@dataclass(frozen=True, slots=True)
class Question:
    """A contradiction as the facts give it: the report that raises it, the other report if there are two, what differs."""

    submission: int
    other: int | None
    finding: Finding

    @property
    def key(self) -> tuple[int, int | None, str]:
        """The same contradiction has the same key."""
        return self.submission, self.other, self.finding.code


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A report that counts now, with what its record says."""

    submission: Submission
    check: RecordCheck | None


def review(
    pairing: Pairing, derived: Derived, submissions: Sequence[Submission], rulings: Sequence[ResultRuling]
) -> list[OpenQuestion]:
    """Bring the stored questions of the pairing in line with its facts (in order), inside the caller's transaction; those that are open."""
    ruled = max(((item.after_submission_id or 0, item.pk) for item in rulings), default=(0, 0))
    found: dict[tuple[int, int | None, str], Question] = {}
    for item in questions_of(pairing, submissions, derived):
        found.setdefault(item.key, item)  # of several of a kind the first is told
    # The first fact of a game is stored together with its result: before that nobody can have asked anything.
    before = OpenQuestion.objects.filter(pairing=pairing) if hasattr(pairing, "result") else ()
    stored = {(one.submission_id, one.other_id, one.code): one for one in before}
    now = timezone.now()
    for key, item in found.items():
        question = stored.get(key) or OpenQuestion(pairing=pairing, submission_id=key[0], other_id=key[1], code=key[2])
        decided = ruled[1] and max(key[0], key[1] or 0) <= ruled[0]
        _set(question, item.finding, ruling=ruled[1] if decided else None, at=now)
        stored[key] = question
    for key in stored.keys() - found.keys():
        _settle(stored[key], OpenQuestion.Settled.CORRECTED, None, now)
    return [question for question in stored.values() if not question.settled]


def review_event(event: Event) -> None:
    """Work out the questions of all games of an event, whose facts were written by other means than reports and rulings."""
    games = loaded_pairings().filter(round__division__event=event, kind=Pairing.Kind.GAME, submissions__isnull=False)
    for pairing in games.distinct():
        submissions = list(pairing.submissions.select_related("record").order_by("pk"))
        rulings = list(pairing.rulings.order_by("pk"))
        derived = derive(reports_of(submissions), rulings_of(rulings))
        if derived is not None:
            count = len(review(pairing, derived, submissions, rulings))
            Result.objects.filter(pairing=pairing).update(open_questions=count)


def _set(question: OpenQuestion, item: Finding, *, ruling: int | None, at: Any) -> None:
    question.finding = item.as_dict()
    if ruling is not None:
        _settle(question, OpenQuestion.Settled.RULING, ruling, at)
        return
    question.settled, question.settled_at, question.ruling_id = "", None, None
    question.save()


def _settle(question: OpenQuestion, how: str, ruling: int | None, at: Any) -> None:
    if question.settled and question.pk:
        return
    question.settled, question.settled_at, question.ruling_id = how, at, ruling
    question.save()


def questions_of(pairing: Pairing, submissions: Sequence[Submission], derived: Derived) -> Iterator[Question]:
    """What contradicts what, from the reports of which none is superseded. Notes are for the sender alone and not among them."""
    replaced = {item.supersedes_id for item in submissions}
    sheets = [_Sheet(item, _read(pairing, item)) for item in submissions if item.pk not in replaced]
    log = LogOf(pairing)
    for sheet in sheets:
        for one in _of_record(pairing, sheet, derived, log):
            if one.severity is not Severity.NOTE:
                yield Question(sheet.submission.pk, None, one)
    for first, second in combinations([sheet for sheet in sheets if sheet.check is not None], 2):
        for one in _of_two(pairing, first, second):
            yield Question(second.submission.pk, first.submission.pk, one)
    for item in submissions:
        if item.pk in derived.late:
            yield Question(item.pk, None, event_finding("reported_later", stated=_raw(item)))


def _raw(fact: Submission) -> str:
    """A report as it is stored, to be put into words when it is read."""
    if fact.kind != "played":
        return str(fact.kind)
    return fact.tally or f"{fact.first_score} – {fact.second_score}"


def _read(pairing: Pairing, submission: Submission) -> RecordCheck | None:
    """The record that came with a report, replayed without a dictionary: words contradict nobody."""
    return None if submission.record is None else check_of(pairing, bytes(submission.record.original))


def _of_record(pairing: Pairing, sheet: _Sheet, derived: Derived, log: LogOf) -> Iterator[Finding]:
    if sheet.check is None:
        return
    yield from _beside_result(pairing, sheet.check, _beside(sheet.submission, derived), log)
    for top in pairing.round.division.played.headers(sheet.check):
        yield from _against_top(pairing, sheet.submission, top)
    yield from used_before(pairing, sheet.submission)


def _beside(submission: Submission, derived: Derived) -> ResultInput:
    """The result that a record is set against: what stands; where its report says something else, that is told already."""
    own = derived.state is State.CONFLICT or submission.pk in derived.late
    if own:
        return ResultInput(**_columns(submission))
    score = derived.score
    return ResultInput(
        kind=score.kind,
        first_score=score.first,
        second_score=score.second,
        tally=score.tally,
        lost_on_time=score.lost_on_time,
    )


def _columns(fact: Submission) -> dict[str, Any]:
    """A report's result, by the names of its columns."""
    names = ("kind", "first_score", "second_score", "tally", "lost_on_time")
    return {name: getattr(fact, name) for name in names}


def _beside_result(pairing: Pairing, check: RecordCheck, result: ResultInput, log: LogOf) -> Iterator[Finding]:
    """A record beside the result, the seats, the division and the judge's log; notes included."""
    division, seating = pairing.round.division, seating_of(pairing)
    played = division.played
    first, second = result.first_score, result.second_score
    known = None if result.kind != "played" or first is None or second is None else (first, second)
    if result.kind == "played" and result.tally:
        with suppress(NoResultError):
            games = played.ending(check, seating).games
            if games is not None and games != tally.parse(result.tally):
                yield event_finding("cards_differ", stated=result.tally, computed=tally.write(games, cards=True))
    yield from played.comparison(check, seating, Stated(known, result.lost_on_time), rules_of(division), log)


def _against_top(pairing: Pairing, submission: Submission, top: RecordHeader) -> Iterator[Finding]:
    """What a record says at its top beside the pairing: who played, by which dictionary, on which day. Two queries at most."""
    round_ = pairing.round
    division = round_.division
    seated = [seat.entry.name for seat in pairing.seats.all()]
    if sorted([*forms][-1] if forms else "" for forms in top.names) != sorted(seated):
        field = Entry.objects.filter(division=division).values_list("name", flat=True)
        yield from compare.against_players(top.names, seated, frozenset(field))
    edition = division.lexicon_version
    known = (edition.lexicon.name, edition.lexicon.slug, edition.label, str(edition)) if edition else ()
    yield from compare.against_edition(top.heading("lexicon"), known)
    days = [division.event.starts_on, timezone.localdate(submission.created_at)]
    if round_.published_at is not None:
        days.append(timezone.localdate(round_.published_at))
    yield from compare.against_days(top.heading("date"), min(days), max(days))


def used_before(pairing: Pairing, submission: Submission) -> tuple[Finding, ...]:
    """Whether the same bytes came for another game before. One query."""
    if submission.record is None:
        return ()
    records = same_bytes(bytes(submission.record.original)).values("pk")
    earlier = Submission.objects.filter(record__in=records, pk__lt=submission.pk).exclude(pairing=pairing)
    other = earlier.select_related("pairing__round").first()
    if other is None:
        return ()
    place = {"round": other.pairing.round.number, "table": other.pairing.table_number or "–"}
    return compare.used_elsewhere(_("round %(round)d, table %(table)s") % place)


def _of_two(pairing: Pairing, one: _Sheet, two: _Sheet) -> tuple[Finding, ...]:
    """The first difference of two records of the game."""
    return pairing.round.division.played.difference(one.check, two.check, seating_of(pairing))


def question_text(question: OpenQuestion) -> str:
    """The question as a sentence in the reader's language."""
    stored = question.finding
    in_words = _IN_WORDS.get(question.code)
    if in_words is not None:
        values = {name: in_words(str(stored[name])) for name in ("stated", "computed") if stored[name] is not None}
        stored = {**stored, "params": {**stored["params"], **values}}
    return finding_line(stored, finding_kinds()).message


def _result(raw: str) -> str:
    if raw in ResultKind.values:
        return str(ResultKind(raw).label)
    return raw if " – " in raw else result_text(raw)


def _days(raw: str) -> str:
    return " – ".join(date_format(date.fromisoformat(day)) for day in raw.split(" – "))


#: Questions whose values are stored as columns have them, and how they are read out.
_IN_WORDS: Mapping[str, Callable[[str], str]] = {
    "cards_differ": _result,
    "reported_later": _result,
    "date_other": _days,
}


def open_questions(pairing: Pairing) -> list[OpenQuestion]:
    """What waits to be settled about a game, oldest first. One query."""
    return list(OpenQuestion.objects.filter(pairing=pairing, settled="").order_by("pk"))


def questions_in(division: Division) -> list[OpenQuestion]:
    """What waits to be settled in a division, by round and table, with pairing and round. One query."""
    found = OpenQuestion.objects.filter(pairing__round__division=division, settled="").select_related("pairing__round")
    return list(found.order_by("pairing__round__number", "pairing__table_number", "pk"))


def questions_about(submission: Submission) -> list[str]:
    """What a report contradicts, as sentences for whoever sent it. One query."""
    asked = OpenQuestion.objects.filter(Q(submission=submission) | Q(other=submission), settled="")
    return [question_text(question) for question in asked.order_by("pk")]


def notes_about(pairing: Pairing, submission: Submission) -> list[str]:
    """What else there is to say to whoever sent a record, though nothing contradicts anything. No query without a record."""
    check = _read(pairing, submission)
    if check is None:
        return []
    found = _beside_result(pairing, check, ResultInput(**_columns(submission)), LogOf(pairing))
    return [finding_line(one.as_dict(), finding_kinds()).message for one in found if one.severity is Severity.NOTE]


def sheet_difference(pairing: Pairing) -> str | None:
    """Where the two records of a game first differ, as a sentence; None when they agree or only one came. One query."""
    codes = [game.difference_code for game in GAMES.values()]
    question = OpenQuestion.objects.filter(pairing=pairing, settled="", code__in=codes).order_by("pk").first()
    return question_text(question) if question else None
