"""An event written as an archive: every fact with its records and photos, and what another site needs to know them again."""

import contextlib
from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Player, User
from core.release import version as program_version
from games.models import GameRecord
from lexicon.models import Adjudication, LexiconVersion
from ratings.models import OpeningRating, PlayerRating, RatedEvent, RatingChange, RatingPool
from tournaments import hooks
from tournaments.inputs.events import EVENT_SETTINGS
from tournaments.models import (
    DivisionPool,
    Event,
    EventOrigin,
    Pairing,
    PersonalLink,
    PrizeFund,
    ScheduleItem,
    SheetPhoto,
)
from tournaments.queries.archive import TABLES, rows_of
from tournaments.queries.published import event_file
from tournaments.services.archive.container import FACTS, FIGURES, LOG, MIB, Writer
from tournaments.services.events.locking import lock_event, scope
from tournaments.services.judging.judge_log import game_scope
from tournaments.services.rating_link import ledger
from tournaments.settings.codec import to_json

Table = tuple[str, type[Model], str]
#: What backups leave out and an archive has, each after the tables that it points to.
MORE_TABLES: Final[tuple[Table, ...]] = (
    ("photos", SheetPhoto, "submission__pairing__round__division__event"),
    ("schedule", ScheduleItem, "event"),
    ("prize_fund", PrizeFund, "event"),
    ("further_lists", DivisionPool, "division__event"),
)
#: Columns that say nothing on another site: accounts, private links, and where a photo lies here.
_FOREIGN: Final = (User, PersonalLink)
#: In memory up to this size, then on disk.
_IN_MEMORY: Final = 8 * MIB


def archive_tables() -> tuple[Table, ...]:
    """All tables of an archive in the order in which they are written and read."""
    return (*TABLES, *MORE_TABLES, *hooks.archive_tables)


def columns_of(model: type[Model]) -> list[str]:
    """The columns of a table in an archive."""
    return [
        field.attname
        for field in model._meta.concrete_fields
        if field.related_model not in _FOREIGN and field.get_internal_type() != "FileField"
    ]


def write_archive(event: Event, *, key: str = "") -> IO[bytes]:
    """The archive of the event as of one moment, as a file at its beginning. ``key``: of the laptop that is to run it.

    About thirty queries, twenty for each division, and one for each hundred records.
    """
    with contextlib.ExitStack() as unfinished:
        file = unfinished.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY))
        with transaction.atomic():
            lock_event(event.pk, on_laptop=True)  # nothing changes while it is read
            _write(file, event, key)
        unfinished.pop_all()  # whole: whoever sends it closes it
    file.seek(0)
    return file


def _write(file: IO[bytes], event: Event, key: str) -> None:
    facts = _facts(event)
    writer = Writer(file)
    writer.add_json(FACTS, facts)
    writer.add_json(FIGURES, event_file(event, officials=True))
    writer.add_json(LOG, {"actions": list(_log(event))})
    for batch in _batches([row["id"] for row in facts["records"]]):
        for pk, original in GameRecord.objects.filter(pk__in=batch).values_list("pk", "original"):
            writer.add(f"records/{pk}", bytes(original))
    for photo in SheetPhoto.objects.filter(pk__in=[row["id"] for row in facts["photos"]]).order_by("pk"):
        with photo.file.open() as stored:
            writer.add(f"photos/{photo.pk}.jpg", stored.read())
    writer.finish(_head(event, key))


def _head(event: Event, key: str) -> dict[str, Any]:
    """What the manifest says of the archive. A laptop adds which rows the site knows, and its key."""
    origin = EventOrigin.objects.filter(event=event).exclude(key="").first()
    return {
        "program": program_version(),
        "made_at": timezone.now(),
        "site": settings.SITE_URL or "Wordhall",
        "event": {
            "name": event.name,
            "slug": event.slug,
            "date": event.starts_on,
            "identity": str(event.identity),
            "club": event.club.name,
        },
        **({"laptop": {"key": key}} if key else {}),
        **({"back": {"key": origin.key, "site": origin.site, "ids": origin.ids}} if origin else {}),
    }


