"""Jobs: queued once, done at least once, never lost."""

import os
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from celery import shared_task
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from jobs import services
from jobs.models import Heartbeat, Job
from tests.harness import prepared
from tests.harness.processes import child_environment
from tests.harness.suite import ROOT

done: list[tuple[int, ...]] = []


@shared_task(name="tests.note")
def note(*ids: int) -> None:
    """A task that leaves a trace."""
    done.append(ids)


@shared_task(name="tests.fail")
def fail() -> None:
    """A task that always raises."""
    raise RuntimeError("the reason")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    done.clear()


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_same_request_while_queued_is_one_job() -> None:
    services.enqueue("tests.note", 1)
    services.enqueue("tests.note", 1)
    services.enqueue("tests.note", 2)
    assert sorted(Job.objects.values_list("key", flat=True)) == ["tests.note:1", "tests.note:2"]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_request_while_running_is_a_new_job() -> None:
    services.enqueue("tests.note", 1)
    Job.objects.update(state=Job.State.RUNNING)
    services.enqueue("tests.note", 1)
    assert sorted(Job.objects.values_list("state", flat=True)) == ["queued", "running"]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_job_runs_once() -> None:
    services.enqueue("tests.note", 7, 8)
    job = Job.objects.get()
    assert services.run_job(job_id=job.pk) is True
    assert services.run_job(job_id=job.pk) is False
    assert done == [(7, 8)]
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.DONE, 1)
    assert job.finished_at is not None


@pytest.mark.postgres
@pytest.mark.django_db
def test_jobs_for_the_same_run_one_at_a_time_and_others_beside_them() -> None:
    services.enqueue("tests.note", 1)
    first = Job.objects.get()
    Job.objects.update(state=Job.State.RUNNING, due_at=timezone.now() + timedelta(seconds=15))
    services.enqueue("tests.note", 1)
    services.enqueue("tests.note", 2)
    again, other = Job.objects.filter(state=Job.State.QUEUED).order_by("pk")
    assert services.run_job(job_id=again.pk) is False, "the first is running"
    assert services.run_job(job_id=other.pk) is True
    Job.objects.filter(pk=first.pk).update(state=Job.State.DONE, finished_at=timezone.now())
    assert services.run_job(job_id=again.pk) is True
    assert done == [(2,), (1,)]
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk__in=[first.pk, again.pk]).update(state=Job.State.RUNNING, finished_at=None)


@shared_task(name="tests.asks_again")
def asks_again(number: int) -> None:
    """A task during which the same is requested again."""
    done.append((number,))
    services.enqueue("tests.asks_again", number)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_job_that_waited_for_another_begins_when_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[int] = []
    monkeypatch.setattr(services, "send_hint", hints.append)
    services.enqueue("tests.asks_again", 1)
    first = Job.objects.get()
    assert services.run_job(job_id=first.pk) is True
    again = Job.objects.get(state=Job.State.QUEUED)
    assert hints == [first.pk, again.pk, again.pk], "one when it was requested, one when it need no longer wait"


@pytest.mark.django_db
def test_a_job_whose_lease_has_not_run_out_is_left_alone() -> None:
    services.enqueue("tests.note", 1)
    Job.objects.update(state=Job.State.RUNNING, due_at=timezone.now() + timedelta(seconds=15))
    assert services.run_job(job_id=Job.objects.get().pk) is False
    assert done == []


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_job_of_a_killed_worker_is_done_by_the_next() -> None:
    services.enqueue("tests.note", 1)
    Job.objects.update(state=Job.State.RUNNING, attempts=1, due_at=timezone.now() - timedelta(seconds=1))
    assert services.run_job(job_id=Job.objects.get().pk) is True
    assert done == [(1,)]


@pytest.mark.django_db
def test_a_lease_from_before_the_clock_was_set_back_ends() -> None:
    services.enqueue("tests.note", 1)
    Job.objects.update(state=Job.State.RUNNING, attempts=1, due_at=timezone.now() + timedelta(hours=1))
    assert services.sweep(worker="here") == 0, "fresh rows have a hint of their own"
    assert services.run_job(job_id=Job.objects.get().pk) is True
    assert done == [(1,)]


@pytest.mark.django_db
def test_a_job_queued_before_the_clock_was_set_back_is_swept_and_done() -> None:
    services.enqueue("tests.note", 1)
    ahead = timezone.now() + timedelta(hours=1)
    Job.objects.update(due_at=ahead, created_at=ahead)
    assert services.run_job(job_id=Job.objects.get().pk) is True
    assert done == [(1,)]
    services.enqueue("tests.note", 2)
    Job.objects.filter(state=Job.State.QUEUED).update(due_at=timezone.now() + timedelta(seconds=200))
    assert services.run_job(job_id=Job.objects.get(state=Job.State.QUEUED).pk) is False, "it waits after a failure"


