"""“Check” and “Recompute” of the ratings office: requested on a page, run in the background, the answer stored."""

from __future__ import annotations

import time
from dataclasses import asdict

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from jobs.services import enqueue
from ratings.models import PoolCheck, RatingPool
from ratings.services.compute import Progress
from ratings.services.ledger import lock_pool
from ratings.services.recompute import Comparison, PoolBusyError, compare_pool, recompute_pool

#: How many checks of a list are stored, how many differences of each, and seconds between two notes of the progress.
MOST_CHECKS, MOST_DIFFERENCES, NOTE_SECONDS = 10, 50, 0.5


@transaction.atomic
def request_check(*, pool: RatingPool, kind: str, actor: AbstractBaseUser) -> PoolCheck:
    """Have the list checked, or recomputed from nothing, in the background; one at a time: an open check is returned."""
    locked = lock_pool(pool.pk)
    check = PoolCheck.objects.filter(pool=locked, finished_at=None).first()
    if check is None:
        kind = PoolCheck.Kind(kind)
        check = PoolCheck.objects.create(pool=locked, kind=kind, requested_by_id=actor.pk)
        old = PoolCheck.objects.filter(pool=locked).values_list("pk", flat=True)[MOST_CHECKS:]
        PoolCheck.objects.filter(pk__in=list(old)).delete()
        verb = "rating_pool.checked" if kind == PoolCheck.Kind.CHECK else "rating_pool.recomputed"
        log_action(actor=actor, verb=verb, target=locked, scope=f"club:{locked.club_id}" if locked.club_id else "")
    # An open one is enqueued again, too: its job may have been given up.
    enqueue("ratings.check", check.pk)
    return check


def run_check(*, check_id: int) -> None:
    """Run a requested check and store the answer. May be called again at any time: a finished one stays."""
    open_check = PoolCheck.objects.filter(pk=check_id, finished_at=None)
    check = open_check.first()
    if check is None:
        return
    parts = 2 if check.kind == PoolCheck.Kind.RECOMPUTE else 1
    open_check.update(state=PoolCheck.State.RUNNING, done=0)
    try:
        comparison = compare_pool(pool_id=check.pool_id, progress=_progress(open_check, 0, parts))
        if check.kind == PoolCheck.Kind.RECOMPUTE:
            recompute_pool(pool_id=check.pool_id, from_nothing=True, progress=_progress(open_check, 1, parts))
    except PoolBusyError as error:
        _fail(open_check, str(error))
        return
    except Exception:
        _fail(open_check, _("The ratings could not be calculated."))
        raise
    open_check.update(state=PoolCheck.State.DONE, finished_at=timezone.now(), **_answer(comparison))


def _fail(open_check: QuerySet[PoolCheck], why: str) -> None:
    open_check.update(state=PoolCheck.State.FAILED, error=why, finished_at=timezone.now())


def _answer(comparison: Comparison) -> dict[str, object]:
    return {
        "events": comparison.events,
        "games": comparison.games,
        "found": len(comparison.differences),
        "differences": [asdict(difference) for difference in comparison.differences[:MOST_DIFFERENCES]],
    }


def _progress(open_check: QuerySet[PoolCheck], part: int, parts: int) -> Progress:
    """Note now and then how many events are rated; a recompute rates them in each of two parts."""
    last = 0.0

    def note(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= NOTE_SECONDS or done == total:
            last = now
            open_check.update(done=min(part * total + done, parts * total), total=max(1, parts * total))

    return note
