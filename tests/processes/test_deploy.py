"""The kit as its files have it: prepared, then web, worker and beat by their own command lines, on PostgreSQL and Valkey."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
import yaml

from tests.harness import servers
from tests.harness.suite import PRODUCTION, ROOT

pytestmark = [pytest.mark.processes, pytest.mark.deep]

SERVICES = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
PASSWORD = "four-tiles-at-8D"


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What ``.env`` and compose.yaml set, with servers of our own."""
    with servers.postgres() as database, servers.redis() as redis:
        values = {
            **os.environ,
            **PRODUCTION,
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "WORDHALL_DATA": str(tmp_path / "data"),
            "ALIVE_FOLDER": str(tmp_path),
            "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
            "WEB_CONCURRENCY": "2",
            "JOB_SWEEP_SECONDS": "1",
            "PORT": str(servers.free_port()),
            "LOG_LEVEL": "INFO",
            "FIRST_ADMIN": "ann",
            "FIRST_ADMIN_PASSWORD": PASSWORD,
            "FIRST_CLUB": "Harbour Club",
            "DICTIONARIES": "ja,xx",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        for name in ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE"):
            values.pop(name, None)
        (tmp_path / "data").mkdir()
        yield values


def command_of(name: str, environment: dict[str, str], folder: Path) -> list[str]:
    """The command line of a service; the image's own for web. Only the port and the container's /tmp are ours."""
    if name == "web":
        (line,) = re.findall(r"^CMD (\[.*\])$", (ROOT / "deploy" / "Dockerfile").read_text(), re.MULTILINE)
        words: list[str] = json.loads(line)
    else:
        words = SERVICES[name]["command"]
    words = [
        word.replace("/tmp/", f"{folder}/").replace("0.0.0.0:8000", f"127.0.0.1:{environment['PORT']}")
        for word in words
    ]
    return [sys.executable, *words[1:]] if words[0] == "python" else words


def asked(name: str, environment: dict[str, str]) -> int:
    """The status of a service's health check."""
    words = SERVICES[name]["healthcheck"]["test"][1:]
    command = [sys.executable, *words[1:]]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode


def is_well(name: str, environment: dict[str, str]) -> bool:
    return asked(name, environment) == 0


def wait_for(condition: Callable[[], bool], log: Path, *, seconds: float = 240) -> None:
    """Raises AssertionError with the log when it takes too long."""
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, f"{log.name}: {log.read_text()}"
        time.sleep(0.3)


@contextlib.contextmanager
def running(name: str, environment: dict[str, str], folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    log = folder / f"{name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command_of(name, environment, folder), cwd=ROOT, env=environment, stdout=out, stderr=out
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            parent = psutil.Process(process.pid)
            for one in (*parent.children(recursive=True), parent):
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.kill()
        process.wait()


def page(path: str, environment: dict[str, str], **headers: str) -> tuple[int, str]:
    """What the proxy would get."""
    address = f"http://127.0.0.1:{environment['PORT']}{path}"
    request = urllib.request.Request(
        address, headers={"Host": environment["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def check_figures_of_all_processes(environment: dict[str, str]) -> None:
    """What the proxy asks for others is refused; this machine gets the sum over gunicorn's processes, whichever answers."""
    assert page("/metrics", environment)[0] == 403
    for _number in range(30):
        assert page("/clubs/", environment)[0] == 200

    def count() -> float:
        with urllib.request.urlopen(f"http://127.0.0.1:{environment['PORT']}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        (value,) = re.findall(
            r'^wordhall_requests_total\{method="GET",page="clubs:clubs",status="200"\} (\S+)$', text, re.M
        )
        return float(value)

    assert {count() for _number in range(12)} == {30.0}
    assert len({path.name.split("_")[-1] for path in Path(environment["PROMETHEUS_MULTIPROC_DIR"]).glob("*.db")}) >= 2


def test_the_kit_comes_up_on_an_empty_machine(environment: dict[str, str], tmp_path: Path) -> None:
    def prepare() -> str:
        command = command_of("prepare", environment, tmp_path)
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    first = prepare()
    assert "Operator ann created." in first
    assert "/clubs/harbour-club/" in first
    assert "The dictionary xx is not installed" in first
    assert PASSWORD not in first
    assert "created" not in prepare(), "a second start changes nothing"
    with contextlib.ExitStack() as stack:
        for name in ("web", "worker", "beat"):
            stack.enter_context(running(name, environment, tmp_path))
        for name in ("web", "worker", "beat"):
            wait_for(partial(is_well, name, environment), tmp_path / f"{name}.log")
        status, text = page("/clubs/harbour-club/", environment)
        assert (status, "Harbour Club" in text) == (200, True)
        assert page("/static/css/wordhall.css", environment)[0] == 200
        check_figures_of_all_processes(environment)
        for name in ("web", "worker", "beat"):
            for line in (tmp_path / f"{name}.log").read_text().splitlines():
                assert not line.startswith("{") or {"time", "level", "message"} <= json.loads(line).keys()
        assert '"logger": "gunicorn.error"' in (tmp_path / "web.log").read_text()
        # A worker that hangs: its container's check ends it, and the container starts anew.
        worker = psutil.Process(int((tmp_path / "worker.pid").read_text()))
        for process in [worker, *worker.children(recursive=True)]:
            process.send_signal(signal.SIGSTOP)
        moment = time.time() - 1000
        os.utime(tmp_path / "worker.alive", (moment, moment))
        assert asked("worker", environment) == 1
        wait_for(
            lambda: not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE,
            tmp_path / "worker.log",
            seconds=30,
        )
