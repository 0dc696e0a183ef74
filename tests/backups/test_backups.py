"""Writing and checking backups on the running test's database; restoring is in tests/processes/test_backup.py."""

import fcntl
import hashlib
import json
import os
import resource
import shutil
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import close_old_connections, connection, transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from backups.errors import BackupFailed, BackupRunning, BadBackup
from backups.models import SiteBackup
from backups.queries import backup_line, newest_backup, newest_whole_backup
from backups.services.reading import check_backup, unpack
from backups.services.writing import write_due, write_into, write_to
from clubs.models import Club, Player, User
from core.databases import other_database, sqlite_file
from tests import factories
from tests.harness.deep import examples
from tests.walk import check_refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path) -> Path:
    """A data folder of the test's own."""
    folder = tmp_path / "data"
    folder.mkdir()
    settings.WORDHALL_DATA = folder
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where backups go."""
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """As on a disk that is full, for this process."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def fill(data: Path) -> None:
    """A club, a player, and what lies in a data folder besides."""
    club = factories.club(factories.user("director"))
    Player.objects.create(name="Ada", home_club=club)
    for name in (
        "static/site.css",
        "broker/queue/1.msg",
        "serve.log",
        "wordhall.sqlite3",
        "secret_key",
        "x.before-1/y",
        "lexicons/.compiling-1",
    ):
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text("not for a backup")
    for name in (
        "lexicons/abc.marisa",
        "leaves/en.json",
        "later/kind/of/file",
        "erasures.jsonl",
        "photos/clubs/me.jpg",
    ):
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(name)


def test_database_files_and_key_are_in_it_and_nothing_else(data: Path, folder: Path, settings: Settings) -> None:
    fill(data)
    written = write_into(folder=folder, keep=3)
    photo = "data/photos/clubs/me.jpg"
    assert [part.name for part in written.manifest.parts] == [
        "database.sqlite3",
        "data/erasures.jsonl",
        "data/later/kind/of/file",
        "data/leaves/en.json",
        "data/lexicons/abc.marisa",
        photo,
        "secret_key",
    ]
    assert written.manifest.rows["clubs_player"] == 1
    assert written.manifest.migrations["clubs"] == ["0001_initial"]
    with zipfile.ZipFile(written.file) as archive:
        assert archive.read(photo) == b"photos/clubs/me.jpg"
        assert archive.read("secret_key").decode() == settings.SECRET_KEY
    assert written.file.stat().st_mode & 0o077 == 0
    assert check_backup(written.file, room=data) == written.manifest
    row = newest_backup()
    assert row is not None
    assert (row.result, row.file, row.files) == ("whole", str(written.file), 5)
    assert row == newest_whole_backup()
    assert sorted(path.name for path in folder.iterdir()) == [".wordhall-backup.lock", written.file.name]
    assert not list(data.glob(".wordhall-*"))


@pytest.mark.postgres
def test_every_row_is_in_it_while_others_write(folder: Path, data: Path, tmp_path: Path) -> None:
    """A club and a player are written in each transaction: a backup has as many of the one as of the other, and nobody waits for it."""
    stop, count = threading.Event(), [0]

    def write() -> None:
        try:
            while not stop.wait(0.01):
                with transaction.atomic():
                    club = Club.objects.create(name=f"Club {count[0]}", slug=f"c{count[0]}")
                    Player.objects.create(name=f"P {count[0]}", home_club=club)
                count[0] += 1
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while count[0] < 5:
            assert writer.is_alive()
            time.sleep(0.01)
        before = count[0]
        manifest = write_into(folder=folder, keep=3).manifest
        after = count[0]
    finally:
        stop.set()
        writer.join()
    assert before <= manifest.rows["clubs_club"] == manifest.rows["clubs_player"] <= after + 1
    assert after > before, "nobody waits for a backup"
    close_old_connections()


def test_the_newest_stay_and_nothing_else_is_deleted(folder: Path) -> None:
    for name in ("notes.txt", "wordhall-20200101-000000.zip", "wordhall-20210101-000000.zip", "old.zip"):
        (folder / name).touch()
    (folder / ".wordhall-abc.unfinished").mkdir()
    written = write_into(folder=folder, keep=2)
    assert written.deleted == ["wordhall-20200101-000000.zip"]
    assert {path.name for path in folder.glob("[!.]*")} == {
        "notes.txt",
        "old.zip",
        "wordhall-20210101-000000.zip",
        written.file.name,
    }
    assert not (folder / ".wordhall-abc.unfinished").exists()


