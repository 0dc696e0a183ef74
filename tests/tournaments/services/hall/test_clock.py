"""The clock in the hall: who may do what to it, what is kept of it, and which pages it changes."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Club, User
from tests import factories
from tests.walk import check_each
from tournaments.engine.round_clock import Act
from tournaments.errors import NotOpenError, NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.clock import ClockChange, ClockStart
from tournaments.inputs.events import DivisionInput
from tournaments.models import ClockMark, Division, Event, RoundClock
from tournaments.queries.clock import ClockReading, clock_for, clock_of_round, clocks_of
from tournaments.services.events import copies
from tournaments.services.events.events import add_division, finish_event
from tournaments.services.hall.clock import change_clock, start_clock
from tournaments.services.rounds.publish import publish_round, unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(running: Division) -> Event:
    return Event.objects.select_related("club").get(pk=running.event_id)


def start(event: Event, director: User, **values: Any) -> ClockReading:
    return start_clock(actor=director, event=event, data=ClockStart(**values))


def change(event: Event, director: User, clock: ClockReading, act: Act, **values: Any) -> ClockReading:
    data = ClockChange(act=act, seen=values.pop("seen", clock.seen), **values)
    return change_clock(actor=director, event=event, clock_id=clock.clock.pk, data=data)


def earlier(clock: ClockReading, **by: float) -> None:
    """As if all that was done to the clock had been done so much earlier."""
    for mark in ClockMark.objects.filter(clock=clock.clock):
        ClockMark.objects.filter(pk=mark.pk).update(at=mark.at - timedelta(**by))


def now(event: Event) -> list[ClockReading]:
    return clocks_of(Event.objects.get(pk=event.pk))


def test_a_clock_starts_with_what_the_division_says(event: Event, running: Division, director: User) -> None:
    factories.change(Division.objects.filter(pk=running.pk), round_minutes=55)
    reading = start(event, director, division_id=running.pk)
    assert (reading.state.length, reading.state.running, reading.clock.round_number) == (55 * 60, True, 1)
    assert start(event, director).state.length == 55 * 60
    assert [one.clock.division_id for one in now(event)] == [None, running.pk]


def test_a_division_goes_by_its_own_clock_else_by_that_of_the_event(
    event: Event, running: Division, director: User
) -> None:
    whole = start(event, director)
    reading = clock_for(now(event), running)
    assert reading is not None
    assert reading.clock.pk == whole.clock.pk
    own = start(event, director, division_id=running.pk, minutes=10)
    reading = clock_for(now(event), running)
    assert reading is not None
    assert reading.clock.pk == own.clock.pk


def test_every_step_is_stored_with_its_reason_and_logged(event: Event, director: User) -> None:
    reading = start(event, director, minutes=60)
    reading = change(event, director, reading, Act.PAUSE)
    assert reading.state.paused
    reading = change(event, director, reading, Act.EXTEND, minutes=5, reason="fire alarm")
    assert (reading.state.length, reading.state.paused) == (65 * 60, True)
    reading = change(event, director, reading, Act.RESUME)
    assert reading.state.running
    reading = change(event, director, reading, Act.STOP)
    assert reading.state.stopped
    assert now(event) == []
    assert list(ClockMark.objects.values_list("act", "seconds", "reason").order_by("number")) == [
        ("start", 3600, ""),
        ("pause", 0, ""),
        ("extend", 300, "fire alarm"),
        ("resume", 0, ""),
        ("stop", 0, ""),
    ]
    logged = ActionLog.objects.filter(verb__startswith="clock.", scope=f"event:{event.pk}").order_by("pk")
    assert [entry.verb for entry in logged] == [
        "clock.started",
        "clock.paused",
        "clock.extended",
        "clock.resumed",
        "clock.stopped",
    ]
    assert {entry.actor_id for entry in logged} == {director.pk}
    assert (logged[2].reason, logged[2].after["minutes"]) == ("fire alarm", 5)


def test_every_step_is_news_for_the_pages(event: Event, director: User) -> None:
    before = Event.objects.get(pk=event.pk).version
    reading = start(event, director, minutes=60)
    after = Event.objects.get(pk=event.pk)
    assert (after.version, after.clock_until) == (before + 1, reading.ends_ms)
    reading = change(event, director, reading, Act.PAUSE)
    after = Event.objects.get(pk=event.pk)
    assert (after.version, after.clock_until) == (before + 2, 0)
    change(event, director, reading, Act.STOP)
    after = Event.objects.get(pk=event.pk)
    assert (after.version, after.clock_until) == (before + 3, None)


def test_two_who_press_at_once_extend_once(event: Event, director: User) -> None:
    reading = start(event, director, minutes=60)
    change(event, director, reading, Act.EXTEND, minutes=5, reason="late start")
    with pytest.raises(StaleEditError):
        change(event, director, reading, Act.EXTEND, minutes=5, reason="late start")
    assert now(event)[0].state.length == 65 * 60


def test_what_cannot_be_done_is_refused(event: Event, director: User) -> None:
    reading = start(event, director, minutes=60)
    with pytest.raises(TournamentError, match="in its current state"):
        change(event, director, reading, Act.RESUME)
    stopped = change(event, director, reading, Act.STOP)
    with pytest.raises(StaleEditError):
        change(event, director, stopped, Act.RESUME)


def test_a_second_clock_waits_until_the_first_is_over(event: Event, director: User) -> None:
    first = start(event, director, minutes=60)
    with pytest.raises(TournamentError, match="already running"):
        start(event, director)
    earlier(first, minutes=61)
    second = start(event, director, minutes=30)
    assert RoundClock.objects.filter(stopped_at=None).get().pk == second.clock.pk
    assert [mark.act for mark in ClockMark.objects.filter(clock=first.clock)] == ["start", "stop"]


def test_the_clock_of_an_earlier_round_is_not_shown_and_makes_way(
    event: Event, running: Division, director: User
) -> None:
    first = start(event, director, division_id=running.pk)
    factories.play(running.rounds.get(number=1))
    published = factories.publish(running, director, 2)
    assert now(event) == []
    second = start(event, director, division_id=running.pk)
    assert second.clock.round_number == 2
    assert ClockMark.objects.filter(clock=first.clock, act="stop").exists()
    published.division.event.refresh_from_db()
    reading = clock_of_round(published)
    assert reading is not None
    assert reading.clock.pk == second.clock.pk
    assert clock_of_round(running.rounds.select_related("division__event").get(number=1)) is None


def test_the_clock_of_a_round_that_is_taken_back_stops(event: Event, running: Division, director: User) -> None:
    own = start(event, director, division_id=running.pk, minutes=60)
    whole = start(event, director, minutes=60)
    before = Event.objects.get(pk=event.pk).version
    round_ = running.rounds.get(number=1)
    back = unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")
    after = Event.objects.get(pk=event.pk)
    assert (after.clock_until, after.version > before) == (None, True)
    assert not RoundClock.objects.filter(stopped_at=None).exists(), "with the last round the event's clock goes too"
    stopped = ClockMark.objects.filter(act="stop", actor=director).values_list("clock", flat=True)
    assert set(stopped) == {own.clock.pk, whole.clock.pk}
    publish_round(actor=director, round_id=back.pk, expected_version=back.version)
    assert now(event) == []
    assert start(event, director, division_id=running.pk, minutes=30).state.left == 30 * 60


def test_the_clock_of_the_event_goes_on_while_another_division_plays(
    event: Event, running: Division, director: User
) -> None:
    other = add_division(actor=director, event=event, data=DivisionInput(name="B"))
    factories.start(other, director, 2)
    event.refresh_from_db()
    clocks = [start(event, director, division_id=of) for of in (None, running.pk, other.pk)]
    round_ = running.rounds.get(number=1)
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")
    assert [one.clock.pk for one in now(event)] == [clocks[0].clock.pk, clocks[2].clock.pk]
    assert Event.objects.get(pk=event.pk).clock_until == max(one.ends_ms or 0 for one in (clocks[0], clocks[2]))


def test_a_clock_that_was_set_back_does_not_break_the_order(
    event: Event, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = start(event, director, minutes=60)
    back = timezone.now() - timedelta(minutes=3)
    monkeypatch.setattr(timezone, "now", lambda: back)
    reading = change(event, director, reading, Act.PAUSE)
    assert reading.state.left == 3600


@pytest.mark.parametrize("act", [Act.PAUSE, Act.RESUME, Act.STOP], ids=str)
def test_only_an_extension_has_minutes(act: Act) -> None:
    with pytest.raises(ValidationError):
        ClockChange(act=act, seen=1, minutes=5)


@pytest.mark.parametrize(("minutes", "reason"), [(0, "x"), (601, "x"), (5, " "), (5, "x" * 201)])
def test_an_extension_has_minutes_and_a_reason(minutes: int, reason: str) -> None:
    with pytest.raises(ValidationError):
        ClockChange(act=Act.EXTEND, seen=1, minutes=minutes, reason=reason)


def test_a_start_is_no_change_and_its_minutes_are_bounded() -> None:
    with pytest.raises(ValidationError):
        ClockChange(act=Act.START, seen=1)
    with pytest.raises(ValidationError):
        ClockStart(minutes=601)


def test_before_a_round_is_published_there_is_nothing_to_time(division: Division, director: User) -> None:
    with pytest.raises(NotReadyError):
        start(division.event, director)
    with pytest.raises(NotReadyError):
        start(division.event, director, division_id=division.pk)


def test_a_finished_event_has_no_clock(event: Event, running: Division, director: User) -> None:
    reading = start(event, director)
    factories.play(running.rounds.get(number=1))
    finish_event(actor=director, event=event)
    assert now(event) == []
    with pytest.raises(NotOpenError):
        start(event, director)
    with pytest.raises(NotOpenError):
        change(event, director, reading, Act.STOP)


def test_a_trial_has_no_clock_and_a_copy_does_not_take_it_along(event: Event, director: User) -> None:
    start(event, director)
    test_copy = copies.make_test_copy(actor=director, event=event)
    assert clocks_of(Event.objects.get(pk=test_copy.pk)) == []
    with pytest.raises(TournamentError, match="test copy"):
        start(test_copy, director)


def test_others_may_not(event: Event, club: Club, director: User) -> None:
    def check(role: str) -> None:
        reading = start(event, director)
        other = factories.member(club, director, role)
        with pytest.raises(PermissionDenied):
            start(event, other)
        with pytest.raises(PermissionDenied):
            change(event, other, reading, Act.STOP)

    check_each(["scorer", "ratings_officer", "member"], check)


def test_reading_costs_nothing_without_a_clock_and_the_same_with_some(
    event: Event, running: Division, director: User
) -> None:
    fresh = Event.objects.get(pk=event.pk)
    assert factories.queries(lambda: clocks_of(fresh)) == 0
    reading = start(event, director)
    for more in range(3):
        reading = change(event, director, reading, Act.EXTEND, minutes=1, reason=f"more {more}")
    fresh = Event.objects.get(pk=event.pk)
    assert factories.queries(lambda: clocks_of(fresh)) == 5
    start(event, director, division_id=running.pk)
    assert factories.queries(lambda: clocks_of(fresh)) == 5
