"""The rows of an archive written into an event: new ids, pointers that follow, facts in their order."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import DataError, IntegrityError
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from audit.models import ActionLog
from audit.verbs import VERBS
from clubs.models import Player, User
from core.errors import WordhallError
from core.pictures import is_stored_photo
from games.models import GameRecord
from games.services import checksum
from lexicon.models import Adjudication, LexiconVersion
from ratings.models import RatingPool
from tournaments.access import loaded_pairings
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import SnapshotError
from tournaments.engine.renumber import renumbered, renumbered_plan
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventPrize,
    Pairing,
    PairingRun,
    PersonalLink,
    ResultRuling,
    Round,
    SheetPhoto,
    Submission,
)
from tournaments.services.archive.container import Archive, damaged
from tournaments.services.archive.writing import archive_tables
from tournaments.services.events.locking import scope
from tournaments.services.events.rules import check_of, rules_of
from tournaments.services.judging.judge_log import game_scope

Row = Mapping[str, Any]
Ids = dict[str, dict[int, int]]
P = ParamSpec("P")
T = TypeVar("T")

#: By model, the table of an archive that its rows are in.
_POINTS_TO: Final[Mapping[type[Model], str]] = {
    Division: "divisions",
    Entry: "entries",
    EventPrize: "prizes",
    Round: "rounds",
    Pairing: "pairings",
    Submission: "submissions",
    ResultRuling: "rulings",
    PairingRun: "pairing_runs",
    GameRecord: "records",
    Player: "players",
    LexiconVersion: "dictionaries",
    RatingPool: "lists",
}
#: What this site may lack; rows that need it do without.
_MAY_LACK: Final = frozenset({"dictionaries", "lists", "pairing_runs"})
#: Facts: once written never changed, so those that the event has already are not written again.
FACT_TABLES: Final = frozenset({"pairing_runs", "submissions", "rulings", "sheet_merges", "photos"})
_UNREADABLE: Final = (
    *(KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError),
    *(ValidationError, IntegrityError, DataError),
)


def readable(work: Callable[P, T]) -> Callable[P, T]:
    """Let what a row of an archive cannot be end as an ArchiveError. Around a transaction, never inside one."""

    @wraps(work)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except _UNREADABLE as error:
            if isinstance(error, WordhallError):
                raise  # a refusal in words
            raise damaged(_("its rows do not fit together (%(error)s)") % {"error": str(error)[:200]}) from error

    return checked


@contextmanager
def photo_files() -> Iterator[list[SheetPhoto]]:
    """Around a transaction: the photos it writes; if it fails, and their rows with it, their files are removed again."""
    photos: list[SheetPhoto] = []
    try:
        yield photos
    except BaseException:
        for photo in photos:
            photo.file.delete(save=False)
        raise


@dataclass
class Rows:
    """Writes an archive's tables into an event. ``ids``: ids of the file → ids here; players, dictionaries and lists are given.

    ``known``: by table, the rows of the file that the event has already, by the same ids; ``skipped``: tables that stay as they are.
    ``photos``: those it writes, of ``photo_files``.
    """

    event: Event
    archive: Archive
    facts: Mapping[str, Any]
    ids: Ids
    photos: list[SheetPhoto]
    known: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()

    def write(self) -> None:
        """Every table in order; the records come before the first table that points to them."""
        for name, model, _path in archive_tables():
            if name == "submissions":
                self._write_records()
            if name not in self.skipped:
                self.write_table(name, model)
        self._write_adjudications()

    def write_table(self, name: str, model: type[Model]) -> None:
        """One table: rows that the event has are changed (facts stay as they are), the others added."""
        rows = table_rows(self.facts, name)
        known = self.known.get(name, {})
        self.ids[name] = dict(known)
        old = [row for row in rows if row["id"] in known]
        if old and name not in FACT_TABLES:
            self._update(name, model, old)
        new = [row for row in rows if row["id"] not in known]
        if name == "pairing_runs":
            self._add_runs(new)
        elif name == "photos":
            self._add_photos(new)
        else:
            self._add(name, model, new)

    def _update(self, name: str, model: type[Model], rows: Sequence[Row]) -> None:
        copies = []
        for row in rows:
            one = self._instance(name, model, row)
            one.pk = self.known[name][row["id"]]
            copies.append(one)
        columns = [
            column.name
            for column in model._meta.concrete_fields
            # which dictionaries and lists a known division uses is a matter of this site
            if not column.primary_key and not _foreign(column) and _table_of(column) not in {"dictionaries", "lists"}
        ]
        model._default_manager.bulk_create(
            copies, update_conflicts=True, unique_fields=["id"], update_fields=columns, batch_size=500
        )

    def _add(self, name: str, model: type[Model], rows: Sequence[Row]) -> None:
        """Add rows in their order; one that points to an earlier one of its table waits until that has an id."""
        own = [column.attname for column in model._meta.concrete_fields if column.related_model is model]
        waiting: list[Row] = []
        for row in rows:
            if any(row.get(column) is not None and row[column] not in self.ids[name] for column in own):
                self._flush(name, model, waiting)
                waiting = []
            waiting.append(row)
        self._flush(name, model, waiting)

    def _flush(self, name: str, model: type[Model], rows: Sequence[Row]) -> None:
        copies = [(row["id"], self._instance(name, model, row)) for row in rows if self._has_all(model, row)]
        model._default_manager.bulk_create([one for _id, one in copies], batch_size=500)
        self.ids[name] |= {old: one.pk for old, one in copies}

    def _has_all(self, model: type[Model], row: Row) -> bool:
        """Whether what the row cannot do without is here."""
        return all(
            column.null or self._pointer(column, row.get(column.attname)) is not None
            for column in model._meta.concrete_fields
            if _table_of(column) in _MAY_LACK
        )

    def _instance(self, name: str, model: type[Model], row: Row) -> Any:
        values: dict[str, Any] = {}
        for column in model._meta.concrete_fields:
            attname = column.attname
            if column.primary_key or _foreign(column) or (attname not in row and not column.is_relation):
                continue
            if column.related_model is Event:
                values[attname] = self.event.pk
            elif column.is_relation:
                values[attname] = self._pointer(column, row.get(attname))
            else:
                values[attname] = cleaned(column, row[attname])
        if name == "divisions":
            values["event"] = self.event
            values.pop("event_id", None)
        return model(**values)

    def _pointer(self, column: Field[Any, Any], value: Any) -> int | None:
        if value is None:
            return None
        table = _table_of(column)
        if table in _MAY_LACK:
            return self.ids.get(table, {}).get(value)
        return self.ids[table][value]

    def _add_runs(self, rows: Iterable[Row]) -> None:
        """The runs behind the rounds, so that the event still explains its pairs; one of another program is left out."""
        for row in rows:
            try:
                snapshot = renumbered(snapshot_from_dict(row["snapshot"]), self.ids["entries"])
                plan = renumbered_plan(row["plan"], self.ids["entries"], fingerprint(snapshot))
            except (SnapshotError, KeyError, TypeError):
                continue
            run = self._instance("pairing_runs", PairingRun, row)
            run.snapshot, run.plan, run.fingerprint = snapshot_as_dict(snapshot), plan, plan["fingerprint"]
            run.save(force_insert=True)
            self.ids["pairing_runs"][row["id"]] = run.pk

    def _write_records(self) -> None:
        """Each record's bytes as they were, read again by this site's engine with its own dictionary."""
        known = self.known.get("records", {})
        self.ids["records"] = dict(known)
        game_of: dict[int, int] = {}
        for table in ("submissions", "results", "sheet_merges"):
            for row in table_rows(self.facts, table):
                if row["record_id"] is not None:
                    game_of.setdefault(row["record_id"], self.ids["pairings"][row["pairing_id"]])
        new = [row for row in table_rows(self.facts, "records") if row["id"] not in known]
        if not new:
            return
        games = {one.pk: one for one in loaded_pairings().filter(round__division__event=self.event)}
        taken = set(GameRecord.objects.filter(uuid__in=[row["uuid"] for row in new]).values_list("uuid", flat=True))
        versions = LexiconVersion.objects.select_related("lexicon").in_bulk(self.ids.get("dictionaries", {}).values())
        for row in new:
            version = versions.get(self.ids["dictionaries"].get(row["lexicon_version_id"], 0))
            record = _record(self.archive.read(f"records/{row['id']:d}"), row, games[game_of[row["id"]]], version)
            record.uuid = uuid4() if record.uuid in taken else record.uuid
            record.save(force_insert=True)
            self.ids["records"][row["id"]] = record.pk

    def _add_photos(self, rows: Iterable[Row]) -> None:
        for row in rows:
            data = self.archive.read(f"photos/{row['id']:d}.jpg")
            if not is_stored_photo(data):
                raise damaged(_("“%(part)s” is not a photo") % {"part": f"photos/{row['id']}.jpg"})
            photo = self._instance("photos", SheetPhoto, row)
            photo.sha256 = hashlib.sha256(data).hexdigest()
            photo.file.save("sheet.jpg", ContentFile(data), save=False)
            self.photos.append(photo)
            photo.save(force_insert=True)
            self.ids["photos"][row["id"]] = photo.pk

    def _write_adjudications(self) -> None:
        """The judge's log; its scopes name games and divisions by their ids."""
        known = self.known.get("adjudications", {})
        self.ids["adjudications"] = dict(known)
        rows = [row for row in table_rows(self.facts, "adjudications") if row["id"] not in known]
        tokens = [row["client_token"] for row in rows]
        taken = set(
            Adjudication.objects.filter(club=self.event.club_id, client_token__in=tokens).values_list(
                "client_token", flat=True
            )
        )
        for row in rows:
            values = {
                column.attname: cleaned(column, row[column.attname])
                for column in Adjudication._meta.concrete_fields
                if not column.is_relation and not column.primary_key and column.attname in row
            }
            kind, _colon, number = str(row["scope"]).partition(":")
            if kind == "pairing":
                values["scope"] = game_scope(Pairing(pk=self.ids["pairings"][int(number)]))
            else:
                values["scope"] = f"division:{self.ids['divisions'][int(number)]}"
            if row["client_token"] in taken:
                values["client_token"] = uuid4().hex
            refers_to = row.get("refers_to_id")
            added = Adjudication.objects.create(
                **values,
                club_id=self.event.club_id,
                version_id=self.ids["dictionaries"].get(row.get("version_id") or 0),
                refers_to_id=None if refers_to is None else self.ids["adjudications"][refers_to],
            )
            self.ids["adjudications"][row["id"]] = added.pk

    def write_log(self, actions: Iterable[Row]) -> int:
        """Add what was done elsewhere to the event's log, as far as its things are here; how many lines that were."""
        tables = {
            "tournaments.event": {},
            "tournaments.division": self.ids["divisions"],
            "tournaments.entry": self.ids["entries"],
            "tournaments.round": self.ids["rounds"],
            "tournaments.pairing": self.ids["pairings"],
            "tournaments.eventprize": self.ids["prizes"],
        }
        lines = []
        for row in actions:
            kind = str(row["target_type"])
            if row["verb"] not in VERBS or kind not in tables:
                continue
            target = self.event.pk if kind == "tournaments.event" else tables[kind].get(int(row["target_id"]))
            if target is None:
                continue
            after = dict(row["after"]) | ({"elsewhere_by": str(row["by"])[:150]} if row.get("by") else {})
            created_at = ActionLog._meta.get_field("created_at").to_python(row["created_at"])
            lines.append(
                ActionLog(
                    verb=row["verb"],
                    target_type=kind,
                    target_id=str(target),
                    scope=scope(self.event),
                    before=dict(row["before"]),
                    after=after,
                    reason=str(row["reason"])[:2000],
                    created_at=created_at,
                )
            )
        ActionLog.objects.bulk_create(lines, batch_size=500)
        return len(lines)


