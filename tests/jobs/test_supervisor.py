"""The supervisor: a child that cannot live takes nobody with it, and is tried less and less often."""

import os
import sys
import time

import pytest

from jobs.supervisor import Child, ChildKeepsDying, Supervisor

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
DIES = [sys.executable, "-c", "raise SystemExit(3)"]


def watched(supervisor: Supervisor, seconds: float) -> None:
    """What ``watch`` does, for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        supervisor.check()
        time.sleep(0.01)


def test_a_worker_that_dies_at_each_start_leaves_the_web_server_alone() -> None:
    log: list[str] = []
    web, worker = Child("web", SLEEPS, vital=True), Child("worker", DIES)
    supervisor = Supervisor([worker, web], log=log.append)
    supervisor.MAX_EARLY_DEATHS = 2
    supervisor.start()
    try:
        first = web.process
        watched(supervisor, 2)
        assert web.process is first
        assert first is not None
        assert first.poll() is None
        assert worker.early_deaths >= supervisor.MAX_EARLY_DEATHS
        assert "degraded" in log[-1]
        assert len(log) < 6, "it waits longer from time to time"
        worker.command, worker.start_again_at = SLEEPS, 0
        supervisor.check()
        assert worker.process is not None, "what is mended comes back"
    finally:
        supervisor.stop(patience=5)


def test_a_web_server_that_never_comes_up_ends_the_start() -> None:
    supervisor = Supervisor([Child("web", DIES, vital=True)], log=lambda _line: None)
    supervisor.MAX_EARLY_DEATHS = 2
    supervisor.start()
    with pytest.raises(ChildKeepsDying, match="web ended with status 3 at each of 2 starts"):
        watched(supervisor, 20)


def test_a_log_that_cannot_be_written_ends_nothing() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        Supervisor([], log=lambda line: os.write(full, line.encode())).log("something")
        with pytest.raises(OSError, match="No space"):
            os.write(full, b"this is what the disk says")
    finally:
        os.close(full)
