"""Recomputing the ratings of a pool from its ledger.

Read, compute, publish: the reading and the computing hold no lock, so results can be recorded meanwhile.  Publishing
locks the pool, checks that nothing changed since the reading, and replaces all derived rows in one transaction: readers
see the ratings before or after it.  A run that was overtaken starts again; a run that was killed left nothing behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from core.errors import WordhallError
from jobs.services import enqueue
from ratings.engine.params import ENGINE_VERSION
from ratings.models import PlayerRating, RatedEvent, RatingChange, RatingPool, RatingRun
from ratings.services.books import store_links, stored_differently
from ratings.services.compute import ChangeRow, Computed, ListRow, Progress, compute, listed_now, no_progress
from ratings.services.ledger import lock_pool

# After this many overtaken runs the pool is locked while computing, so that a busy pool gets up to date too.
_FREE_ATTEMPTS = 3
_BATCH = 1000

Row = TypeVar("Row", ChangeRow, ListRow)

#: Called with the keys of the events that were rated again: apps above this one show them on pages that they cache.
#: After the transaction, as results lock their event before the pool: the other way round the two could wait for each other.
published: list[Callable[[Collection[str]], None]] = []
#: Called inside the transaction, with the pool locked: its ratings are up to date again.
updated: list[Callable[[RatingPool], None]] = []


@dataclass(frozen=True, slots=True)
class PoolVersion:
    """What must not have changed between reading and publishing."""

    ledger_version: int
    computed_version: int
    dirty_from: date | None
    run_id: int | None

    @classmethod
    def of(cls, pool: RatingPool) -> PoolVersion:
        """The version of a pool's row as it was read."""
        return cls(pool.ledger_version, pool.computed_version, pool.dirty_from, pool.current_run_id)


def recompute_pool(*, pool_id: int, from_nothing: bool = False, progress: Progress = no_progress) -> RatingRun | None:
    """Bring the pool up to date; returns the new run, or None when there was nothing to do.

    ``from_nothing``: compute everything again from the ledger, whatever was computed before.
    """
    for _attempt in range(_FREE_ATTEMPTS):
        pool = RatingPool.objects.get(pk=pool_id)
        if _is_current(pool) and not from_nothing:
            return None
        if run := _compute(pool, from_nothing=from_nothing, progress=progress).publish():
            return run
    with transaction.atomic():
        pool = lock_pool(pool_id)
        if _is_current(pool) and not from_nothing:
            return None
        return _compute(pool, from_nothing=from_nothing, progress=no_progress).publish()


def _say_published(keys: Collection[str]) -> None:
    for hook in published:
        hook(keys)


def _is_current(pool: RatingPool) -> bool:
    return pool.computed_version == pool.ledger_version


def _compute(pool: RatingPool, *, from_nothing: bool, progress: Progress) -> _Unpublished:
    """Read and fold, without a lock of its own."""
    started = time.monotonic()
    never_computed = pool.current_run_id is None and pool.computed_version == 0
    since = date.min if from_nothing or never_computed else pool.dirty_from
    listed = listed_now(pool.pk)
    computed = compute(pool, since, progress, published=listed)
    return _Unpublished(pool, PoolVersion.of(pool), computed.since, listed, computed, time.monotonic() - started)


def _events_since(pool_id: int, since: date | None) -> QuerySet[RatedEvent]:
    """The events that are computed again from ``since`` on; open events always are."""
    again = Q(final=False) if since is None else Q(final=False) | Q(date__gte=since)
    return RatedEvent.objects.filter(again, pool=pool_id)


@dataclass(frozen=True)
class _Unpublished:
    """A finished computation that nobody sees yet."""

    pool: RatingPool
    version: PoolVersion
    since: date | None
    listed: Mapping[int, ListRow]
    computed: Computed
    seconds: float

    def publish(self) -> RatingRun | None:
        """Replace the derived rows in one transaction; None when the pool has moved on since the reading."""
        with transaction.atomic():
            pool = lock_pool(self.pool.pk)
            if PoolVersion.of(pool) != self.version:
                return None
            run = self._run_row()
            events = _events_since(pool.pk, self.since)
            RatingChange.objects.filter(event__in=events).delete()
            RatingChange.objects.bulk_create(_change_rows(run, self.computed.changes), batch_size=_BATCH)
            _publish_list(pool.pk, self.listed, self.computed.listed)
            store_links(pool, self.since, self.computed.links)
            pool.computed_version = self.version.ledger_version
            pool.dirty_from = None
            pool.current_run = run
            pool.save(update_fields=["computed_version", "dirty_from", "current_run"])
            for follow in updated:
                follow(pool)
            keys = list(events.values_list("key", flat=True))
            transaction.on_commit(lambda: _say_published(keys))
        return run

    def _run_row(self) -> RatingRun:
        return RatingRun.objects.create(
            pool=self.pool,
            ledger_version=self.version.ledger_version,
            replayed_from=self.since,
            system=self.pool.system,
            params=self.pool.params,
            engine_version=ENGINE_VERSION,
            events=self.computed.events,
            games=self.computed.games,
            seconds=self.seconds,
        )


def _change_rows(run: RatingRun, changes: Sequence[ChangeRow]) -> Iterator[RatingChange]:
    for change in changes:
        yield RatingChange(run=run, **{name: getattr(change, name) for name in ChangeRow.FIELDS})


