"""Results: a report comes in, an official confirms or rules. What reports and rulings come to is decided by ``engine.results.derive``."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Subquery, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from games.game import RecordCheck
from games.services import checksum
from tournaments import hooks
from tournaments.access import seats_of_pairings
from tournaments.engine.results import BYE, FORFEIT, SEATS, Derived, Score, Side, State, derive, undone_reports
from tournaments.errors import NotOpenError, ReportKeptError, StaleEditError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput, columns_of
from tournaments.models import (
    RESULT_KINDS,
    Division,
    Event,
    HeldReport,
    Pairing,
    PersonalLink,
    Result,
    ResultKind,
    ResultRuling,
    Round,
    SheetMerge,
    Submission,
)
from tournaments.permissions import check_entering, require_action, require_entering, rights_in
from tournaments.queries.merges import current_merge
from tournaments.queries.results import current_of, reports_of, rulings_of
from tournaments.services.entries.personal_links import side_in
from tournaments.services.events.locking import (
    lock_event,
    lock_to_change,
    refuse_finished,
    refuse_followed,
    scope,
    touch,
)
from tournaments.services.events.rules import counted_in
from tournaments.services.judging.judge_log import judged_plays
from tournaments.services.judging.word_secrecy import report_for_players
from tournaments.services.rating_link import ledger
from tournaments.services.results.held import hold_report, kept_text
from tournaments.services.results.open_questions import (
    notes_about,
    questions_about,
    review,
    same_bytes_elsewhere,
    sheet_difference,
)
from tournaments.services.results.scoresheets import (
    RecordUnusableError,
    Sheet,
    check_side,
    read_sheet,
    store_sheet,
    with_scores,
)
from tournaments.services.rounds import auto_draft as auto_pairing
from tournaments.services.rounds import rolling
from tournaments.services.rounds.publish import close_complete_rounds
from tournaments.services.standings import contention
from tournaments.wording.sentences import describe, describe_difference, names_at

#: What a player may report; anything else is for officials to decide.
PLAYER_KINDS = frozenset({ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS})


@dataclass(frozen=True)
class SubmissionOutcome:
    """A report and the result it led to. ``created`` is False when the same token had been sent before. The rest is worked out
    only where it is shown."""

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
        text = describe_difference(self.derived.difference, names_at(self.pairing))
        turn = sheet_difference(self.pairing) if self.derived.state is State.CONFLICT else None
        return f"{text} {turn}" if turn else text

    @cached_property
    def check(self) -> RecordCheck | None:
        """The engine's reading of the record, as far as players may see it (``word_secrecy``)."""
        data = bytes(self.submission.record.original) if self.submission.record else b""
        return report_for_players(self.pairing, self.sheet.check, data)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """What the report contradicts, as sentences; an official settles them, or a corrected report."""
        return tuple(questions_about(self.submission))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Hints for the sender alone; they decide nothing."""
        return tuple(notes_about(self.pairing, self.submission))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The reports of a game, with their records, and the rulings on it, in order."""

    submissions: list[Submission]
    rulings: list[ResultRuling]
    #: Reports of other games with the same record, byte for byte (``open_questions``); None: not read yet.
    elsewhere: list[Submission] | None = None


def submit_scoresheet(
    *, pairing_id: int, data: ScoresheetInput, actor: User | None = None, loaded: Pairing | None = None
) -> SubmissionOutcome:
    """Add a report of a game and derive the result anew.

    The caller reached the pairing through a link or its event; ``loaded``: the pairing, if the caller has it with its seats.
    An official's report needs the right to enter results. The record is read and replayed before the transaction begins;
    after confirmation only a ruling changes the result, so a report that differs then becomes an open question.
    Raises ReportKeptError while a laptop runs the event, NotOpenError (round or event takes no reports), TournamentError,
    RecordUnusableError (no scores were typed and the record does not give them; carries the check), PermissionDenied.
    """
    pairing = loaded or load_game(pairing_id)
    _check_sender(pairing, data, actor)
    sheet = _read(pairing, data)
    with transaction.atomic():
        event = lock_to_change(pairing.round.division.event)
        pairing = load_game(pairing_id, event, before=pairing, link=data.link)
        _check_link(pairing, data)
        refuse_followed(pairing.round.division)
        if event.on_laptop_since is None:
            return _submit(pairing, facts_of_game(pairing, data.record), data, sheet, actor)
        _check_open(pairing)
        hold_report(pairing, data, sheet.result)
    raise ReportKeptError(kept_text(event))


