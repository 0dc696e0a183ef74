"""Use cases of results: a report comes in, an official decides. What the facts come to is ``engine.results.derive``."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from games.game import RecordCheck
from tournaments.access import loaded_pairings, seats_of_pairings
from tournaments.engine.results import BYE, FORFEIT, SEATS, Derived, Score, State, derive
from tournaments.errors import NotOpenError, StaleEditError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput
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
from tournaments.services.entries.personal_links import side_in
from tournaments.services.events.locking import lock_event, refuse_finished, scope, touch
from tournaments.services.events.rules import counted_in
from tournaments.services.judging.word_secrecy import report_for_players
from tournaments.services.rating_link import ledger
from tournaments.services.results.correction_effects import consequences
from tournaments.services.results.matches import refuse_stranger, settled
from tournaments.services.results.open_questions import notes_about, questions_about, review, sheet_difference
from tournaments.services.results.scoresheets import RecordUnusableError, Sheet, read_sheet, store_sheet
from tournaments.services.rounds import auto_draft as auto_pairing
from tournaments.services.rounds.publish import close_complete_rounds
from tournaments.services.standings import contention
from tournaments.wording.sentences import describe, describe_difference

__all__ = ["RecordUnusableError", "SubmissionOutcome", "consequences", "rule_result", "submit_scoresheet"]

#: What a player may report; the rest is for officials to decide.
PLAYER_KINDS = frozenset({ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS})


@dataclass(frozen=True)
class SubmissionOutcome:
    """What became of a report. ``created`` is False when the same token had been sent before. What else there is to say of it is
    worked out when it is asked for."""

    pairing: Pairing
    submission: Submission
    result: Result
    derived: Derived | None
    sheet: Sheet
    created: bool = True

    @cached_property
    def difference(self) -> str | None:
        """The first difference from what others reported, as a sentence."""
        if self.derived is None or self.derived.difference is None:
            return None
        text = describe_difference(self.derived.difference, [seat.entry.name for seat in self.pairing.seats.all()])
        where = sheet_difference(self.pairing) if self.derived.state is State.CONFLICT else None
        return f"{text} {where}" if where else text

    @cached_property
    def check(self) -> RecordCheck | None:
        """The engine's reading of the record as far as the players may know it (``word_secrecy``)."""
        data = bytes(self.submission.record.original) if self.submission.record else b""
        return report_for_players(self.pairing, self.sheet.check, data)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """What the report contradicts, as sentences; an official settles them, or a corrected report."""
        return tuple(questions_about(self.submission))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is for the sender alone, and settles nothing."""
        return tuple(notes_about(self.pairing, self.submission))


def submit_scoresheet(
    *, pairing_id: int, data: ScoresheetInput, actor: User | None = None, found: Pairing | None = None
) -> SubmissionOutcome:
    """Add a report of a game and derive the result anew.

    The caller has found the pairing through its slip link or its event; ``found``: the pairing if it is loaded already.
    Reports of an official need the right to enter results. The record is read and replayed before the transaction begins;
    after confirmation only a ruling changes the result, so a report that differs then is kept and becomes an open question.
    Raises NotOpenError (round or event takes no reports), TournamentError, RecordUnusableError (no scores were typed and
    the record does not give them; carries the check), PermissionDenied.
    """
    pairing = found or _load(pairing_id)
    _refuse_who(pairing, data, actor)
    sheet = _read(pairing, data)
    with transaction.atomic():
        event = lock_event(pairing.round.division.event_id)
        pairing = _load(pairing_id, event, before=pairing)
        facts = _facts_of(pairing)
        known = next((item for item in facts.submissions if item.client_token == data.client_token), None)
        if known is not None:
            return _same_again(pairing, known, data, sheet)
        _refuse_closed(pairing)
        submission = _add_submission(pairing, data, sheet, actor, facts.submissions)
        result, derived = _derive_and_store(pairing, replace(facts, submissions=[*facts.submissions, submission]))
        _log_submission(pairing, submission, result, actor)
    return SubmissionOutcome(pairing, submission, result, derived, sheet)


def _read(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """The report as read. An error carries what may be told of its record: nothing about words while the game is on."""
    try:
        return read_sheet(pairing, data)
    except RecordUnusableError as error:
        error.check = report_for_players(pairing, error.check, data.record) or error.check
        raise


@dataclass(frozen=True, slots=True)
class _Facts:
    """What was reported and ruled about a game, in order; the reports with their records."""

    submissions: list[Submission]
    rulings: list[ResultRuling]


def _facts_of(pairing: Pairing) -> _Facts:
    """The facts of a pairing just loaded. No query while it has no result: the first fact is stored together with one."""
    if not hasattr(pairing, "result"):
        return _Facts([], [])
    submissions = Submission.objects.filter(pairing=pairing).select_related("record").order_by("pk")
    return _Facts(list(submissions), list(ResultRuling.objects.filter(pairing=pairing).order_by("pk")))


def _load(pairing_id: int, event: Event | None = None, *, before: Pairing | None = None) -> Pairing:
    """The pairing with all that belongs to it, in the locked ``event`` if there is one. Raises NotOpenError.

    ``before``: the pairing as it was loaded without the lock; its seats are the same while its round has the same version.
    """
    pairing = loaded_pairings().prefetch_related(None).filter(pk=pairing_id).first()
    if pairing is None:
        raise NotOpenError(_("This game no longer exists: the round was paired again. Check the new pairings."))
    if before is not None and before.round.version == pairing.round.version:
        pairing._prefetched_objects_cache = {"seats": before.seats.all()}  # type: ignore[attr-defined]
    else:
        prefetch_related_objects([pairing], seats_of_pairings())
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
            _("Only an official can enter “%(kind)s”; ask the director.")
            % {"kind": ResultKind(data.result.kind).label},
            code="kind",
        )
    elif data.result is not None and data.result.lost_on_time:
        raise TournamentError(_("Only an official can enter a loss on time; ask the director."), code="kind")
    _refuse_kind(pairing, data.result)


def _refuse_other_side(pairing: Pairing, data: ScoresheetInput) -> None:
    if data.link is None:
        return
    link = PersonalLink.objects.filter(pk=data.link, ended_at=None).first()
    if link is None or data.side != side_in(pairing, link.entry_id):
        raise TournamentError(_("A personal link can only report for its own player."), code="side")


def _refuse_kind(pairing: Pairing, result: ResultInput | None) -> None:
    if result is None:
        return
    is_bye = pairing.kind != Pairing.Kind.GAME
    if is_bye and result.kind in {ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT}:
        raise TournamentError(
            _("This player has a bye. The result can be a bye, a forfeit by the player, or void."), code="kind"
        )
    if not is_bye and result.kind == ResultKind.BYE:
        raise TournamentError(
            _("This is a game between two players, not a bye. If one did not come, it is a forfeit."), code="kind"
        )


def _refuse_closed(pairing: Pairing) -> None:
    round_ = pairing.round
    refuse_finished(round_.division.event)
    if pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("This player has a bye, so there is nothing to report."))
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
            _("This form was already sent with different values (%(stored)s). Reload the page to send a correction.")
            % {"stored": describe(known)},
            code="token_reused",
        )
    derived = derive(reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()))
    return SubmissionOutcome(pairing, known, pairing.result, derived, sheet, created=False)


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


def _add_submission(
    pairing: Pairing, data: ScoresheetInput, sheet: Sheet, actor: User | None, earlier: Sequence[Submission]
) -> Submission:
    stored = store_sheet(pairing, data.record, sheet, actor)
    return Submission.objects.create(
        pairing=pairing,
        channel=data.channel,
        side=data.side,
        actor=actor,
        client_token=data.client_token,
        link_id=data.link,
        **columns_of(sheet.result),
        record=stored,
        supersedes=_replaced_by(earlier, data),
    )


def _replaced_by(earlier: Sequence[Submission], data: ScoresheetInput) -> Submission | None:
    """The report whose place this one takes: the side's own earlier one, or what the table's link said for the side."""
    table = Submission.Channel.TABLE
    mine = (item for item in reversed(earlier) if item.side == data.side)
    return next((item for item in mine if (item.channel == table) == (data.channel == table)), None)


def _derive_and_store(pairing: Pairing, facts: _Facts) -> tuple[Result, Derived]:
    """Make the result row what the facts give, and tell ledger, rounds and event. Inside the transaction, event locked."""
    derived = derive(reports_of(facts.submissions), rulings_of(facts.rulings), alone=alone_score(pairing))
    if derived is None:
        raise RuntimeError(f"pairing {pairing.pk} has a result without facts")
    was_rated = hasattr(pairing, "result") and pairing.result.state == Result.State.CONFIRMED
    questions = len(review(pairing, derived, facts.submissions, facts.rulings))
    result = _write_result(pairing, derived, questions)
    division = pairing.round.division
    if was_rated or derived.state is State.CONFIRMED:
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


def _write_result(pairing: Pairing, derived: Derived, questions: int) -> Result:
    values = {**stored_values(derived, pairing.round.division), "open_questions": questions}
    stored = getattr(pairing, "result", None)
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
        **({"link_of": _player_at(pairing, submission.side)} if submission.link_id else {}),
        "kind": submission.kind,
        "scores": [submission.first_score, submission.second_score],
        **_more(submission),
        "state": result.state,
        "record": submission.record_id,
    }
    record(actor=actor, verb="result.submitted", target=pairing, scope=scope(pairing.round.division.event), after=after)


def _player_at(pairing: Pairing, side: str) -> str:
    return next(seat.entry.name for seat in pairing.seats.all() if str(SEATS[seat.position - 1]) == side)


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
    before = copy(pairing.result) if hasattr(pairing, "result") else None
    _refuse_stale(before, data)
    facts = _facts_of(pairing)
    ruling = ResultRuling.objects.create(
        pairing=pairing,
        official=actor,
        **columns_of(decided),
        spread=decided.spread,
        reason=data.reason.strip(),
        after_submission=facts.submissions[-1] if facts.submissions else None,
    )
    result, _derived = _derive_and_store(pairing, replace(facts, rulings=[*facts.rulings, ruling]))
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
            _("The result changed while you were deciding; it is now: %(now)s. Check it before you make a ruling.")
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
