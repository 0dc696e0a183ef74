"""The file of an event archive: a ZIP of known parts, each with its size and SHA-256 in ``manifest.json``.

Nothing is ever written under a name from the file: parts are read by the names that an archive may have, within bounds.
"""

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from core.exact_json import ExactEncoder
from core.pictures import MAX_BYTES as MAX_PHOTO
from games.models import MAX_RECORD_BYTES
from tournaments.engine.importers.files import recognised
from tournaments.errors import TournamentError
from tournaments.wording.engine import roster_problem
from tournaments.wording.files import binary_kind

FORMAT: Final = "wordhall event archive"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
#: The parts that every archive has: the facts row by row, the figures for the auditor, the log.
FACTS, FIGURES, LOG = "facts.json", "event.json", "log.json"
MIB: Final = 1024 * 1024
#: The file as it is sent; what it may unpack to; its parts. An event of 300 players with 1,000 photos has 250 MB.
MAX_FILE: Final = 400 * MIB
MAX_UNPACKED: Final = 800 * MIB
MAX_PARTS: Final = 40_000
_MAX_TEXT: Final = 128 * MIB
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_NAME: Final = re.compile(r"(?:manifest|facts|event|log)\.json|records/\d{1,18}|photos/\d{1,18}\.jpg")
_DAMAGE: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


class ArchiveError(TournamentError):
    """A file that is no event archive, or a damaged one; the message says what it is and what to do."""


def limit_of(name: str) -> int:
    """How many bytes a part may have."""
    if name.startswith("records/"):
        return MAX_RECORD_BYTES
    return MAX_PHOTO if name.startswith("photos/") else _MAX_TEXT


