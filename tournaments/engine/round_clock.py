"""The clock of a round: what it shows at an instant follows from what was done to it, and when.

Nothing ticks and nothing is stored but these marks, so every screen that knows them shows the same time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Act(StrEnum):
    """What is done to a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something done to a clock. ``seconds``: what a start gives and an extension adds; 0 for the rest."""

    act: Act
    at: datetime
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock at an instant. ``left``: whole seconds, begun ones counted; below zero what it is over by.

    ``length``: all seconds given so far. ``ends_at``: when nothing is left (or was), while it runs.
    """

    length: int
    left: int
    running: bool
    stopped: bool
    ends_at: datetime | None

    @property
    def paused(self) -> bool:
        """Whether it stands still and can go on."""
        return not self.running and not self.stopped

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.left <= 0

    @property
    def allowed(self) -> frozenset[Act]:
        """What can be done to it now."""
        if self.stopped:
            return frozenset()
        return frozenset({Act.PAUSE if self.running else Act.RESUME, Act.EXTEND, Act.STOP})


class ClockError(ValueError):
    """Marks that no clock can have."""


def state_at(marks: Sequence[Mark], at: datetime) -> ClockState:
    """What the clock shows at ``at``; marks after that instant do not count yet. An extension moves the end, also of a clock
    that is over.

    ``marks`` are in the order in which they were made. Raises ClockError for marks in an impossible order, and when the
    clock had not been started by then.
    """
    past = [mark for mark in marks if mark.at <= at]
    if not past or past[0].act is not Act.START:
        raise ClockError("a clock begins with its start")
    length, gone = timedelta(seconds=past[0].seconds), timedelta(0)
    since: datetime | None = past[0].at
    before = past[0]
    for mark in past[1:]:
        _refuse(before, mark, running=since is not None)
        if mark.act is Act.EXTEND:
            length += timedelta(seconds=mark.seconds)
        elif mark.act is Act.RESUME:
            since = mark.at
        elif since is not None:
            gone += mark.at - since
            since = None
        before = mark
    ends_at = None if since is None else since + length - gone
    left = length - gone - (at - since if since is not None else timedelta(0))
    stopped = before.act is Act.STOP
    return ClockState(round(length.total_seconds()), _whole(left), since is not None, stopped, ends_at)


def _refuse(before: Mark, mark: Mark, *, running: bool) -> None:
    impossible = {Act.START: True, Act.PAUSE: not running, Act.RESUME: running}
    if before.act is Act.STOP or mark.at < before.at or impossible.get(mark.act, False):
        raise ClockError(f"{mark.act} at {mark.at} cannot follow {before.act} at {before.at}")


def _whole(left: timedelta) -> int:
    """Seconds, rounded up: a clock shows 1 until its last second has gone."""
    return -(-left // timedelta(seconds=1))
