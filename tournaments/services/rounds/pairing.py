"""Drafting a round, editing its draft and discarding it. What is missing beforehand is ``readiness``, what follows ``publish``."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from core.cache import cache_is_shared
from jobs.models import OPEN_STATES
from jobs.services import enqueue
from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.pairing import ChosenRound, PairingOptions, Plan, choose
from tournaments.engine.pairing.club_tables import plan_tables
from tournaments.engine.pairing.fixed import weighed
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.starts import StartBy, StartReason
from tournaments.engine.table_numbers import seat_games, seat_typed
from tournaments.errors import NotReadyError, StaleEditError, TournamentError, TypedPairsError
from tournaments.models import (
    Absence,
    AutoPairing,
    Division,
    Entry,
    Pairing,
    PairingRequest,
    PairingRun,
    PairLock,
    Round,
    Seat,
)
from tournaments.permissions import require_action
from tournaments.queries.explanations import MAX_EXPLAINED, WORKED_OUT_BEFOREHAND
from tournaments.queries.rounds import tables_elsewhere
from tournaments.queries.state import DivisionState, load_state
from tournaments.services.events.backups import store_backup
from tournaments.services.events.locking import lock_event_of, lock_round, save_round, scope
from tournaments.services.rounds.fixed_pairs import FixedPairs, in_words, store_fixed, with_fixed
from tournaments.services.rounds.options import first_round_of, options_of, repeats_pairs
from tournaments.services.rounds.readiness import blocking_notes
from tournaments.services.rounds.relaxations import why_infeasible
from tournaments.wording.engine import rules_problem

_ATTEMPTS = 3
#: Larger fields are planned without the lock.
QUICK_FIELD = 100


class DraftChoice(TypedDict, total=False):
    """How a round may be drafted, as keyword arguments; ``DraftOrder`` explains them."""

    system: str
    options: Mapping[str, object] | None
    based_on: int | None
    despite_missing: bool
    instead_of: PairingRequest | None
    automatic: bool
    fixed: FixedPairs | None


@dataclass(frozen=True, slots=True)
class DraftOrder:
    """How a round is to be drafted.

    ``options`` are those of the system (docs/pairing-systems.md); ``based_on`` is the round whose standings decide (None: the one
    before, 0: the seeding). With ``despite_missing`` a game without a confirmed result counts only as having been played.
    ``instead_of``: the request whose fallback draft the plan replaces, and which it fulfils. ``automatic``: nobody pressed a
    button; an existing draft stays (StaleEditError), and the log says so. ``fixed``: the pairs that the director has made, which
    become the round's locks; the system pairs the others around them.
    """

    actor: User
    division: Division
    number: int
    system: str = "swiss"
    options: Mapping[str, object] | None = None
    based_on: int | None = None
    despite_missing: bool = False
    instead_of: PairingRequest | None = None
    automatic: bool = False
    fixed: FixedPairs | None = None

    def load(self) -> DivisionState:
        """The division as it is now, its event locked, ready for this round. Inside a transaction.

        Raises NotReadyError, and TypedPairsError for fixed pairs that do not fit.
        """
        state = load_state(lock_event_of(self.division.pk), self.number)
        if self.fixed is not None:
            self.fixed.refuse_changed(state)
            state = with_fixed(state, self.fixed)
        repeats = repeats_pairs(state.division, self.number, self._options(state))
        allowed = {"results_missing", "conflict", "open_question"} if self.despite_missing else set()
        notes = blocking_notes(state, repeats=repeats, based_on=self.based_on)
        faults = [note.message for note in notes if note.code not in allowed]
        if faults:
            values = {"number": self.number, "faults": " ".join(faults)}
            raise NotReadyError(_("Round %(number)d cannot be paired yet: %(faults)s") % values)
        return state

    def _options(self, state: DivisionState) -> PairingOptions:
        if self.fixed is not None and not state.snapshot.to_pair():
            return options_of(state.division)  # nobody is left to pair, so that the system decides nothing
        before = state.rounds.get(self.number - 1)
        options = first_round_of(self.system, self.number, before) | dict(self.options or {})
        return options_of(state.division, self.system, options, players=len(state.entries))

    def choose(self, state: DivisionState) -> ChosenRound:
        """The system and options that pair the round. Raises TournamentError."""
        try:
            return choose(replace(state.snapshot, based_on=self.based_on), self._options(state))
        except RulesError as error:
            raise TournamentError(rules_problem(error), code="system") from error


def draft_round(*, actor: User, division: Division, number: int, **choice: Unpack[DraftChoice]) -> Round:
    """Pair the round (the next one, or its draft once more) and store plan, reasons and draft.

    Raises NotReadyError when something blocks the round, StaleEditError when the fallback draft was changed, TournamentError
    when the rules admit no pairing or the options do not fit.
    """
    require_action(actor, division.event, Action.PAIR)
    order = DraftOrder(actor, division, number, **choice)
    with transaction.atomic():
        state = order.load()
        chosen = order.choose(state)
        if is_quick(chosen):
            return store_plan(order, state, plan_round(state, chosen))
    return draft_unlocked(order, state, chosen)


def is_quick(chosen: ChosenRound) -> bool:
    """Whether the plan takes milliseconds, so that it is made while the event is locked and nothing can change meanwhile."""
    return not chosen.options.simulates and len(chosen.snapshot.players) <= QUICK_FIELD


def draft_unlocked(order: DraftOrder, state: DivisionState, chosen: ChosenRound) -> Round:
    """Plan without the lock, and store the plan if the facts are still the same; otherwise plan again."""
    for _attempt in range(_ATTEMPTS):
        planned = plan_round(state, chosen)
        with transaction.atomic():
            state = order.load()
            current = order.choose(state)
            if current == chosen:
                return store_plan(order, state, planned)
        chosen = current
    raise StaleEditError(_("Results kept coming in while the round was being paired. Try again in a moment."))


def plan_round(state: DivisionState, chosen: ChosenRound) -> Plan:
    """The plan. Raises TournamentError."""
    division = state.division
    try:
        if division.settings.table_size > 2:
            return plan_tables(chosen.snapshot, chosen.requested, division.settings.seed, division.settings.table_size)
        return weighed(chosen, chosen.plan(division.settings.seed), division.settings.seed)
    except Infeasible as error:
        raise TournamentError(why_infeasible(error, state.names), code="infeasible") from error
    except RulesError as error:
        raise TournamentError(rules_problem(error), code="system") from error


def store_plan(order: DraftOrder, state: DivisionState, planned: Plan) -> Round:
    """Store the run and its draft. Event locked, ``state`` current."""
    division, number, event = state.division, state.number, state.division.event
    if order.instead_of is not None:
        _refuse_changed_fallback(division, number, order.instead_of)
    round_ = state.rounds.get(number)
    if order.automatic and round_ is not None:
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
        store_backup(actor=order.actor, event=event, why=why)
        Pairing.objects.filter(round=round_).delete()
        round_.division = division
        save_round(round_, run=run)
    if order.fixed is not None:
        store_fixed(state, order.fixed)
    _store_pairings(round_, planned, state, order.fixed.tables if order.fixed is not None else {})
    end_requests(division, number, fulfilled=order.instead_of, run=run)
    after = {"system": planned.rules.key, "fingerprint": planned.fingerprint, "run": run.pk}
    if order.automatic:
        AutoPairing.objects.filter(division=division).update(drafted_round=number, failed_round=None, error="")
        after["by_itself"] = True
    if order.fixed is not None and order.fixed.pairs:
        after["by_hand"] = in_words(order.fixed.pairs, state.names)
    log_action(actor=order.actor, verb="round.drafted", target=round_, scope=scope(event), after=after)
    if cache_is_shared() and WORKED_OUT_BEFOREHAND <= len(state.entries) <= MAX_EXPLAINED:
        enqueue("tournaments.explain_round", run.pk)
    return round_


def _refuse_changed_fallback(division: Division, number: int, request: PairingRequest) -> None:
    """A draft that was edited, published or discarded since is not replaced behind the director's back."""
    fallback = Round.objects.filter(
        division=division, number=number, state=Round.State.DRAFT, version=request.draft_version
    )
    open_request = PairingRequest.objects.filter(pk=request.pk, state__in=OPEN_STATES)
    if not (fallback.exists() and open_request.exists()):
        raise StaleEditError(_("The draft has been changed since, so it stays as it is."))


