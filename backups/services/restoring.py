"""Restoring a backup: read and compared completely before anything of the site is touched, then all of it or nothing."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from backups.engine.manifest import DATA, SECRET_KEY, Manifest
from backups.errors import BadBackup, CannotRestore
from backups.files import top_names
from backups.services.reading import check_database, database_in, unpack
from core import env
from jobs.bring_over import CannotBringOver, bring_over, is_older, unknown_to_us
from jobs.models import Heartbeat

#: Lists who was erased; what both sites know is kept (``docs/accounts.md``).
_ERASURES: Final = "erasures.jsonl"
#: Where a backup is unpacked, in the data folder.
_UNPACKED: Final = ".wordhall-restore-"
#: A site with rows in one of these is in use.
_IN_USE: Final = {"clubs_user": "users", "clubs_club": "clubs", "clubs_player": "players"}


@dataclass
class Restored:
    """What came of it. ``aside``: what lay in the data folder before, under its new names. ``left_out``: columns without a place today.

    ``other_key``: where the backup's SECRET_KEY was written because this site's environment has another one.
    """

    manifest: Manifest
    rows: Mapping[str, int]
    files: int
    aside: list[Path] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    other_key: Path | None = None


def restore(*, file: Path, replace: bool = False, leave_out: bool = False) -> Restored:
    """Put the backup in place of an empty site, with its files and its key.

    ``replace``: in place of a site that is in use, too. ``leave_out``: leave out columns and tables that this program does not know.
    Raises BadBackup and CannotRestore; the site is as it was then.
    """
    _refuse_running_or_used(replace=replace)
    data = Path(settings.WORDHALL_DATA)
    for left in data.glob(f"{_UNPACKED}*"):  # by a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=data, prefix=_UNPACKED) as name:
        unpacked = Path(name)
        manifest = unpack(file, unpacked)
        with database_in(file, unpacked, "backup") as source:
            check_database(file, source, manifest)
            if manifest.migrations != _all_migrations(manifest):
                call_command(
                    "migrate", database="backup", interactive=False, verbosity=0
                )  # the unpacked copy, not the site
            left_out = unknown_to_us(source)
            if left_out and not leave_out:
                raise BadBackup(
                    f"{file}: this program has no place for {', '.join(left_out[:8])}"
                    f"{' and others' if len(left_out) > 8 else ''}. If a newer Wordhall made the backup, install that one. "
                    "If an older one did, --leave-out restores it without them."
                )
            return _put_in_place(unpacked, manifest, left_out)


def _refuse_running_or_used(*, replace: bool) -> None:
    tables = set(connection.introspection.table_names())
    if is_older(connection):
        raise CannotRestore(
            "This site's database was made by another version of the program. Restore into a new one: "
            "another WORDHALL_DATA, or an empty database in DATABASE_URL."
        )
    if Heartbeat._meta.db_table in tables:
        seconds = 2 * settings.JOB_SWEEP_SECONDS + 5
        now = timezone.now()
        if Heartbeat.objects.filter(
            seen_at__range=(now - timedelta(seconds=seconds), now + timedelta(seconds=5))
        ).exists():
            raise CannotRestore(f"The site is running. Stop web and worker, wait {seconds} seconds, and restore then.")
    used = {}
    with connection.cursor() as cursor:
        for table, words in _IN_USE.items():
            if table in tables:
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own names
                used[words] = int(cursor.fetchone()[0])
    if any(used.values()) and not replace:
        counts = ", ".join(f"{number} {words}" for words, number in used.items())
        raise CannotRestore(
            f"This site is in use: it has {counts}. Nothing was restored. --replace puts the backup in its place; "
            "make a backup of it first."
        )


def _all_migrations(manifest: Manifest) -> Mapping[str, list[str]]:
    """The migrations of this program, for the apps that the backup has."""
    names: dict[str, list[str]] = {}
    for app, name in sorted(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or {}):
        names.setdefault(app, []).append(name)
    return {app: names.get(app, []) for app in manifest.migrations}


def _put_in_place(unpacked: Path, manifest: Manifest, left_out: list[str]) -> Restored:
    """Rows, files and key. A failure in the middle leaves the database as it was, and puts the files back."""
    call_command("migrate", interactive=False, verbosity=0)
    data, now = Path(settings.WORDHALL_DATA), timezone.now()
    try:
        with _moves_undone_on_failure() as moves, transaction.atomic():
            tally = bring_over("backup")
            missing = {
                table: number for table, number in tally.rows.items() if manifest.rows.get(table, number) != number
            }
            if missing:
                raise CannotRestore(f"Not every row was copied: {missing}. Nothing was restored.")
            Heartbeat.objects.all().delete()  # of workers that are not here
            aside = _place_files(unpacked / DATA.rstrip("/"), data, now, moves)
            aside += _place_key(unpacked / SECRET_KEY, data, now, moves)
    except CannotBringOver as error:
        raise CannotRestore(f"Nothing was restored. {error}") from error
    except OSError as error:
        raise CannotRestore(f"Nothing was restored: {error.filename}: {error.strerror or error}.") from error
    cache.clear()  # pages of the site that was here
    return Restored(
        manifest,
        tally.rows,
        sum(part.name.startswith(DATA) for part in manifest.parts),
        aside,
        left_out,
        data / SECRET_KEY if _has_other_key(data / SECRET_KEY) else None,
    )


@contextmanager
def _moves_undone_on_failure() -> Iterator[list[tuple[Path, Path]]]:
    """The list of what was moved, from where and to where; when something fails all goes back, the last one first."""
    moves: list[tuple[Path, Path]] = []
    try:
        yield moves
    except BaseException:
        for source, target in reversed(moves):
            target.rename(source)
        raise


def _place_files(unpacked: Path, data: Path, now: datetime, moves: list[tuple[Path, Path]]) -> list[Path]:
    """Move what lies in the data folder aside, and the backup's files in; what was moved aside."""
    _join_erasures(unpacked, data)
    aside = []
    for name in top_names(data):
        if _is_empty(data / name):
            _empty(data / name)
        else:
            aside.append(_aside(data / name, now, moves))
    for path in sorted(unpacked.iterdir()) if unpacked.is_dir() else []:
        _move(path, data / path.name, moves)
    return aside


