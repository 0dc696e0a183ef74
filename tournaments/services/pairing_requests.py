"""Rounds whose pairing takes long: a stopgap at once, the real plan in the background."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from config.celery import enqueue
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import System, resolve
from tournaments.engine.pairing.progress import listening
from tournaments.engine.pairing.rules import Rules, RulesError
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Division, PairingRequest, Round
from tournaments.models.work import OPEN_STATES
from tournaments.permissions import require_action
from tournaments.queries.standings import snapshot_of
from tournaments.services.choice import rules_of
from tournaments.services.locking import lock_event
from tournaments.services.pairing import draft_round, end_requests
from tournaments.tasks import pair_round

#: Systems that simulate.
SLOW = frozenset({System.COP})


def request_round(
    *,
    actor: User,
    division: Division,
    number: int,
    system: str = "swiss",
    options: Mapping[str, object] | None = None,
    based_on: int | None = None,
    despite_missing: bool = False,
    by_itself: bool = False,
) -> tuple[Round, PairingRequest | None]:
    """Pair a round as ``pairing.draft_round``, without making anybody wait for a simulation.

    A system that simulates is asked for in the background; until then, and if nothing comes of it, the round has a
    draft by Swiss (king of the hill in the last meeting), and the request says so. Raises as ``draft_round``.
    """
    require_action(actor, division.event, Action.PAIR)
    current = Division.objects.select_related("event__club").get(pk=division.pk)
    snapshot = replace(snapshot_of(current, number), based_on=based_on)
    rules = rules_of(current, system, options or {}, snapshot)
    chosen = _chosen(snapshot, rules)
    usual: dict[str, Any] = {"actor": actor, "division": current, "number": number, "based_on": based_on}
    usual["by_itself"] = by_itself
    if chosen is None or chosen.system not in SLOW:
        drafted = draft_round(**usual, system=system, options=options, despite_missing=despite_missing)
        return drafted, None
    stopgap = System.KOTH if chosen.meetings_left(number) == 1 else System.SWISS
    in_a_row = {"meeting_games": rules.meeting_games, "first_round": rules.first_round}
    with transaction.atomic():
        drafted = draft_round(**usual, system=stopgap, options=in_a_row, despite_missing=despite_missing)
        lock_event(current.event_id)
        end_requests(current, number)
        request = PairingRequest.objects.create(
            division=current,
            round_number=number,
            system=system,
            options=dict(options or {}),
            based_on=based_on,
            despite_missing=despite_missing,
            draft_version=drafted.version,
            # at most two runs of the simulation; whom the leader must meet is found with fewer
            total=2 * chosen.simulations,
            requested_by=actor,
        )
        enqueue(pair_round, request.pk)
    return drafted, request


def _chosen(snapshot: Snapshot, rules: Rules) -> Rules | None:
    """What the rules come to for this round; None where they cannot be, which ``draft_round`` then says."""
    try:
        return resolve(snapshot, rules)[1]
    except RulesError:
        return None


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
