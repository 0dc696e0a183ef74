"""``manage.py serve``: healthy, restarts what dies, stops cleanly, keeps its data."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.harness.drills import Stage
from tests.harness.faults import full_disk
from tests.harness.site import ROOT, Site

pytestmark = [pytest.mark.processes, pytest.mark.long]


def check_second_site_gives_up(site: Site, data: Path) -> None:
    """A second site on the same port gives up with a reason instead of restarting for ever."""
    command = [sys.executable, "manage.py", "serve", "--skip-checks", "--no-demo", "--port", str(site.port)]
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


def status_of(url: str) -> int:
    """The status of a page."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def check_full_disk(site: Site) -> None:
    """Pages are still read and health says what is wrong; when there is room again everything works, and nobody started anything."""
    with full_disk(site):
        wait_until(lambda: disk_is_down(site))
        site.kill_worker()  # its next start meets the full disk too
        wait_until(lambda: status_of(f"{site.url}/") == 200)
        time.sleep(1)
    site.wait_healthy(seconds=60)


def disk_is_down(site: Site) -> bool:
    """Health names the disk, and monitors see it by the status."""
    status, body = site.health()
    return status == 503 and str(body.get("disk")).startswith("down:")


def wait_until(holds: Callable[[], bool]) -> None:
    """For up to half a minute: pages say “busy” while a new worker holds the database."""
    limit = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.2)


def leave_broken_messages(site: Site) -> None:
    """What a full disk or a power cut leaves in the broker's folders."""
    for number in range(6):
        (site.data / "broker" / "queue" / f"{number}_x.celery.msg").touch()
    (site.data / "broker" / "queue" / "7_x.celery.msg").write_text("null")
    (site.data / "broker" / "control" / "celery.exchange").write_text('[["cel')


def check_broken_messages_are_thrown_away(site: Site) -> None:
    """The worker comes up over them, and they are gone."""
    limit = time.monotonic() + 60
    while list((site.data / "broker" / "queue").glob("?_x.celery.msg")):
        assert time.monotonic() < limit, site.log[-2000:]
        time.sleep(0.1)
    assert "worker ended" not in site.log.rpartition("Stopped.")[2]


def test_serve_from_start_to_stop(club: Stage, tmp_path: Path) -> None:
    """All parts are up; nothing is left running after the stop; what was saved is there after the next start."""
    site = club.site
    status, body = site.health()
    assert (status, body["web"], body["database"], body["broker"], body["worker"]) == (200, "up", "up", "up", "up")
    check_second_site_gives_up(site, tmp_path / "other")
    check_dead_worker_is_replaced(site)
    check_full_disk(site)
    site.python('from clubs.models import Club; Club.objects.create(name="Kept", slug="kept")')
    assert site.process is not None
    children = psutil.Process(site.process.pid).children(recursive=True)
    assert site.stop() == 0
    _gone, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
    leave_broken_messages(site)
    site.start()
    check_broken_messages_are_thrown_away(site)
    assert site.query("SELECT name FROM clubs_club WHERE slug = 'kept'") == [("Kept",)]
