"""Restoring an event from a backup: what that loses is listed first, and itself stored as a backup."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Model, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from core.wording import division_title
from tournaments import hooks
from tournaments.errors import TournamentError
from tournaments.inputs.events import EVENT_SETTINGS
from tournaments.models import (
    AutoPairing,
    Division,
    Entry,
    Event,
    EventBackup,
    Pairing,
    PairingRun,
    PlannedRound,
    Result,
    ResultRuling,
    Round,
    Seat,
    SheetMerge,
    SheetPhoto,
    SlipLink,
    Submission,
)
from tournaments.queries.archive import TABLES, rows_of
from tournaments.services.entries.personal_links import give_links
from tournaments.services.events.backups import Rows, check_backup, instances, repair_references, store_backup
from tournaments.services.events.locking import follow_rounds, lock_open_event, scope, touch
from tournaments.services.hall.clock import stop_hidden
from tournaments.services.rating_link import ledger
from tournaments.services.results import slips
from tournaments.services.results.open_questions import review_event
from tournaments.services.rounds.pairing import end_requests
from tournaments.services.standings import contention

#: Added to numbers while rows change places; no event has as many.
_AWAY = 10_000
_PATHS = {name: (model, path) for name, model, path in TABLES}


def restore_losses(event: Event, backup: EventBackup) -> list[str]:
    """What restoring the backup would delete, as sentences.

    Raises TournamentError for a backup that cannot be restored, also because a finished season would lose games.
    """
    check_backup(backup.data)
    lost = {
        name: _missing_ids(event, name, backup.data)
        for name in ("rounds", "entries", "submissions", "sheet_merges", "rulings", "divisions")
    }
    texts = []
    rounds = Round.objects.filter(pk__in=lost["rounds"]).select_related("division").order_by("division", "number")
    texts += [
        _("Round %(number)d of %(division)s with its pairings.")
        % {"number": item.number, "division": division_title(item.division.name)}
        for item in rounds
    ]
    if count := len(lost["submissions"]):
        texts.append(ngettext("%(count)d report.", "%(count)d reports.", count) % {"count": count})
    if count := len(lost["rulings"]):
        texts.append(ngettext("%(count)d ruling.", "%(count)d rulings.", count) % {"count": count})
    if count := SheetMerge.objects.filter(pk__in=lost["sheet_merges"]).exclude(first__in=lost["submissions"]).count():
        texts.append(
            ngettext("%(count)d accepted line of a scoresheet.", "%(count)d accepted lines of scoresheets.", count)
            % {"count": count}
        )
    if count := SheetPhoto.objects.filter(submission__in=lost["submissions"]).count():
        texts.append(ngettext("%(count)d photo.", "%(count)d photos.", count) % {"count": count})
    names = Entry.objects.filter(pk__in=lost["entries"]).order_by("number").values_list("name", flat=True)
    texts += [_("Player %(name)s.") % {"name": name} for name in names]
    texts += [
        _("%(division)s.") % {"division": division_title(name)}
        for name in Division.objects.filter(pk__in=lost["divisions"]).values_list("name", flat=True)
    ]
    texts += [text for losses in hooks.division_losses for text in losses(lost["divisions"])]
    links = SlipLink.objects.filter(pairing__round__in=lost["rounds"], ended_at=None).count()
    if links:
        texts.append(_("Printed slips that stop working: %(count)d.") % {"count": links})
    texts.append(_("Changes to settings, players, locks and prizes since then."))
    return texts


def _missing_ids(event: Event, name: str, data: Mapping[str, Any]) -> list[int]:
    """Ids of the table's rows that the backup does not have."""
    model, path = _PATHS[name]
    stored = {row["id"] for row in data[name]}
    return [pk for pk in rows_of(event, model, path).values_list("pk", flat=True) if pk not in stored]


@transaction.atomic
def restore_event(*, actor: User, event: Event, backup_id: int, reason: str) -> Event:
    """Make the event what it was when the backup was made; slips of games that stay keep working.

    The current facts are stored as a backup first. Raises TournamentError without a reason, and for a backup that cannot
    be restored.
    """
    event = lock_open_event(actor, event.pk, Action.MANAGE_EVENT)
    backup = EventBackup.objects.filter(event=event, pk=backup_id).first()
    if backup is None:
        raise TournamentError(_("This backup has since been deleted; there are newer ones."), code="gone")
    if not reason.strip():
        raise TournamentError(
            _("Say why the event is being restored: players may have seen what will be lost."), code="reason"
        )
    check_backup(backup.data)
    data = repair_references(backup.data)
    losses = restore_losses(event, backup)
    store_backup(actor=actor, event=event, why=_("before the event was restored"))
    remove_missing(event, data)
    _write(event, data)
    own = data["event"]
    Event.objects.filter(pk=event.pk).update(**{name: own[name] for name in EVENT_SETTINGS if name in own})  # type: ignore[call-overload,comparison-overlap,redundant-expr]  # a mapping of the backup
    update_dependents(actor, event)
    log_action(
        actor=actor,
        verb="event.restored",
        target=event,
        scope=scope(event),
        before={"lost": losses},
        after={"copy": backup.pk, "why": backup.why, "made_at": backup.made_at.isoformat()},
        reason=reason.strip(),
    )
    return event


