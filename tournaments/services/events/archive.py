"""Rows of a kept copy as database rows again."""

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
from tournaments.models import PersonalLink
from tournaments.queries.archive import FORMAT, TABLES, columns_of

Rows = Mapping[str, list[dict[str, Any]]]


def check_copy(data: Mapping[str, Any]) -> None:
    """Raise TournamentError for a copy that cannot be brought back."""
    if data.get("format") != FORMAT or not all(isinstance(data.get(name), list) for name, _model, _path in TABLES):
        raise TournamentError(
            _("This backup was made by an earlier version of the program; it can only be downloaded."), code="format"
        )


def instances(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Unsaved objects with the ids of the rows; columns that the model has no more are dropped, newer ones get their default."""
    fields: dict[str, Field[Any, Any]] = {
        field.attname: field for field in model._meta.concrete_fields if field.attname in columns_of(model)
    }
    return [
        model(**{name: _value(fields[name], value) for name, value in _gathered(row, fields).items() if name in fields})
        for row in rows
    ]


def _gathered(row: Mapping[str, Any], fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row; of a backup that has a column for each setting of a division with the settings together."""
    field = fields.get("settings")
    return row if field is None or "settings" in row else {**row, "settings": field.from_older_columns(row)}


def _value(field: Any, value: Any) -> Any:
    """JSON has no dates; everything else is stored as it was read."""
    return value if value is None or field.is_relation else field.to_python(value)


def settle_outside(data: Rows) -> Rows:
    """The rows with what they point to outside the event put right: an account or a link that is gone becomes nobody.

    Who was anonymised since is entered by the name that was given then. Raises TournamentError when a player, record,
    dictionary or pool of the copy does not exist any more.
    """
    users = set(User.objects.values_list("pk", flat=True))
    needed: list[tuple[str, str, type[Model], str]] = [
        ("entries", "player_id", Player, _("a player")),
        ("submissions", "record_id", GameRecord, _("a game record")),
        ("results", "record_id", GameRecord, _("a game record")),
        ("divisions", "lexicon_version_id", LexiconVersion, _("a dictionary")),
        ("divisions", "rating_pool_id", RatingPool, _("a rating list")),
    ]
    for table, column, model, what in needed:
        wanted = {row[column] for row in data[table] if row.get(column) is not None}
        if model._default_manager.filter(pk__in=wanted).count() < len(wanted):
            raise TournamentError(
                _("This backup cannot be restored: %(what)s in it no longer exists.") % {"what": what},
                code="gone",
            )
    links = set(PersonalLink.objects.values_list("pk", flat=True))
    people = {"submissions": "actor_id", "rulings": "official_id", "pairing_runs": "created_by_id"}
    settled = dict(data)
    settled["submissions"] = [
        row if row.get("link_id") in links else {**row, "link_id": None} for row in data["submissions"]
    ]
    for table, column in people.items():
        settled[table] = [row if row.get(column) in users else {**row, column: None} for row in settled[table]]
    names = _names_given({row["player_id"] for row in data["entries"]})
    settled["entries"] = [{**row, "name": names.get(row["player_id"], row["name"])} for row in data["entries"]]
    return settled


def _names_given(players: Iterable[int]) -> dict[int, str]:
    """The names of those of the players who were anonymised, by their ids. Two queries."""
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
    logged = ActionLog.objects.filter(
        verb="player.anonymised", target_type=Player._meta.label_lower, target_id__in=[str(pk) for pk in names]
    )
    return {int(pk): names[int(pk)] for pk in logged.values_list("target_id", flat=True)}
