"""Reading a backup: every part is held against the manifest before anybody relies on it."""

import hashlib
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from backups.engine import manifest as manifests
from backups.engine.manifest import DATABASE, MANIFEST, BadManifest, Manifest, Part
from backups.errors import BadBackup
from core.databases import other_database, sqlite_file
from core.release import version

_CHUNK: Final = 1024 * 1024
#: A manifest of a million files is smaller.
_MAX_MANIFEST: Final = 256 * 1024 * 1024
#: How the beginning of a zip file reads, and what is raised for one that is damaged.
_ZIP: Final = b"PK\x03\x04"
_DAMAGE: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError, MemoryError,
)  # fmt: skip


def check_backup(file: Path, *, room: Path) -> Manifest:
    """The manifest of a backup that is whole; its database is unpacked below ``room`` for as long as it is looked at.

    Raises BadBackup.
    """
    with tempfile.TemporaryDirectory(dir=room, prefix=".wordhall-check-") as folder:
        manifest = unpack(file, Path(folder), only_database=True)
        with database_in(file, Path(folder), "checked") as database:
            check_database(file, database, manifest)
        return manifest


@contextmanager
def database_in(file: Path, folder: Path, alias: str) -> Iterator[BaseDatabaseWrapper]:
    """The database of a backup that was unpacked into the folder, under this name. Raises BadBackup where it is none."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(other_database(alias, sqlite_file(folder / DATABASE)))
        except DatabaseError as error:
            raise _unreadable(file, error) from error
        yield database


def _unreadable(file: Path, error: DatabaseError) -> BadBackup:
    return BadBackup(f"{file}: the database in it cannot be read: {error}")


def unpack(file: Path, into: Path, *, only_database: bool = False) -> Manifest:
    """Write the parts into a folder, each held against its SHA-256; the manifest. Raises BadBackup.

    With ``only_database`` the other parts are read and compared, and not written.
    """
    with _opened(file) as archive:
        manifest = _manifest(file, archive)
        _check_names(file, archive, manifest)
        needed = next(part.size for part in manifest.parts if part.name == DATABASE) if only_database else manifest.size
        free = shutil.disk_usage(into).free
        if needed > free:
            raise BadBackup(
                f"{file} needs {_megabytes(needed)} MB unpacked; only {_megabytes(free)} MB are free in {into.parent}."
            )
        for part in manifest.parts:
            if only_database and part.name != DATABASE:
                _read(file, archive, part, None)
                continue
            target = into / part.name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as writing:
                _read(file, archive, part, writing)
        return manifest


def check_database(file: Path, database: BaseDatabaseWrapper, manifest: Manifest) -> None:
    """The unpacked database is sound, has the rows that the manifest counts, and this program knows its tables. Raises BadBackup."""
    try:
        with database.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(5)")
            damage = [str(row[0]) for row in cursor.fetchall()]
            if damage != ["ok"]:
                raise BadBackup(f"{file}: the database in it is damaged: {'; '.join(damage)}")
            cursor.execute("PRAGMA foreign_key_check")
            if broken := cursor.fetchone():
                raise BadBackup(
                    f"{file}: in the database, row {broken[1]} of {broken[0]} points to a row of {broken[2]} that is not there."
                )
            rows = count_rows(database)
            applied = applied_migrations(database)
    except DatabaseError as error:
        raise _unreadable(file, error) from error
    for table in sorted(rows.keys() | manifest.rows.keys()):
        if rows.get(table) != manifest.rows.get(table):
            raise BadBackup(
                f"{file}: {table} has {rows.get(table, 'no')} rows, and the manifest counts {manifest.rows.get(table, 'none')}."
            )
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations or {}
    unknown = [f"{app}.{name}" for app, names in applied.items() for name in names if (app, name) not in known]
    if unknown:
        raise BadBackup(
            f"{file}: a newer Wordhall made it, with migrations that this one does not have: {', '.join(unknown)}. "
            "Install the newer version first."
        )


def count_rows(database: BaseDatabaseWrapper) -> dict[str, int]:
    """How many rows each table has."""
    counts = {}
    with database.cursor() as cursor:
        for table in sorted(database.introspection.table_names(cursor)):
            cursor.execute(f"SELECT count(*) FROM {database.ops.quote_name(table)}")  # noqa: S608 - names of tables
            counts[table] = int(cursor.fetchone()[0])
    return counts


def applied_migrations(database: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """The migrations that the database has had, by app."""
    applied: dict[str, list[str]] = {}
    with database.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        for app, name in cursor.fetchall():
            applied.setdefault(str(app), []).append(str(name))
    return applied


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    if not file.is_file():
        raise BadBackup(f"There is no file {file}.")
    try:
        with file.open("rb") as reading:
            start, size = reading.read(len(_ZIP)), file.stat().st_size
        if not size:
            raise BadBackup(f"{file} is empty.")
        if start != _ZIP:
            raise BadBackup(f"{file} is not a backup of Wordhall: it is not a zip file.")
        if not zipfile.is_zipfile(file):
            raise BadBackup(f"{file} is cut off: it ends after {size} bytes, without its table of contents.")
        with zipfile.ZipFile(file) as archive:
            yield archive
    except BadBackup:
        raise
    except _DAMAGE as error:
        raise BadBackup(f"{file} is damaged: {error}") from error


def _manifest(file: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError:
        raise BadBackup(f"{file} is not a backup of Wordhall: there is no {MANIFEST} in it.") from None
    if info.file_size > _MAX_MANIFEST:
        raise BadBackup(f"{file} is not a backup of Wordhall: its {MANIFEST} has {info.file_size} bytes.")
    try:
        data = archive.read(info)
    except _DAMAGE as error:
        raise BadBackup(f"{file} is damaged in {MANIFEST}: {error}") from error
    try:
        return manifests.read(data, program=version())
    except BadManifest as error:
        raise BadBackup(f"{file} cannot be restored: {error}.") from error


def _check_names(file: Path, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    listed = {part.name for part in manifest.parts} | {MANIFEST}
    there = archive.namelist()
    missing, extra = sorted(listed - set(there)), sorted(set(there) - listed)
    if missing:
        raise BadBackup(f"{file} is damaged: {_some(missing)} missing from it.")
    if extra or len(there) != len(listed):
        twice = sorted({name for name in there if there.count(name) > 1}) if not extra else []
        raise BadBackup(f"{file} was changed: {_some(extra or twice)} not in its manifest, or in it twice.")


def _some(names: Sequence[str]) -> str:
    first = ", ".join(names[:3])
    return f"{first} is" if len(names) == 1 else f"{first}{' and others' if len(names) > 3 else ''} are"


def _read(file: Path, archive: zipfile.ZipFile, part: Part, writing: BinaryIO | None) -> None:
    """Read a part to its end and compare it; write it as well, if there is where to."""
    digest, size = hashlib.sha256(), 0
    try:
        with archive.open(part.name) as reading:
            while chunk := reading.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
                if size > part.size:
                    break
                if writing is not None:
                    _write(writing, chunk)
    except _WriteFailed as error:
        raise BadBackup(f"{part.name} of {file} cannot be unpacked: {error}") from error
    except _DAMAGE as error:
        raise BadBackup(f"{file} is damaged in {part.name}, after {size} bytes of it: {error}") from error
    if size != part.size:
        more = "or more " if size > part.size else ""
        raise BadBackup(f"{file} is damaged: {part.name} has {size} bytes {more}instead of {part.size}.")
    if digest.hexdigest() != part.sha256:
        raise BadBackup(f"{file} is damaged: {part.name} is not what was backed up (its SHA-256 is another).")


class _WriteFailed(Exception):
    """The disk to which a part is unpacked takes no more: not the backup's fault."""


def _write(writing: BinaryIO, chunk: bytes) -> None:
    try:
        writing.write(chunk)
    except OSError as error:
        raise _WriteFailed(error.strerror or str(error)) from error


def _megabytes(size: int) -> str:
    return f"{size / 1024**2:,.1f}"
