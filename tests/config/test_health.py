"""``/healthz`` looks at database, broker and worker."""

import resource
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from jobs.models import Heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.both]


def test_no_worker_is_degraded(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    body = answer.json()
    assert (body["status"], body["database"], body["worker"]) == ("degraded", "up", "down: no heartbeat")


def test_a_worker_that_beat_lately_is_up(client: Client) -> None:
    Heartbeat.objects.create(worker="w", seen_at=timezone.now())
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_worker_that_went_silent_is_down(client: Client) -> None:
    Heartbeat.objects.create(worker="w", seen_at=timezone.now() - timedelta(minutes=10))
    assert client.get("/healthz").status_code == 503


def test_a_heartbeat_from_before_the_clock_was_set_back_counts_for_nothing(client: Client) -> None:
    Heartbeat.objects.create(worker="w", seen_at=timezone.now() + timedelta(hours=1))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["worker"]) == (503, "down: no heartbeat")


def test_a_disk_on_which_nothing_can_be_written_is_no_health(client: Client) -> None:
    """The process itself may write no byte into any file, as on a full disk."""
    Heartbeat.objects.create(worker="w", seen_at=timezone.now())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        answer = client.get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (answer.status_code, answer.json()["disk"]) == (503, "down: File too large")
