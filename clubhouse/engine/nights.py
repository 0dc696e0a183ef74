"""On which days a club meets.

>>> from datetime import date
>>> thursdays = Nights(date(2026, 1, 1), Repeats.WEEK, frozenset({date(2026, 1, 15)}))
>>> [str(day) for day in thursdays.days(date(2026, 1, 2), 3)]
['2026-01-08', '2026-01-22', '2026-01-29']
>>> str(next(Nights(date(2026, 1, 29), Repeats.MONTH).days(date(2026, 2, 1), 1)))
'2026-02-26'
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import islice


class Repeats(StrEnum):
    """How often the club meets."""

    WEEK = "week"
    FORTNIGHT = "fortnight"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Nights:
    """From ``first`` on, on its weekday; ``month``: the same one of the month, a fifth meaning the last. Not on ``skipped`` days."""

    first: date
    repeats: Repeats
    skipped: frozenset[date] = frozenset()

    def days(self, after: date, count: int) -> Iterator[date]:
        """The next ``count`` days from ``after`` on, that day included."""
        return islice((day for day in self._all(after) if day not in self.skipped), count)

    @property
    def rule(self) -> dict[str, object]:
        """The recurrence rule of RFC 5545, section 3.3.10."""
        if self.repeats is Repeats.MONTH:
            week = self._week
            return {
                "FREQ": "MONTHLY",
                "BYDAY": f"{week}{('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')[self.first.weekday()]}",
            }
        return {"FREQ": "WEEKLY", "INTERVAL": 1 if self.repeats is Repeats.WEEK else 2}

    @property
    def _week(self) -> int:
        """Which one of the month: 1 to 4, or -1 for the last."""
        week = (self.first.day - 1) // 7 + 1
        return -1 if week > 4 else week

    def _all(self, after: date) -> Iterator[date]:
        if self.repeats is Repeats.MONTH:
            yield from self._monthly(max(after, self.first))
            return
        step = 7 if self.repeats is Repeats.WEEK else 14
        missed = max(0, -(-(after - self.first).days // step))
        day = self.first + timedelta(days=step * missed)
        while day.year < date.max.year:
            yield day
            day += timedelta(days=step)

    def _monthly(self, after: date) -> Iterator[date]:
        year, month = after.year, after.month
        while year < date.max.year:
            day = self._in(year, month)
            if day >= after:
                yield day
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)

    def _in(self, year: int, month: int) -> date:
        first_weekday, length = monthrange(year, month)
        one = 1 + (self.first.weekday() - first_weekday) % 7
        if self._week > 0:
            return date(year, month, one + 7 * (self._week - 1))
        return date(year, month, one + 7 * ((length - one) // 7))
