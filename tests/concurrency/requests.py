"""A process that sends requests to the site, each for itself, on the database of the test."""

from typing import Any

from django.test import Client

from clubs.models import User
from tests.harness.processes import Job


def send(job: Job) -> list[tuple[int, str]]:
    """Send the job's forms as its user (``user``, or nobody); the status of each, and the page that it led to in the end."""
    client = Client(raise_request_exception=False)
    if job.get("user"):
        client.force_login(User.objects.get(username=job["user"]))
    return [_answer(client, address, fields, job) for address, fields in job["forms"]]


def _answer(client: Client, address: str, fields: dict[str, Any], job: Job) -> tuple[int, str]:
    answer = client.post(address, fields, headers=job.get("headers", {}))
    page = client.get(answer["Location"]) if answer.status_code == 302 and job.get("follow") else answer
    return answer.status_code, page.content.decode()
