"""``manage.py serve``: healthy, restarts what dies, stops cleanly, keeps its data."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.harness.site import ROOT, running_site

pytestmark = pytest.mark.processes


def test_serve_from_start_to_stop(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        status, body = site.health()
        assert (status, body["web"], body["database"], body["broker"], body["worker"]) == (200, "up", "up", "up", "up")
        first_workers = site.worker_pids()
        site.kill_worker()
        limit = time.monotonic() + 30
        while time.monotonic() < limit and not set(site.worker_pids()) - set(first_workers):
            time.sleep(0.2)
        assert set(site.worker_pids()) - set(first_workers), "no new worker was started"
        site.python('from clubs.models import Club; Club.objects.create(name="Kept", slug="kept")')
        assert site.process is not None
        children = psutil.Process(site.process.pid).children(recursive=True)
        assert site.stop() == 0
        _gone, alive = psutil.wait_procs(children, timeout=10)
        assert alive == []
        started = time.monotonic()
        site.start()
        assert time.monotonic() - started < 30  # a bound against hanging, not a measurement
        assert site.python("from clubs.models import Club; print(Club.objects.get().name)").strip() == "Kept"


def test_the_port_is_taken(tmp_path: Path) -> None:
    """A second site on the same port gives up with a reason instead of restarting for ever."""
    with running_site(tmp_path) as site:
        command = [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(site.port)]
        other = {**site.environment, "WORDHALL_DATA": str(tmp_path / "other"), "DATABASE_URL": ""}
        done = subprocess.run(command, cwd=ROOT, env=other, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode != 0
        assert f"port {site.port}" in (done.stdout + done.stderr).lower()
