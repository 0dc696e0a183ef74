"""Deriving the ratings of a pool from its ledger.

Read, compute, publish: the reading and the computing hold no lock, so results can be recorded meanwhile.  Publishing
locks the pool, checks that nothing changed since the reading, and replaces all derived rows in one transaction: readers
see the ratings before or after it.  A run that was overtaken starts again; a run that was killed left nothing behind.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from core.errors import WordhallError
from jobs.services import enqueue
from ratings.engine.params import ENGINE_VERSION
from ratings.models import PlayerRating, RatingChange, RatingPool, RatingRun
from ratings.services.replay import ChangeRow, ListRow, Progress, Replay, read_replay

# After that many overtaken runs the pool is locked while computing, so that a busy pool is brought up to date too.
_FREE_ATTEMPTS = 3
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """What must not have changed between reading and publishing."""

    ledger_version: int
    computed_version: int
    dirty_from: date | None
    run_id: int | None

    @classmethod
    def of(cls, pool: RatingPool) -> Mark:
        """The mark of a pool's row as it was read."""
        return cls(pool.ledger_version, pool.computed_version, pool.dirty_from, pool.current_run_id)


def recompute_pool(*, pool_id: int) -> RatingRun | None:
    """Bring the pool up to date; returns the new run, or None when there was nothing to do."""
    return _run(pool_id, from_nothing=False)


def _silent(_done: int, _total: int) -> None:
    """Nobody asked how far it is."""


def rebuild_pool(*, pool_id: int, tell: Progress = _silent) -> RatingRun | None:
    """Derive the whole pool again from its ledger, whatever was derived before."""
    return _run(pool_id, from_nothing=True, tell=tell)


def _run(pool_id: int, *, from_nothing: bool, tell: Progress = _silent) -> RatingRun | None:
    for _attempt in range(_FREE_ATTEMPTS):
        pool = RatingPool.objects.get(pk=pool_id)
        if not from_nothing and pool.computed_version == pool.ledger_version:
            return None
        run = _compute(pool, from_nothing=from_nothing, tell=tell).publish()
        if run is not None:
            return run
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update().get(pk=pool_id)
        if not from_nothing and pool.computed_version == pool.ledger_version:
            return None
        return _compute(pool, from_nothing=from_nothing).publish()


def _since(pool: RatingPool, *, from_nothing: bool) -> date | None:
    if from_nothing or (pool.current_run_id is None and pool.computed_version == 0):
        return date.min
    return pool.dirty_from


def _compute(pool: RatingPool, *, from_nothing: bool, tell: Progress = _silent) -> _Computed:
    """Read and fold, without a lock of its own."""
    started = time.monotonic()
    since = _since(pool, from_nothing=from_nothing)
    listed = _listed(pool.pk)
    replay = read_replay(pool, since, tell)
    return _Computed(pool, Mark.of(pool), since, listed, replay, time.monotonic() - started)


def _listed(pool_id: int) -> dict[int, ListRow]:
    rows = PlayerRating.objects.filter(pool_id=pool_id).values_list(*ListRow.FIELDS)
    return {row[0]: ListRow(*row) for row in rows}


def _replayed(pool_id: int, since: date | None) -> Q:
    """Changes of the events that a replay from ``since`` covers; open events always are."""
    covered = Q(event__final=False)
    if since is not None:
        covered |= Q(event__date__gte=since)
    return Q(event__pool_id=pool_id) & covered


@dataclass(frozen=True)
class _Computed:
    """A finished computation that nobody sees yet."""

    pool: RatingPool
    mark: Mark
    since: date | None
    listed: Mapping[int, ListRow]
    replay: Replay
    seconds: float

    def publish(self) -> RatingRun | None:
        """Replace the derived rows in one transaction; None when the pool has moved on since the reading."""
        with transaction.atomic():
            pool = RatingPool.objects.select_for_update().get(pk=self.pool.pk)
            if Mark.of(pool) != self.mark:
                return None
            run = self._run_row()
            RatingChange.objects.filter(_replayed(pool.pk, self.since)).delete()
            RatingChange.objects.bulk_create(_change_rows(run, self.replay.changes), batch_size=_BATCH)
            _publish_list(pool.pk, self.listed, self.replay.listed)
            pool.computed_version = self.mark.ledger_version
            pool.dirty_from = None
            pool.current_run = run
            pool.save(update_fields=["computed_version", "dirty_from", "current_run"])
        return run

    def _run_row(self) -> RatingRun:
        return RatingRun.objects.create(
            pool=self.pool,
            ledger_version=self.mark.ledger_version,
            replayed_from=self.since,
            system=self.pool.system,
            params=self.pool.params,
            engine_version=ENGINE_VERSION,
            events=self.replay.events,
            games=self.replay.games,
            seconds=self.seconds,
        )