#: Runs the job in a process of its own, in which the task kills the process; again and again.
KILLS = """
import os, signal
import django
django.setup()
from celery import shared_task
from django.db import connection
from jobs.models import Job
from jobs.services import run_job

@shared_task(name="tests.kill")
def kill():
    os.kill(os.getpid(), signal.SIGKILL)

ends = []
for attempt in range(12):
    connection.close()
    child = os.fork()
    if not child:
        run_job(job_id=Job.objects.get().pk)
        os._exit(0)
    ends.append(os.waitpid(child, 0)[1])
    Job.objects.filter(state="running").update(due_at="2000-01-01T00:00:00Z")
print(ends.count(9), ends.count(0))
"""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_job_that_kills_its_process_fails_in_the_end() -> None:
    services.enqueue("tests.kill")
    output = subprocess.run(
        [sys.executable, "-c", KILLS],
        cwd=ROOT,
        env={**child_environment(), "LOG_LEVEL": "ERROR"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert output.stdout.split() == [str(services.MAX_ATTEMPTS), str(12 - services.MAX_ATTEMPTS)], output.stderr
    job = Job.objects.get()
    assert (job.state, job.attempts) == (Job.State.FAILED, services.MAX_ATTEMPTS)
    assert "Its process ended" in job.error
    assert Client().get("/healthz").json()["jobs_failed"] == 1


@pytest.mark.django_db
def test_a_failing_job_waits_and_gives_up_at_last() -> None:
    services.enqueue("tests.fail")
    job_id = Job.objects.get().pk
    for attempt in range(1, services.MAX_ATTEMPTS + 1):
        Job.objects.update(due_at=timezone.now())
        services.run_job(job_id=job_id)
        job = Job.objects.get()
        assert job.attempts == attempt
        assert job.error == "RuntimeError: the reason"
        if attempt < services.MAX_ATTEMPTS:
            assert job.state == Job.State.QUEUED
            assert job.due_at > timezone.now()
    assert job.state == Job.State.FAILED


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_failing_job_yields_to_a_newer_row() -> None:
    services.enqueue("tests.fail")
    old = Job.objects.get()
    Job.objects.update(state=Job.State.RUNNING, due_at=timezone.now() - timedelta(seconds=1))
    services.enqueue("tests.fail")
    services.run_job(job_id=old.pk)
    assert sorted(Job.objects.values_list("state", flat=True)) == ["done", "queued"]
    assert "left to a newer job" in Job.objects.get(pk=old.pk).error


@pytest.mark.django_db
def test_a_new_request_does_not_wait_for_an_old_failure() -> None:
    services.enqueue("tests.fail")
    job_id = Job.objects.get().pk
    services.run_job(job_id=job_id)
    assert Job.objects.get().due_at > timezone.now()
    services.enqueue("tests.fail")
    assert Job.objects.get().due_at <= timezone.now()


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_sweep_beats_and_forgets_what_was_done_long_ago() -> None:
    long_ago = timezone.now() - services.KEEP_DONE - timedelta(days=1)
    Job.objects.create(key="a", task="tests.note", ids=[], state=Job.State.DONE, finished_at=long_ago)
    Job.objects.create(key="b", task="tests.note", ids=[], state=Job.State.DONE, finished_at=timezone.now())
    assert services.sweep(worker="here") == 0
    assert list(Job.objects.values_list("key", flat=True)) == ["b"]
    assert Heartbeat.objects.get().worker == "here"


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_refuses_a_second_queued_row() -> None:
    Job.objects.create(key="a", task="t", ids=[])
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(key="a", task="t", ids=[])


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_refuses_a_done_row_without_its_time() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(key="a", task="t", ids=[], state=Job.State.DONE)


ASK_WITH_DEAD_BROKER = """
from django.db import transaction
from jobs.models import Job
from jobs.services import enqueue
with transaction.atomic():
    enqueue("jobs.sweep")
print(Job.objects.get().state)
"""


def test_a_broker_that_is_down_fails_no_request(tmp_path: Path) -> None:
    """The real publishing code against an address where nobody listens: the row stays, the caller goes on, the log says why."""
    environment = {
        **os.environ,
        "WORDHALL_DATA": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "LOG_LEVEL": "ERROR",
    }

    shutil.copyfile(prepared.sqlite_schema(), tmp_path / "wordhall.sqlite3")
    command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", ASK_WITH_DEAD_BROKER]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "queued"
    assert "Connection refused" in done.stderr, done.stderr
