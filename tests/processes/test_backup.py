"""A backup of the demo, restored on an empty machine: the same rows, pages, standings, ratings and private links."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from tests.harness import prepared
from tests.harness.deep import DEEP, times
from tests.harness.servers import free_port
from tests.harness.site import ROOT, Site, environment_for, prepared_site

pytestmark = [pytest.mark.processes, pytest.mark.long]

#: What a club has besides: a photo of a member, somebody who was erased, the key under which browsers get notifications.
MORE = """
from django.core.files.base import ContentFile
from django.core.management import call_command
from clubs.models import Player
from messaging.services.push import public_key
from tests.tournaments.scenes.pictures import picture
from tournaments.services.erasure import erase_player
one, other = Player.objects.order_by("pk")[:2]
one.photo.save("me.jpg", ContentFile(picture()))
public_key()
erase_player(player=other, reason="asked for it")
call_command("recompute_ratings")
call_command("backup", "FILE")
"""
#: The ratings are right, and the next row gets the next key.
GOES_ON = """
from django.core.management import call_command
from clubs.models import Club
call_command("recompute_ratings", check=True)
Club.objects.create(name="After", slug="after")
"""
SHOWN = "from tests.harness.pages_shown import main; main()"
#: Somebody goes on using the site and somebody is erased; then the backup, without and with an order to overwrite.
OVERWRITTEN = """
from django.core.management import CommandError, call_command
from clubs.models import Club, Player
from tournaments.services.erasure import erase_player
Club.objects.create(name="New", slug="new")
erase_player(player=Player.objects.order_by("pk")[2], reason="x")
try:
    call_command("restore", "FILE")
except CommandError as error:
    print(error, Club.objects.filter(slug="new").count())
call_command("restore", "FILE", replace=True)
"""
#: The next backup after one that was killed.
CLEARED_UP = """
from pathlib import Path
from django.core.management import call_command
folder = Path("FOLDER")
call_command("backup", str(folder))
(file,) = folder.glob("*.zip")
call_command("check_backup", str(file))
"""


def sqlite_site(data: Path) -> Site:
    """A site on a SQLite file in ``data``, which is not started."""
    return Site(data, free_port(), environment_for(data))


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The backup of ``demo``."""
    return tmp_path_factory.mktemp("backups") / "demo.zip"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, backup: Path) -> Site:
    """The demo on SQLite, with a photo, dictionaries on disk and an erased player; backed up."""
    data = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(prepared.demo_site(), data)
    site = sqlite_site(data)
    assert "written and checked" in site.python(MORE.replace("FILE", str(backup)))
    return site


def look(site: Site, then: str = "") -> tuple[dict[str, Any], str]:
    """The site's rows, pages and keys of private links; and what a piece of Python says in the same process afterwards."""
    tables, _end, said = site.python(SHOWN + then).partition("\n")
    looked: dict[str, Any] = json.loads(tables)
    looked["pages"].pop("/healthz")  # says which machine it is
    looked["rows"].pop("backups.SiteBackup")  # the backup is noted once it is written
    return looked, said


@contextmanager
def empty_site(data: Path) -> Iterator[Site]:
    """An empty machine: on PostgreSQL where the tests run on it, else without even a data folder."""
    if os.environ.get("DATABASE_URL"):
        data.mkdir()
        with prepared_site(data) as site:
            yield site
    else:
        yield sqlite_site(data)


def check_same(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The two sites show the same."""
    assert [table for table, held in before["rows"].items() if after["rows"][table] != held] == []
    assert after["keys"] == before["keys"]
    assert after["pages"].keys() == before["pages"].keys()
    other = [address for address, page in before["pages"].items() if after["pages"][address] != page]
    lines = [
        line
        for address in other[:3]
        for line in unified_diff(
            before["pages"][address].splitlines(),
            after["pages"][address].splitlines(),
            address,
            address,
            n=0,
            lineterm="",
        )
    ]
    assert not other, "\n".join([f"{len(other)} pages differ: {other[:10]}", *lines[:60]])


@pytest.mark.postgres
@pytest.mark.scaled
def test_a_restored_site_shows_the_same(backup: Path, demo: Site, tmp_path: Path) -> None:
    """Every row, every kind of page, file and private link; ratings equal a rebuild; photo and key are there; erased stays erased.

    On PostgreSQL: from SQLite to PostgreSQL, and in the long run with another backup back to SQLite.
    """
    shown, _said = look(demo)  # after the backup, as looking at pages must not change them
    assert len(shown["pages"]) > times(60, deep=300)
    assert "" not in shown["keys"].values()
    private = {address: page for address, page in shown["pages"].items() if address.startswith(("/s/", "/p/"))}
    assert {page[:3] for page in private.values()} == {"200", "410"}, "some have ended"
    with empty_site(tmp_path / "other") as other:
        output = other.manage("restore", str(backup))
        assert "Restored as of" in output
        assert "0 erased again" in output
        looked, said = look(other, GOES_ON)
        check_same(shown, looked)
        assert "equal when recomputed from scratch" in said
        assert (other.data / "secret_key").read_text() == (demo.data / "secret_key").read_text()
        assert (other.data / "secret_key").stat().st_mode & 0o077 == 0
        if DEEP and os.environ.get("DATABASE_URL"):
            other.python('from clubs.models import Club; Club.objects.get(slug="after").delete()')
            other.manage("backup", str(tmp_path / "second.zip"))
            back = sqlite_site(tmp_path / "back")
            back.manage("restore", str(tmp_path / "second.zip"))
            check_same(shown, look(back)[0])


def test_a_site_in_use_is_not_overwritten_unless_so_ordered(backup: Path, demo: Site, tmp_path: Path) -> None:
    """Refused with the numbers; with --replace the old files are set aside, and whoever was erased since stays erased."""
    data = tmp_path / "used"
    shutil.copytree(demo.data, data)
    used = sqlite_site(data)
    output = used.python(OVERWRITTEN.replace("FILE", str(backup)))
    refused, _end, output = output.partition("\n")
    assert "This site is in use: it has 3 users" in refused
    assert refused.endswith(" 1"), "the new club is still there"
    assert "kept until you delete it" in output
    assert "1 erased again" in output
    assert used.query("SELECT count(*) FROM clubs_club WHERE slug = 'new'") == [(0,)]
    assert list(data.glob("photos.before-*")) != []


def test_a_killed_backup_leaves_nothing_that_looks_like_one(demo: Site, tmp_path: Path) -> None:
    """Kill -9 in the middle; the next one clears up and is whole."""
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "manage.py", "backup", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, env=demo.environment, stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while not list(folder.glob(".wordhall-*.unfinished/*")):
        assert time.monotonic() < limit
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(folder.glob("*.zip")) == []
    assert list(folder.glob(".wordhall-*.unfinished")) != []
    assert "is whole" in demo.python(CLEARED_UP.replace("FOLDER", str(folder)))
    (file,) = folder.glob("*.zip")
    assert list(folder.glob(".wordhall-*.unfinished")) == []
    assert file.stat().st_mode & 0o077 == 0
