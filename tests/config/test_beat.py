"""Periodic work is sent once in its time by any number of beats, and goes on when the machine's clock is set back."""

from datetime import timedelta

import pytest
from celery.beat import ScheduleEntry
from celery.schedules import crontab
from django.db import OperationalError, connection
from django.utils import timezone

from config.beat import Scheduler
from config.celery import app
from jobs.models import PeriodicTask


def test_what_was_sent_in_the_future_is_due_again_in_its_time() -> None:
    scheduler = Scheduler(app=app, lazy=True)
    for name, seconds in (("sweep", 10.0), ("old", 60.0)):
        scheduler.add(name=name, task="jobs.sweep", schedule=seconds)
    sweep, old = scheduler.schedule["sweep"], scheduler.schedule["old"]
    now = sweep.default_now()
    sweep.last_run_at, old.last_run_at = now + timedelta(days=1), now - timedelta(seconds=30)
    assert sweep.is_due()[1] > 80_000, "Celery itself would wait for a day"
    scheduler.forget_the_future()
    assert sweep.is_due()[1] <= 10
    assert old.last_run_at == now - timedelta(seconds=30), "the others keep their time"


def test_the_site_uses_it() -> None:
    assert app.conf.beat_scheduler == "config.beat:Scheduler"


class _Noting(Scheduler):
    """Notes what it would send instead of asking the broker."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        super().__init__(app=app, lazy=True)
        self.add(name="sweep", task="jobs.sweep", schedule=10.0)
        self.add(name="backend_cleanup", task="celery.backend_cleanup", schedule=crontab("0", "4"))

    def apply_async(self, entry: ScheduleEntry, *_args: object, **_options: object) -> None:
        """Note it."""
        self.sent.append(str(entry.name))

    def both(self) -> None:
        """Both are due."""
        for entry in self.schedule.values():
            self.apply_entry(entry)


@pytest.mark.postgres
@pytest.mark.django_db
def test_two_beats_send_each_task_once_in_its_time() -> None:
    here, there = _Noting(), _Noting()
    here.both()
    there.both()
    assert (here.sent, there.sent) == (["sweep", "backend_cleanup"], [])
    PeriodicTask.objects.update(sent_at=timezone.now() - timedelta(seconds=9.5))
    there.both()
    here.both()
    assert there.sent == ["sweep"], "its ten seconds are nearly over, and the first beat may be gone"
    assert here.sent == ["sweep", "backend_cleanup"]


@pytest.mark.django_db
def test_a_turn_taken_before_the_clock_was_set_back_does_not_count() -> None:
    PeriodicTask.objects.create(name="sweep", sent_at=timezone.now() + timedelta(hours=1))
    beat = _Noting()
    beat.both()
    beat.both()
    assert beat.sent == ["sweep", "backend_cleanup"]


@pytest.mark.django_db
def test_without_the_database_nothing_is_sent_and_beat_goes_on() -> None:
    beat = _Noting()
    with connection.execute_wrapper(_away):
        beat.both()
    assert beat.sent == []


def _away(*_args: object) -> None:
    raise OperationalError("the server closed the connection")
