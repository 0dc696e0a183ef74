"""Use cases of the plan of a division's rounds. Rounds that are paired, even as a draft, stay; the others may change at any time."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.round_plan import (
    Names,
    Plan,
    PlannedRound,
    checked,
    read_plan,
    refuse_too_long,
    with_round_after,
    without_round,
    write_plan,
)
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import MAX_MINUTES, MAX_ROUNDS, Division, ScheduleItem
from tournaments.models import PlannedRound as Row
from tournaments.queries.round_plan import first_open_round, plan_of
from tournaments.services.events.announcement import add_schedule_item
from tournaments.services.events.events import update_division
from tournaments.services.events.locking import lock_open_event, scope, touch
from tournaments.services.standings.standings import input_of
from tournaments.wording.engine import rules_problem


def read_typed_plan(division: Division, text: str, *, first: int = 1, names: Names | None = None) -> Plan:
    """A typed plan of the rounds from ``first`` on. ``names``: what else systems are called. Raises TournamentError."""
    settings = division.settings
    try:
        return read_plan(
            text,
            first=first,
            total=settings.rounds_planned,
            most=MAX_ROUNDS,
            names=names,
            games=settings.meeting_games,
        )
    except RulesError as error:
        raise _refusal(error) from error


@transaction.atomic
def set_plan(*, actor: User, division: Division, first: int, plan: Plan) -> Plan:
    """Replace the plan from round ``first`` on; the last round of ``plan`` is then the division's last.

    Raises TournamentError for rounds that are paired already, for options that do not fit, and as ``update_division``.
    """
    current = _locked(actor, division)
    _refuse_paired(current, first)
    if not plan or sorted(plan) != list(range(first, max(plan) + 1)):
        raise TournamentError(
            _("Plan every round from round %(first)d on, one after the other.") % {"first": first}, code="plan"
        )
    kept = {number: one for number, one in plan_of(current).items() if number < first}
    return _store(actor, current, {**kept, **plan}, max(plan))


@transaction.atomic
def plan_round(
    *, actor: User, division: Division, number: int, planned: PlannedRound, starts_at: datetime | None = None
) -> Plan:
    """Plan one round; ``starts_at`` gives it a time in the event's schedule. Raises as ``set_plan``."""
    current = _locked(actor, division)
    _refuse_paired(current, number)
    _refuse_beyond(current, number)
    stored = _store(actor, current, {**plan_of(current), number: planned}, current.settings.rounds_planned)
    if starts_at is not None:
        _set_time(actor, current, number, starts_at, planned.minutes or current.settings.round_minutes)
    return stored


@transaction.atomic
def set_round_minutes(*, actor: User, division: Division, number: int, minutes: int | None) -> Plan:
    """Make a round shorter or longer than the others (None: like them), also the one in play: the clock starts with it.

    Raises TournamentError.
    """
    current = _locked(actor, division)
    if number < first_open_round(current) - 1:
        raise TournamentError(_("Round %(number)d is over.") % {"number": number}, code="round_paired")
    _refuse_beyond(current, number)
    plan = plan_of(current)
    changed = replace(plan.get(number, PlannedRound()), minutes=minutes)
    return _store(actor, current, {**plan, number: changed}, current.settings.rounds_planned)


@transaction.atomic
def add_round(*, actor: User, division: Division, after: int, seen: int) -> Plan:
    """One more round after round ``after``, planned like it; later ones move back. ``seen``: how many rounds the actor saw.

    Raises StaleEditError, TournamentError.
    """
    current = _locked(actor, division)
    rounds = _refuse_stale(current, seen)
    _refuse_paired(current, after + 1)
    if not 0 <= after <= rounds:
        raise TournamentError(_("The division has no round %(number)d.") % {"number": after}, code="no_round")
    if rounds == MAX_ROUNDS:
        raise TournamentError(_("A division can have at most %(max)d rounds.") % {"max": MAX_ROUNDS}, code="too_many")
    longer = with_round_after(plan_of(current), after, current.settings.meeting_games)
    return _store(actor, current, longer, rounds + 1)


