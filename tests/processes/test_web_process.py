"""How a rush of requests is shared between the processes of the web server."""

import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.packages import ROOT
from tests.harness.servers import free_port

pytestmark = pytest.mark.processes

#: Answers which process it is, after a while.
APPLICATION = """
import os, time

def application(environ, start_response):
    time.sleep(0.4)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
"""
#: What two processes of four threads take at once: two more each.
AT_ONCE = 12


def process_that_answers(url: str) -> int:
    """The id of the process; waits until there is one."""
    limit = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:
                return int(answer.read())
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.1)


@pytest.fixture
def web_server(tmp_path: Path) -> Iterator[str]:
    """The address of two processes with the site's configuration."""
    (tmp_path / "slow_answers.py").write_text(APPLICATION)
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "gunicorn", "slow_answers", "--config", str(ROOT / "deploy" / "gunicorn.conf.py")]
    command += ["--bind", address, "--workers", "2", "--pythonpath", str(tmp_path), "--log-level", "warning"]
    with subprocess.Popen(command, cwd=tmp_path) as server:
        try:
            yield f"http://{address}/"
        finally:
            server.terminate()


def test_a_rush_is_shared_evenly(web_server: str) -> None:
    """Nobody waits behind others in one process while another is free; and nobody is refused."""
    process_that_answers(web_server)
    with ThreadPoolExecutor(AT_ONCE) as phones:
        for _rush in range(3):
            answered = Counter(phones.map(process_that_answers, [web_server] * AT_ONCE))
            assert sorted(answered.values()) == [AT_ONCE // 2] * 2
        more = list(phones.map(process_that_answers, [web_server] * AT_ONCE * 2))
    assert len(more) == AT_ONCE * 2
