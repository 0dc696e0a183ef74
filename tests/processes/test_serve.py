"""``manage.py serve``: healthy, restarts what dies, stops cleanly, keeps its data."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.harness.site import ROOT, Site, running_site

pytestmark = pytest.mark.processes


def check_second_site_gives_up(site: Site, data: Path) -> None:
    """A second site on the same port gives up with a reason instead of restarting for ever."""
    command = [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(site.port)]
    other = {**site.environment, "WORDHALL_DATA": str(data), "DATABASE_URL": ""}
    done = subprocess.run(command, cwd=ROOT, env=other, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert f"port {site.port}" in (done.stdout + done.stderr).lower()


def check_dead_worker_is_replaced(site: Site) -> None:
    """The worker is killed; within half a minute there is another one."""
    before = set(site.worker_pids())
    site.kill_worker()
    limit = time.monotonic() + 30
    while not set(site.worker_pids()) - before:
        assert time.monotonic() < limit, "no new worker was started"
        time.sleep(0.1)


def test_serve_from_start_to_stop(tmp_path: Path) -> None:
    """All parts are up; nothing is left running after the stop; what was saved is there after the next start."""
    (tmp_path / "site").mkdir()
    with running_site(tmp_path / "site") as site:
        status, body = site.health()
        assert (status, body["web"], body["database"], body["broker"], body["worker"]) == (200, "up", "up", "up", "up")
        check_second_site_gives_up(site, tmp_path / "other")
        check_dead_worker_is_replaced(site)
        site.python('from clubs.models import Club; Club.objects.create(name="Kept", slug="kept")')
        assert site.process is not None
        children = psutil.Process(site.process.pid).children(recursive=True)
        assert site.stop() == 0
        _gone, alive = psutil.wait_procs(children, timeout=10)
        assert alive == []
        site.start()
        assert site.query("SELECT name FROM clubs_club") == [("Kept",)]
