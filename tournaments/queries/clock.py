"""Reads of the clocks in the hall, each with the time it shows."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.engine.round_clock import Act, ClockState, Mark, state_at
from tournaments.models import ClockMark, Division, Event, Round, RoundClock
from tournaments.queries.next_games import next_games, rounds_in_play


@dataclass(frozen=True, slots=True)
class ClockReading:
    """An open clock, its marks in order, and what it shows at ``at``."""

    clock: RoundClock
    marks: tuple[ClockMark, ...]
    state: ClockState
    at: datetime

    @property
    def seen(self) -> int:
        """The number of the last mark, which a change sends back."""
        return self.marks[-1].number

    @property
    def minutes(self) -> int:
        """Minutes left, begun ones counted; 0 when the time is up."""
        return max(0, -(-self.state.left // 60))

    @property
    def ends_ms(self) -> int | None:
        """When the time is up, in milliseconds since 1970; None while it is paused."""
        return None if self.state.ends_at is None else milliseconds(self.state.ends_at)

    @property
    def at_ms(self) -> int:
        """``at`` in milliseconds since 1970."""
        return milliseconds(self.at)

    @property
    def extensions(self) -> list[ClockMark]:
        """What was added, with the reasons."""
        return [mark for mark in self.marks if mark.act == Act.EXTEND]


def milliseconds(at: datetime) -> int:
    """Since 1970, as scripts count."""
    return int(at.timestamp() * 1000)


def read_clock(clock: RoundClock, at: datetime | None = None) -> ClockReading:
    """The clock with what it shows at ``at`` (default: now). No query when its marks are loaded."""
    marks = tuple(sorted(clock.marks.all(), key=lambda mark: mark.number))
    # the server's clock may have been set back since the last mark
    instant = max(at or timezone.now(), marks[-1].at)
    facts = [Mark(Act(mark.act), mark.at, mark.seconds) for mark in marks]
    return ClockReading(clock, marks, state_at(facts, instant), instant)


def open_clocks(event: Event) -> list[RoundClock]:
    """The event's clocks that were not stopped, with their divisions and marks: its own first. No query without any, else two."""
    if event.clock_until is None:
        return []
    clocks = RoundClock.objects.filter(event=event, stopped_at=None).select_related("division")
    return sorted(
        clocks.prefetch_related("marks"),
        key=lambda clock: (clock.division.position if clock.division else -1, clock.pk),
    )


def clocks_of(event: Event) -> list[ClockReading]:
    """The clocks to show in the hall: the event's own, and each division's of a round being played.

    None for an event that is not running. No query where no clock is open, else five.
    """
    clocks = open_clocks(event) if event.state == Event.State.RUNNING else []
    if not clocks:
        return []
    upcoming = next_games(event)
    rounds = rounds_in_play(event, upcoming)
    open_rounds = {(game.division, game.round) for game in upcoming.values() if not game.waits}
    readings = map(read_clock, clocks)
    return [reading for reading in readings if _is_current(reading, rounds, open_rounds)]


def _is_current(reading: ClockReading, rounds: Mapping[int, Round], open_rounds: Set[tuple[int, int]]) -> bool:
    """The event's own clock, a division's of the round in play, or a running one of a round that some still play."""
    clock = reading.clock
    if clock.division_id is None:
        return True
    playing = rounds.get(clock.division_id)
    if playing is None or clock.round_number is None:
        return False
    behind = not reading.state.over and (clock.division_id, clock.round_number) in open_rounds
    return clock.round_number == playing.number or (behind and clock.round_number < playing.number)


def clock_for(clocks: Iterable[ClockReading], division: Division) -> ClockReading | None:
    """The clock by which a division plays: its own, else the event's."""
    by_division = {reading.clock.division_id: reading for reading in clocks}
    return by_division.get(division.pk) or by_division.get(None)


def clock_of_round(round_: Round) -> ClockReading | None:
    """The clock by which a round is played; None for a round that is over. No query where no clock is open, else eight at most."""
    event = round_.division.event
    clock = clock_for(clocks_of(event), round_.division)
    if clock is None:
        return None
    if clock.clock.division_id is not None:
        return clock if clock.clock.round_number == round_.number else None
    playing = rounds_in_play(event).get(round_.division_id)
    return clock if playing is not None and playing.number == round_.number else None
