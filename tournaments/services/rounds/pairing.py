"""Use cases of rounds: draft, edit, publish, take back. What is missing before a round is ``services.readiness``."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.pairing import ChosenRound, PairingOptions, Plan, choose
from tournaments.engine.pairing.club_tables import plan_tables
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.models import (
    AutoPairing,
    Division,
    Pairing,
    PairingRequest,
    PairingRun,
    PairLock,
    Result,
    ResultKind,
    Round,
    Seat,
)
from tournaments.models.work import OPEN_STATES
from tournaments.permissions import require_action
from tournaments.queries.state import DivisionState, load_state
from tournaments.services.events.backups import keep_backup
from tournaments.services.events.locking import (
    follow_rounds,
    lock_event_of,
    lock_round,
    save_round,
    scope,
    touch,
)
from tournaments.services.rating_link import ledger
from tournaments.services.results import slips
from tournaments.services.rounds import relaxations as ways_out
from tournaments.services.rounds.broken_rules import keep_broken_rules
from tournaments.services.rounds.draft_rows import write_pairings
from tournaments.services.rounds.options import options_of, repeats_pairs
from tournaments.services.rounds.readiness import Level, Note, blocks, readiness, refuse_unpublishable
from tournaments.services.rounds.unpublish import unpublish_losses, unpublish_round
from tournaments.services.standings import contention
from tournaments.services.standings import win_chances as chances
from tournaments.wording.engine import rules_problem

__all__ = [
    "Level",
    "Note",
    "discard_draft",
    "draft_round",
    "publish_round",
    "readiness",
    "swap_players",
    "swap_seats",
    "unpublish_losses",
    "unpublish_round",
]

_ATTEMPTS = 3
#: Larger fields are planned without the lock.
QUICK_FIELD = 100
#: What a player without an opponent gets, without anybody's report.
_ALONE = {Pairing.Kind.BYE: ResultKind.BYE, Pairing.Kind.FORFEIT: ResultKind.FORFEIT_LOSS}


class DraftChoice(TypedDict, total=False):
    """What may be said of how a round is drafted; ``DraftOrder`` says what it means."""

    system: str
    options: Mapping[str, object] | None
    based_on: int | None
    despite_missing: bool
    instead_of: PairingRequest | None
    by_itself: bool


@dataclass(frozen=True, slots=True)
class DraftOrder:
    """How a round is to be drafted.

    ``options`` are those of the system (docs/pairing-systems.md); ``based_on`` is the round whose standings decide (None: the one
    before, 0: the seeding). With ``despite_missing`` games without a confirmed result count as meetings only. ``instead_of``:
    the request whose fallback draft the plan replaces, and which it fulfils. ``by_itself``: nobody pressed a button; a draft
    that is there stays (StaleEditError), and the log says so.
    """

    actor: User
    division: Division
    number: int
    system: str = "swiss"
    options: Mapping[str, object] | None = None
    based_on: int | None = None
    despite_missing: bool = False
    instead_of: PairingRequest | None = None
    by_itself: bool = False

    def load(self) -> DivisionState:
        """The division as it is now, its event locked, ready for this round. Inside a transaction. Raises NotReadyError."""
        state = load_state(lock_event_of(self.division.pk), self.number)
        repeats = repeats_pairs(state.division, self.number, self._options(state))
        allowed = {"results_missing", "conflict", "open_question"} if self.despite_missing else set()
        faults = [note.message for note in blocks(state, repeats=repeats) if note.code not in allowed]
        if faults:
            values = {"number": self.number, "faults": " ".join(faults)}
            raise NotReadyError(_("Round %(number)d cannot be paired yet: %(faults)s") % values)
        return state

    def _options(self, state: DivisionState) -> PairingOptions:
        return options_of(state.division, self.system, self.options or {}, players=len(state.entries))

    def choose(self, state: DivisionState) -> ChosenRound:
        """What really pairs the round. Raises TournamentError."""
        try:
            return choose(replace(state.snapshot, based_on=self.based_on), self._options(state))
        except RulesError as error:
            raise TournamentError(rules_problem(error), code="system") from error


def draft_round(*, actor: User, division: Division, number: int, **choice: Unpack[DraftChoice]) -> Round:
    """Pair the round (the next one, or its draft once more) and store plan, reasons and draft.

    Raises NotReadyError when something is in the way, StaleEditError when the fallback draft was changed, TournamentError when
    the rules admit no pairing or the options do not fit.
    """
    require_action(actor, division.event, Action.PAIR)
    order = DraftOrder(actor, division, number, **choice)
    with transaction.atomic():
        state = order.load()
        chosen = order.choose(state)
        if is_quick(chosen):
            return store_plan(order, state, plan_round(state, chosen))
    return draft_long(order, state, chosen)


def is_quick(chosen: ChosenRound) -> bool:
    """Whether the plan takes milliseconds, so that it is made while the event is locked and nothing can change meanwhile."""
    return not chosen.options.simulates and len(chosen.snapshot.players) <= QUICK_FIELD


def draft_long(order: DraftOrder, state: DivisionState, chosen: ChosenRound) -> Round:
    """Plan while others may go on, and store it if the facts are still the same; once more if not. Raises as ``draft_round``."""
    for _attempt in range(_ATTEMPTS):
        planned = plan_round(state, chosen)
        with transaction.atomic():
            state = order.load()
            now = order.choose(state)
            if now == chosen:
                return store_plan(order, state, planned)
        chosen = now
    raise StaleEditError(_("Results kept coming in while the round was being paired. Try again in a moment."))


def plan_round(state: DivisionState, chosen: ChosenRound) -> Plan:
    """The plan. Raises TournamentError."""
    division = state.division
    try:
        if division.settings.table_size > 2:
            return plan_tables(chosen.snapshot, chosen.requested, division.settings.seed, division.settings.table_size)
        return chosen.plan(division.settings.seed)
    except Infeasible as error:
        names = {pk: entry.name for pk, entry in state.entries.items()}
        raise TournamentError(ways_out.describe(error, names), code="infeasible") from error
    except RulesError as error:
        raise TournamentError(rules_problem(error), code="system") from error


def store_plan(order: DraftOrder, state: DivisionState, planned: Plan) -> Round:
    """Write run and draft. Event locked, ``state`` of now."""
    division, number, event = state.division, state.number, state.division.event
    if order.instead_of is not None:
        _refuse_changed_stopgap(division, number, order.instead_of)
    round_ = state.rounds.get(number)
    if order.by_itself and round_ is not None:
        raise StaleEditError(_("Round %(number)d is already paired.") % {"number": number})
    run = PairingRun.objects.create(
        division=division,
        round_number=number,
        system=planned.rules.key,
        seed=planned.seed,
        engine_version=planned.engine_version,
        fingerprint=planned.fingerprint,
        snapshot=snapshot_as_dict(replace(state.snapshot, based_on=order.based_on)),
        plan=planned.as_dict(),
        created_by=order.actor,
    )
    if round_ is None:
        round_ = Round.objects.create(division=division, number=number, run=run)
    else:
        why = _("before round %(number)d was paired again") % {"number": number}
        keep_backup(actor=order.actor, event=event, why=why)
        Pairing.objects.filter(round=round_).delete()
        round_.division = division
        save_round(round_, run=run)
    write_pairings(round_, planned, state)
    end_requests(division, number, fulfilled=order.instead_of, run=run)
    after = {"system": planned.rules.key, "fingerprint": planned.fingerprint, "run": run.pk}
    if order.by_itself:
        AutoPairing.objects.filter(division=division).update(drafted_round=number, failed_round=None, error="")
        after["by_itself"] = True
    record(actor=order.actor, verb="round.drafted", target=round_, scope=scope(event), after=after)
    return round_


def _refuse_changed_stopgap(division: Division, number: int, request: PairingRequest) -> None:
    """A draft that was edited, published or thrown away since is not replaced behind the director's back."""
    stopgap = Round.objects.filter(division=division, number=number, state=Round.State.DRAFT)
    wanted = PairingRequest.objects.filter(pk=request.pk, state__in=OPEN_STATES)
    if not (stopgap.filter(version=request.draft_version).exists() and wanted.exists()):
        raise StaleEditError(_("The draft has been changed since, so it stays as it is."))


