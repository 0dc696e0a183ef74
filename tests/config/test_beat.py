"""Periodic work goes on when the machine's clock is set back."""

from datetime import timedelta

from config.beat import Scheduler
from config.celery import app


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
