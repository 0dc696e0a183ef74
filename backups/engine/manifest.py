"""The manifest of a backup: what it is of, and every part of it with its size and SHA-256."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Final

#: Of the file itself; raised when an older program could not restore the new form.
FORMAT: Final = 1
KIND: Final = "wordhall-backup"

#: The manifest's own name in the file, the database, the key that signs links and sessions, and what lies in the data folder.
MANIFEST: Final = "manifest.json"
DATABASE: Final = "database.sqlite3"
SECRET_KEY: Final = "secret_key"  # noqa: S105 - the name of a part
DATA: Final = "data/"

_SHA256: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_VERSION: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){0,3}", re.ASCII)


class BadManifest(ValueError):
    """The manifest cannot be read; the message says what is wrong, as the end of a sentence about the file."""


class NewerBackup(BadManifest):
    """A newer program made the backup."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file inside the backup. ``size`` in bytes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    ``made_at``: when, with its zone. ``database``: what the site ran on. ``migrations``: those applied, by app. ``rows``: how many
    each table has. ``parts`` without the manifest.
    """

    version: str
    made_at: datetime
    database: str
    site: str
    migrations: Mapping[str, Sequence[str]]
    rows: Mapping[str, int]
    parts: Sequence[Part]

    @property
    def total_rows(self) -> int:
        """How many rows all tables have."""
        return sum(self.rows.values())

    @property
    def size(self) -> int:
        """What all parts take unpacked, in bytes."""
        return sum(part.size for part in self.parts)


def write(manifest: Manifest) -> bytes:
    """The manifest as it stands in the backup: JSON that people can read."""
    values = {
        "kind": KIND,
        "format": FORMAT,
        **asdict(manifest),
        "made_at": manifest.made_at.isoformat(),
        "parts": [asdict(part) for part in manifest.parts],
    }
    return json.dumps(values, indent=1, ensure_ascii=False).encode()


def read(data: bytes, *, program: str) -> Manifest:
    """The manifest in these bytes. Raises BadManifest, and NewerBackup when a version after ``program`` made it."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadManifest(f"its {MANIFEST} is damaged: {error}") from error
    if not isinstance(values, dict) or values.get("kind") != KIND:
        raise BadManifest(f"its {MANIFEST} is not that of a backup of Wordhall")
    if type(values.get("format")) is not int:
        raise BadManifest(f"its {MANIFEST} is damaged: “format” is not a number")
    if values["format"] > FORMAT:
        raise NewerBackup(
            f"it has format {values['format']}, and this program reads up to {FORMAT}: a newer Wordhall made it"
        )
    manifest = _manifest(values)
    if _numbers(manifest.version) > _numbers(program):
        raise NewerBackup(
            f"Wordhall {manifest.version} made it, and this is {program}: install the newer version first"
        )
    return manifest


def _manifest(values: Mapping[str, Any]) -> Manifest:
    try:
        manifest = Manifest(
            version=_text(values, "version"),
            made_at=datetime.fromisoformat(_text(values, "made_at")),
            database=_text(values, "database"),
            site=_text(values, "site"),
            migrations={str(app): [str(name) for name in names] for app, names in values["migrations"].items()},
            rows={str(table): _count(number) for table, number in values["rows"].items()},
            parts=[Part(_text(one, "name"), _count(one["size"]), _text(one, "sha256")) for one in values["parts"]],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadManifest(f"its {MANIFEST} is damaged: {type(error).__name__} at {error}") from error
    if manifest.made_at.tzinfo is None or not _VERSION.fullmatch(manifest.version):
        raise BadManifest(f"its {MANIFEST} is damaged: “version” or “made_at” cannot be read")
    for part in manifest.parts:
        if not _SHA256.fullmatch(part.sha256):
            raise BadManifest(f"its {MANIFEST} is damaged: the SHA-256 of {part.name} is not one")
        if not is_part(part.name):
            raise BadManifest(f"it names a part that no backup has: {part.name!r}")
    if len({part.name for part in manifest.parts}) != len(manifest.parts):
        raise BadManifest(f"its {MANIFEST} is damaged: it names a part twice")
    if not any(part.name == DATABASE for part in manifest.parts):
        raise BadManifest(f"its {MANIFEST} is damaged: the database is not among the parts")
    return manifest


def is_part(name: str) -> bool:
    """Whether a part may have this name: one of the two files, or a path that stays inside the data folder."""
    if name in {DATABASE, SECRET_KEY}:
        return True
    path = PurePosixPath(name)
    inside = name.startswith(DATA) and str(path) == name and ".." not in path.parts and len(path.parts) > 1
    return inside and "\\" not in name and "\0" not in name


def _text(values: Mapping[str, Any], name: str) -> str:
    if not isinstance(values[name], str):
        raise TypeError(name)
    return str(values[name])


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise TypeError(repr(number))
    return number


def _numbers(version: str) -> tuple[int, ...]:
    """For comparing: 0.10 comes after 0.9, and 1.0 is 1.0.0."""
    numbers = [int(number) for number in version.split(".")]
    return (*numbers, *[0] * (4 - len(numbers)))