def end_requests(
    division: Division, number: int, *, fulfilled: PairingRequest | None = None, run: PairingRun | None = None
) -> None:
    """Drop what is still being calculated for the round, except that ``fulfilled`` is done. Event locked."""
    open_ = PairingRequest.objects.filter(division=division, round_number=number, state__in=OPEN_STATES)
    now = timezone.now()
    if fulfilled is not None:
        done = {"state": PairingRequest.State.DONE, "finished_at": now, "run": run, "done": F("total")}
        open_.filter(pk=fulfilled.pk).update(**done)
    open_.update(state=PairingRequest.State.DROPPED, finished_at=now)


def lock_draft(actor: User, round_id: int, expected_version: int) -> Round:
    """The draft, its event locked, as the actor saw it. Raises StaleEditError, PermissionDenied."""
    round_ = lock_round(round_id, expected_version)
    require_action(actor, round_.division.event, Action.PAIR)
    if round_.state != Round.State.DRAFT:
        raise StaleEditError(
            _("Round %(number)d is published; unpublish it before changing its pairings.") % {"number": round_.number}
        )
    return round_


@transaction.atomic
def swap_players(*, actor: User, round_id: int, expected_version: int, entry_a: int, entry_b: int) -> Round:
    """Swap two entries (ids) of a draft, one of which may have the bye. Raises StaleEditError, TournamentError."""
    round_ = lock_draft(actor, round_id, expected_version)
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=[entry_a, entry_b]).select_related(
            "entry", "pairing"
        )
    }
    if forfeiting := [seat.entry.name for seat in seats.values() if seat.pairing.kind == Pairing.Kind.FORFEIT]:
        raise TournamentError(
            _("%(name)s forfeits this round; change that in the list of players.") % {"name": forfeiting[0]},
            code="swap",
        )
    if len(seats) != 2:
        raise TournamentError(_("Choose two different players of this round."), code="swap")
    if seats[entry_a].pairing_id == seats[entry_b].pairing_id:
        raise TournamentError(
            _("These two play each other; to change who goes first, swap first and second at their table."), code="swap"
        )
    return _swap(actor, round_, seats[entry_a], seats[entry_b], "round.players_swapped")


