"""Restoring in this process, on a database of the test's own; tests/processes/test_backup.py compares the pages of whole sites."""

import json
import os
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, connections
from django.db.utils import load_backend
from pytest_django import DjangoDbBlocker, Settings

from backups.errors import BackupFailed, BadBackup, CannotRestore
from backups.services.restoring import restore
from backups.services.writing import write_into
from clubs.models import Player
from core.databases import sqlite_file
from tests.backups.test_backups import fill, in_database, repacked
from tests.harness import prepared
from tournaments.services.erasure import erase_player


@pytest.fixture(autouse=True)
def database(django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[Path]:
    """The site's database: one of the test's own, because restoring empties every table and begins its keys anew."""
    path = tmp_path / "site.sqlite3"
    shutil.copyfile(prepared.sqlite_schema(), path)
    before = connections["default"]
    with django_db_blocker.unblock():
        values = {**before.settings_dict, **sqlite_file(path)}
        connections["default"] = load_backend(values["ENGINE"]).DatabaseWrapper(values, "default")
        try:
            yield path
        finally:
            connection.close()
            connections["default"] = before
            ContentType.objects.clear_cache()


@pytest.fixture
def data(settings: Settings, tmp_path: Path) -> Path:
    """The data folder of a site with a club, its player Ada and files."""
    settings.WORDHALL_DATA = tmp_path / "data"
    settings.WORDHALL_DATA.mkdir()
    fill(settings.WORDHALL_DATA)
    (settings.WORDHALL_DATA / "erasures.jsonl").write_text('{"player": 7, "pseudonym": "Player 7"}\n')
    return tmp_path / "data"


@pytest.fixture
def backup(data: Path, tmp_path: Path) -> Path:
    """A backup of that site."""
    (tmp_path / "backups").mkdir()
    return write_into(folder=tmp_path / "backups", keep=1).file


def run(*words: str) -> str:
    """What the command says."""
    output = StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


def test_a_site_in_use_is_replaced_and_nothing_of_it_is_lost(backup: Path, data: Path, settings: Settings) -> None:
    """Rows, files and key are the backup's; the site's own files lie aside; who was erased since the backup stays erased."""
    Player.objects.create(name="Ben")
    pseudonym = erase_player(player=Player.objects.get(name="Ada"), reason="asked for it")
    (data / "photos/clubs/me.jpg").write_text("newer")
    (data / "leaves/en.json").unlink()
    output = run("restore", str(backup), "--replace")
    assert "1 erased again" in output
    assert "and 5 files into" in output
    assert list(Player.objects.values_list("name", flat=True)) == [pseudonym]
    assert [json.loads(line)["pseudonym"] for line in (data / "erasures.jsonl").read_text().splitlines()][:2] == [
        "Player 7",
        pseudonym,
    ]
    assert (data / "photos/clubs/me.jpg").read_text() == "photos/clubs/me.jpg"
    assert (data / "leaves/en.json").read_text() == "leaves/en.json", "an empty folder is not in the way"
    (photos,) = data.glob("photos.before-*")
    assert f"kept until you delete it: {photos}" in output
    assert (photos / "clubs/me.jpg").read_text() == "newer"
    assert not list(data.glob("leaves.before-*"))
    assert (data / "secret_key").read_text() == settings.SECRET_KEY
    assert (data / "secret_key").stat().st_mode & 0o077 == 0
    (key,) = data.glob("secret_key.before-*")
    assert key.read_text() == "not for a backup"


def test_the_command_says_what_it_left_out_and_what_is_left_to_do(
    backup: Path, data: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column that has no place here goes only when so ordered; a key in the environment is for the operator to change."""
    key = data / "secret_key"
    key.write_text(settings.SECRET_KEY)
    settings.SECRET_KEY = "k" * 50
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    change = in_database(tmp_path, "ALTER TABLE clubs_player ADD COLUMN nickname text DEFAULT 'Addy'")
    other = repacked(backup, tmp_path / "other.zip", change)
    with pytest.raises(BadBackup, match=r"no place for clubs_player\.nickname\. If a newer Wordhall made the backup"):
        restore(file=other, replace=True)
    output = run("restore", str(other), "--replace", "--leave-out")
    assert "Left out: clubs_player.nickname\n" in output
    assert Player.objects.get().name == "Ada"
    assert f"SECRET_KEY of this site is not that of the backup, which is in {key}" in output
    assert not list(data.glob("secret_key.before-*")), "the backup's key was there already"


def test_what_stands_in_the_way_is_said_and_everything_stays(backup: Path, data: Path, tmp_path: Path) -> None:
    """Also what was moved aside before it came to light is back in its place."""
    Player.objects.create(name="Ben")
    (data / "photos/clubs/me.jpg").write_text("newer")
    change = in_database(tmp_path, "ALTER TABLE clubs_membership RENAME COLUMN user_id TO member")
    without_users = repacked(backup, tmp_path / "other.zip", change)
    erasures = data / "erasures.jsonl"

    def site() -> tuple[object, ...]:
        files = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
        return list(Player.objects.order_by("name").values_list("name", flat=True)), files

    def refused(words: str, file: Path = backup) -> None:
        before = site()
        with pytest.raises(CannotRestore, match=words):
            restore(file=file, replace=True, leave_out=True)
        assert site() == before, words
        assert not list(data.glob(".wordhall-*"))

    refused(r"Nothing was restored\. clubs_membership\.user_id is new and has no default", without_users)
    # the new name of what is set aside would be too long
    long = data / ("z" * 245)
    long.touch()
    refused(r"Nothing was restored: .*: File name too long")
    long.unlink()
    erasures.write_text(erasures.read_text() + "{\n")
    refused(r"erasures\.jsonl, line 2 cannot be read: .* Nothing was restored")


def test_a_site_whose_database_is_damaged_old_or_empty_is_refused_in_words(backup: Path, database: Path) -> None:
    """No backup is made of what could not be restored, and none is restored over what this program does not know."""
    folder = backup.parent

    def no_backup(words: str) -> None:
        with pytest.raises(BackupFailed, match=words):
            write_into(folder=folder, keep=1)
        assert list(folder.glob("*.zip")) == [backup], words

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("UPDATE clubs_player SET home_club_id = 77")
        no_backup(r"What was written is not whole\. .* points to a row of clubs_club that is not there")
        cursor.execute("DROP TABLE messaging_news")
    no_backup(r"made by another version of the program: run `manage\.py migrate`")
    with pytest.raises(CannotRestore, match=r"made by another version of the program\. Restore into a new one"):
        restore(file=backup, replace=True)
    connection.close()
    os.truncate(database, 0)
    no_backup("has no tables: there is nothing to back up")
    with pytest.raises(BadBackup, match="There is no file"):  # and not: the site is in use
        restore(file=folder / "missing.zip")
