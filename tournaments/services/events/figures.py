"""The check of a finished event's figures: the auditor works them out a second time, from the event's file alone.

It runs after the event is finished, after every change of a finished event, and after its games were rated again, in the background.
"""

import importlib.util
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from types import ModuleType
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.models import Job
from jobs.services import enqueue
from ratings.services.recompute import recompute_pool
from tournaments import hooks
from tournaments.errors import NotOpenError
from tournaments.models import Division, Event, EventCheck
from tournaments.permissions import require_action
from tournaments.queries.published import AUDITOR, event_file, seals_of_facts, state_of_facts
from tournaments.services.events.locking import lock_event, raise_version
from tournaments.services.rating_link import ledger

#: How many events are checked again at a time, so that other jobs have their turn when a whole rating list has changed.
AT_A_TIME: Final = 40


@cache
def auditor() -> ModuleType:
    """The auditor's program. It is a script that imports nothing of the site, so it is loaded from its file."""
    spec = importlib.util.spec_from_file_location("wordhall_auditor", AUDITOR)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"{AUDITOR} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_figures(*, event_id: int) -> EventCheck | None:
    """Check a finished event and store what the auditor says; None for an event that is not finished, or has changed meanwhile.

    Its rating lists are brought up to date first. The seals that were stored for the same facts are compared again.
    """
    event = Event.objects.select_related("club").filter(pk=event_id, state=Event.State.FINISHED).first()
    if event is None:
        return None
    for division in Division.objects.filter(event=event).select_related("rating_pool"):
        division.event = event
        for pool in ledger.pools_of(division):
            recompute_pool(pool_id=pool.pk)
    event.refresh_from_db(fields=["version"])  # its pages show the ratings: rating its games has raised it
    document = event_file(event, officials=True)
    audit = auditor().check(document)
    with transaction.atomic():
        locked = lock_event(event.pk, on_laptop=True)
        if locked.version != event.version or locked.state != Event.State.FINISHED:
            return None  # the change has asked for another check
        raise_version(locked)  # the event's page says that it was checked
        values = {
            "event_version": locked.version,
            "auditor": auditor().VERSION,
            "checked_at": timezone.now(),
            "differences": audit.differences,
            "unchecked": audit.unchecked,
            "seals": seals_of_facts(document["seals"]),
            **state_of_facts(event),
        }
        check, _created = EventCheck.objects.update_or_create(event=locked, defaults=values)
        for follow in hooks.figures_checked:
            follow(locked)
    return check


def request_check(*, actor: User, event: Event) -> None:
    """Check the figures once more, in the background. Raises PermissionDenied, NotOpenError for an event that is not finished."""
    require_action(actor, event, Action.MANAGE_EVENT)
    if event.state != Event.State.FINISHED:
        raise NotOpenError(_("The figures can only be checked once the event is finished."))
    with transaction.atomic():
        enqueue("tournaments.check_figures", event.pk)


def request_stale_checks() -> int:
    """Check finished events that have no check as they are now, such as after their games were rated again; newest first. How many.

    An event whose latest check has failed is left to its director, who can ask for another. Three queries for each, and two.
    """
    jobs = Job.objects.filter(task="tournaments.check_figures", state=Job.State.FAILED)
    ends = jobs.order_by("finished_at").values_list("ids", "finished_at")
    failed = {ids[0]: at for ids, at in ends if at is not None}
    finished = Event.objects.filter(state=Event.State.FINISHED).exclude(check_of_figures__event_version=F("version"))
    rows: Iterable[tuple[int, datetime | None]] = finished.order_by("-starts_on", "-pk").values_list(
        "pk", "check_of_figures__checked_at"
    )
    stale = [pk for pk, checked in rows if pk not in failed or (checked is not None and failed[pk] < checked)]
    for event in stale[:AT_A_TIME]:
        enqueue("tournaments.check_figures", event)
    return len(stale[:AT_A_TIME])
