"""Reads of the clocks in the hall, each with what it shows now."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.engine.round_clock import Act, ClockState, Mark, state_at
from tournaments.models import ClockMark, Division, Event, Round, RoundClock
from tournaments.queries.next_games import next_games, rounds_in_play


@dataclass(frozen=True, slots=True)
class ShownClock:
    """An open clock, its marks in order, and what it shows at ``at``. ``seen``: the number of its last mark."""

    clock: RoundClock
    marks: tuple[ClockMark, ...]
    state: ClockState
    at: datetime

    @property
    def seen(self) -> int:
        """What a change has to be decided on."""
        return self.marks[-1].number

    @property
    def minutes(self) -> int:
        """Minutes left, begun ones counted; 0 when the time is up."""
        return max(0, -(-self.state.left // 60))

    @property
    def ends_ms(self) -> int | None:
        """When nothing is left, in milliseconds since 1970; None while it stands still."""
        return None if self.state.ends_at is None else milliseconds(self.state.ends_at)

    @property
    def at_ms(self) -> int:
        """``at`` in milliseconds since 1970."""
        return milliseconds(self.at)

    @property
    def extensions(self) -> list[ClockMark]:
        """What was added, with the reasons."""
        return [mark for mark in self.marks if mark.act == ClockMark.Act.EXTEND]


def milliseconds(at: datetime) -> int:
    """Since 1970, as scripts count."""
    return int(at.timestamp() * 1000)


def shown(clock: RoundClock, at: datetime | None = None) -> ShownClock:
    """The clock with what it shows at ``at`` (default: now). No query when its marks are loaded."""
    marks = tuple(sorted(clock.marks.all(), key=lambda mark: mark.number))
    # a server's clock that was set back does not make marks of a moment ago unknown
    instant = max(at or timezone.now(), marks[-1].at)
    facts = [Mark(Act(mark.act), mark.at, mark.seconds) for mark in marks]
    return ShownClock(clock, marks, state_at(facts, instant), instant)


def open_clocks(event: Event) -> list[RoundClock]:
    """The event's clocks that were not stopped, with their divisions and marks: its own first. No query without any, else two."""
    if event.clock_until is None:
        return []
    found = RoundClock.objects.filter(event=event, stopped_at=None).select_related("division")
    return sorted(
        found.prefetch_related("marks"), key=lambda clock: (clock.division.position if clock.division else -1, clock.pk)
    )


def clocks_of(event: Event) -> list[ShownClock]:
    """The clocks that the hall looks at: the event's own, and of each division that of a round being played.

    None of an event that is not running. No query where no clock is open, else five.
    """
    clocks = open_clocks(event) if event.state == Event.State.RUNNING else []
    if not clocks:
        return []
    upcoming = next_games(event)
    rounds = rounds_in_play(event, upcoming)
    waited_for = {(game.division, game.round) for game in upcoming.values() if not game.waits}
    return [found for clock in clocks if _is_seen(found := shown(clock), rounds, waited_for)]


def _is_seen(found: ShownClock, rounds: Mapping[int, Round], waited_for: Set[tuple[int, int]]) -> bool:
    """The event's own; of a division that of the round in play, and a running one of a round that some still play."""
    clock = found.clock
    if clock.division_id is None:
        return True
    playing = rounds.get(clock.division_id)
    if playing is None or clock.round_number is None:
        return False
    behind = not found.state.over and (clock.division_id, clock.round_number) in waited_for
    return clock.round_number == playing.number or (behind and clock.round_number < playing.number)


def clock_for(clocks: Iterable[ShownClock], division: Division) -> ShownClock | None:
    """The clock by which a division plays: its own, else the event's."""
    found = {shown.clock.division_id: shown for shown in clocks}
    return found.get(division.pk) or found.get(None)


def clock_of_round(round_: Round) -> ShownClock | None:
    """The clock by which a round is played; None for a round that is over. No query where no clock is open, else eight at most."""
    event = round_.division.event
    clock = clock_for(clocks_of(event), round_.division)
    if clock is None:
        return None
    if clock.clock.division_id is not None:
        return clock if clock.clock.round_number == round_.number else None
    playing = rounds_in_play(event).get(round_.division_id)
    return clock if playing is not None and playing.number == round_.number else None
