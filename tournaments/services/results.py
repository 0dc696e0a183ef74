"""Use cases of results: a report comes in, an official decides. What the facts come to is ``engine.results.derive``."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from games.engine.crossword.report import Report
from games.engine.wordbasket.meeting import MeetingReport
from tournaments.access import loaded_pairings
from tournaments.engine.results import BYE, FORFEIT, Derived, Score, State, derive
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.inputs import ResultInput, RulingInput, ScoresheetInput
from tournaments.models import (
    Division,
    Event,
    Pairing,
    PersonalLink,
    Result,
    ResultKind,
    ResultRuling,
    Round,
    Submission,
)
from tournaments.permissions import require_action
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services import auto_pairing, contention, ledger
from tournaments.services.basket_sheets import MeetingUnusableError
from tournaments.services.consequences import consequences
from tournaments.services.locking import lock_event, refuse_finished, scope, touch
from tournaments.services.meetings import refuse_stranger, settled
from tournaments.services.pairing import close_complete_rounds
from tournaments.services.personal_links import side_in
from tournaments.services.questions import notes_about, questions_about, review, sheet_difference
from tournaments.services.rules import counted_in
from tournaments.services.sheets import RecordUnusableError, Sheet, keep_record, read_sheet
from tournaments.services.word_secrecy import report_for_players
from tournaments.services.wording import describe, describe_difference

__all__ = ["RecordUnusableError", "SubmissionOutcome", "consequences", "rule_result", "submit_scoresheet"]

#: What a player may report; the rest is for officials to decide.
PLAYER_KINDS = frozenset({ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True)
class SubmissionOutcome:
    """What became of a report. ``difference``: the first difference from what others reported, as a sentence.

    ``created`` is False when the same token had been sent before. ``report`` is the engine's reading of the record as far as
    the players may know it (``word_secrecy``). ``questions``: what the report contradicts, as sentences; an official settles
    them, or a corrected report. ``notes`` are for the sender alone, and settle nothing.
    """

    submission: Submission
    result: Result
    created: bool
    difference: str | None = None
    report: Report | MeetingReport | None = None
    questions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def submit_scoresheet(*, pairing_id: int, data: ScoresheetInput, actor: User | None = None) -> SubmissionOutcome:
    """Add a report of a game and derive the result anew.

    The caller has found the pairing through its slip link or its event. Reports of an official need the right to enter
    results. The record is read and replayed before the transaction begins; after confirmation only a ruling changes the
    result, so a report that differs then is kept and becomes an open question.
    Raises NotOpenError (round or event takes no reports), TournamentError, RecordUnusableError (no scores were typed and
    the record does not give them; carries the report), PermissionDenied.
    """
    pairing = _load(pairing_id)
    _refuse_who(pairing, data, actor)
    sheet = _read(pairing, data)
    with transaction.atomic():
        event = lock_event(pairing.round.division.event_id)
        pairing = _load(pairing_id, event)
        known = Submission.objects.filter(pairing=pairing, client_token=data.client_token).first()
        if known is not None:
            return _same_again(pairing, known, data, sheet)
        _refuse_closed(pairing)
        submission = _add_submission(pairing, data, sheet, actor)
        result, derived = _derive_and_store(pairing)
        _log_submission(pairing, submission, result, actor)
    return _outcome(pairing, submission, result, derived, sheet)


def _read(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """The report as read. An error carries what may be told of its record: nothing about words while the game is on."""
    try:
        return read_sheet(pairing, data)
    except (RecordUnusableError, MeetingUnusableError) as error:
        error.report = report_for_players(pairing, error.report, data.record)  # type: ignore[assignment]  # of the same game
        raise


def _load(pairing_id: int, event: Event | None = None) -> Pairing:
    """The pairing with all that belongs to it, in the locked ``event`` if there is one. Raises NotOpenError."""
    pairing = loaded_pairings().filter(pk=pairing_id).first()
    if pairing is None:
        raise NotOpenError(
            _("This game is no longer in the list: the round was paired again. Look at the new pairings.")
        )
    if event is not None:
        pairing.round.division.event = event
    return pairing


def _refuse_who(pairing: Pairing, data: ScoresheetInput, actor: User | None) -> None:
    """Officials need the right; players report what players can know, and with their own link for themselves alone."""
    refuse_stranger(pairing, data.side)
    _refuse_other_side(pairing, data)
    if data.side == Submission.Side.OFFICIAL or data.channel in {
        Submission.Channel.OFFICIAL,
        Submission.Channel.IMPORT,
    }:
        require_action(actor, pairing.round.division.event, Action.ENTER_RESULT)
    elif data.result is not None and data.result.kind not in PLAYER_KINDS:
        raise TournamentError(
            _("“%(kind)s” is for an official to decide; ask the director.")
            % {"kind": ResultKind(data.result.kind).label},
            code="kind",
        )
    elif data.result is not None and data.result.lost_on_time:
        raise TournamentError(_("Who lost on time is for an official to decide; ask the director."), code="kind")
    _refuse_kind(pairing, data.result)


def _refuse_other_side(pairing: Pairing, data: ScoresheetInput) -> None:
    if data.link is None:
        return
    link = PersonalLink.objects.filter(pk=data.link, revoked_at=None).first()
    if link is None or data.side != side_in(pairing, link.entry_id):
        raise TournamentError(_("With a personal link only its own player can report."), code="side")


def _refuse_kind(pairing: Pairing, result: ResultInput | None) -> None:
    if result is None:
        return
    is_bye = pairing.kind != Pairing.Kind.GAME
    if is_bye and result.kind in {ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT}:
        raise TournamentError(
            _("This player has a bye. It can be a bye, a forfeit of the player, or void."), code="kind"
        )
    if not is_bye and result.kind == ResultKind.BYE:
        raise TournamentError(
            _("This is a game between two players, not a bye. If one did not come, it is a forfeit."), code="kind"
        )


def _refuse_closed(pairing: Pairing) -> None:
    round_ = pairing.round
    refuse_finished(round_.division.event)
    if pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("This player has a bye; there is nothing to report."))
    if round_.state == Round.State.DRAFT:
        raise NotOpenError(_("Round %(number)d is not published.") % {"number": round_.number})
    if round_.state == Round.State.CLOSED:
        raise NotOpenError(
            _("Round %(number)d is closed. If its result is wrong, tell the director, who can correct it.")
            % {"number": round_.number}
        )


def _same_again(pairing: Pairing, known: Submission, data: ScoresheetInput, sheet: Sheet) -> SubmissionOutcome:
    """The form was sent twice: answer as the first time. A form that was changed in between is not the same report."""
    stored = bytes(known.record.original) if known.record else b""
    if (known.side, columns_of(known), stored) != (data.side, columns_of(sheet.result), data.record):
        raise TournamentError(
            _("This form was already sent with other values (%(stored)s). Reload the page to send a correction.")
            % {"stored": describe(known)},
            code="token_reused",
        )
    derived = derive(reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()))
    outcome = _outcome(pairing, known, pairing.result, derived, sheet)
    return replace(outcome, created=False)


def columns_of(fact: Submission | ResultInput) -> dict[str, Any]:
    """What a fact says of the game, as the columns that hold it."""
    names = ("kind", "first_score", "second_score", "tally", "lost_on_time")
    return {name: getattr(fact, name) for name in names}


def says_the_same(result: Result, fact: Submission | ResultInput) -> bool:
    """Whether the result is what this report alone comes to."""
    spread = fact.spread if isinstance(fact, ResultInput) else None
    stated = Score(fact.kind, fact.first_score, fact.second_score, fact.tally, fact.lost_on_time, spread)
    score = counted_in(result.pairing.round.division, stated)
    stored = Score(
        result.kind, result.first_score, result.second_score, result.tally, result.lost_on_time, result.spread
    )
    return stored == score


def _add_submission(pairing: Pairing, data: ScoresheetInput, sheet: Sheet, actor: User | None) -> Submission:
    stored = keep_record(pairing, data.record, sheet, actor)
    return Submission.objects.create(
        pairing=pairing,
        channel=data.channel,
        side=data.side,
        actor=actor,
        client_token=data.client_token,
        link_id=data.link,
        **columns_of(sheet.result),
        record=stored,
        supersedes=_replaced_by(pairing, data),
    )


def _replaced_by(pairing: Pairing, data: ScoresheetInput) -> Submission | None:
    """The report whose place this one takes: the side's own earlier one, or what the table's link said for the side."""
    earlier = Submission.objects.filter(pairing=pairing, side=data.side)
    by_table = Q(channel=Submission.Channel.TABLE)
    return earlier.filter(by_table if data.channel == Submission.Channel.TABLE else ~by_table).order_by("-pk").first()


def _derive_and_store(pairing: Pairing) -> tuple[Result, Derived]:
    """Make the result row what the facts give, and tell ledger, rounds and event. Inside the transaction, event locked."""
    submissions = Submission.objects.filter(pairing=pairing)
    rulings = ResultRuling.objects.filter(pairing=pairing)
    derived = derive(reports_of(submissions), rulings_of(rulings), alone=alone_score(pairing))
    if derived is None:
        raise RuntimeError(f"pairing {pairing.pk} has a result without facts")
    result = _write_result(pairing, derived)
    result.open_questions = len(review(pairing, derived))
    result.save(update_fields=["open_questions"])
    division = pairing.round.division
    ledger.write_result(division, pairing, result)
    if derived.state is State.CONFIRMED:
        close_complete_rounds(division)
        auto_pairing.follow(division)
    touch(division.event)
    contention.follow(division)
    return result, derived


def alone_score(pairing: Pairing) -> Score | None:
    """What the pairing itself says of a player without an opponent; None for a game."""
    alone = {Pairing.Kind.BYE: BYE, Pairing.Kind.FORFEIT: FORFEIT}.get(Pairing.Kind(pairing.kind))
    return None if alone is None else replace(alone, spread=pairing.spread)


def stored_values(derived: Derived, division: Division) -> dict[str, object]:
    """The columns of ``Result`` that the facts decide; its scores are those that count by the division's rules."""
    score = counted_in(division, derived.score)
    return {
        "state": str(derived.state),
        "kind": score.kind,
        "first_score": score.first,
        "second_score": score.second,
        "tally": score.tally,
        "lost_on_time": score.lost_on_time,
        "spread": score.spread,
        "record_id": derived.record,
        "ruling_id": derived.ruling,
    }


