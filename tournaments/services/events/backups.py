"""Backups of an event: stored before a step that takes something away, and read back as database rows."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Field, Model
from django.utils.translation import gettext as _

from audit.models import ActionLog
from clubs.models import Player, User
from games.models import GameRecord
from lexicon.models import LexiconVersion
from ratings.models import RatingPool
from tournaments.errors import TournamentError
from tournaments.models import Event, EventBackup, PersonalLink
from tournaments.queries.archive import ADDED_LATER, FORMAT, TABLES, columns_of, event_facts

Rows = Mapping[str, list[dict[str, Any]]]

#: Older ones are deleted; an event has a few risky steps each round.
MOST_BACKUPS = 50


def store_backup(*, actor: User, event: Event, why: str) -> EventBackup:
    """Store the event's facts. Inside the transaction of the step, so that both happen or neither."""
    backup = EventBackup.objects.create(event=event, why=why, data=event_facts(event), made_by=actor)
    old = EventBackup.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)[MOST_BACKUPS:]
    EventBackup.objects.filter(pk__in=list(old)).delete()
    return backup


def check_backup(data: dict[str, Any]) -> None:
    """Give a backup the tables that came after it, empty. Raise TournamentError for one that cannot be restored."""
    for name in ADDED_LATER:
        data.setdefault(name, [])
    if data.get("format") != FORMAT or not all(isinstance(data.get(name), list) for name, _model, _path in TABLES):
        raise TournamentError(
            _("This backup was made by an earlier version of the program; it can only be downloaded."), code="format"
        )


def instances(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Unsaved objects with the ids of the rows; columns that the model no longer has are dropped, newer ones get their default."""
    fields: dict[str, Field[Any, Any]] = {
        field.attname: field for field in model._meta.concrete_fields if field.attname in columns_of(model)
    }
    return [
        model(
            **{
                name: _value(fields[name], value)
                for name, value in _with_settings(row, fields).items()
                if name in fields
            }
        )
        for row in rows
    ]


def _with_settings(row: Mapping[str, Any], fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row; an older one, with a column for each setting of a division, gets the settings as one value."""
    field = fields.get("settings")
    return row if field is None or "settings" in row else {**row, "settings": field.from_older_columns(row)}


def _value(field: Any, value: Any) -> Any:
    """Convert dates, which JSON does not have; everything else stays."""
    return value if value is None or field.is_relation else field.to_python(value)


def repair_references(data: Rows) -> Rows:
    """The rows with references out of the event repaired: an account or a link that no longer exists becomes none.

    A player anonymised since keeps the name given then. Raises TournamentError when a player, record, dictionary or rating
    list of the backup no longer exists.
    """
    users = set(User.objects.values_list("pk", flat=True))
    needed: list[tuple[str, str, type[Model], str]] = [
        ("entries", "player_id", Player, _("a player")),
        ("submissions", "record_id", GameRecord, _("a game record")),
        ("sheet_merges", "record_id", GameRecord, _("a game record")),
        ("results", "record_id", GameRecord, _("a game record")),
        ("divisions", "lexicon_version_id", LexiconVersion, _("a dictionary")),
        ("divisions", "rating_pool_id", RatingPool, _("a rating list")),
    ]
    for table, column, model, what in needed:
        ids = {row[column] for row in data[table] if row.get(column) is not None}
        if model._default_manager.filter(pk__in=ids).count() < len(ids):
            raise TournamentError(
                _("This backup cannot be restored: %(what)s in it no longer exists.") % {"what": what},
                code="gone",
            )
    links = set(PersonalLink.objects.values_list("pk", flat=True))
    users_of = {
        "submissions": "actor_id",
        "sheet_merges": "actor_id",
        "rulings": "official_id",
        "pairing_runs": "created_by_id",
    }
    repaired = dict(data)
    repaired["submissions"] = [
        row if row.get("link_id") in links else {**row, "link_id": None} for row in data["submissions"]
    ]
    for table, column in users_of.items():
        repaired[table] = [row if row.get(column) in users else {**row, column: None} for row in repaired[table]]
    names = anonymised_names({row["player_id"] for row in data["entries"]})
    repaired["entries"] = [{**row, "name": names.get(row["player_id"], row["name"])} for row in data["entries"]]
    return repaired


def anonymised_names(players: Iterable[int]) -> dict[int, str]:
    """The current names of those players who were anonymised, by id. Two queries."""
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
    logged = ActionLog.objects.filter(
        verb="player.anonymised", target_type=Player._meta.label_lower, target_id__in=[str(pk) for pk in names]
    )
    return {int(pk): names[int(pk)] for pk in logged.values_list("target_id", flat=True)}