@transaction.atomic
def swap_seats(*, actor: User, round_id: int, expected_version: int, pairing_id: int) -> Round:
    """Swap first and second at one table of a draft. Raises StaleEditError, TournamentError."""
    round_ = lock_draft(actor, round_id, expected_version)
    seats = list(Seat.objects.filter(round=round_, pairing_id=pairing_id).select_related("entry"))
    if len(seats) != 2:
        raise TournamentError(
            _("This table does not have two players in round %(number)d.") % {"number": round_.number}, code="swap"
        )
    return _swap(actor, round_, seats[0], seats[1], "round.seats_swapped")


def _swap(actor: User, round_: Round, one: Seat, other: Seat, verb: str) -> Round:
    """Delete both seats and create them anew: at no moment do two entries share a seat or one entry sit twice."""
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    for entry_id, place in ((other.entry_id, one), (one.entry_id, other)):
        Seat.objects.create(round=round_, entry_id=entry_id, pairing_id=place.pairing_id, position=place.position)
    save_round(round_)
    after = {"entries": [one.entry.name, other.entry.name], "pairings": sorted({one.pairing_id, other.pairing_id})}
    log_action(actor=actor, verb=verb, target=round_, scope=scope(round_.division.event), after=after)
    return round_


@transaction.atomic
def discard_draft(*, actor: User, round_id: int, expected_version: int) -> None:
    """Delete a draft with its locks; its pairing run stays stored. Raises StaleEditError, TournamentError."""
    round_ = lock_draft(actor, round_id, expected_version)
    why = _("before the draft of round %(number)d was discarded") % {"number": round_.number}
    store_backup(actor=actor, event=round_.division.event, why=why)
    log_action(
        actor=actor,
        verb="round.discarded",
        target=round_,
        scope=scope(round_.division.event),
        before={"number": round_.number, "division": round_.division.name},
    )
    PairLock.objects.filter(division=round_.division, round_number=round_.number).delete()
    end_requests(round_.division, round_.number)
    round_.delete()