@dataclass
class Writer:
    """Writes an archive to a file, part by part; the manifest comes last."""

    file: IO[bytes]
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._zip = zipfile.ZipFile(self.file, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, data: bytes) -> None:
        """Add a part. Photos are packed already."""
        packed = zipfile.ZIP_STORED if name.startswith("photos/") else zipfile.ZIP_DEFLATED
        self._zip.writestr(zipfile.ZipInfo(name, _TIME), data, packed)
        self.parts[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    def add_json(self, name: str, value: Any) -> None:
        """Add a part of JSON."""
        self.add(name, json.dumps(value, cls=ExactEncoder, ensure_ascii=False, separators=(",", ":")).encode())

    def finish(self, head: Mapping[str, Any]) -> None:
        """Add the manifest, with what the archive is (``head``), and close the ZIP."""
        manifest = {"format": FORMAT, "version": VERSION, **head, "parts": self.parts}
        text = json.dumps(manifest, cls=ExactEncoder, ensure_ascii=False, indent=1)
        self._zip.writestr(zipfile.ZipInfo(MANIFEST, _TIME), text.encode(), zipfile.ZIP_DEFLATED)
        self._zip.close()


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was opened: its manifest is read, and every part it names is there. Parts are read when asked for."""

    head: Mapping[str, Any]
    parts: Mapping[str, Mapping[str, Any]]
    zip: zipfile.ZipFile

    def read(self, name: str) -> bytes:
        """A part, whole and unchanged. Raises ArchiveError."""
        stated = self.parts.get(name)
        if stated is None:
            raise damaged(_("“%(part)s” is missing") % {"part": name})
        data = _bytes(self.zip, name)
        if len(data) != stated.get("size") or hashlib.sha256(data).hexdigest() != stated.get("sha256"):
            raise damaged(_("“%(part)s” was changed after the archive was made") % {"part": name})
        return data

    def json(self, name: str) -> dict[str, Any]:
        """A part of JSON. Raises ArchiveError."""
        return _object(name, self.read(name))

    def check_all(self) -> None:
        """Read every part once. Raises ArchiveError for the first that is damaged."""
        for name in self.parts:
            self.read(name)

    @property
    def event(self) -> Mapping[str, Any]:
        """What the manifest says of the event: name, address, day, identity."""
        event: Mapping[str, Any] = self.head["event"]
        return event

    @property
    def made_at(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.head["made_at"])


def damaged(what: str) -> ArchiveError:
    """What to raise for an archive that is not whole."""
    text = _("This event archive is damaged: %(what)s. Download it again from where it was made.")
    return ArchiveError(text % {"what": what}, code="damaged")


def open_archive(file: IO[bytes]) -> Archive:
    """Read the manifest and compare it with the parts; the file stays open. Raises ArchiveError, which names any other file."""
    start = _start(file)
    if not start.startswith(b"PK"):
        raise _foreign(start)
    try:
        packed = zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise damaged(_("the ZIP file is cut off or broken")) from error
    infos = packed.infolist()
    names = [info.filename for info in infos]
    if MANIFEST not in names:
        raise _other_zip(names)
    if len(names) > MAX_PARTS or sum(info.file_size for info in infos) > MAX_UNPACKED:
        raise ArchiveError(_("This archive is too large to be an event: nothing was read."), code="too_large")
    head = _object(MANIFEST, _bytes(packed, MANIFEST))
    _check_head(head)
    odd = next((name for name in names if not _NAME.fullmatch(name)), None)
    parts = head["parts"]
    if odd is not None or len(set(names)) != len(names) or {*parts, MANIFEST} != set(names):
        raise damaged(_("it holds files that it does not list"))
    for name in (FACTS, FIGURES, LOG):
        if name not in parts:
            raise damaged(_("“%(part)s” is missing") % {"part": name})
    return Archive(head, parts, packed)


def _start(file: IO[bytes]) -> bytes:
    file.seek(0)
    start = file.read(20_000)
    file.seek(0)
    return start


def _bytes(packed: zipfile.ZipFile, name: str) -> bytes:
    """The part, if it is no larger than it may be. Raises ArchiveError."""
    limit = limit_of(name)
    try:
        with packed.open(name) as part:
            data = part.read(limit + 1)
    except _DAMAGE as error:
        raise damaged(_("“%(part)s” cannot be unpacked") % {"part": name}) from error
    if len(data) > limit:
        raise damaged(_("“%(part)s” is too large") % {"part": name})
    return data


def _object(name: str, data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(_("“%(part)s” cannot be read") % {"part": name}) from error
    if not isinstance(value, dict):
        raise damaged(_("“%(part)s” cannot be read") % {"part": name})
    return value


def _check_head(head: Mapping[str, Any]) -> None:
    if head.get("format") != FORMAT:
        if "migrations" in head or "rows" in head:
            text = _(
                "This is a backup of a whole site: an operator restores it. An event's archive is made on its "
                "“Files” page."
            )
            raise ArchiveError(text, code="foreign")
        raise ArchiveError(_("This ZIP file is not a Wordhall event archive."), code="foreign")
    if type(head.get("version")) is not int or head["version"] < 1:
        raise damaged(_("“%(part)s” cannot be read") % {"part": MANIFEST})
    if head["version"] > VERSION:
        raise ArchiveError(
            _(
                "This archive was made by a newer Wordhall (format %(theirs)d; this site reads up to %(ours)d). "
                "Update this site first."
            )
            % {"theirs": head["version"], "ours": VERSION},
            code="newer",
        )
    parts, event = head.get("parts"), head.get("event")
    whole = isinstance(parts, dict) and all(isinstance(part, dict) for part in parts.values())
    named = isinstance(event, dict) and all(isinstance(event.get(key), str) for key in ("name", "slug", "identity"))
    if not whole or not named or not isinstance(head.get("site"), str) or not _is_time(head.get("made_at")):
        raise damaged(_("“%(part)s” cannot be read") % {"part": MANIFEST})


def _is_time(value: object) -> bool:
    """Whether it is a moment that every time zone has a day for."""
    try:
        return isinstance(value, str) and 1 < datetime.fromisoformat(value).year < 9999
    except ValueError:
        return False


def _other_zip(names: list[str]) -> ArchiveError:
    """A ZIP without a manifest, by what is in it."""
    if any(name.casefold().endswith(".gcg") for name in names):
        text = _("This ZIP file holds game records (GCG), not an event. Add each record to its own game instead.")
    elif "[Content_Types].xml" in names or "mimetype" in names:
        text = _(
            "This is a spreadsheet or a document, not an event archive. Players are imported as CSV under “Players”."
        )
    else:
        text = _("This ZIP file is not a Wordhall event archive.")
    return ArchiveError(text, code="foreign")


def _foreign(start: bytes) -> ArchiveError:
    """A file that is no ZIP, by its format."""
    if not start.strip():
        return ArchiveError(_("The file is empty."), code="foreign")
    if kind := binary_kind(start):
        text = _("This is %(kind)s, not an event archive (ZIP).") % {"kind": kind}
        return ArchiveError(text, code="foreign")
    known = recognised(start)
    if known == "backup":
        text = _(
            "This is a backup of an event (JSON), without records and photos. The archive (ZIP) is on the "
            "event's “Files” page."
        )
    elif known in {"csv", "tsh", "tou", "tourney", "results"}:
        text = _(
            "This is a file of players or results, not an event archive. Make an event, then import it there under “Players”."
        )
    elif known:
        message, remedy = roster_problem(f"format.{known}", {})
        text = _("This is not an event archive: %(what)s. %(remedy)s.") % {"what": message, "remedy": remedy}
    else:
        text = _("This is not an event archive: it should be the ZIP file from the event's “Files” page.")
    return ArchiveError(text, code="foreign")