def remove_missing(event: Event, data: Rows) -> None:
    """Delete what the backup does not have, dependent rows first; results and seats are written anew in any case."""
    for division in Division.objects.filter(event=event).select_related("rating_pool"):
        division.event = event
        for pairing in Pairing.objects.filter(round__division=division, result__isnull=False).select_related("round"):
            ledger.write_result(division, pairing, None)
        for number in Round.objects.filter(division=division).values_list("number", flat=True):
            end_requests(division, number)
    Result.objects.filter(pairing__round__division__event=event).delete()
    _delete(ResultRuling, _missing_ids(event, "rulings", data))
    _delete(SheetMerge, _missing_ids(event, "sheet_merges", data))
    reports = _missing_ids(event, "submissions", data)
    SheetPhoto.objects.filter(submission__in=reports).delete()
    _delete(Submission, reports)
    Seat.objects.filter(round__division__event=event).delete()
    PlannedRound.objects.filter(division__event=event).delete()  # numbers of rows that stay may have changed places
    for name in ("pairings", "rounds", "locked_pairs", "blocked_pairs", "absences", "prize_winners", "prizes"):
        _delete(_PATHS[name][0], _missing_ids(event, name, data))
    _delete(Entry, _missing_ids(event, "entries", data))
    removed = _missing_ids(event, "divisions", data)
    PairingRun.objects.filter(division__in=removed).delete()
    _delete(Division, removed)


def _delete(model: type[Model], ids: list[int]) -> None:
    """One by one, the newest first: a later row may point to an earlier one of its table."""
    for pk in sorted(ids, reverse=True):
        model._default_manager.filter(pk=pk).delete()


def _write(event: Event, data: Rows) -> None:
    """Write the backup's rows over the current ones. Runs never change: the current ones stay."""
    make_room(event)
    runs = set(PairingRun.objects.filter(division__event=event).values_list("pk", flat=True))
    for name, model, _path in TABLES:
        if name == "pairing_runs":
            continue
        rows = data[name]
        if name in {"rounds", "pairings"}:
            rows = [row if row.get("run_id") in runs else {**row, "run_id": None} for row in rows]
        columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model._default_manager.bulk_create(
            instances(model, rows), update_conflicts=True, unique_fields=["id"], update_fields=columns
        )


def make_room(event: Event) -> None:
    """Move numbers, addresses and tables away, so that rows may change places while they are written."""
    Entry.objects.filter(division__event=event).update(number=F("number") + _AWAY, seed=None, seed_reason="")
    # no division's own address begins with a hyphen
    away = Concat(Value("-"), Cast("pk", CharField()))
    Division.objects.filter(event=event).update(slug=away)
    tables = Pairing.objects.filter(round__division__event=event, table_number__isnull=False)
    tables.update(table_number=F("table_number") + _AWAY)


def update_dependents(actor: User, event: Event) -> None:
    """Update what follows from the facts: links, ratings, state, clocks, automatic drafts, the public version."""
    games = Pairing.objects.filter(
        round__division__event=event, kind=Pairing.Kind.GAME, round__state=Round.State.PUBLISHED
    ).exclude(slip_links__ended_at=None, slip_links__isnull=False)
    if event.what_if_of_id is None:
        slips.make_links(games.values_list("pk", flat=True))
        give_links(Entry.objects.filter(division__event=event).values_list("pk", flat=True))
    event.refresh_from_db()
    review_event(event)
    follow_rounds(event)
    stop_hidden(actor=actor, event=event)
    AutoPairing.objects.filter(division__event=event).update(drafted_round=None, failed_round=None, error="")
    for division in Division.objects.filter(event=event).select_related("rating_pool"):
        division.event = event
        public = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT)
        if public.exists():
            ledger.start(division)
        results = Result.objects.filter(pairing__round__division=division)
        for result in results.select_related("pairing__round").order_by("pairing__round__number", "pairing"):
            ledger.write_result(division, result.pairing, result)
        # whoever edits a draft from an old page must be refused
        Round.objects.filter(division=division).update(version=F("version") + 1)
        contention.follow(division)
    touch(event)
