"""``/metrics``: who may read it, what it counts, and what it says of the site."""

import re
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config.metrics import PageTimes, counted, slowest_pages
from core.release import version
from jobs.models import Heartbeat, Job
from tests.core.test_logs import lines
from tests.walk import check_each

__all__ = ["lines"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def figures(client: Client) -> dict[str, float]:
    """Every line of ``/metrics``, by its name with its labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    found = re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", answer.content.decode(), re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_only_this_machine_and_who_has_the_token_may_read(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "long-and-secret"
    right, wrong = "Bearer long-and-secret", "Bearer long-and-wrong"
    table: list[tuple[dict[str, str], int]] = [
        ({"REMOTE_ADDR": "127.0.0.1"}, 200),
        ({"REMOTE_ADDR": "::1"}, 200),
        ({"REMOTE_ADDR": "192.168.1.7"}, 403),
        ({"REMOTE_ADDR": ""}, 403),
        # a proxy on this machine that passes on what others ask
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_PROTO": "https"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": right}, 200),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9", "HTTP_AUTHORIZATION": right}, 200),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": wrong}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer é"}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Basic long-and-secret"}, 403),
    ]

    def check(request: dict[str, str], status: int) -> None:
        answer = client.get("/metrics", **request)  # type: ignore[arg-type]
        assert answer.status_code == status
        assert (b"wordhall_info" in answer.content) == (status == 200)

    check_each(table, check, undo=False)
    settings.METRICS_TOKEN = ""
    refused = client.get("/metrics", REMOTE_ADDR="203.0.113.9", HTTP_AUTHORIZATION="Bearer ")
    assert refused.status_code == 403, "no token is set: nobody has it"


def test_a_scraper_asks_by_number_and_without_tls(client: Client, settings: Settings) -> None:
    """As production is set: hosts by name, everything else led to https."""
    settings.ALLOWED_HOSTS = ["wordhall.example"]
    settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = True, [r"^healthz$", r"^metrics$"]
    assert Client().get("/metrics", HTTP_HOST="127.0.0.1:8000").status_code == 200


def test_requests_are_counted_by_page_not_by_address(client: Client) -> None:
    def count(name: str) -> float:
        return figures(client).get(name, 0)

    home = 'wordhall_requests_total{method="GET",page="clubs:home",status="200"}'
    nowhere = 'wordhall_requests_total{method="GET",page="none",status="404"}'
    file = 'wordhall_requests_total{method="GET",page="static",status="200"}'
    before = count(home), count(nowhere), count(file)
    for address in ("/", "/", "/xyzzy/here/", "/xyzzy/there/", "/static/css/wordhall.css"):
        client.get(address).getvalue()  # reads a file to its end, which closes it
    assert (count(home), count(nowhere), count(file)) == (before[0] + 2, before[1] + 2, before[2] + 1)
    assert not any("xyzzy" in name for name in figures(client))


def test_what_waits_in_the_background(client: Client) -> None:
    now = timezone.now()
    for number in range(3):
        Job.objects.create(key=f"k{number}", task="t", ids=[number], due_at=now - timedelta(minutes=number))
    Job.objects.create(key="later", task="t", ids=[], due_at=now + timedelta(hours=1))
    Job.objects.create(key="failed", task="t", ids=[], state="failed", finished_at=now, error="x")
    assert figures(client)['wordhall_up{part="worker"}'] == 0
    Heartbeat.objects.create(worker="w", seen_at=now - timedelta(seconds=7))
    read = figures(client)
    assert (read['wordhall_jobs{state="queued"}'], read['wordhall_jobs{state="failed"}']) == (4, 1)
    assert 120 <= read["wordhall_job_waiting_seconds"] < 150
    assert 7 <= read["wordhall_heartbeat_seconds"] < 30
    assert read[f'wordhall_info{{version="{version()}"}}'] == 1
    assert (read['wordhall_up{part="database"}'], read['wordhall_up{part="worker"}']) == (1, 1)
    assert read["wordhall_disk_free_bytes"] > 0
    assert read['wordhall_mails{state="waiting"}'] == 0


def test_a_data_folder_that_is_gone_is_down_and_has_no_room(client: Client, settings: Settings, tmp_path: Path) -> None:
    """Its disk was unmounted: the other figures are still there."""
    settings.WORDHALL_DATA = tmp_path / "gone"
    read = figures(client)
    assert (read['wordhall_up{part="disk"}'], read['wordhall_up{part="database"}']) == (0, 1)
    assert "wordhall_disk_free_bytes" not in client.get("/metrics").content.decode()
    assert 'wordhall_jobs{state="queued"}' in read
    assert client.get("/healthz").json()["disk"] == "down: No such file or directory"


def test_slow_requests_are_in_the_log(client: Client, settings: Settings, lines: object) -> None:
    settings.SLOW_SECONDS = 1e-9
    client.get("/")
    assert "slow: GET / took" in lines.getvalue()  # type: ignore[attr-defined]


def test_the_slowest_pages_come_first(client: Client) -> None:
    client.get("/")
    pages = slowest_pages(most=1000)
    assert "clubs:home" in [page.page for page in pages]
    assert pages == sorted(pages, key=lambda page: (-page.within, -page.average, page.page))
    for page in pages:
        assert isinstance(page, PageTimes)
        assert page.count > 0
        assert page.average > 0


def test_pages_answered_in_front_of_django_are_counted(client: Client) -> None:
    def site(_environ: WSGIEnvironment, _start_response: StartResponse) -> Iterable[bytes]:
        return [b"made"]

    def front(inner: WSGIApplication) -> WSGIApplication:
        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            return [b"stored"] if environ["PATH_INFO"] == "/e/" else inner(environ, start_response)

        return application

    def start(*_arguments: Any) -> Any:
        raise AssertionError

    whole = counted(front, site)
    before = figures(client)["wordhall_cached_pages_total"]
    assert [list(whole({"PATH_INFO": path}, start)) for path in ("/e/", "/", "/e/")] == [
        [b"stored"],
        [b"made"],
        [b"stored"],
    ]
    assert figures(client)["wordhall_cached_pages_total"] == before + 2
