"""Bringing a database of an older commit over to today's tables, until the first release is tagged.

Each app has one migration that is written anew when a model changes (``script/migrations``), so ``migrate`` cannot change an older
database. Instead its rows are copied into an empty one, column by column. What a copy of equal columns cannot say stands
in ``SOURCES``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model
from django.db.models.fields import NOT_PROVIDED

from core.errors import WordhallError

#: Rows read and written at a time.
BATCH = 500
#: Tables whose rows are not those of one older table: the name, and the query that reads them.
SOURCES: Mapping[str, str] = {
    # A token's hash, user and expiry stood in a table of knox.
    "clubs_apitoken": "SELECT clubs_apitoken.*, digest, token_key, user_id, created, expiry "
    "FROM clubs_apitoken JOIN knox_authtoken ON digest = token_id",
    # Two jobs for the same could run at once: the newer one does the work.
    "jobs_job": "SELECT * FROM jobs_job WHERE NOT (state = 'running' AND EXISTS (SELECT 1 FROM jobs_job AS newer "
    "WHERE newer.key = jobs_job.key AND newer.id > jobs_job.id AND newer.state IN ('queued', 'running')))",
    # All private links end alike.
    "tournaments_sliplink": "SELECT *, revoked_at AS ended_at FROM tournaments_sliplink",
    "tournaments_personallink": "SELECT *, revoked_at AS ended_at FROM tournaments_personallink",
    "tournaments_resultskiosk": "SELECT *, closed_at AS ended_at FROM tournaments_resultskiosk",
    "lexicon_judgetablet": "SELECT *, closed_at AS ended_at FROM lexicon_judgetablet",
    # A pairing request was called a wish.
    "registration_registration": "SELECT *, wish AS pairing_request, wish_with AS pairing_request_player, "
    "wish_done AS pairing_request_granted FROM registration_registration",
    "registration_registrationsettings": "SELECT *, accepts_wishes AS accepts_pairing_requests "
    "FROM registration_registrationsettings",
    # An event that counts for a season was a session.
    **{
        f"{app}_leagueseason": f"SELECT *, best_sessions AS best_events FROM {app}_leagueseason"  # noqa: S608 - our own names
        for app in ("leagues", "tournaments")
    },
}

#: Models that had other labels, latest first. The log of actions and Django's content types name models too.
MOVED: Mapping[str, Sequence[str]] = {
    **{f"leagues.{name}": (f"tournaments.{name}",) for name in ("league", "leagueseason", "leaguedivision")},
    "leagues.seasonplayer": ("leagues.leaguemember", "tournaments.leaguemember"),
    "leagues.countingevent": ("leagues.leaguesession", "tournaments.leaguesession"),
}
_LABELS_TODAY = {old: new for new, labels in MOVED.items() for old in labels}


class CannotBringOver(WordhallError):
    """The older database cannot be copied; the message says where it failed."""


@dataclass
class Tally:
    """Rows copied by table, and the older columns that have no place today."""

    rows: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def is_older(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has Wordhall's tables, but not those of this commit."""
    tables = set(connection.introspection.table_names())
    if "clubs_user" not in tables:
        return False
    return any(model._meta.db_table not in tables or _missing_columns(connection, model) for model in apps.get_models())


def bring_over(old: str, new: str = "default") -> Tally:
    """Copy all rows of the database with alias ``old`` into that with alias ``new``, which is emptied first.

    All or nothing, ids included. Raises CannotBringOver for a row that today's constraints refuse.
    """
    source, target = connections[old], connections[new]
    call_command("migrate", database=new, interactive=False, verbosity=0)
    tally = Tally(left_out=unknown_to_us(source))
    tables = set(source.introspection.table_names())
    models = _models()
    with transaction.atomic(using=new):
        call_command("flush", database=new, interactive=False, verbosity=0, inhibit_post_migrate=True)
        for model in models:
            if table := next((name for name in _tables(model) if name in tables), None):
                tally.rows[model._meta.db_table] = _copy(model, table, source, target)
        with target.cursor() as cursor:
            for statement in target.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        try:
            target.check_constraints()
        except IntegrityError as error:
            raise CannotBringOver(f"A row points to another one that is not there: {error}") from error
    emit_post_migrate_signal(verbosity=0, interactive=False, db=new)
    return tally


