"""Rounds whose pairing takes long: a stopgap at once, the real plan in the background."""

from collections.abc import Callable
from dataclasses import replace
from typing import Unpack

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.services import enqueue
from tournaments.engine.pairing import ChosenRound
from tournaments.engine.pairing.progress import listening
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Division, PairingRequest, Round
from tournaments.models.work import OPEN_STATES
from tournaments.permissions import require_action
from tournaments.queries.state import DivisionState
from tournaments.services.rounds.pairing import (
    DraftChoice,
    DraftOrder,
    draft_long,
    draft_round,
    is_quick,
    plan_round,
    store_plan,
)


def request_round(
    *, actor: User, division: Division, number: int, **choice: Unpack[DraftChoice]
) -> tuple[Round, PairingRequest | None]:
    """Pair a round as ``pairing.draft_round``, without making anybody wait for a simulation.

    A system that simulates is asked for in the background; until then, and if nothing comes of it, the round has a
    draft by Swiss (king of the hill in the last meeting), and the request says so. Raises as ``draft_round``.
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
    return draft_long(order, state, chosen), None


def _request(order: DraftOrder, state: DivisionState, chosen: ChosenRound) -> tuple[Round, PairingRequest]:
    """Ask for the simulation, with a fallback draft. Event locked."""
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
        # at most two runs of the simulation; whom the leader must meet is found with fewer
        total=2 * getattr(chosen.options, "simulations", 1),
        requested_by=order.actor,
    )
    enqueue("tournaments.pair_round", request.pk)
    return drafted, request


def run_request(*, request_id: int) -> None:
    """Compute what was asked for and put it in place of the stopgap, unless that was changed. May be called again at any time."""
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
    """Writes how far it is, whole percents only: a page that looks every few seconds needs no more."""
    done = told = 0

    def heard(events: int) -> None:
        nonlocal done, told
        done = min(request.total, done + events)
        if 100 * done // request.total > told:
            told = 100 * done // request.total
            PairingRequest.objects.filter(pk=request.pk, state=PairingRequest.State.RUNNING).update(done=done)

    return heard


def _end(request: PairingRequest, state: str, error: str) -> None:
    PairingRequest.objects.filter(pk=request.pk, state__in=OPEN_STATES).update(
        state=state, error=error, finished_at=timezone.now()
    )


def latest_request(division: Division, number: int) -> PairingRequest | None:
    """The round's last request, whatever became of it. One query."""
    return PairingRequest.objects.filter(division=division, round_number=number).order_by("-pk").first()
