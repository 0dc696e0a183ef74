"""Copies of an event: a test copy for officials alone, or a new event from a backup."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action, require
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing.rolling import Queue
from tournaments.engine.renumber import renumbered, renumbered_plan
from tournaments.errors import NotOpenError, TournamentError
from tournaments.inputs.events import EVENT_SETTINGS
from tournaments.models import (
    Event,
    EventBackup,
    Pairing,
    PairingRun,
    PrizeFund,
    Round,
)
from tournaments.permissions import require_action
from tournaments.queries.archive import TABLES, event_facts
from tournaments.services.entries.personal_links import give_links
from tournaments.services.events.backups import check_backup, instances, repair_references
from tournaments.services.events.deleting import drop_rows
from tournaments.services.events.events import free_event_slug
from tournaments.services.events.locking import follow_rounds, lock_event, scope, touch
from tournaments.services.results import slips
from tournaments.services.results.open_questions import review_event

#: Test copies of one event at a time; more are a mistake.
MOST_TEST_COPIES = 10
#: Columns that point to rows of another table of the copy.
_POINTERS: Mapping[str, str] = {
    "division_id": "divisions",
    "entry_id": "entries",
    "low_id": "entries",
    "high_id": "entries",
    "first_id": "entries",
    "second_id": "entries",
    "eventprize_id": "prizes",
    "round_id": "rounds",
    "pairing_id": "pairings",
    "supersedes_id": "submissions",
    "after_submission_id": "submissions",
    "ruling_id": "rulings",
}
#: Where columns of the same names point elsewhere: for one table.
_POINTERS_OF: Mapping[str, Mapping[str, str]] = {
    "sheet_merges": {**_POINTERS, "first_id": "submissions", "second_id": "submissions"}
}


@transaction.atomic
def make_test_copy(*, actor: User, event: Event) -> Event:
    """A test copy of the event: for officials alone, without slips and ratings, never public, never finished."""
    event = lock_event(event.pk, on_laptop=True)
    require_action(actor, event, Action.MANAGE_EVENT)
    if event.what_if_of_id is not None:
        raise TournamentError(
            _("This is already a test copy; try things in it, or copy the event itself."), code="what_if"
        )
    if Event.objects.filter(what_if_of=event).count() >= MOST_TEST_COPIES:
        raise TournamentError(
            _("This event already has %(max)d test copies; delete one first.") % {"max": MOST_TEST_COPIES}, code="many"
        )
    return _copy(actor, event, event_facts(event), what_if=True)


@transaction.atomic
def new_event_from(*, actor: User, event: Event, backup_id: int) -> Event:
    """A new event from a backup, for officials alone until it is released. Raises TournamentError.

    It feeds no rating list until one is chosen.
    """
    event = lock_event(event.pk, on_laptop=True)
    require(actor, event.club, Action.MANAGE_EVENT)  # a role in one event makes no other
    backup = EventBackup.objects.filter(event=event, pk=backup_id).first()
    if backup is None:
        raise TournamentError(_("This backup has since been deleted; there are newer ones."), code="gone")
    check_backup(backup.data)
    return _copy(actor, event, repair_references(backup.data), what_if=event.what_if_of_id is not None)


def _copy(actor: User, event: Event, data: Mapping[str, Any], *, what_if: bool) -> Event:
    base = f"{event.slug[:40]}-{'what-if' if what_if else 'copy'}"
    slug = free_event_slug(base)
    original = event if event.what_if_of_id is None else event.what_if_of
    copy = Event.objects.create(
        club=event.club,
        slug=slug,
        **{name: data["event"][name] for name in EVENT_SETTINGS if name in data["event"]},
        what_if_of=original if what_if else None,
        private=not what_if,
    )
    ids: dict[str, dict[int, int]] = {}
    for name, model, _path in TABLES:
        if name != "pairing_runs":
            ids[name] = _insert(copy, name, model, data[name], ids)
    _copy_runs(event, copy, data["rounds"], ids)
    _copy_queue_runs(event, data["pairings"], ids)
    for fund in PrizeFund.objects.filter(event=event):
        fund.pk, fund.event = None, copy
        fund.save(force_insert=True)
    if not what_if:
        open_games = Pairing.objects.filter(
            round__division__event=copy, kind=Pairing.Kind.GAME, round__state=Round.State.PUBLISHED
        )
        slips.make_links(open_games.values_list("pk", flat=True))
        give_links(ids["entries"].values())
    review_event(copy)
    follow_rounds(copy)
    touch(copy)
    verb = "event.tried" if what_if else "event.copied"
    log_action(actor=actor, verb=verb, target=copy, scope=scope(event), after={"name": copy.name, "slug": copy.slug})
    log_action(
        actor=actor, verb="event.created", target=copy, scope=scope(copy), after={"from": event.slug, "slug": slug}
    )
    return copy


def _insert(
    event: Event, name: str, model: type[Model], rows: list[dict[str, Any]], ids: dict[str, dict[int, int]]
) -> dict[int, int]:
    """Insert a table's rows with new ids, pointing to the new ids of the tables before; old ids to new ones."""
    new_ids: dict[int, int] = {}
    for batch in _batches(name, rows):
        copies = instances(model, batch)
        for row, one in zip(batch, copies, strict=True):
            one.pk = None
            for column, table in _pointers(name).items():
                if row.get(column) is not None:
                    setattr(one, column, (new_ids if table == name else ids[table])[row[column]])
            if "event_id" in row:
                one.event_id = event.pk
            if name == "divisions":
                one.rating_pool_id = None
            if name in {"rounds", "pairings"}:
                one.run_id = None
            if name == "submissions":
                one.link_id = None  # the copy's players get links of their own
        model._default_manager.bulk_create(copies, batch_size=500)
        new_ids |= {row["id"]: one.pk for row, one in zip(batch, copies, strict=True)}
    return new_ids