def take_held(*, held: HeldReport, pairing: Pairing, data: ScoresheetInput) -> SubmissionOutcome:
    """Let a report count that was kept while a laptop ran the event, also in a round that has closed since. Event locked.

    Raises as ``submit_scoresheet``.
    """
    outcome = _submit(pairing, facts_of_game(pairing, data.record), data, _read(pairing, data), None, late=True)
    held.submission = outcome.submission
    return outcome


def _submit(
    pairing: Pairing, facts: GameFacts, data: ScoresheetInput, sheet: Sheet, actor: User | None, *, late: bool = False
) -> SubmissionOutcome:
    """Add a report that was checked and read to the facts of a pairing just loaded; inside the transaction, event locked.

    ``late``: it came in time and counts in a closed round too.
    """
    earlier = next((item for item in facts.submissions if item.client_token == data.client_token), None)
    if earlier is not None and earlier.pk in undone_reports(reports_of(facts.submissions)):
        raise TournamentError(
            _("This result was entered and then undone. To enter it again, reload the page and type it once more."),
            code="undone",
        )
    if earlier is not None:
        return _sent_again(pairing, facts, earlier, data, sheet)
    _check_open(pairing, late=late)
    submission = _add_submission(pairing, data, sheet, actor, facts.submissions)
    result, derived = derive_and_store(pairing, replace(facts, submissions=[*facts.submissions, submission]))
    _log_submission(pairing, submission, result, actor)
    return SubmissionOutcome(pairing, submission, result, derived, sheet)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The results confirmed now, and the games where another report came in after the official looked."""

    results: tuple[Result, ...]
    changed: tuple[Pairing, ...]


def confirm_reported(*, actor: User, round_: Round, versions: Mapping[int, int]) -> Confirmed:
    """Confirm the reports of a round's games, by a tap or all that wait for a second report.

    ``versions``: by game (id) the version of its result that the official looked at. A game that has another version now is left
    alone and listed. Each game is saved on its own. Raises NotOpenError, PermissionDenied.
    """
    results, changed = [], []
    _check_tables(actor, round_, versions)
    for pairing_id, version in versions.items():
        pairing, result = _confirm(actor=actor, round_=round_, pairing_id=pairing_id, version=version)
        if result is not None:
            results.append(result)
        elif pairing is not None:
            changed.append(pairing)
    return Confirmed(tuple(results), tuple(changed))


def _check_tables(actor: User, round_: Round, games: Collection[int]) -> None:
    """Raise OtherTableError before anything is saved if a game is at another scorer's table. One query, two for a scorer of some tables."""
    rights = rights_in(actor, round_.division.event)
    if rights.tables is None:
        return  # everywhere, or nowhere: each game's own check says so
    for table in Pairing.objects.filter(round=round_, pk__in=games).values_list("table_number", flat=True):
        check_entering(rights, round_.division.event, table)