def _store_pairings(round_: Round, planned: Plan, state: DivisionState, typed: Mapping[frozenset[int], int]) -> None:
    """The round's pairings by its plan, at the division's own tables, and the forfeits known beforehand.

    ``typed``: the tables that the director has given to pairs.

    The event is locked, so that no other division takes the same tables meanwhile.
    """
    tables = _tables(planned, state, typed)
    # by ids here and below, since setting an object a thousand times over takes as long as storing the rows
    games = [
        Pairing(round_id=round_.pk, table_number=table, starter_known=known)
        for table, known in zip(tables, _starters_known(planned), strict=True)
    ]
    byes = [Pairing(round=round_, kind=Pairing.Kind.BYE) for _bye in planned.byes]
    forfeits = _forfeiting(state)
    lost = [
        Pairing(round=round_, kind=Pairing.Kind.BYE if (spread or 0) > 0 else Pairing.Kind.FORFEIT, spread=spread)
        for spread in forfeits.values()
    ]
    Pairing.objects.bulk_create([*games, *byes, *lost])
    alone = [*(bye.player for bye in planned.byes), *forfeits]
    seated = [
        *zip(games, _seatings(planned), strict=True),
        *zip([*byes, *lost], ((player,) for player in alone), strict=True),
    ]
    Seat.objects.bulk_create(
        Seat(pairing_id=pairing.pk, round_id=round_.pk, entry_id=player, position=position)
        for pairing, players in seated
        for position, player in enumerate(players, start=1)
    )


def _starters_known(planned: Plan) -> list[bool]:
    """Whether who goes first at each table is settled, and not drawn there."""
    by_table = planned.rules.start_by is not StartBy.DRAW
    return [pair.start is not StartReason.DRAW for pair in planned.pairs] or [by_table] * len(planned.groups)


def _seatings(planned: Plan) -> list[tuple[int, ...]]:
    """Who sits at each table, by seats."""
    return [(pair.first, pair.second) for pair in planned.pairs] or list(planned.groups)


def _forfeiting(state: DivisionState) -> dict[int, int | None]:
    """What a forfeit of this round counts (None: the division's forfeit spread), by entry, for those known to miss it.

    They announced it, or have withdrawn and lose every round from then on.
    """

    def forfeits(entry: Entry) -> bool:
        if entry.withdrawn_after is not None and entry.withdrawn_after < state.number:
            return bool(entry.missed_spread)
        return state.out.get(entry.pk) == Absence.Kind.FORFEIT

    return {pk: entry.missed_spread for pk, entry in state.entries.items() if forfeits(entry)}


def _tables(planned: Plan, state: DivisionState, typed: Mapping[frozenset[int], int]) -> tuple[int, ...]:
    fixed = {pk: entry.fixed_table for pk, entry in state.entries.items() if entry.fixed_table is not None}
    games = [(pair.first, pair.second, pair.table) for pair in planned.pairs]
    games += [_group(players, number, fixed) for number, players in enumerate(planned.groups, start=1)]
    elsewhere = tables_elsewhere(state.division)
    tables = seat_games(games, fixed, state.division.settings.table_numbers, elsewhere)
    if not typed:
        return tables
    if occupied := sorted(elsewhere & {*typed.values()}):
        raise TypedPairsError([_("Table %(table)d belongs to another division.") % {"table": occupied[0]}])
    return seat_typed(tables, [typed.get(frozenset(players)) for players in _seatings(planned)])


def _group(players: tuple[int, ...], number: int, fixed: Mapping[int, int]) -> tuple[int, int, int]:
    """A larger table as ``seat_games`` takes a game: by two of its players, first who must have a table."""
    one, other = sorted(players, key=lambda player: player not in fixed)[:2]
    return one, other, fixed.get(one, number)
