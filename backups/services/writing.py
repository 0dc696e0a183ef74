"""Writing a backup: under a temporary name, read again and compared, and only then under its own."""

import errno
import fcntl
import hashlib
import logging
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from backups.engine import manifest as manifests
from backups.engine.manifest import DATA, DATABASE, MANIFEST, SECRET_KEY, Manifest, Part, is_part
from backups.engine.names import file_name, outdated
from backups.engine.schedule import is_due
from backups.errors import BackupFailed, BackupRunning, BadBackup
from backups.files import files_to_back_up
from backups.models import SiteBackup
from backups.queries import newest_attempt
from backups.services.reading import applied_migrations, check_backup, count_rows
from backups.services.snapshots import take_snapshot
from core.databases import other_database, sqlite_file
from core.release import version

logger = logging.getLogger(__name__)

_CHUNK: Final = 1024 * 1024
_LOCK: Final = ".wordhall-backup.lock"
_UNFINISHED: Final = (".wordhall-", ".unfinished")
#: How long it is remembered that a backup was written.
_REMEMBER: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Written:
    """A backup that was written and checked. ``size`` in bytes; ``deleted``: the names of older ones that went."""

    file: Path
    manifest: Manifest
    size: int
    seconds: float
    deleted: list[str]


def write_into(*, folder: Path, keep: int) -> Written:
    """Write a backup into the folder under a name of its own, then delete the oldest so that ``keep`` stay. Raises BackupFailed."""
    return _noted(lambda at: _write(folder, at, None, keep))


def write_to(*, file: Path) -> Written:
    """Write a backup to this new file. Raises BackupFailed, for one that is there already too."""
    return _noted(lambda at: _write(file.parent, at, file.name, None))


def write_due() -> Written | None:
    """Write the daily backup into ``BACKUP_FOLDER`` if it is due; None if it is not, or if it failed, which is then in the log."""
    folder = settings.BACKUP_FOLDER
    if folder is None or not is_due(timezone.localtime(), hour=settings.BACKUP_HOUR, newest=newest_attempt()):
        return None
    try:
        return write_into(folder=folder, keep=settings.BACKUP_KEEP)
    except BackupRunning:
        return None
    except BackupFailed as error:
        logger.error("The daily backup failed: %s", error)
        return None


def _noted(write: Callable[[datetime], Written]) -> Written:
    """Do it and note in the database what came of it."""
    at, start = timezone.now(), time.monotonic()
    try:
        written = write(at)
    except BackupRunning:
        raise
    except BackupFailed as error:
        _note(
            SiteBackup(
                at=at, seconds=time.monotonic() - start, result=SiteBackup.Result.FAILED, error=str(error)[:4000]
            )
        )
        raise
    data_files = sum(part.name.startswith(DATA) for part in written.manifest.parts)
    _note(
        SiteBackup(
            at=at,
            seconds=written.seconds,
            result=SiteBackup.Result.WHOLE,
            file=str(written.file)[-500:],
            size=written.size,
            rows=written.manifest.total_rows,
            files=data_files,
        )
    )
    return written


def _note(row: SiteBackup) -> None:
    """Write the row if the database takes it: a backup is good even where it cannot be noted."""
    try:
        row.save()
        SiteBackup.objects.filter(at__lt=row.at - _REMEMBER).delete()
    except DatabaseError as error:
        logger.warning("What came of the backup cannot be noted: %s", error)


