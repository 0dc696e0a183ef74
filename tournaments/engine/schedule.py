"""The times of an event's day as they are to be expected: planned, and later where a round ran late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Planned:
    """A line of the schedule. ``began``: when it really began, None while it has not.

    ``noted``: whether anybody notes that; breaks begin when it is their time.
    """

    starts_at: datetime
    minutes: int
    began: datetime | None = None
    noted: bool = True


@dataclass(frozen=True, slots=True)
class Expected:
    """When a line begins and ends as things stand; ``late``: by how many minutes after its plan."""

    starts_at: datetime
    ends_at: datetime
    late: int


def expected_times(items: Sequence[Planned], now: datetime | None = None) -> list[Expected]:
    """The expected times of lines in planned order.

    A line begins when it is planned, but not before the line before it has ended; one that began late keeps its full length. So a
    delay moves everything after it, until a gap in the plan takes it up. With ``now``, a line whose beginning is noted and that comes
    after everything that began cannot begin in the past. Nothing moves to an earlier time, and no delay reaches another day.
    """
    expected: list[Expected] = []
    last_begun = max((index for index, item in enumerate(items) if item.began is not None), default=-1)
    free: datetime | None = None
    for index, item in enumerate(items):
        begins = item.starts_at
        if item.began is not None:
            begins = max(begins, item.began)
        else:
            if free is not None and free.date() == begins.date():
                begins = max(begins, free)
            if now is not None and item.noted and index > last_begun >= 0 and now.date() == begins.date():
                begins = max(begins, now.replace(second=0, microsecond=0))
        if begins - item.starts_at > timedelta(hours=12):  # begun on another day: no delay of this one
            begins = item.starts_at
        ends = begins + timedelta(minutes=item.minutes)
        free = ends
        expected.append(Expected(begins, ends, round((begins - item.starts_at).total_seconds() / 60)))
    return expected