def _change_rows(run: RatingRun, changes: Sequence[ChangeRow]) -> Iterator[RatingChange]:
    for change in changes:
        yield RatingChange(run=run, **{name: getattr(change, name) for name in ChangeRow.FIELDS})


def _publish_list(pool_id: int, old: Mapping[int, ListRow], new: Mapping[int, ListRow]) -> None:
    gone = [player for player in old if player not in new]
    PlayerRating.objects.filter(pool_id=pool_id, player_id__in=gone).delete()
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
    """A figure that is published otherwise than a rebuild finds it.

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
class Checked:
    """What a rebuild from nothing replayed, and every difference to what is published; none: all of it is right."""

    events: int
    games: int
    differences: tuple[Difference, ...]


class PoolBusyError(WordhallError):
    """Results came in during each attempt to compare; try again when it is quiet."""


def check_pool(*, pool_id: int) -> tuple[str, ...]:
    """Rebuild the pool from nothing without publishing, and describe every difference to what is published.

    An empty answer means that all of it is right.  Raises PoolBusyError as ``compare_with_rebuild``.
    """
    return tuple(map(str, compare_with_rebuild(pool_id=pool_id).differences))


def compare_with_rebuild(*, pool_id: int, tell: Progress = _silent) -> Checked:
    """Rebuild the pool from nothing without publishing, and compare.

    Raises PoolBusyError when the pool changes all the time meanwhile.
    """
    for _attempt in range(_FREE_ATTEMPTS):
        pool = RatingPool.objects.get(pk=pool_id)
        listed = _listed(pool_id)
        rows = RatingChange.objects.filter(event__pool_id=pool_id).values_list(*ChangeRow.FIELDS)
        stored = {(row[0], row[1]): ChangeRow(*row) for row in rows}
        replay = read_replay(pool, date.min, tell)
        if Mark.of(RatingPool.objects.get(pk=pool_id)) == Mark.of(pool):
            return Checked(replay.events, replay.games, tuple(_differences(pool, listed, stored, replay)))
    raise PoolBusyError(_("New results kept coming in. Try again when it is quieter."))


def _differences(
    pool: RatingPool, listed: Mapping[int, ListRow], stored: Mapping[tuple[int, int], ChangeRow], replay: Replay
) -> Iterator[Difference]:
    if pool.computed_version != pool.ledger_version:
        yield Difference(None, None, f"up to {pool.computed_version}", f"ledger version {pool.ledger_version}")
    rebuilt = {(change.event_id, change.player_id): change for change in replay.changes}
    for event, player in sorted(stored.keys() | rebuilt.keys()):
        here, there = stored.get((event, player)), rebuilt.get((event, player))
        if here != there:
            whole = _change_figures(here, whole=False) == _change_figures(there, whole=False)
            figures = (_change_figures(one, whole=whole) for one in (here, there))
            yield Difference(event, player, *figures)
    for player in sorted(listed.keys() | replay.listed.keys()):
        row, anew = listed.get(player), replay.listed.get(player)
        if row != anew:
            whole = _line_figures(row, whole=False) == _line_figures(anew, whole=False)
            figures = (_line_figures(one, whole=whole) for one in (row, anew))
            yield Difference(None, player, *figures)


def _change_figures(change: ChangeRow | None, *, whole: bool) -> str:
    if change is None:
        return "–"
    more = f" ({change.games}, {change.expected:.6f}, {change.new_deviation})" if whole else ""
    return f"{change.old_rating or '–'} → {change.new_rating}{more}"


def _line_figures(row: ListRow | None, *, whole: bool) -> str:
    if row is None:
        return "–"
    live = "" if row.live_rating is None else f", {row.live_rating}"
    more = f" ({row.career_games}, {row.pool_games}, {row.deviation})" if whole else ""
    return f"{row.rating or '–'}{'?' if row.provisional else ''}{live}{more}"