def _write_result(pairing: Pairing, derived: Derived) -> Result:
    values = stored_values(derived, pairing.round.division)
    stored = Result.objects.filter(pairing=pairing).first()
    result = stored or Result(pairing=pairing, version=0)
    was_confirmed = result.confirmed_at is not None and result.ruling_id == derived.ruling
    for name, value in values.items():
        setattr(result, name, value)
    if derived.state is not State.CONFIRMED:
        result.confirmed_at = None
    elif not was_confirmed:
        result.confirmed_at = timezone.now()
    result.version += 1
    if stored is None:
        result.save()
    else:
        result.save(update_fields=[*(name.removesuffix("_id") for name in values), "confirmed_at", "version"])
    return result


def _log_submission(pairing: Pairing, submission: Submission, result: Result, actor: User | None) -> None:
    after = {
        "side": submission.side,
        "channel": submission.channel,
        **({"link_of": submission.link.entry.name} if submission.link else {}),
        "kind": submission.kind,
        "scores": [submission.first_score, submission.second_score],
        **_more(submission),
        "state": result.state,
        "record": submission.record_id,
    }
    record(actor=actor, verb="result.submitted", target=pairing, scope=scope(pairing.round.division.event), after=after)


def _outcome(
    pairing: Pairing, submission: Submission, result: Result, derived: Derived | None, sheet: Sheet
) -> SubmissionOutcome:
    names = [seat.entry.name for seat in pairing.seats.all()]
    text = None
    if derived is not None and derived.difference is not None:
        text = describe_difference(derived.difference, names)
        where = sheet_difference(pairing) if derived.state is State.CONFLICT else None
        text = f"{text} {where}" if where else text
    data = bytes(submission.record.original) if submission.record else b""
    report = report_for_players(pairing, sheet.report, data)
    return SubmissionOutcome(
        submission,
        result,
        True,
        difference=text,
        report=report,
        questions=tuple(questions_about(submission)),
        notes=tuple(notes_about(pairing, submission)),
    )