def unknown_to_us(source: BaseDatabaseWrapper) -> list[str]:
    """Columns and tables of an older or newer database that have no place today: they are left out when it is copied."""
    tables = set(source.introspection.table_names())
    models = _models()
    columns = []
    for model in models:
        table = next((name for name in _tables(model) if name in tables), None)
        if table is not None and not (table in SOURCES and _missing_columns(source, model, table)):
            unknown = _columns(source, table) - set(_names(model)) - _gathered(model)
            columns += [f"{table}.{name}" for name in sorted(unknown)]
    ours = {table for model in models for table in _tables(model)} | {"django_migrations"}
    used = " ".join(SOURCES.values())
    return columns + [f"table {name}" for name in sorted(tables - ours) if name not in used]


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _tables(model: type[Model]) -> list[str]:
    """The model's table, and those that it had under other labels."""
    return [model._meta.db_table, *(label.replace(".", "_") for label in MOVED.get(model._meta.label_lower, ()))]


def _columns(connection: BaseDatabaseWrapper, table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} LIMIT 0")  # noqa: S608 - our own names
        return {str(column[0]) for column in cursor.description}


def _names(model: type[Model]) -> list[str]:
    """The columns of today's table, in the order of the model's fields."""
    return [str(item.column) for item in model._meta.local_concrete_fields]


def _missing_columns(connection: BaseDatabaseWrapper, model: type[Model], table: str = "") -> set[str]:
    return set(_names(model)) - _columns(connection, table or model._meta.db_table)


def _copy(model: type[Model], table: str, source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> int:
    """Copy the model's rows out of ``table``; how many."""
    query = SOURCES.get(table) if SOURCES.get(table) and _missing_columns(source, model, table) else None
    copied = 0
    for batch in _batches(source, query or f"SELECT * FROM {source.ops.quote_name(table)}"):  # noqa: S608 - our own names
        rows = [_row(model, source, target, _with_labels_of_today(model, values)) for values in batch]
        try:
            with target.cursor() as cursor:
                _insert(model, target, cursor, rows)
        except DatabaseError as error:
            raise CannotBringOver(f"{table}, rows {copied + 1} to {copied + len(rows)}: {error}") from error
        copied += len(rows)
    return copied


def _gathered(model: type[Model]) -> set[str]:
    """Older columns whose values are in one column today; its field names them in ``from_older_columns``."""
    fields = (getattr(item, "older_columns", None) for item in model._meta.local_concrete_fields)
    return {name for columns in fields if columns for name in columns()}


def _with_labels_of_today(model: type[Model], values: dict[str, object]) -> dict[str, object]:
    """The row; where it names a model that moved, with the name that the model has today."""
    if model._meta.label_lower == "audit.actionlog":
        values["target_type"] = _LABELS_TODAY.get(str(values["target_type"]), values["target_type"])
    elif model._meta.label_lower == "contenttypes.contenttype":
        label = f"{values['app_label']}.{values['model']}"
        values["app_label"], values["model"] = _LABELS_TODAY.get(label, label).split(".")
    return values


def _batches(source: BaseDatabaseWrapper, query: str) -> Iterator[list[dict[str, object]]]:
    with source.chunked_cursor() as cursor:  # a table may be larger than the memory
        cursor.execute(query)
        names = [column[0] for column in cursor.description]
        while rows := cursor.fetchmany(BATCH):
            yield [dict(zip(names, row, strict=True)) for row in rows]


def _row(
    model: type[Model], source: BaseDatabaseWrapper, target: BaseDatabaseWrapper, values: Mapping[str, object]
) -> list[object]:
    """The values to write, in the order of the model's fields: those read, or the default of a column that is new."""
    return [_value(item, source, target, values) for item in model._meta.local_concrete_fields]


def _value(
    item: "Field[object, object]",
    source: BaseDatabaseWrapper,
    target: BaseDatabaseWrapper,
    values: Mapping[str, object],
) -> object:
    if str(item.column) in values:
        value = values[str(item.column)]
        column = item.cached_col
        for convert in source.ops.get_db_converters(column) + item.get_db_converters(source):
            value = convert(value, column, source)
    elif gather := getattr(item, "from_older_columns", None):
        value = gather(values)
    elif item.default is not NOT_PROVIDED or item.null or item.empty_strings_allowed:
        value = item.get_default()
    else:
        raise CannotBringOver(f"{item.model._meta.db_table}.{item.column} is new and has no default.")
    return item.get_db_prep_save(value, target)


def _insert(model: type[Model], target: BaseDatabaseWrapper, cursor: object, rows: list[list[object]]) -> None:
    quote = target.ops.quote_name
    columns = ", ".join(map(quote, _names(model)))
    places = ", ".join(["%s"] * len(_names(model)))
    cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})", rows)  # type: ignore[attr-defined]  # noqa: S608
