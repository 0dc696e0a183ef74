"""Celery's side of the jobs: run one row, and sweep for rows left behind."""

import socket

from celery import shared_task

from core.alive import sign_of_life
from jobs import services


@shared_task(name="jobs.run")
def run(job_id: int) -> None:
    """Run the job of this id unless another worker has."""
    services.run_job(job_id=job_id)


@shared_task(name="jobs.sweep")
def sweep() -> None:
    """The worker's heartbeat: look for work that was saved but not done."""
    services.sweep(worker=socket.gethostname())
    sign_of_life("worker")
