"""The clock of a round: what it shows follows from what was done to it, and when.

Nothing ticks and nothing but these marks is stored, so every screen that has them shows the same time.
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
    """Something done to a clock. ``seconds``: the length at the start, or what an extension adds; otherwise 0."""

    act: Act
    at: datetime
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock at an instant. ``left``: seconds, rounded up; below zero once the time is up.

    ``length``: all seconds so far, extensions included. ``ends_at``: when the time is (or was) up, while it runs.
    """

    length: int
    left: int
    running: bool
    stopped: bool
    ends_at: datetime | None

    @property
    def paused(self) -> bool:
        """Whether it stands still and can be resumed."""
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


def end_with_extra(state: ClockState, seconds: int) -> datetime | None:
    """When the time of a table is up that has so many seconds more than the clock gives all; None while the clock stands still."""
    return None if state.ends_at is None else state.ends_at + timedelta(seconds=seconds)


class ClockError(ValueError):
    """Marks in an impossible order."""


def state_at(marks: Sequence[Mark], at: datetime) -> ClockState:
    """What the clock shows at ``at``; later marks do not count. An extension moves the end even when the time is up.

    Raises ClockError for marks in an impossible order, and when the clock had not been started by then.
    """
    past = [mark for mark in marks if mark.at <= at]
    if not past or past[0].act is not Act.START:
        raise ClockError("a clock begins with its start")
    length, elapsed = timedelta(seconds=past[0].seconds), timedelta(0)
    since: datetime | None = past[0].at
    before = past[0]
    for mark in past[1:]:
        _check_order(before, mark, running=since is not None)
        if mark.act is Act.EXTEND:
            length += timedelta(seconds=mark.seconds)
        elif mark.act is Act.RESUME:
            since = mark.at
        elif since is not None:
            elapsed += mark.at - since
            since = None
        before = mark
    ends_at = None if since is None else since + length - elapsed
    left = length - elapsed - (at - since if since is not None else timedelta(0))
    stopped = before.act is Act.STOP
    return ClockState(round(length.total_seconds()), _rounded_up(left), since is not None, stopped, ends_at)


def _check_order(before: Mark, mark: Mark, *, running: bool) -> None:
    impossible = {Act.START: True, Act.PAUSE: not running, Act.RESUME: running}
    if before.act is Act.STOP or mark.at < before.at or impossible.get(mark.act, False):
        raise ClockError(f"{mark.act} at {mark.at} cannot follow {before.act} at {before.at}")


def _rounded_up(left: timedelta) -> int:
    """Whole seconds: a clock shows 1 until its last second is over."""
    return -(-left // timedelta(seconds=1))
