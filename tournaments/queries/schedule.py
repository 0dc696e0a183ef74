"""The schedule of an event: planned times, and what is to be expected as the rounds run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from tournaments.engine.round_clock import Act
from tournaments.engine.schedule import Planned, expected_times
from tournaments.models import MAX_ROUNDS, ClockMark, Event, Round, ScheduleItem


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A line in the event's own time. ``late``: minutes after its plan; ``began``: whether the round has begun."""

    item: ScheduleItem
    planned: datetime
    starts_at: datetime
    ends_at: datetime
    late: int
    began: bool


def schedule_items(event: Event) -> list[ScheduleItem]:
    """The lines of the schedule in order, without rounds that no division has (any more): these keep their times and show again with
    the round. Two queries; one without a schedule.
    """
    items = list(ScheduleItem.objects.filter(event=event))
    if not items:
        return []
    last = max((division.settings.rounds_planned for division in event.divisions.all()), default=MAX_ROUNDS)
    return [item for item in items if item.round_number is None or item.round_number <= last]


def schedule_of(event: Event, now: datetime | None = None) -> list[ScheduleLine]:
    """The schedule as everybody sees it, each line with the time to expect. Four queries; one without a schedule.

    ``now``: rounds that should have begun are not expected before it.
    """
    return expected_lines(event, schedule_items(event), now)


def expected_lines(event: Event, items: Sequence[ScheduleItem], now: datetime | None = None) -> list[ScheduleLine]:
    """These lines of the event's schedule, each with the time to expect. Two queries; none without lines."""
    if not items:
        return []
    zone = event.zone
    began = _beginnings(event)
    planned = [
        Planned(
            item.starts_at.astimezone(zone),
            item.minutes,
            began[item.round_number].astimezone(zone) if item.round_number in began else None,
            noted=item.round_number is not None,
        )
        for item in items
    ]
    times = expected_times(planned, None if now is None else now.astimezone(zone))
    return [
        ScheduleLine(item, plan.starts_at, time.starts_at, time.ends_at, time.late, plan.began is not None)
        for item, plan, time in zip(items, planned, times, strict=True)
    ]


def _beginnings(event: Event) -> dict[int | None, datetime]:
    """When each round began: its clock's start, or where no clock was started its publication. Of divisions the first counts."""
    published = Round.objects.filter(division__event=event, published_at__isnull=False)
    rows = published.exclude(state=Round.State.DRAFT).values_list("number").annotate(at=Min("published_at")).order_by()
    clocks = ClockMark.objects.filter(clock__event=event, act=Act.START, clock__round_number__isnull=False)
    started = clocks.values_list("clock__round_number").annotate(begun=Min("at")).order_by()
    return {**dict(rows), **dict(started)}