def _pointers(name: str) -> Mapping[str, str]:
    return _POINTERS_OF.get(name, _POINTERS)


def _batches(name: str, rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows in their order, cut before each that points to a row of its own batch: an undone entry needs the one that it undoes."""
    own = [column for column, table in _pointers(name).items() if table == name]
    batch: list[dict[str, Any]] = []
    here: set[int] = set()
    for row in rows:
        if any(row.get(column) in here for column in own):
            yield batch
            batch, here = [], set()
        batch.append(row)
        here.add(row["id"])
    yield batch


def _copy_runs(event: Event, copy: Event, rounds: list[dict[str, Any]], ids: dict[str, dict[int, int]]) -> None:
    """The runs behind the rounds of the copy, so that it too explains its pairs.

    Backups do not hold the runs, the event does; one that is missing, or of an earlier program, is left out.
    """
    new_rounds = {row["run_id"]: ids["rounds"][row["id"]] for row in rounds if row["run_id"] is not None}
    rounds_of_copy = Round.objects.filter(division__event=copy).in_bulk()
    for run in PairingRun.objects.filter(division__event=event, pk__in=new_rounds):
        round_ = rounds_of_copy[new_rounds[run.pk]]
        try:
            snapshot = renumbered(snapshot_from_dict(run.snapshot), ids["entries"])
            plan = renumbered_plan(run.plan, ids["entries"], fingerprint(snapshot))
        except (SnapshotError, KeyError):
            continue
        run.pk, run.division_id = None, round_.division_id
        run.snapshot, run.plan, run.fingerprint = snapshot_as_dict(snapshot), plan, plan["fingerprint"]
        run.save(force_insert=True)
        round_.run = run
        round_.save(update_fields=["run"])


def _copy_queue_runs(event: Event, pairings: list[dict[str, Any]], ids: dict[str, dict[int, int]]) -> None:
    """The same for the runs of games that came from a queue."""
    games: dict[int, list[int]] = {}
    for row in pairings:
        if row.get("run_id") is not None:
            games.setdefault(row["run_id"], []).append(ids["pairings"][row["id"]])
    for run in PairingRun.objects.filter(division__event=event, pk__in=games):
        old, entries = run.pk, ids["entries"]
        try:
            queue = Queue.read(run.snapshot).renumbered(entries)
            pairs = [
                {**pair, "first": entries[pair["first"]], "second": entries[pair["second"]]}
                for pair in run.plan["pairs"]
            ]
        except KeyError:
            continue
        run.pk, run.division_id = None, ids["divisions"][run.division_id]
        run.snapshot, run.plan, run.fingerprint = queue.as_dict(), {**run.plan, "pairs": pairs}, queue.fingerprint
        run.save(force_insert=True)
        Pairing.objects.filter(pk__in=games[old]).update(run=run)


@transaction.atomic
def release(*, actor: User, event: Event) -> Event:
    """Let everybody see a private copy. Raises TournamentError for any other event."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    if not event.private:
        raise TournamentError(_("“%(event)s” is not private.") % {"event": event}, code="not_private")
    event.private = False
    event.save(update_fields=["private"])
    touch(event)
    log_action(actor=actor, verb="event.released", target=event, scope=scope(event))
    return event


@transaction.atomic
def delete_test_copy(*, actor: User, event: Event) -> Event:
    """Delete a test copy with everything in it; returns its original. Raises NotOpenError for a real event."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    original = event.what_if_of
    if original is None:
        raise NotOpenError(_("Only a test copy can be deleted here."))
    log_action(actor=actor, verb="event.thrown_away", target=event, scope=scope(original), before={"slug": event.slug})
    drop_rows(event)
    return original