@transaction.atomic
def rule_result(*, actor: User, pairing_id: int, data: RulingInput) -> Result:
    """Decide a disputed result or correct a confirmed one; earlier facts stay. A finished event stays finished and official.

    Raises StaleEditError, NotOpenError, PermissionDenied.
    """
    event = lock_event(_load(pairing_id).round.division.event_id)
    require_action(actor, event, Action.CORRECT)
    pairing = _load(pairing_id, event)
    if pairing.round.state == Round.State.DRAFT:
        raise NotOpenError(_("Round %(number)d is not published.") % {"number": pairing.round.number})
    _refuse_kind(pairing, data.result)
    decided = settled(pairing, data.result)
    before = Result.objects.filter(pairing=pairing).first()
    _refuse_stale(before, data)
    ruling = ResultRuling.objects.create(
        pairing=pairing,
        official=actor,
        **columns_of(decided),
        spread=decided.spread,
        reason=data.reason.strip(),
        after_submission=Submission.objects.filter(pairing=pairing).order_by("-pk").first(),
    )
    result, _derived = _derive_and_store(pairing)
    record(
        actor=actor,
        verb="result.ruled",
        target=pairing,
        scope=scope(event),
        before=_logged(before),
        after={**_logged(result), "ruling": ruling.pk},
        reason=ruling.reason,
    )
    return result


def _refuse_stale(result: Result | None, data: RulingInput) -> None:
    version = result.version if result else 0
    if data.expected_version is not None and data.expected_version != version:
        now = describe(result) if result else _("no result")
        raise StaleEditError(
            _("The result changed while you were deciding; it is now: %(now)s. Look again before you rule.")
            % {"now": now}
        )


def _more(fact: Submission | Result) -> dict[str, str | int]:
    """What few games have, for the log."""
    found: dict[str, str | int] = {name: value for name in ("tally", "lost_on_time") if (value := getattr(fact, name))}
    if isinstance(fact, Result) and fact.spread is not None:
        found["spread"] = fact.spread
    return found


def _logged(result: Result | None) -> dict[str, object]:
    if result is None:
        return {}
    return {
        "state": result.state,
        "kind": result.kind,
        "scores": [result.first_score, result.second_score],
        **_more(result),
        "version": result.version,
    }