@transaction.atomic
def _confirm(*, actor: User, round_: Round, pairing_id: int, version: int) -> tuple[Pairing | None, Result | None]:
    """The game (None if it is not in the round or confirmed already), and its result (None if something else came in since)."""
    event = lock_event(round_.division.event_id)
    pairing = _find(pairing_id, event)
    if pairing is not None:
        refuse_followed(pairing.round.division)
    result = getattr(pairing, "result", None)
    if (
        pairing is None
        or pairing.round_id != round_.pk
        or (result is not None and result.state == Result.State.CONFIRMED)
    ):
        return None, None  # a second tap
    if result is None or result.state != Result.State.PENDING or result.version != version:
        return pairing, None
    facts = facts_of_game(pairing)
    derived = derive(reports_of(facts.submissions), rulings_of(facts.rulings))
    assert derived is not None, "a result rests on facts"
    data = ScoresheetInput(
        side=Side.OFFICIAL,
        channel=Submission.Channel.OFFICIAL,
        client_token=f"confirm-{version}",
        result=ResultInput.of(derived.score),
    )
    _check_sender(pairing, data, actor)
    return pairing, _submit(pairing, facts, data, _read(pairing, data), actor).result


def _read(pairing: Pairing, data: ScoresheetInput) -> Sheet:
    """The report as read. An error carries what players may see of the check: nothing about words while the game is on."""
    try:
        return read_sheet(pairing, data)
    except RecordUnusableError as error:
        error.check = report_for_players(pairing, error.check, data.record) or error.check
        raise


def facts_of_game(pairing: Pairing, record: bytes = b"") -> GameFacts:
    """The facts of a pairing just loaded. No query before the first of them, nor for rulings where no result rests on one and
    none was undone. ``record``: what comes with the report to be added."""
    if not pairing.has_facts:  # type: ignore[attr-defined]  # noted by _find
        return GameFacts([], [])
    result = getattr(pairing, "result", None)
    own = Submission.objects.filter(pairing=pairing)
    checksums = Q(record__sha256__in=own.values("record__sha256")) | Q(record__sha256=checksum(record))
    same = same_bytes_elsewhere(pairing, checksums)
    # one query for both
    rows = Submission.objects.filter(Q(pairing=pairing) | Q(pk__in=same.values("pk"))).order_by("pk")
    rows = rows.select_related("record", "pairing__round")
    ruled = result is None or result.ruling_id
    rulings = ResultRuling.objects.filter(pairing=pairing).order_by("pk") if ruled else ()
    submissions = [row for row in rows if row.pairing_id == pairing.pk]
    return GameFacts(submissions, list(rulings), [row for row in rows if row.pairing_id != pairing.pk])


def load_game(
    pairing_id: int, event: Event | None = None, *, before: Pairing | None = None, link: int | None = None
) -> Pairing:
    """The pairing as by ``_find``. Raises NotOpenError."""
    pairing = _find(pairing_id, event, before=before, link=link)
    if pairing is None:
        raise NotOpenError(_("This game no longer exists: the round was paired again. Check the new pairings."))
    return pairing


def _find(
    pairing_id: int, event: Event | None = None, *, before: Pairing | None = None, link: int | None = None
) -> Pairing | None:
    """The pairing with all that belongs to it, in the locked ``event`` if there is one.

    ``before``: the pairing as it was loaded without the lock; its seats are the same while its round has the same version.
    What ``event`` and ``before`` have is not read again: a statement of eleven tables takes PostgreSQL ten times as long as one of six.
    ``link``: a personal link, whose entry is noted as ``link_entry`` unless the link has ended. ``followed``: a later round of the
    division is public. ``judged``: the word judge's log has something about the game. ``has_facts``: something was reported or ruled.
    """
    related = ["auto_pairing", "rating_pool"]
    related += [] if event is not None else ["event__club", "event__check_in"]
    related += [] if before is not None else ["lexicon_version__lexicon"]
    pairings = Pairing.objects.select_related("result", *(f"round__division__{name}" for name in related))
    rounds = Round.objects.filter(division=OuterRef("round__division"), number__gt=OuterRef("round__number"))
    pairings = pairings.annotate(
        followed=Exists(rounds.exclude(state=Round.State.DRAFT)),
        judged=Exists(judged_plays(pairing_id)),
        has_facts=Exists(Submission.objects.filter(pairing=pairing_id))
        | Exists(ResultRuling.objects.filter(pairing=pairing_id)),
        merged=Exists(SheetMerge.objects.filter(pairing=pairing_id)),
    )
    if link is not None:
        pairings = pairings.annotate(link_entry=Subquery(PersonalLink.live(pk=link).values("entry")))
    # In no order: there is one at most, and what orders eleven tables takes a tenth of the time.
    pairing = next(iter(pairings.filter(pk=pairing_id).order_by()), None)
    if pairing is None:
        return None
    division = pairing.round.division
    if before is not None and division.lexicon_version_id == before.round.division.lexicon_version_id:
        division.lexicon_version = before.round.division.lexicon_version
    if before is not None and before.round.version == pairing.round.version:
        pairing._prefetched_objects_cache = {"seats": before.seats.all()}  # type: ignore[attr-defined]
    else:
        prefetch_related_objects([pairing], seats_of_pairings())
    if event is not None:
        division.event = event
    return pairing


