"""“Check” and “Recompute” of the ratings office: asked for on a page, done in the background, the answer kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from jobs.services import enqueue
from ratings.models import PoolCheck, RatingPool
from ratings.services.recompute import Checked, Difference, PoolBusyError, compare_with_rebuild, rebuild_pool

#: Checks of a list that are kept, differences of one that are kept, and seconds between two notes of how far it is.
KEPT, MOST_SHOWN, NOTE_SECONDS = 10, 50, 0.5


@transaction.atomic
def ask_check(*, pool: RatingPool, kind: str, actor: AbstractBaseUser) -> PoolCheck:
    """Have the list checked against, or replaced by, a rebuild from nothing; one at a time: an open one is waited for."""
    locked = RatingPool.objects.select_for_update().get(pk=pool.pk)
    found = PoolCheck.objects.filter(pool=locked, finished_at=None).first()
    if found is None:
        kind = PoolCheck.Kind(kind)
        found = PoolCheck.objects.create(pool=locked, kind=kind, requested_by_id=actor.pk)
        old = PoolCheck.objects.filter(pool=locked).values_list("pk", flat=True)[KEPT:]
        PoolCheck.objects.filter(pk__in=list(old)).delete()
        verb = "rating_pool.checked" if kind == PoolCheck.Kind.CHECK else "rating_pool.recomputed"
        record(actor=actor, verb=verb, target=locked, scope=f"club:{locked.club_id}" if locked.club_id else "")
    # An open one is asked for again, too: its job may have been given up.
    enqueue("ratings.check", found.pk)
    return found


def do_check(*, check_id: int) -> None:
    """Do what was asked and keep the answer. May be called again at any time: a finished one stays."""
    found = PoolCheck.objects.filter(pk=check_id, finished_at=None).first()
    if found is None:
        return
    open_ = PoolCheck.objects.filter(pk=check_id, finished_at=None)
    parts = 2 if found.kind == PoolCheck.Kind.RECOMPUTE else 1
    open_.update(state=PoolCheck.State.RUNNING, done=0)
    try:
        checked = compare_with_rebuild(pool_id=found.pool_id, tell=_notes(check_id, 0, parts))
        if found.kind == PoolCheck.Kind.RECOMPUTE:
            rebuild_pool(pool_id=found.pool_id, tell=_notes(check_id, 1, parts))
    except PoolBusyError as error:
        _fail(open_, str(error))
        return
    except Exception:
        _fail(open_, _("The ratings could not be calculated."))
        raise
    open_.update(state=PoolCheck.State.DONE, finished_at=timezone.now(), **_answer(checked))


def _fail(open_: QuerySet[PoolCheck], why: str) -> None:
    open_.update(state=PoolCheck.State.FAILED, error=why, finished_at=timezone.now())


def _answer(checked: Checked) -> dict[str, object]:
    shown: Sequence[Difference] = checked.differences[:MOST_SHOWN]
    return {
        "events": checked.events,
        "games": checked.games,
        "found": len(checked.differences),
        "differences": [asdict(one) for one in shown],
    }


def _notes(check_id: int, part: int, parts: int) -> Callable[[int, int], None]:
    """Note now and then how many events are replayed; of a recompute each of its two replays is one half."""
    last = 0.0

    def heard(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= NOTE_SECONDS or done == total:
            last = now
            open_ = PoolCheck.objects.filter(pk=check_id, finished_at=None)
            open_.update(done=min(part * total + done, parts * total), total=max(1, parts * total))

    return heard
