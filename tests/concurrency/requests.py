"""A process that sends requests to the site, each for itself, on the database of the test."""

from typing import Any

from django.conf import settings
from django.test import Client

import config.wsgi  # noqa: F401 - loads what a request needs, once for all processes that are forked from here
from clubs.models import User
from tests.harness.processes import Job

# As in the tests' own process: no list of all static files, no password hashed a million times.
settings.WHITENOISE_AUTOREFRESH = True
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
#: Each process has a copy of its own.
_client = Client(raise_request_exception=False)
_client.handler.load_middleware()


def send(job: Job) -> list[tuple[int, str]]:
    """Send the job's forms as its user (``user``, or nobody); the status of each, and the page that it led to in the end."""
    if job.get("user"):
        _client.force_login(User.objects.get(username=job["user"]))
    return [_answer(address, fields, job) for address, fields in job["forms"]]


def _answer(address: str, fields: dict[str, Any], job: Job) -> tuple[int, str]:
    answer = _client.post(address, fields, headers=job.get("headers", {}))
    page = _client.get(answer["Location"]) if answer.status_code == 302 and job.get("follow") else answer
    return answer.status_code, page.content.decode()