def _check_sender(pairing: Pairing, data: ScoresheetInput, actor: User | None) -> None:
    """Officials need the right; players report what players can know."""
    check_side(pairing, data.side)
    if data.side == Side.OFFICIAL or data.channel in {
        Submission.Channel.OFFICIAL,
        Submission.Channel.IMPORT,
    }:
        require_entering(actor, pairing.round.division.event, pairing.table_number)
    elif data.result is not None and data.result.kind not in PLAYER_KINDS:
        raise TournamentError(
            _("Only an official can enter “%(kind)s”; ask the director.") % {"kind": RESULT_KINDS[data.result.kind]},
            code="kind",
        )
    elif data.result is not None and data.result.lost_on_time:
        raise TournamentError(_("Only an official can enter a loss on time; ask the director."), code="kind")
    _check_kind(pairing, data.result)


def _check_link(pairing: Pairing, data: ScoresheetInput) -> None:
    """A personal link that has not ended reports for its own player."""
    if data.link is None:
        return
    entry = getattr(pairing, "link_entry", None)
    if entry is None or data.side != side_in(pairing, entry):
        raise TournamentError(_("A personal link can only report for its own player."), code="side")


def _check_kind(pairing: Pairing, result: ResultInput | None) -> None:
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


def _check_open(pairing: Pairing, *, late: bool = False) -> None:
    round_ = pairing.round
    refuse_finished(round_.division.event)
    if pairing.kind != Pairing.Kind.GAME:
        raise NotOpenError(_("This player has a bye, so there is nothing to report."))
    if round_.state == Round.State.DRAFT:
        raise NotOpenError(_("Round %(number)d is not published.") % {"number": round_.number})
    if round_.state == Round.State.CLOSED and not late:
        raise NotOpenError(
            _("Round %(number)d is closed. If its result is wrong, tell the director, who can correct it.")
            % {"number": round_.number}
        )


def _sent_again(
    pairing: Pairing, facts: GameFacts, earlier: Submission, data: ScoresheetInput, sheet: Sheet
) -> SubmissionOutcome:
    """The form was sent twice: answer as the first time. A form that was changed in between is not the same report."""
    stored = bytes(earlier.record.original) if earlier.record else b""
    if (earlier.side, columns_of(earlier), stored) != (data.side, columns_of(sheet.result), data.record):
        raise TournamentError(
            _("This form was already sent with different values (%(stored)s). Reload the page to send a correction.")
            % {"stored": describe(earlier, names_at(pairing))},
            code="token_reused",
        )
    derived = derive(reports_of(facts.submissions), rulings_of(facts.rulings))
    return SubmissionOutcome(pairing, earlier, pairing.result, derived, sheet, created=False)


