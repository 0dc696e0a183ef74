"""``/healthz`` looks at database, broker and worker."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from jobs.models import Heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


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