def test_why_none_was_written_is_said_and_noted(folder: Path, data: Path, tmp_path: Path) -> None:
    old = folder / "wordhall-20200101-000000.zip"
    old.touch()
    with pytest.raises(BackupFailed, match=r"There is no folder .*/away\. Make it first"):
        write_into(folder=tmp_path / "away", keep=1)
    with pytest.raises(BackupFailed, match="is there already"):
        write_to(file=old)
    (data / "photos").mkdir()
    (data / "photos" / "a\\b").touch()
    with pytest.raises(BackupFailed, match="cannot be part of a backup"):
        write_into(folder=folder, keep=1)
    (data / "photos" / "a\\b").unlink()
    not_text = data / os.fsdecode(b"caf\xe9.jpg")
    not_text.touch()
    with pytest.raises(BackupFailed, match=r"cannot be part of a backup: give it a plain name"):
        write_into(folder=folder, keep=1)
    not_text.unlink()
    with (
        no_file_larger_than(20_000),
        pytest.raises(BackupFailed, match=r"no room|cannot be written|disk is full|disk I/O"),
    ):
        write_into(folder=folder, keep=1)
    with (folder / ".wordhall-backup.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(BackupRunning, match="Another backup is being written"):
            write_into(folder=folder, keep=1)
    assert old.exists(), "what is old stays until the new one is whole"
    assert not list(folder.glob(".wordhall-*.unfinished"))
    results = list(SiteBackup.objects.order_by("pk").values_list("result", "file"))
    assert results == [("failed", "")] * len(results) != []
    assert all(SiteBackup.objects.values_list("error", flat=True))
    assert "the last one failed" in backup_line(timezone.now())


def test_the_daily_job(folder: Path, settings: Settings, tmp_path: Path, admin_client: Client) -> None:
    """Off without a folder; once a day; a failure is noted and tried again after an hour; the admin and /healthz say so."""
    settings.BACKUP_FOLDER, settings.BACKUP_HOUR, settings.BACKUP_KEEP = None, timezone.localtime().hour, 2
    assert write_due() is None
    assert "set BACKUP_FOLDER" in admin_client.get("/admin/backups/sitebackup/").content.decode()
    settings.BACKUP_FOLDER = tmp_path / "not mounted"
    assert write_due() is None
    assert "There is no folder" in SiteBackup.objects.get().error
    settings.BACKUP_FOLDER = folder
    assert write_due() is None, "not again at once"
    assert admin_client.get("/healthz").json()["backup"] == "none, the last one failed, overdue"
    page = admin_client.get("/admin/backups/sitebackup/").content.decode()
    assert "There has been no complete backup for a day and a half." in page
    assert "not mounted" in page
    SiteBackup.objects.update(at=timezone.now() - timedelta(hours=1))
    written = write_due()
    assert written is not None
    assert write_due() is None
    assert admin_client.get("/healthz").json()["backup"] == newest_whole_backup().at.isoformat(timespec="seconds")  # type: ignore[union-attr]
    SiteBackup.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert write_due() is not None
    for address in ("add/", f"{SiteBackup.objects.all()[0].pk}/delete/"):
        assert admin_client.get(f"/admin/backups/sitebackup/{address}").status_code == 403
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    assert client.get("/admin/backups/sitebackup/").status_code == 302, "operators only"


def test_a_backup_for_which_there_is_no_room_is_not_kept(folder: Path, data: Path) -> None:
    """The database still fits on the disk, a photo no longer: said in words, and the old backup stays."""
    fill(data)
    (database, *_others) = write_into(folder=folder, keep=1).manifest.parts
    (data / "photos/film.jpg").write_bytes(os.urandom(database.size))
    full = rf"The backup cannot be written into {folder}: there is no room left\."
    with no_file_larger_than(database.size + 1000), pytest.raises(BackupFailed, match=full):
        write_into(folder=folder, keep=1)
    assert len(list(folder.glob("wordhall-*.zip"))) == 1
    assert not list(folder.glob(".wordhall-*.unfinished"))


def test_the_daily_backup_waits_while_an_operator_writes_one(
    folder: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """It is neither written nor called a failure, so that it is tried again."""
    settings.BACKUP_FOLDER, settings.BACKUP_HOUR, settings.BACKUP_KEEP = folder, timezone.localtime().hour, 1
    with (folder / ".wordhall-backup.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        assert write_due() is None
    assert not SiteBackup.objects.exists()
    assert "The daily backup failed" not in caplog.text
    assert write_due() is not None


@pytest.mark.postgres
def test_what_is_noted_is_a_file_or_an_error() -> None:
    good = {"at": timezone.now(), "seconds": 1, "result": "whole", "file": "/b.zip"}
    SiteBackup.objects.create(**good)
    check_refused(
        {
            "site_backup_is_a_file_or_an_error": lambda: SiteBackup.objects.create(**good | {"file": ""}),
            "site_backup_not_negative": lambda: SiteBackup.objects.create(**good | {"seconds": -1}),
        }
    )
    for values in ({"result": "failed"}, {"result": "half"}, {"result": "failed", "file": ""}, {"error": "none"}):
        check_refused(
            {"site_backup_is_a_file_or_an_error": lambda values=values: SiteBackup.objects.create(**good | values)}  # type: ignore[misc]
        )


def repacked(file: Path, target: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The backup with its parts changed, as a whole zip file again."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target


def in_manifest(**values: object) -> Callable[[dict[str, bytes]], object]:
    """Change values of the manifest."""

    def change(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = json.dumps(json.loads(parts["manifest.json"]) | values).encode()

    return change


def in_database(folder: Path, *statements: str) -> Callable[[dict[str, bytes]], object]:
    """Change the database, and its size and SHA-256 in the manifest, so that only its content is wrong."""

    def change(parts: dict[str, bytes]) -> None:
        path = folder / "changed.sqlite3"
        path.write_bytes(parts["database.sqlite3"])
        with other_database("changed", sqlite_file(path)) as database, database.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = 0")
            cursor.execute("PRAGMA ignore_check_constraints = 1")
            for statement in statements:
                cursor.execute(statement)
        as_database(path.read_bytes())(parts)

    return change


def as_database(data: bytes, **stated: object) -> Callable[[dict[str, bytes]], object]:
    """Put these bytes in the database's place, with their size and SHA-256, or what is ``stated``, in the manifest."""

    def change(parts: dict[str, bytes]) -> None:
        parts["database.sqlite3"] = data
        values = json.loads(parts["manifest.json"])
        values["parts"][0] |= {"size": len(data), "sha256": hashlib.sha256(data).hexdigest(), **stated}
        parts["manifest.json"] = json.dumps(values).encode()

    return change


def entry_of(name: bytes, file: bytes) -> int:
    """Where the part's line in the table of contents of a zip file begins."""
    return file.rindex(name) - 46


def test_a_damaged_foreign_or_newer_backup_is_refused_in_words(folder: Path, data: Path, tmp_path: Path) -> None:
    """Each with what is wrong and where; nothing is left in the data folder."""
    fill(data)
    file = write_into(folder=folder, keep=1).file
    whole = file.read_bytes()
    bad = tmp_path / "bad.zip"
    middle = whole.index(b"data/later/kind/of/file") + 23 + 20 + 5  # its name, the sizes, and into its content
    packed = whole.rindex(b"manifest.json", 0, whole.rindex(b"PK\x01\x02")) + 13 + 20 + 5
    listed, contents = entry_of(b"manifest.json", whole), whole.index(b"PK\x01\x02")
    raw: list[tuple[bytes, str]] = [
        (b"", "is empty"),
        (b"PK", "it is not a zip file"),
        (b"A letter to the club", "not a backup of Wordhall: it is not a zip file"),
        (whole[: len(whole) // 2], f"is cut off: it ends after {len(whole) // 2} bytes"),
        (whole[:-1], "is cut off|is damaged"),
        (whole[:middle] + bytes([whole[middle] ^ 0xFF]) + whole[middle + 1 :], "damaged"),
        (whole[:2000] + bytes(400) + whole[2400:], "damaged in database.sqlite3"),
        (whole[:packed] + bytes(20) + whole[packed + 20 :], "damaged in manifest.json"),
        (whole[:contents] + b"XX" + whole[contents + 2 :], "bad.zip is damaged: "),
        (
            whole[: listed + 24] + (2**30).to_bytes(4, "little") + whole[listed + 28 :],
            "its manifest.json has 1073741824 b",
        ),
    ]
    for content, words in raw:
        bad.write_bytes(content)
        with pytest.raises(BadBackup, match=words):
            check_backup(bad, room=data)
    changes: list[tuple[Callable[[dict[str, bytes]], object], str]] = [
        (lambda parts: parts.pop("manifest.json"), "not a backup of Wordhall: there is no manifest.json"),
        (lambda parts: parts.pop("data/leaves/en.json"), "data/leaves/en.json is missing from it"),
        (lambda parts: parts.update({"data/extra": b"x"}), "data/extra is not in its manifest"),
        (lambda parts: parts.update({"data/leaves/en.json": b"leaves/xx.json"}), "data/leaves/en.json is not what was"),
        (
            lambda parts: parts.update({"data/leaves/en.json": b"leaves"}),
            "data/leaves/en.json has 6 bytes instead of 14",
        ),
        (lambda parts: parts.update({"data/leaves/en.json": b"x" * 99}), "has 99 bytes or more instead of 14"),
        (in_manifest(format=9), "format 9.* a newer Wordhall made it"),
        (in_manifest(version="99.1"), "Wordhall 99.1 made it"),
        (in_manifest(kind="something"), "not that of a backup of Wordhall"),
        (in_database(tmp_path, "DELETE FROM clubs_player"), "clubs_player has 0 rows, and the manifest counts 1"),
        (
            in_database(tmp_path, "UPDATE clubs_player SET home_club_id = 77"),
            "row .* of clubs_player points to a row of",
        ),
        (
            in_database(tmp_path, "UPDATE django_migrations SET name = '0002_later' WHERE app = 'clubs'"),
            "migrations that this one does not have: clubs.0002_later",
        ),
        (in_database(tmp_path, "DROP TABLE clubs_erasure"), "clubs_erasure has no rows"),
        (
            in_database(tmp_path, "UPDATE clubs_club SET name = ''"),
            "the database in it is damaged: CHECK constraint failed",
        ),
        (in_database(tmp_path, "DROP TABLE django_migrations"), "the database in it cannot be read: no such table"),
        (as_database(b"no database at all " * 99), "the database in it cannot be read: file is not a database"),
        (as_database(b"", size=2**50), r"needs 1,073,741,824\.0 MB unpacked; only .* MB are free in"),
    ]
    for change, words in changes:
        repacked(file, bad, change)
        with pytest.raises(BadBackup, match=words):
            check_backup(bad, room=data)
    with pytest.raises(BadBackup, match="There is no file"):
        check_backup(tmp_path / "missing.zip", room=data)
    with no_file_larger_than(20_000), pytest.raises(BadBackup, match=r"cannot be unpacked: File too large"):
        check_backup(file, room=data)
    assert not list(data.glob(".wordhall-*"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that stays while Hypothesis tries."""
    folder = tmp_path_factory.mktemp("small")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def original(folder: Path, data: Path) -> Path:
    """A whole backup."""
    fill(data)
    return write_into(folder=folder, keep=1).file


def test_no_damage_passes(original: Path, small: Path) -> None:
    """A byte changed, or the end cut off, anywhere: refused as damaged, or every part comes out as it was."""
    whole = original.read_bytes()
    manifest = unpack(original, small)
    bad = small / "bad.zip"

    @examples(60, deep=3000)
    @given(st.integers(0, len(whole) - 1), st.integers(1, 255), st.booleans())
    def spoil(place: int, flip: int, cut: bool) -> None:
        bad.write_bytes(whole[:place] if cut else whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
        target = small / "again"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        try:
            again = unpack(bad, target)
        except BadBackup:
            return
        assert again.parts == manifest.parts
        assert not cut

    spoil()


def test_the_commands(folder: Path, data: Path, settings: Settings) -> None:
    """``backup`` to a folder, a file and the folder of the settings; ``check_backup``; what they refuse."""
    fill(data)

    def run(*words: str) -> str:
        output = StringIO()
        call_command(*words, stdout=output)
        return output.getvalue()

    settings.BACKUP_FOLDER = None
    for words, message in [
        (["backup"], "Name a folder or a file to write to, or set BACKUP_FOLDER."),
        (["backup", str(folder), "--keep", "0"], "--keep 0 would delete every backup"),
        (["backup", f"{folder}/missing/"], "There is no folder"),
        (["backup", f"{folder}/missing/a.zip"], "There is no folder"),
        (["check_backup", f"{folder}/missing.zip"], "There is no file"),
        (["restore", f"{folder}/missing.zip"], "There is no file|This site is in use"),
    ]:
        with pytest.raises(CommandError, match=message):
            run(*words)
    assert "parts" in run("backup", str(folder / "named.zip"))
    assert "parts" in run("backup", str(folder))
    settings.BACKUP_FOLDER = folder
    assert "Deleted" in run("backup", "--keep", "1")
    (file,) = folder.glob("wordhall-*.zip")
    output = run("check_backup", str(file))
    assert "1  players" in output
    assert "5  files of the data folder" in output
    assert f"{file} is whole" in output
    with pytest.raises(CommandError, match="is there already"):
        run("backup", str(folder / "named.zip"))


@pytest.mark.processes
def test_the_database_can_be_restored_in_the_same_process(original: Path) -> None:
    """What is refused for a running site, and for one in use; tests/processes/test_backup.py restores whole sites."""
    from backups.errors import CannotRestore
    from backups.services.restoring import restore
    from jobs.models import Heartbeat

    with pytest.raises(CannotRestore, match="in use: it has 1 users, 1 clubs, 1 players"):
        restore(file=original)
    Heartbeat.objects.create(worker="w", seen_at=timezone.now())
    with pytest.raises(CannotRestore, match=r"The site is running. Stop web and worker"):
        restore(file=original, replace=True)