def same_result(result: Result, fact: Submission | ResultInput) -> bool:
    """Whether the result is what this report alone comes to."""
    reported = fact if isinstance(fact, ResultInput) else ResultInput(**columns_of(fact))
    stored = ResultInput(**columns_of(result), spread=result.spread)
    return counted_in(result.pairing.round.division, reported.score) == stored.score


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
        supersedes=latest_of_source(earlier, data.side, data.channel),
    )


def latest_of_source(earlier: Sequence[Submission], side: str, channel: str) -> Submission | None:
    """The report that a new one supersedes: the side's own earlier one, or the one that came for it by the table's link."""
    table = Submission.Channel.TABLE
    of_side = (item for item in reversed(earlier) if item.side == side)
    return next((item for item in of_side if (item.channel == table) == (channel == table)), None)


def derive_and_store(pairing: Pairing, facts: GameFacts) -> tuple[Result, Derived]:
    """Store the result that the facts give; ledger, rounds and event follow. Inside the transaction, event locked."""
    derived = derive(reports_of(facts.submissions), rulings_of(facts.rulings), alone=alone_score(pairing))
    if derived is None:
        raise RuntimeError(f"pairing {pairing.pk} has a result without facts")
    earlier = copy(pairing.result) if hasattr(pairing, "result") else None
    before = earlier.state if earlier is not None else None
    was_rated = before == Result.State.CONFIRMED
    questions = len(review(pairing, derived, facts.submissions, facts.rulings, facts.elsewhere))
    result = _write_result(pairing, derived, facts, questions)
    division = pairing.round.division
    if was_rated or derived.state is State.CONFIRMED:
        ledger.write_result(division, pairing, result)
    if derived.state is State.CONFIRMED:
        if pairing.followed:  # type: ignore[attr-defined]  # noted by load_game
            close_complete_rounds(division)
        auto_pairing.follow(division)
        if not was_rated:
            rolling.follow_result(pairing)
    touch(division.event)
    contention.follow(division)
    if derived.state is State.CONFLICT and before != Result.State.CONFLICT:
        for follow in hooks.result_disputed:
            follow(pairing)
    if (not was_rated and derived.state is State.CONFIRMED) or (was_rated and _says_otherwise(earlier, result)):
        for tell in hooks.result_counts:
            tell(pairing, was_rated)
    return result, derived


def _says_otherwise(earlier: Result | None, result: Result) -> bool:
    """Whether the result of a game is another one than before."""
    return earlier is None or (earlier.state, columns_of(earlier), earlier.spread) != (
        result.state,
        columns_of(result),
        result.spread,
    )


def alone_score(pairing: Pairing) -> Score | None:
    """The result that a bye or a forfeit known beforehand has by itself; None for a game."""
    alone = {Pairing.Kind.BYE: BYE, Pairing.Kind.FORFEIT: FORFEIT}.get(Pairing.Kind(pairing.kind))
    return None if alone is None else replace(alone, spread=pairing.spread)


def stored_values(derived: Derived, division: Division) -> dict[str, object]:
    """The columns of ``Result`` that the facts decide; its scores are those that count by the division's rules."""
    score = ResultInput.of(counted_in(division, derived.score))
    return {
        "state": str(derived.state),
        **columns_of(score),
        "spread": score.spread,
        "record_id": derived.record,
        "ruling_id": derived.ruling,
    }


def derive_again(pairing_id: int) -> Result:
    """Derive the result of a game that has one anew, because two of its sheets were merged. Inside a transaction, event locked."""
    pairing = load_game(pairing_id)
    return derive_and_store(pairing, facts_of_game(pairing))[0]