def _write(folder: Path, at: datetime, name: str | None, keep: int | None) -> Written:
    start = time.monotonic()
    if not folder.is_dir():
        raise BackupFailed(f"There is no folder {folder}. Make it first; if it is on a disk of its own, mount that.")
    try:
        with _alone(folder), _workshop(folder) as workshop:
            names = [path.name for path in folder.iterdir()]
            target = folder / (name or file_name(at, names))
            if target.exists():
                raise BackupFailed(f"{target} is there already. Name another file, or a folder.")
            unfinished = workshop / "backup.zip"
            take_snapshot(workshop / DATABASE)
            manifest = _pack(unfinished, workshop / DATABASE, at, folder)
            (workshop / DATABASE).unlink()
            try:
                check_backup(unfinished, room=workshop)
            except BadBackup as error:
                raise BackupFailed(f"What was written is not whole. {error}") from error
            size = unfinished.stat().st_size
            unfinished.rename(target)
            _sync(folder)
            # only now: what is old goes when the new one is known to be whole
            old = outdated([*names, target.name], newest=target.name, keep=keep) if keep is not None else []
            for path in old:
                (folder / path).unlink(missing_ok=True)
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
        why = "there is no room left" if full else error.strerror or str(error)
        raise BackupFailed(f"The backup cannot be written into {folder}: {why}.") from error
    return Written(target, manifest, size, time.monotonic() - start, old)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One at a time for each folder; the lock of a process that was killed ends with it. Raises BackupRunning."""
    with (folder / _LOCK).open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupRunning(f"Another backup is being written into {folder}. Wait until it is done.") from None
        except OSError as error:  # a file system without locks
            logger.warning("%s knows no locks (%s): never write two backups there at once.", folder, error)
        yield


@contextmanager
def _workshop(folder: Path) -> Iterator[Path]:
    """A folder for what is not whole yet, beside the backups and readable by the owner only; gone afterwards.

    What a killed process left behind goes too.
    """
    prefix, suffix = _UNFINISHED
    for left in folder.glob(f"{prefix}*{suffix}"):
        shutil.rmtree(left, ignore_errors=True)
    workshop = Path(tempfile.mkdtemp(dir=folder, prefix=prefix, suffix=suffix))
    try:
        yield workshop
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _pack(target: Path, database: Path, at: datetime, backups: Path) -> Manifest:
    """Write the zip file; its manifest comes last, when everything else is counted."""
    with other_database("packed", sqlite_file(database)) as copy:
        rows, migrations = count_rows(copy), applied_migrations(copy)
    data = Path(settings.WORDHALL_DATA)
    parts: list[Part] = []
    with target.open("xb") as handle, zipfile.ZipFile(handle, "w", zipfile.ZIP_DEFLATED) as archive:
        target.chmod(0o600)  # password hashes, addresses and the key are in it
        with database.open("rb") as reading:
            parts.append(_add(archive, DATABASE, reading, at))
        # after the database: a file without its row does no harm, a row without its file would
        for name, path in files_to_back_up(data, without=backups):
            if not is_part(DATA + name) or not _is_text(name):
                raise BackupFailed(f"The file {path!r} cannot be part of a backup: give it a plain name.")
            with suppress(FileNotFoundError), path.open("rb") as reading:  # deleted since
                parts.append(_add(archive, DATA + name, reading, at))
        parts.append(_add(archive, SECRET_KEY, BytesIO(settings.SECRET_KEY.encode()), at))
        manifest = Manifest(
            version=version(),
            made_at=at,
            database=connection.vendor,
            site=settings.SITE_URL,
            migrations=migrations,
            rows=rows,
            parts=parts,
        )
        archive.writestr(_entry(MANIFEST, at), manifests.write(manifest))
        archive.close()
        handle.flush()
        os.fsync(handle.fileno())
    return manifest


def _add(archive: zipfile.ZipFile, name: str, reading: BinaryIO, at: datetime) -> Part:
    digest, size = hashlib.sha256(), 0
    with archive.open(_entry(name, at), "w", force_zip64=True) as writing:
        while chunk := reading.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            writing.write(chunk)
    return Part(name, size, digest.hexdigest())


def _entry(name: str, at: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, (max(at.year, 1980), at.month, at.day, at.hour, at.minute, at.second))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sync(folder: Path) -> None:
    """The new name survives a power cut too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