def _facts(event: Event) -> dict[str, Any]:
    """All rows by table, and those of others that they point to."""
    facts: dict[str, Any] = {
        name: list(rows_of(event, model, path).values(*columns_of(model))) for name, model, path in archive_tables()
    }
    for row in facts["divisions"]:
        row["settings"] = to_json(row["settings"])
    own = Event.objects.filter(pk=event.pk).values("slug", *EVENT_SETTINGS, "state", "private").get()
    facts["adjudications"] = list(_adjudications(event))
    facts["records"] = list(_records(facts))
    facts["players"] = _players({row["player_id"] for row in facts["entries"]})
    facts["dictionaries"] = _dictionaries(
        {
            row[column]
            for table in ("divisions", "records")
            for row in facts[table]
            for column in ("lexicon_version_id",)
        }
        | {row["version_id"] for row in facts["adjudications"]}
    )
    lists = {row["rating_pool_id"] for row in facts["divisions"]} | {row["pool_id"] for row in facts["further_lists"]}
    facts["lists"] = [_list(event, pool) for pool in RatingPool.objects.filter(pk__in=lists - {None}).order_by("pk")]
    return {"event": own, **facts}


def _adjudications(event: Event) -> Iterable[dict[str, Any]]:
    """The judge's log of its games and divisions."""
    games = [game_scope(pairing) for pairing in Pairing.objects.filter(round__division__event=event).only("pk")]
    scopes = [*games, *(f"division:{pk}" for pk in event.divisions.values_list("pk", flat=True))]
    columns = [name for name in columns_of(Adjudication) if name != "club_id"]
    for batch in _batches(scopes):
        yield from Adjudication.objects.filter(scope__in=batch).order_by("pk").values(*columns)


def _records(facts: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """What is stored of each record besides its bytes and the engine's reading, which is made again from them."""
    used = {row["record_id"] for table in ("submissions", "results", "sheet_merges") for row in facts[table]}
    names = ("pk", "uuid", "sha256", "format", "lexicon_version_id", "created_at")
    for batch in _batches(sorted(used - {None})):
        for pk, *values in GameRecord.objects.filter(pk__in=batch).order_by("pk").values_list(*names):
            yield {"id": pk, **dict(zip(names[1:], values, strict=True))}


def _players(ids: set[int]) -> list[dict[str, Any]]:
    rows = Player.objects.filter(pk__in=ids).order_by("pk").values("id", "name", "external_id", "country")
    return [dict(row) for row in rows]


def _dictionaries(ids: set[int | None]) -> list[dict[str, Any]]:
    versions = LexiconVersion.objects.filter(pk__in=[pk for pk in ids if pk is not None]).order_by("pk")
    names = {"name": "lexicon__name", "language": "lexicon__language", "slug": "lexicon__slug"}
    rows = versions.values("id", "label", "checksum", "word_count", *names.values())
    return [{**{key: row.pop(column) for key, column in names.items()}, **row} for row in rows]


def _list(event: Event, pool: RatingPool) -> dict[str, Any]:
    """A rating list: its system, and what each player had there before this event."""
    keys = [ledger.event_key(division) for division in event.divisions.all()]
    rated = RatedEvent.objects.filter(pool=pool, key__in=keys)
    before: dict[int, tuple[int | None, int | None]] = {
        player: (rating, games)
        for player, rating, games in OpeningRating.objects.filter(pool=pool).values_list("player", "rating", "games")
    }
    before |= {
        player: (rating, games)
        for player, rating, games in PlayerRating.objects.filter(pool=pool, rating__isnull=False)
        .exclude(last_event__in=rated)
        .values_list("player", "rating", "career_games")
    }
    before |= {
        player: (old, games)
        for player, old, games in RatingChange.objects.filter(event__in=rated)
        .order_by("-event__date", "-event")
        .values_list("player", "old_rating", "old_games")
        if old is not None or games is not None
    }
    players = set(event.divisions.values_list("entries__player", flat=True))
    return {
        "id": pool.pk,
        "name": pool.name,
        "system": pool.system,
        "params": pool.params,
        "game": pool.game,
        "setting": pool.setting,
        "before": [[player, *before[player]] for player in sorted(players & before.keys())],
    }


def _log(event: Event) -> Iterable[dict[str, Any]]:
    actions = ActionLog.objects.filter(scope=scope(event)).select_related("actor").order_by("pk")
    for action in actions:
        yield {
            "verb": action.verb,
            "target_type": action.target_type,
            "target_id": action.target_id,
            "before": action.before,
            "after": action.after,
            "reason": action.reason,
            "created_at": action.created_at,
            "by": action.after.get("elsewhere_by") or getattr(action.actor, "username", ""),
        }


def _batches(values: list[Any], size: int = 500) -> Iterable[list[Any]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]