def _write_result(pairing: Pairing, derived: Derived, facts: GameFacts, questions: int) -> Result:
    values = {**stored_values(derived, pairing.round.division), "open_questions": questions}
    if derived.record is not None and pairing.merged:  # type: ignore[attr-defined]  # noted by _find
        merge = current_merge(pairing, [item.pk for item in current_of(facts.submissions)])
        if merge is not None and merge.record_id is not None:
            values["record_id"] = merge.record_id
    # after everything was undone there is no result, but its versions count on
    version = len(facts.submissions) + len(facts.rulings) - 1
    result = getattr(pairing, "result", None) or Result(pairing=pairing, version=version)
    was_confirmed = result.confirmed_at is not None and result.ruling_id == derived.ruling
    for name, value in values.items():
        setattr(result, name, value)
    if derived.state is not State.CONFIRMED:
        result.confirmed_at = None
    elif not was_confirmed:
        result.confirmed_at = timezone.now()
    result.version += 1
    result.save()
    return result


def _log_submission(pairing: Pairing, submission: Submission, result: Result, actor: User | None) -> None:
    after = {
        "side": submission.side,
        "channel": submission.channel,
        **({"link_of": _player_at(pairing, submission.side)} if submission.link_id else {}),
        **_logged_scores(submission),
        "state": result.state,
        "record": submission.record_id,
    }
    log_action(
        actor=actor, verb="result.submitted", target=pairing, scope=scope(pairing.round.division.event), after=after
    )


def _player_at(pairing: Pairing, side: str) -> str:
    return next(seat.entry.name for seat in pairing.seats.all() if str(SEATS[seat.position - 1]) == side)


@transaction.atomic
def rule_result(*, actor: User, pairing_id: int, data: RulingInput) -> Result:
    """Decide a disputed result or correct a confirmed one; earlier reports and rulings stay. A finished event stays finished.

    Raises StaleEditError, NotOpenError, PermissionDenied.
    """
    event = lock_event(load_game(pairing_id).round.division.event_id)
    require_action(actor, event, Action.CORRECT)
    pairing = load_game(pairing_id, event)
    refuse_followed(pairing.round.division)
    if pairing.round.state == Round.State.DRAFT:
        raise NotOpenError(_("Round %(number)d is not published.") % {"number": pairing.round.number})
    return rule_locked(actor=actor, pairing=pairing, data=data)


def enter_locked(*, actor: User, pairing: Pairing, data: ScoresheetInput) -> Result:
    """Add an official's report of a pairing just loaded, also in a closed round. Inside a transaction, event locked. Raises as
    ``submit_scoresheet``.
    """
    return _submit(pairing, facts_of_game(pairing), data, _read(pairing, data), actor, late=True).result


def rule_locked(*, actor: User, pairing: Pairing, data: RulingInput) -> Result:
    """``rule_result`` for a pairing just loaded, inside a transaction with the event locked."""
    event = pairing.round.division.event
    _check_kind(pairing, data.result)
    decided = with_scores(pairing, data.result)
    before = copy(pairing.result) if hasattr(pairing, "result") else None
    _refuse_stale(before, data)
    facts = facts_of_game(pairing)
    ruling = ResultRuling.objects.create(
        pairing=pairing,
        official=actor,
        **columns_of(decided),
        spread=decided.spread,
        reason=data.reason.strip(),
        after_submission=facts.submissions[-1] if facts.submissions else None,
    )
    result, _derived = derive_and_store(pairing, replace(facts, rulings=[*facts.rulings, ruling]))
    log_action(
        actor=actor,
        verb="result.ruled",
        target=pairing,
        scope=scope(event),
        before=logged_result(before),
        after={**logged_result(result), "ruling": ruling.pk},
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


def logged_result(result: Result | None) -> dict[str, object]:
    """The result, for the log; {} without one."""
    if result is None:
        return {}
    return {"state": result.state, **_logged_scores(result), "version": result.version}


def _logged_scores(fact: Submission | Result) -> dict[str, object]:
    """How the game ended, for the log; what few games have is left out where it is empty."""
    values: dict[str, object] = {"kind": fact.kind, "scores": [fact.first_score, fact.second_score]}
    values |= {name: value for name in ("tally", "lost_on_time", "led_before") if (value := getattr(fact, name))}
    if isinstance(fact, Result) and fact.spread is not None:
        values["spread"] = fact.spread
    return values