def table_rows(facts: Mapping[str, Any], name: str) -> list[Row]:
    """The rows of a table; an archive of an older program may lack the table. Raises ArchiveError."""
    rows = facts.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) and type(row.get("id")) is int for row in rows):
        raise damaged(_("its table “%(table)s” cannot be read") % {"table": name})
    return rows


def cleaned(column: Any, value: Any) -> Any:
    """A value as the column takes it. Raises ValidationError for one that it cannot have."""
    read = value if value is None else column.to_python(value)
    column.run_validators(read)
    return read


def _table_of(column: Field[Any, Any]) -> str:
    """The table of an archive that a column points to; "" for none."""
    model = column.related_model
    return _POINTS_TO.get(model, "") if isinstance(model, type) else ""


def _foreign(column: Field[Any, Any]) -> bool:
    """Whether the column says nothing on another site."""
    return column.related_model in (User, PersonalLink) or column.get_internal_type() == "FileField"


def _record(data: bytes, row: Row, pairing: Pairing, version: LexiconVersion | None) -> GameRecord:
    """The record with this site's reading of it, not yet saved."""
    check = check_of(pairing, data, dictionary=version)
    reading = check.as_dict()
    rules = rules_of(pairing.round.division)
    return GameRecord(
        uuid=UUID(str(row["uuid"])),
        original=data,
        sha256=checksum(data),
        format=reading["format"],
        rules_slug=rules.slug,
        rule_options=rules.options(),
        lexicon_version=version,
        engine_version=pairing.round.division.played.engine_version,
        verdict=check.verdict,
        findings=reading.pop("findings"),
        summary=reading,
        created_at=cleaned(GameRecord._meta.get_field("created_at"), row["created_at"]),
    )
