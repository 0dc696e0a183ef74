"""A Redis that hangs, dies and comes back: pages and API answer as quickly as without it."""

import signal
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import psutil
import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.harness import servers
from tests.tournaments.scenes.rows import make_scene

pytestmark = [pytest.mark.django_db, pytest.mark.processes]


@pytest.fixture
def redis(settings: Settings) -> Iterator[psutil.Process]:
    """A server of our own, which the site uses as its cache."""
    with servers.redis() as url:
        settings.CACHES = {"default": {"BACKEND": "config.redis_cache.QuickRedisCache", "LOCATION": url}}
        port = str(urlsplit(url).port)
        (process,) = [one for one in psutil.Process().children() if port in " ".join(one.cmdline())]
        cache.set("probe", "kept")
        assert cache.get("probe") == "kept"
        yield process


def check_everything_answers(seconds: float) -> None:
    """Public pages and API addresses answer 200, all of them together within this time."""
    begun = time.monotonic()
    for address in (
        "/e/spring/",
        "/e/spring/a/standings/",
        "/",
        "/api/v1/clubs/",
        "/api/v1/events/",
        "/accounts/login/",
    ):
        assert Client().get(address).status_code == 200, address
    assert time.monotonic() - begun < seconds


def check_used_again() -> None:
    """Some seconds after the server has come back what is kept is found."""
    limit = time.monotonic() + 20
    while cache.get("probe") != "kept":
        assert time.monotonic() < limit
        time.sleep(0.1)


def test_pages_and_api_work_without_redis(redis: psutil.Process) -> None:
    make_scene()
    check_everything_answers(20)
    redis.send_signal(signal.SIGSTOP)
    begun = time.monotonic()
    assert [cache.get("probe", "nothing") for _try in range(20)] == ["nothing"] * 20
    assert time.monotonic() - begun < 2, "only the first waits"
    assert (cache.incr("rate"), cache.add("rate", 1)) == (1, False)
    check_everything_answers(4)
    redis.send_signal(signal.SIGCONT)
    check_used_again()
    redis.kill()
    check_everything_answers(4)
