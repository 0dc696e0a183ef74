"""Celery's side of the jobs: run one row, and sweep for rows left behind."""

import socket

from celery import shared_task


@shared_task(name="jobs.run")
def run(job_id: int) -> None:
    """Do the job of this id unless somebody else has."""
    from jobs.services import run_job

    run_job(job_id=job_id)


@shared_task(name="jobs.sweep")
def sweep() -> None:
    """The worker's heartbeat: look for work that was saved but not done."""
    from jobs.services import sweep as sweep_jobs

    sweep_jobs(worker=socket.gethostname())
