"""The plan of a division's rounds: as stored, what it means for a round, and beside what was really paired."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.engine.pairing.options import RulesError
from tournaments.engine.round_plan import Plan, PlannedRound, checked, choice_in
from tournaments.models import Division, Event, Round, ScheduleItem
from tournaments.models import PlannedRound as Row


def plan_of(division: Division) -> Plan:
    """The division's plan. One query."""
    return plans_of([division])[division.pk]


def plans_of(divisions: Iterable[Division]) -> dict[int, Plan]:
    """The plans of divisions by their ids, without rounds beyond their last. One query."""
    rounds = {division.pk: division.settings.rounds_planned for division in divisions}
    plans: dict[int, dict[int, PlannedRound]] = {pk: {} for pk in rounds}
    for row in Row.objects.filter(division__in=rounds).order_by("division", "number"):
        if row.number <= rounds[row.division_id]:
            plans[row.division_id][row.number] = _read(row)
    return dict(plans)


def _read(row: Row) -> PlannedRound:
    """The row; one whose system or options an earlier version had leaves the choice open."""
    try:
        return checked(PlannedRound(row.system, row.options, row.lag, row.minutes), row.number)
    except RulesError:
        return PlannedRound(minutes=row.minutes)


def planned_choice(division: Division, number: int) -> dict[str, Any]:
    """What is planned for the round, as ``choice_of`` has it; {} where nothing is. One query."""
    return choice_in(plan_of(division), number, division.settings.meeting_games)


def _rounds(division: Division, *, drafts: bool) -> QuerySet[Round]:
    rounds = Round.objects.filter(division=division)
    return rounds if drafts else rounds.exclude(state=Round.State.DRAFT)


def first_open_round(division: Division, *, drafts: bool = True) -> int:
    """The number of the first round that is not paired yet, not even as a draft; without ``drafts`` not published. One query."""
    return (_rounds(division, drafts=drafts).aggregate(last=Max("number"))["last"] or 0) + 1


def round_lengths(divisions: Iterable[Division], numbers: Mapping[int, int]) -> dict[int, int]:
    """How many minutes the round with its number in ``numbers`` lasts in each division, by division ids. One query."""
    shown = list(divisions)
    rows = Row.objects.filter(division__in=[one.pk for one in shown], minutes__isnull=False)
    planned = {(pk, number): minutes for pk, number, minutes in rows.values_list("division", "number", "minutes")}
    return {one.pk: planned.get((one.pk, numbers.get(one.pk, 0))) or one.settings.round_minutes for one in shown}


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A round of the plan. ``state``: "" while it is not paired; ``paired``: the system that paired it; ``starts_at``: by the schedule."""

    number: int
    planned: PlannedRound | None
    state: str = ""
    paired: str = ""
    starts_at: datetime | None = None


def plan_lines(division: Division, *, drafts: bool = True) -> list[PlanLine]:
    """All rounds of the division, in order; without ``drafts`` those are as if they were not paired. Three queries."""
    plan = plan_of(division)
    rounds = _rounds(division, drafts=drafts).values_list("number", "state", "run__system")
    paired = {number: (state, system or "") for number, state, system in rounds}
    times = round_times(division)
    return [
        PlanLine(number, plan.get(number), *paired.get(number, ("", "")), times.get(number))
        for number in range(1, division.settings.rounds_planned + 1)
    ]


@dataclass(frozen=True, slots=True)
class Untimed:
    """Rounds ``first`` to ``last`` come after the last one with a time in the schedule; that one ends at ``at`` after ``minutes``."""

    first: int
    last: int
    at: datetime
    minutes: int


def untimed_rounds(event: Event, rounds: int) -> Untimed | None:
    """The last of ``rounds`` rounds that the schedule gives no time, as it does to those before; None where it gives none. One query."""
    timed = ScheduleItem.objects.filter(event=event, round_number__isnull=False).order_by("-round_number").first()
    if timed is None or timed.round_number is None or timed.round_number >= rounds:
        return None
    ends = timed.starts_at.astimezone(event.zone) + timedelta(minutes=timed.minutes)
    return Untimed(timed.round_number + 1, rounds, ends, timed.minutes)


def round_times(division: Division) -> dict[int, datetime]:
    """When rounds are to start by the event's schedule, in its own time. One query."""
    items = ScheduleItem.objects.filter(event=division.event_id, round_number__isnull=False)
    zone = division.event.zone
    return {number: at.astimezone(zone) for number, at in items.values_list("round_number", "starts_at") if number}
