"""Use cases of the clock in the hall: start, pause, resume, extend with a reason, stop. What it shows is ``engine.round_clock``."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.round_clock import Act
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.clock import ClockChange, ClockStart
from tournaments.models import ClockMark, Division, Event, Round, RoundClock
from tournaments.permissions import require_action
from tournaments.queries.clock import ShownClock, open_clocks, shown
from tournaments.queries.next_games import rounds_in_play
from tournaments.services.events.locking import lock_event, refuse_finished, scope, touch

_VERBS = {
    Act.START: "clock.started",
    Act.PAUSE: "clock.paused",
    Act.RESUME: "clock.resumed",
    Act.EXTEND: "clock.extended",
    Act.STOP: "clock.stopped",
}


@transaction.atomic
def start_clock(*, actor: User, event: Event, data: ClockStart) -> ShownClock:
    """Start the clock of the whole event, or of a division's round in play; one that is over, or of an earlier round, makes way.

    Raises NotOpenError, NotReadyError (no round is played), TournamentError (one runs already), PermissionDenied.
    """
    event = lock_event(event.pk)
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so it has no clock."), code="what_if")
    division = Division.objects.get(pk=data.division_id, event=event) if data.division_id is not None else None
    playing = rounds_in_play(event)
    if not playing or (division is not None and division.pk not in playing):
        raise NotReadyError(_("No round is published yet, so there is nothing to time."))
    number = playing[division.pk].number if division is not None else None
    for other in open_clocks(event):
        if other.division_id == data.division_id:
            _make_way(actor, event, shown(other), number)
    clock = RoundClock.objects.create(event=event, division=division, round_number=number)
    minutes = data.minutes or usual_minutes(event, division)
    ClockMark.objects.create(clock=clock, number=1, act=Act.START, seconds=60 * minutes, actor=actor)
    return _told(actor, event, clock, Act.START, {"minutes": minutes, "round": number})


def usual_minutes(event: Event, division: Division | None) -> int:
    """Minutes of a round: the division's setting; of the event's clock the longest of its divisions'."""
    if division is not None:
        return division.settings.round_minutes
    return max(division.settings.round_minutes for division in Division.objects.filter(event=event))


def _make_way(actor: User, event: Event, other: ShownClock, number: int | None) -> None:
    if other.clock.round_number == number and not other.state.over:
        raise TournamentError(
            _("A clock is already running. Extend it, or stop it before starting another."), code="clock_open"
        )
    _add(actor, other, Act.STOP)
    _told(actor, event, other.clock, Act.STOP, {})


@transaction.atomic
def change_clock(*, actor: User, event: Event, clock_id: int, data: ClockChange) -> ShownClock:
    """Pause, resume, extend or stop a clock. Returns what it then shows.

    Raises StaleEditError (somebody did something to it since ``data.seen``, or it is stopped), TournamentError (that cannot
    be done to it now), NotOpenError, PermissionDenied.
    """
    event = lock_event(event.pk)
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    clock = RoundClock.objects.filter(event=event, pk=clock_id, stopped_at=None).prefetch_related("marks").first()
    current = shown(clock) if clock is not None else None
    if current is None or current.seen != data.seen:
        raise StaleEditError(_("Someone else changed the clock while you had it open. Check it and try again."))
    if data.act not in current.state.allowed:
        raise TournamentError(_("That is not possible with the clock in its current state."), code="clock_act")
    _add(actor, current, data.act, seconds=60 * data.minutes, reason=data.reason)
    after = {"minutes": data.minutes} if data.minutes else {}
    return _told(actor, event, current.clock, data.act, after, reason=data.reason)


def stop_unseen(*, actor: User, event: Event) -> None:
    """Stop the clocks of rounds that are not public any more: nobody sees them, and they would count on. Event locked."""
    if event.clock_until is None:
        return
    public = Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT)
    known = set(public.values_list("division", "number"))
    for clock in open_clocks(event):
        if not known or (clock.division_id is not None and (clock.division_id, clock.round_number) not in known):
            _add(actor, shown(clock), Act.STOP)
            _told(actor, event, clock, Act.STOP, {})
    _keep_until(event)  # a clock may be gone with its division


def _keep_until(event: Event) -> None:
    """Note when the last running clock ends. Event locked."""
    event.clock_until = 0  # as long as clocks are open, the next line reads them
    running = [shown(one).ends_ms or 0 for one in open_clocks(event)]
    event.clock_until = max(running, default=None)
    event.save(update_fields=["clock_until"])


def _add(actor: User, current: ShownClock, act: Act, *, seconds: int = 0, reason: str = "") -> None:
    """One more mark, never before the last one. Event locked."""
    clock, at = current.clock, max(timezone.now(), current.marks[-1].at)
    ClockMark.objects.create(
        clock=clock, number=current.seen + 1, act=act, at=at, seconds=seconds, reason=reason, actor=actor
    )
    if act is Act.STOP:
        clock.stopped_at = at
        clock.save(update_fields=["stopped_at"])


def _told(
    actor: User, event: Event, clock: RoundClock, act: Act, after: Mapping[str, object], *, reason: str = ""
) -> ShownClock:
    """Log what was done and let every page that shows the clock know. Event locked."""
    now = shown(RoundClock.objects.select_related("division").prefetch_related("marks").get(pk=clock.pk))
    _keep_until(event)
    touch(event)
    after = {**after, "left": now.state.left, "clock": clock.division.name if clock.division else event.name}
    record(actor=actor, verb=_VERBS[act], target=clock, scope=scope(event), after=after, reason=reason)
    return now
