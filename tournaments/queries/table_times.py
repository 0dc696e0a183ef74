"""Extra time of single tables, as the hall reads it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.engine.round_clock import end_with_extra
from tournaments.models import Event, Result, Round, TableTime
from tournaments.queries.clock import ClockReading, clock_for, clock_of_round


@dataclass(frozen=True, slots=True)
class TableTimeReading:
    """Extra time of a table. ``ends_at``: when its time is up, all its extra time counted; None without a running clock."""

    time: TableTime
    ends_at: datetime | None

    @property
    def table(self) -> int | None:
        """The number of the table."""
        return self.time.pairing.table_number


def table_times_of(event: Event, clocks: Iterable[ClockReading]) -> list[TableTimeReading]:
    """Extra time of the tables that still play, by table. ``clocks``: those of the event. One query."""
    rows = TableTime.objects.filter(
        pairing__round__division__event=event, pairing__round__state=Round.State.PUBLISHED, ended_at=None
    ).exclude(pairing__result__state=Result.State.CONFIRMED)
    rows = rows.select_related("pairing__round__division").order_by("pairing__table_number", "pk")
    clocks = list(clocks)
    return _readings(list(rows), {row.pairing_id: _clock_of(row, clocks) for row in rows})


def _clock_of(row: TableTime, clocks: list[ClockReading]) -> ClockReading | None:
    """The clock by which the table plays; a division's own only in the round that it times."""
    round_ = row.pairing.round
    clock = clock_for(clocks, round_.division)
    if clock is not None and clock.clock.division_id is not None and clock.clock.round_number != round_.number:
        return None
    return clock


def table_times_at(pairing_id: int) -> list[TableTimeReading]:
    """The same for one table. One query, and those of its clock where it has extra time."""
    rows = TableTime.objects.filter(pairing=pairing_id, ended_at=None).order_by("pk")
    given = list(rows.select_related("pairing__round__division__event"))
    return _readings(given, {pairing_id: clock_of_round(given[0].pairing.round)}) if given else []


def _readings(rows: list[TableTime], clocks: dict[int, ClockReading | None]) -> list[TableTimeReading]:
    readings = []
    for row in rows:
        clock = clocks[row.pairing_id]
        seconds = 60 * sum(other.minutes for other in rows if other.pairing_id == row.pairing_id)
        readings.append(TableTimeReading(row, end_with_extra(clock.state, seconds) if clock is not None else None))
    return readings