def end_requests(
    division: Division, number: int, *, fulfilled: PairingRequest | None = None, run: PairingRun | None = None
) -> None:
    """What is still being computed for the round is not needed any more, except that ``fulfilled`` is done. Event locked."""
    open_ = PairingRequest.objects.filter(division=division, round_number=number, state__in=OPEN_STATES)
    now = timezone.now()
    if fulfilled is not None:
        done = {"state": PairingRequest.State.DONE, "finished_at": now, "run": run, "done": F("total")}
        open_.filter(pk=fulfilled.pk).update(**done)
    open_.update(state=PairingRequest.State.DROPPED, finished_at=now)


def _lock_draft(actor: User, round_id: int, expected_version: int) -> Round:
    round_ = lock_round(round_id, expected_version)
    require_action(actor, round_.division.event, Action.PAIR)
    if round_.state != Round.State.DRAFT:
        raise StaleEditError(
            _("Round %(number)d is published; unpublish it before changing its pairings.") % {"number": round_.number}
        )
    return round_


@dataclass(frozen=True, slots=True)
class _Place:
    pairing_id: int
    position: int


@transaction.atomic
def swap_players(*, actor: User, round_id: int, expected_version: int, entry_a: int, entry_b: int) -> Round:
    """In a draft, exchange the places of two entries (ids), one of which may have the bye. Raises StaleEditError, TournamentError."""
    round_ = _lock_draft(actor, round_id, expected_version)
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=[entry_a, entry_b]).select_related(
            "entry", "pairing"
        )
    }
    if lost := [seat.entry.name for seat in seats.values() if seat.pairing.kind == Pairing.Kind.FORFEIT]:
        raise TournamentError(
            _("%(name)s forfeits this round; change that in the list of players.") % {"name": lost[0]}, code="swap"
        )
    if len(seats) != 2:
        raise TournamentError(_("Choose two different players of this round."), code="swap")
    if seats[entry_a].pairing_id == seats[entry_b].pairing_id:
        raise TournamentError(
            _("These two play each other; to change who goes first, swap first and second at their table."), code="swap"
        )
    return _exchange(actor, round_, seats[entry_a], seats[entry_b], "round.players_swapped")