def _publish_list(pool_id: int, old: Mapping[int, ListRow], new: Mapping[int, ListRow]) -> None:
    PlayerRating.objects.filter(pool_id=pool_id, player_id__in=old.keys() - new.keys()).delete()
    rows = [
        PlayerRating(pool_id=pool_id, **{name: getattr(row, name) for name in ListRow.FIELDS})
        for player, row in new.items()
        if old.get(player) != row
    ]
    PlayerRating.objects.bulk_create(
        rows,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=[name for name in ListRow.FIELDS if name != "player_id"],
    )


def find_stale_pools() -> list[int]:
    """Ids of the pools whose ledger is ahead of their ratings."""
    return list(RatingPool.objects.filter(computed_version__lt=F("ledger_version")).values_list("pk", flat=True))


def enqueue_stale_pools() -> int:
    """Ask for a recompute of every stale pool; returns their number."""
    stale = find_stale_pools()
    for pool_id in stale:
        enqueue("ratings.recompute", pool_id)
    return len(stale)


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that is published otherwise than computed from nothing (``rebuilt``).

    Of a player's change at an event (old → new), of a player's line of the list (rating, estimate), or, without a player, of
    what is computed at all.
    """

    event: int | None
    player: int | None
    published: str
    rebuilt: str

    def __str__(self) -> str:
        if self.player is None:
            return f"{self.rebuilt}, computed only {self.published}"
        place = "list" if self.event is None else f"event {self.event}"
        return f"{place}, player {self.player}: published {self.published}, rebuilt {self.rebuilt}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was computed from nothing, and every difference to what is published; none: all of it is right."""

    events: int
    games: int
    differences: tuple[Difference, ...]


class PoolBusyError(WordhallError):
    """Results came in during each attempt to compare; try again when it is quiet."""


def check_pool(*, pool_id: int) -> tuple[str, ...]:
    """Describe every difference between what is published and what follows from the ledger; none: all of it is right.

    Raises PoolBusyError as ``compare_pool``.
    """
    return tuple(map(str, compare_pool(pool_id=pool_id).differences))


def compare_pool(*, pool_id: int, progress: Progress = no_progress) -> Comparison:
    """Compute the pool from nothing without publishing, and compare.

    Raises PoolBusyError when results keep coming in meanwhile.
    """
    for _attempt in range(_FREE_ATTEMPTS):
        pool = RatingPool.objects.get(pk=pool_id)
        listed = listed_now(pool_id)
        rows = RatingChange.objects.filter(event__pool_id=pool_id).values_list(*ChangeRow.FIELDS)
        stored = {(row[0], row[1]): ChangeRow(*row) for row in rows}
        computed = compute(pool, date.min, progress)
        if PoolVersion.of(RatingPool.objects.get(pk=pool_id)) == PoolVersion.of(pool):
            differences = [*_differences(pool, listed, stored, computed), *_of_links(pool, computed)]
            return Comparison(computed.events, computed.games, tuple(differences))
    raise PoolBusyError(_("New results kept coming in. Try again when it is quieter."))


def _differences(
    pool: RatingPool, listed: Mapping[int, ListRow], stored: Mapping[tuple[int, int], ChangeRow], computed: Computed
) -> Iterator[Difference]:
    if not _is_current(pool):
        yield Difference(None, None, f"up to {pool.computed_version}", f"ledger version {pool.ledger_version}")
    changes = {(change.event_id, change.player_id): change for change in computed.changes}
    for event, player in sorted(stored.keys() | changes.keys()):
        yield from _difference(
            event, player, stored.get((event, player)), changes.get((event, player)), _change_figures
        )
    for player in sorted(listed.keys() | computed.listed.keys()):
        yield from _difference(None, player, listed.get(player), computed.listed.get(player), _line_figures)


def _of_links(pool: RatingPool, computed: Computed) -> Iterator[Difference]:
    """Whose stored links are not those computed."""
    for player, published, rebuilt in stored_differently(pool, computed.links):
        yield Difference(None, player, f"strength {published}", f"strength {rebuilt}")


def _difference(
    event: int | None,
    player: int,
    published: Row | None,
    computed: Row | None,
    figures: Callable[[Row], tuple[str, str]],
) -> Iterator[Difference]:
    """The difference of two rows, if any: in the main figures, in the others where those are equal."""
    if published == computed:
        return
    (old, old_rest), (new, new_rest) = (("–", "") if row is None else figures(row) for row in (published, computed))
    yield Difference(event, player, *((old, new) if old != new else (old + old_rest, new + new_rest)))


def _change_figures(change: ChangeRow) -> tuple[str, str]:
    """The main figures of a change, and the others."""
    main = f"{change.old_rating or '–'} → {change.new_rating}"
    return main, f" ({change.games}, {change.expected:.6f}, {change.new_deviation})"


def _line_figures(row: ListRow) -> tuple[str, str]:
    """The main figures of a line of the list, and the others."""
    live = "" if row.live_rating is None else f", {row.live_rating}"
    main = f"{row.rating or '–'}{'?' if row.provisional else ''}{live}"
    return main, f" ({row.career_games}, {row.pool_games}, {row.deviation})"
