"""A job that takes longer than its lease is not taken over while it runs; one whose worker was killed is."""

import time
from datetime import timedelta

import pytest
from celery import shared_task
from django.utils import timezone
from pytest_django import Settings

from jobs.models import Job
from jobs.services import run_job

pytestmark = [pytest.mark.concurrency, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: Whether another worker got the job while the first was at it.
taken: list[bool] = []


@shared_task(name="tests.longer_than_its_lease")
def longer_than_its_lease(job_id: int) -> None:
    """Wait until the lease of the beginning is over, and see whether somebody else may start."""
    if taken:
        return
    first = Job.objects.get(pk=job_id).due_at
    limit = time.monotonic() + 20
    while Job.objects.get(pk=job_id).due_at <= first:
        assert time.monotonic() < limit, "the lease was never renewed"
        time.sleep(0.05)
    while timezone.now() <= first:
        time.sleep(0.05)
    taken.append(run_job(job_id=job_id))


def test_a_long_job_is_never_run_twice_at_once(settings: Settings) -> None:
    settings.JOB_LEASE_SECONDS = 1
    job = Job.objects.create(key="tests.longer", task="tests.longer_than_its_lease", ids=[])
    Job.objects.filter(pk=job.pk).update(ids=[job.pk])
    assert run_job(job_id=job.pk)
    assert taken == [False]
    assert (Job.objects.get(pk=job.pk).state, Job.objects.get(pk=job.pk).attempts) == (Job.State.DONE, 1)
    killed = Job.objects.create(
        key="tests.killed",
        task="tests.longer_than_its_lease",
        ids=[job.pk],
        state=Job.State.RUNNING,
        attempts=1,
        due_at=timezone.now() - timedelta(seconds=1),
    )
    assert run_job(job_id=killed.pk)
