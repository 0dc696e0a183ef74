"""Rounds whose pairing takes long: a fallback draft at once, the real plan in the background; and what was last requested."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Unpack

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.models import OPEN_STATES
from jobs.services import enqueue
from tournaments.engine.pairing import ChosenRound
from tournaments.engine.pairing.progress import listening
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import AutoPairing, Division, PairingRequest, PairingRun, Round
from tournaments.permissions import require_action
from tournaments.queries.round_plan import planned_choice
from tournaments.queries.state import DivisionState
from tournaments.services.rounds.options import choice_of
from tournaments.services.rounds.pairing import (
    DraftChoice,
    DraftOrder,
    draft_round,
    draft_unlocked,
    is_quick,
    plan_round,
    store_plan,
)


def request_round(
    *, actor: User, division: Division, number: int, **choice: Unpack[DraftChoice]
) -> tuple[Round, PairingRequest | None]:
    """Pair a round as ``pairing.draft_round``, but let a system that simulates calculate in the background.

    Until then, and if it fails, the round has a fallback draft by Swiss (king of the hill in the last match); the request
    says so. Raises as ``draft_round``.
    """
    require_action(actor, division.event, Action.PAIR)
    order = DraftOrder(actor, division, number, **choice)
    with transaction.atomic():
        state = order.load()
        chosen = order.choose(state)
        if chosen.options.simulates:
            return _request(order, state, chosen)
        if is_quick(chosen):
            return store_plan(order, state, plan_round(state, chosen)), None
    return draft_unlocked(order, state, chosen), None


def _request(order: DraftOrder, state: DivisionState, chosen: ChosenRound) -> tuple[Round, PairingRequest]:
    """Enqueue the simulation, with a fallback draft until it is done. Event locked."""
    options = {"meeting_games": chosen.requested.meeting_games, "first_round": chosen.requested.first_round}
    system = "koth" if chosen.options.matches_left(order.number) == 1 else "swiss"
    fallback = replace(order, system=system, options=options)
    drafted = store_plan(fallback, state, plan_round(state, fallback.choose(state)))
    request = PairingRequest.objects.create(
        division=state.division,
        round_number=order.number,
        system=order.system,
        options=dict(order.options or {}),
        based_on=order.based_on,
        despite_missing=order.despite_missing,
        draft_version=drafted.version,
        # at most two runs of the simulation; the leader's opponent needs fewer
        total=2 * getattr(chosen.options, "simulations", 1),
        requested_by=order.actor,
    )
    enqueue("tournaments.pair_round", request.pk)
    return drafted, request


def run_request(*, request_id: int) -> None:
    """Calculate the plan and replace the fallback draft by it, unless that was changed. Idempotent."""
    request = PairingRequest.objects.select_related("division__event__club", "requested_by").get(pk=request_id)
    if not request.is_open:
        return
    PairingRequest.objects.filter(pk=request_id, state__in=OPEN_STATES).update(
        state=PairingRequest.State.RUNNING, done=0
    )
    try:
        if request.requested_by is None:
            raise TournamentError(_("The user who asked for it no longer has an account."))
        with listening(_progress(request)):
            draft_round(
                actor=request.requested_by,
                division=request.division,
                number=request.round_number,
                system=request.system,
                options=request.options,
                based_on=request.based_on,
                despite_missing=request.despite_missing,
                instead_of=request,
            )
    except StaleEditError as error:
        _end(request, PairingRequest.State.DROPPED, str(error))
    except PermissionDenied:
        _end(request, PairingRequest.State.FAILED, _("The user who asked for it is no longer allowed to pair."))
    except TournamentError as error:
        _end(request, PairingRequest.State.FAILED, str(error))


def _progress(request: PairingRequest) -> Callable[[int], None]:
    """Stores the progress, whole percents only: a page that polls every few seconds needs no more."""
    done = stored_percent = 0

    def advance(events: int) -> None:
        nonlocal done, stored_percent
        done = min(request.total, done + events)
        percent = 100 * done // request.total
        if percent > stored_percent:
            stored_percent = percent
            PairingRequest.objects.filter(pk=request.pk, state=PairingRequest.State.RUNNING).update(done=done)

    return advance


def _end(request: PairingRequest, state: str, error: str) -> None:
    PairingRequest.objects.filter(pk=request.pk, state__in=OPEN_STATES).update(
        state=state, error=error, finished_at=timezone.now()
    )


def latest_request(division: Division, number: int) -> PairingRequest | None:
    """The round's last request, whatever its state. One query."""
    return PairingRequest.objects.filter(division=division, round_number=number).order_by("-pk").first()


def requested_choice(division: Division, number: int, run: PairingRun | None) -> dict[str, Any]:
    """How the round was to be paired, as ``choice_of``; empty without a ``run``. What was requested, not its fallback draft."""
    request = latest_request(division, number)
    if request is not None and request.state != PairingRequest.State.DONE:
        return {"system": request.system, "options": request.options, "based_on": request.based_on}
    return choice_of(run) if run is not None else {}


def default_choice(division: Division, number: int) -> dict[str, Any]:
    """What the form of round ``number`` opens with, as ``choice_of``; empty for a first round that is not planned. At most four queries.

    A round whose draft was discarded is offered as it was drafted. Otherwise the system of the automatic drafts, what is planned for
    the round, or the system of the round before.
    """
    run = PairingRun.objects.filter(division=division, round_number__lte=number).order_by("-pk").first()
    last = requested_choice(division, run.round_number, run) if run is not None else {}
    if run is not None and run.round_number == number:
        return last
    last.pop("based_on", None)
    automatic = AutoPairing.objects.filter(division=division).values_list("system", flat=True).first()
    if automatic and automatic != last.get("system"):
        return {"system": automatic, "options": {}}
    return last if automatic else planned_choice(division, number) or last