@transaction.atomic
def remove_round(*, actor: User, division: Division, number: int, seen: int) -> Plan:
    """Take round ``number`` out; later ones move up. ``seen``: how many rounds the actor saw. Raises StaleEditError, TournamentError."""
    current = _locked(actor, division)
    rounds = _refuse_stale(current, seen)
    _refuse_paired(current, number)
    _refuse_beyond(current, number)
    if rounds == 1:
        raise TournamentError(_("A division has at least one round."), code="no_round")
    return _store(actor, current, without_round(plan_of(current), number), rounds - 1)


def _locked(actor: User, division: Division) -> Division:
    event = lock_open_event(actor, division.event_id, Action.MANAGE_EVENT)
    current = Division.objects.get(pk=division.pk, event=event)
    current.event = event
    return current


def _refuse_paired(division: Division, number: int) -> None:
    first = first_open_round(division)
    if number < first:
        raise TournamentError(
            _("Round %(number)d is already paired; the plan can be changed from round %(first)d on.")
            % {"number": number, "first": first},
            code="round_paired",
        )


def _refuse_beyond(division: Division, number: int) -> None:
    if not 1 <= number <= division.settings.rounds_planned:
        raise TournamentError(_("The division has no round %(number)d.") % {"number": number}, code="no_round")


def _refuse_stale(division: Division, seen: int) -> int:
    rounds = division.settings.rounds_planned
    if seen != rounds:
        raise StaleEditError(
            _(
                "The number of rounds changed while you had the plan open: there are %(count)d now. Check it and try again."
            )
            % {"count": rounds}
        )
    return rounds


def _store(actor: User, division: Division, plan: Plan, rounds: int) -> Plan:
    """Store the plan and the number of rounds, if they differ. Event locked."""
    before, rounds_before = plan_of(division), division.settings.rounds_planned
    stored = _checked(plan, division)
    if rounds != rounds_before:
        data = input_of(division).with_settings(rounds_planned=rounds)
        division = update_division(actor=actor, division=division, data=data)
    Row.objects.filter(division=division).delete()
    Row.objects.bulk_create(
        Row(
            division=division,
            number=number,
            system=one.system,
            options=dict(one.options),
            lag=one.lag,
            minutes=one.minutes,
        )
        for number, one in stored.items()
    )
    if (stored, rounds) != (before, rounds_before):
        touch(division.event)
        log_action(
            actor=actor,
            verb="plan.changed",
            target=division,
            scope=scope(division.event),
            before={"rounds": rounds_before, "plan": write_plan(before)},
            after={"rounds": rounds, "plan": write_plan(stored)},
        )
    return stored


def _checked(plan: Plan, division: Division) -> dict[int, PlannedRound]:
    try:
        every = {number: checked(one, number) for number, one in sorted(plan.items())}
        stored = {number: one for number, one in every.items() if one != PlannedRound()}
        refuse_too_long(stored, division.settings.meeting_games)
    except RulesError as error:
        raise _refusal(error) from error
    wrong = [one.minutes for one in stored.values() if one.minutes is not None and not 1 <= one.minutes <= MAX_MINUTES]
    if wrong:
        raise TournamentError(
            _("A round lasts 1 to %(max)d minutes, not %(minutes)d.") % {"max": MAX_MINUTES, "minutes": wrong[0]},
            code="minutes",
        )
    return stored


def _refusal(error: RulesError) -> TournamentError:
    return TournamentError(_("This plan does not work: %(why)s.") % {"why": rules_problem(error)}, code="plan")


def _set_time(actor: User, division: Division, number: int, starts_at: datetime, minutes: int) -> None:
    """The round's line in the event's schedule; one that is there keeps its length."""
    line = ScheduleItem.objects.filter(event=division.event, round_number=number).first()
    if line is None or line.starts_at != starts_at:
        length = line.minutes if line is not None else minutes
        add_schedule_item(actor=actor, event=division.event, starts_at=starts_at, minutes=length, round_number=number)


def copy_plan(*, actor: User, division: Division, like: Division) -> None:
    """Give a new division the plan of an earlier one, as far as it has the rounds. Raises PermissionDenied, NotOpenError."""
    current = _locked(actor, division)
    rounds = current.settings.rounds_planned
    if plan := {number: one for number, one in plan_of(like).items() if number <= rounds}:
        _store(actor, current, plan, rounds)