@transaction.atomic
def swap_seats(*, actor: User, round_id: int, expected_version: int, pairing_id: int) -> Round:
    """In a draft, exchange first and second at one table. Raises StaleEditError, TournamentError."""
    round_ = _lock_draft(actor, round_id, expected_version)
    seats = list(Seat.objects.filter(round=round_, pairing_id=pairing_id).select_related("entry"))
    if len(seats) != 2:
        raise TournamentError(
            _("This table does not have two players in round %(number)d.") % {"number": round_.number}, code="swap"
        )
    return _exchange(actor, round_, seats[0], seats[1], "round.seats_swapped")


def _exchange(actor: User, round_: Round, one: Seat, other: Seat, verb: str) -> Round:
    """Delete both seats and make them anew: at no moment do two entries share a seat or one entry sit twice."""
    places = (_Place(one.pairing_id, one.position), _Place(other.pairing_id, other.position))
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    for entry_id, place in ((other.entry_id, places[0]), (one.entry_id, places[1])):
        Seat.objects.create(round=round_, entry_id=entry_id, pairing_id=place.pairing_id, position=place.position)
    save_round(round_)
    after = {"entries": [one.entry.name, other.entry.name], "pairings": sorted({place.pairing_id for place in places})}
    record(actor=actor, verb=verb, target=round_, scope=scope(round_.division.event), after=after)
    return round_


@transaction.atomic
def discard_draft(*, actor: User, round_id: int, expected_version: int) -> None:
    """Throw a draft away with its locks; its pairing run stays on record. Raises StaleEditError, TournamentError."""
    round_ = _lock_draft(actor, round_id, expected_version)
    why = _("before the draft of round %(number)d was discarded") % {"number": round_.number}
    keep_backup(actor=actor, event=round_.division.event, why=why)
    record(
        actor=actor,
        verb="round.discarded",
        target=round_,
        scope=scope(round_.division.event),
        before={"number": round_.number, "division": round_.division.name},
    )
    PairLock.objects.filter(division=round_.division, round_number=round_.number).delete()
    end_requests(round_.division, round_.number)
    round_.delete()


@transaction.atomic
def publish_round(*, actor: User, round_id: int, expected_version: int, reason: str = "") -> Round:
    """Make a draft public: slip links, the bye's result, the event runs. ``reason``: why pairs break rules, where they do.

    Raises StaleEditError, NotReadyError, TournamentError.
    """
    round_ = _lock_draft(actor, round_id, expected_version)
    division, event = round_.division, round_.division.event
    refuse_unpublishable(round_)
    broken = keep_broken_rules(round_, reason)
    pairings = list(Pairing.objects.filter(round=round_))
    now = timezone.now()
    if event.what_if_of_id is None:  # nobody plays in a trial
        slips.make_links(pairing.pk for pairing in pairings if pairing.kind == Pairing.Kind.GAME)
    Result.objects.bulk_create(
        Result(
            pairing=pairing,
            state=Result.State.CONFIRMED,
            kind=_ALONE[Pairing.Kind(pairing.kind)],
            spread=pairing.spread,
            confirmed_at=now,
        )
        for pairing in pairings
        if pairing.kind != Pairing.Kind.GAME
    )
    save_round(round_, state=Round.State.PUBLISHED, published_at=now)
    end_requests(division, round_.number)
    close_complete_rounds(division)
    follow_rounds(event)
    ledger.start(division)
    chances.foretell(round_, pairings)
    touch(event)
    contention.follow(division)
    record(
        actor=actor,
        verb="round.published",
        target=round_,
        scope=scope(event),
        after={"number": round_.number, "pairings": len(pairings)} | ({"broken_rules": broken} if broken else {}),
        reason=reason.strip() if broken else "",
    )
    return round_


def close_complete_rounds(division: Division) -> None:
    """A round with all results and no open question is closed once a later one is published: players' reports end there, rulings do not."""
    later = Round.objects.filter(division=division, number__gt=OuterRef("number")).exclude(state=Round.State.DRAFT)
    open_ = Round.objects.filter(Exists(later), division=division, state=Round.State.PUBLISHED)
    settled = {"result__state": Result.State.CONFIRMED, "result__open_questions": 0}
    unfinished = Pairing.objects.exclude(**settled).values("round")
    open_.exclude(pk__in=unfinished).update(state=Round.State.CLOSED)