def _place_key(key: Path, data: Path, now: datetime, moves: list[tuple[Path, Path]]) -> list[Path]:
    """The key that links and sessions are signed with; on a site with SECRET_KEY in its environment, for the operator to put there."""
    target = data / SECRET_KEY
    from_environment = bool(env.text("SECRET_KEY"))
    if not key.exists() or (from_environment and not _has_other_key(key)):
        return []
    if target.exists() and target.read_bytes() == key.read_bytes():
        return []
    key.chmod(0o600)
    aside = [_aside(target, now, moves)] if target.exists() else []
    _move(key, target, moves)
    return aside


def _has_other_key(key: Path) -> bool:
    """Whether this site's key comes from its environment, and is not the one in the file."""
    return bool(env.text("SECRET_KEY")) and key.exists() and key.read_text().strip() != settings.SECRET_KEY


def _join_erasures(unpacked: Path, data: Path) -> None:
    """Whoever was erased here since the backup stays erased: the list of the site is joined to that of the backup."""
    here, there = data / _ERASURES, unpacked / _ERASURES
    if not here.exists():
        return
    lines = there.read_text().splitlines() if there.exists() else []
    lines += [line for line in here.read_text().splitlines() if line not in lines]
    for number, line in enumerate(lines, start=1):
        try:
            json.loads(line)
        except ValueError as error:
            raise CannotRestore(f"{_ERASURES}, line {number} cannot be read: {error}. Nothing was restored.") from error
    unpacked.mkdir(exist_ok=True)
    there.write_text("".join(f"{line}\n" for line in lines))


def _aside(path: Path, now: datetime, moves: list[tuple[Path, Path]]) -> Path:
    target = path.with_name(f"{path.name}.before-{now:%Y%m%d-%H%M%S}")
    _move(path, target, moves)
    return target


def _move(source: Path, target: Path, moves: list[tuple[Path, Path]]) -> None:
    source.rename(target)
    moves.append((source, target))


def _is_empty(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not any(one for one in path.rglob("*") if not one.is_dir())


def _empty(path: Path) -> None:
    """Take an empty folder away, so that the backup's can be put there."""
    shutil.rmtree(path)
