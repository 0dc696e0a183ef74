"""Use cases of the clock in the hall: start, pause, resume, extend with a reason, stop. What it shows is ``engine.round_clock``."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.round_clock import Act
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.clock import ClockChange, ClockStart
from tournaments.models import ClockMark, Division, Event, Round, RoundClock
from tournaments.queries.clock import ClockReading, open_clocks, read_clock
from tournaments.queries.next_games import rounds_in_play
from tournaments.queries.round_plan import round_lengths
from tournaments.services.events.locking import lock_open_event, scope, touch

_VERBS = {
    Act.START: "clock.started",
    Act.PAUSE: "clock.paused",
    Act.RESUME: "clock.resumed",
    Act.EXTEND: "clock.extended",
    Act.STOP: "clock.stopped",
}


@transaction.atomic
def start_clock(*, actor: User, event: Event, data: ClockStart) -> ClockReading:
    """Start the clock of the whole event, or of a division's round in play; it replaces one that is over, or of an earlier round.

    Raises NotOpenError, NotReadyError (no round is played), TournamentError (one runs already), PermissionDenied.
    """
    event = lock_open_event(actor, event.pk, Action.PAIR)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so it has no clock."), code="what_if")
    division = Division.objects.get(pk=data.division_id, event=event) if data.division_id is not None else None
    playing = rounds_in_play(event)
    if not playing or (division is not None and division.pk not in playing):
        raise NotReadyError(_("No round is published yet, so there is nothing to time."))
    number = playing[division.pk].number if division is not None else None
    for other in open_clocks(event):
        if other.division_id == data.division_id:
            _stop_or_refuse(actor, event, read_clock(other), number)
    clock = RoundClock.objects.create(event=event, division=division, round_number=number)
    minutes = data.minutes or default_minutes(event, division, playing)
    ClockMark.objects.create(clock=clock, number=1, act=Act.START, seconds=60 * minutes, actor=actor)
    return _finish(actor, event, clock, Act.START, {"minutes": minutes, "round": number})


def default_minutes(event: Event, division: Division | None, playing: Mapping[int, Round]) -> int:
    """Minutes of a round: as planned, or the division's setting; for the event's clock the longest of its divisions'."""
    divisions = [division] if division is not None else list(Division.objects.filter(event=event, pk__in=playing))
    return max(round_lengths(divisions, {pk: round_.number for pk, round_ in playing.items()}).values())


def _stop_or_refuse(actor: User, event: Event, other: ClockReading, number: int | None) -> None:
    """Stop a clock that is over or of another round. Raises TournamentError for one still needed."""
    if other.clock.round_number == number and not other.state.over:
        raise TournamentError(
            _("A clock is already running. Extend it, or stop it before starting another."), code="clock_open"
        )
    _add(actor, other, Act.STOP)
    _finish(actor, event, other.clock, Act.STOP, {})


@transaction.atomic
def change_clock(*, actor: User, event: Event, clock_id: int, data: ClockChange) -> ClockReading:
    """Pause, resume, extend or stop a clock. Returns what it then shows.

    Raises StaleEditError (it was changed since ``data.seen``, or stopped), TournamentError (not possible in its state),
    NotOpenError, PermissionDenied.
    """
    event = lock_open_event(actor, event.pk, Action.PAIR)
    clock = RoundClock.objects.filter(event=event, pk=clock_id, stopped_at=None).prefetch_related("marks").first()
    current = read_clock(clock) if clock is not None else None
    if current is None or current.seen != data.seen:
        raise StaleEditError(_("Someone else changed the clock while you had it open. Check it and try again."))
    if data.act not in current.state.allowed:
        raise TournamentError(_("That is not possible with the clock in its current state."), code="clock_act")
    _add(actor, current, data.act, seconds=60 * data.minutes, reason=data.reason)
    after = {"minutes": data.minutes} if data.minutes else {}
    return _finish(actor, event, current.clock, data.act, after, reason=data.reason)


def stop_hidden(*, actor: User, event: Event) -> None:
    """Stop the clocks of rounds that are no longer public: nobody sees them, and they would keep running. Event locked."""
    if event.clock_until is None:
        return
    public = Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT)
    rounds = set(public.values_list("division", "number"))
    for clock in open_clocks(event):
        if not rounds or (clock.division_id is not None and (clock.division_id, clock.round_number) not in rounds):
            _add(actor, read_clock(clock), Act.STOP)
            _finish(actor, event, clock, Act.STOP, {})
    _update_end(event)  # a clock may have been deleted with its division


def _update_end(event: Event) -> None:
    """Store when the last running clock ends. Event locked."""
    event.clock_until = 0  # with None ``open_clocks`` would read nothing
    event.clock_until = max((read_clock(clock).ends_ms or 0 for clock in open_clocks(event)), default=None)
    event.save(update_fields=["clock_until"])


def _add(actor: User, current: ClockReading, act: Act, *, seconds: int = 0, reason: str = "") -> None:
    """Add a mark, never before the last one. Event locked."""
    clock, at = current.clock, max(timezone.now(), current.marks[-1].at)
    ClockMark.objects.create(
        clock=clock, number=current.seen + 1, act=act, at=at, seconds=seconds, reason=reason, actor=actor
    )
    if act is Act.STOP:
        clock.stopped_at = at
        clock.save(update_fields=["stopped_at"])


def _finish(
    actor: User, event: Event, clock: RoundClock, act: Act, after: Mapping[str, object], *, reason: str = ""
) -> ClockReading:
    """Log the action and update every page that shows the clock. Event locked."""
    reading = read_clock(RoundClock.objects.select_related("division").prefetch_related("marks").get(pk=clock.pk))
    _update_end(event)
    touch(event)
    after = {**after, "left": reading.state.left, "clock": clock.division.name if clock.division else event.name}
    log_action(actor=actor, verb=_VERBS[act], target=clock, scope=scope(event), after=after, reason=reason)
    return reading
