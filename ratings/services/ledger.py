"""Writing the ledger: events and results of a pool (starting ratings: ``ratings.services.openings``).

Every function locks the pool's row, writes, raises ``ledger_version`` and asks the worker for a recompute, all in one
transaction (the caller's, if there is one).  Recording the same thing twice writes nothing.  The pool is the last lock in
the site's lock order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from audit.log import log_action
from core.errors import WordhallError
from jobs.services import enqueue
from ratings.engine.types import MAX_SEATS, RatedGame
from ratings.models import (
    MAX_ROUNDS,
    MAX_SCORE,
    MIN_SCORE,
    RatedEvent,
    RatedResult,
    RatingPool,
)


class LedgerError(WordhallError):
    """Something about a result, a rating or a player cannot be right; the message tells the user what and why."""


def lock_pool(pool_id: int) -> RatingPool:
    """The pool with its row locked, until the transaction ends."""
    return RatingPool.objects.select_for_update().get(pk=pool_id)


def lock_events(events: QuerySet[RatedEvent]) -> list[RatedEvent]:
    """The events as they are once their pools are locked, by the pools' ids, with the pools, until the transaction ends.

    Two queries, one where there is no event. The pools are locked first, as everywhere: an event that is locked before its pool
    waits for whoever holds the pool and writes the event.
    """
    pools = RatingPool.objects.select_for_update().filter(pk__in=events.values("pool_id")).order_by("pk")
    locked = {pool.pk: pool for pool in pools}
    fresh = list(events.order_by("pool_id", "pk")) if locked else []
    for event in fresh:
        event.pool = locked[event.pool_id]
    return fresh


def lock_event(event: RatedEvent) -> RatedEvent:
    """The event as it is once its pool is locked, with the pool. Raises RatedEvent.DoesNotExist."""
    pool = lock_pool(event.pool_id)
    fresh = RatedEvent.objects.get(pk=event.pk)
    fresh.pool = pool
    return fresh


def mark_changed(pool: RatingPool, since: date | None) -> None:
    """Note that the ledger of the locked pool changed: events from ``since`` on are to be rated again (None: no final one)."""
    pool.ledger_version += 1
    if since is not None:
        pool.dirty_from = since if pool.dirty_from is None else min(since, pool.dirty_from)
    pool.save(update_fields=["ledger_version", "dirty_from"])
    enqueue("ratings.recompute", pool.pk)


def open_event(*, pool: RatingPool, key: str, name: str, date: date, rounds: int) -> RatedEvent:
    """Add the event ``key``, or bring its name, date and configured rounds up to date.

    Raises LedgerError when the number of rounds is impossible.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise LedgerError(_("A rated event has 1 to %(most)d rounds, not %(rounds)d.") % _bounds(rounds))
    with transaction.atomic():
        locked = lock_pool(pool.pk)
        event, created = RatedEvent.objects.get_or_create(
            pool=locked, key=key, defaults={"name": name, "date": date, "rounds": rounds}
        )
        since = min(event.date, date)
        moved = (event.date, event.rounds) != (date, rounds)
        if moved or event.name != name:
            event.name, event.date, event.rounds = name, date, rounds
            event.save(update_fields=["name", "date", "rounds"])
        if created or moved:
            mark_changed(locked, since if event.final else None)
    return event


def _bounds(rounds: int) -> dict[str, int]:
    return {"most": MAX_ROUNDS, "rounds": rounds}


def _check_game(game: RatedGame) -> None:
    if game.player == game.opponent:
        raise LedgerError(_("Game %(key)s: a player cannot play against themselves.") % {"key": game.key})
    for score in (game.player_score, game.opponent_score):
        if not MIN_SCORE <= score <= MAX_SCORE:
            bounds = {"key": game.key, "score": score, "least": MIN_SCORE, "most": MAX_SCORE}
            raise LedgerError(_("Game %(key)s: a score must be %(least)d to %(most)d, not %(score)d.") % bounds)
    if game.tie_won_by and game.player_score != game.opponent_score:
        raise LedgerError(_("Game %(key)s: say who won only if the scores are equal.") % {"key": game.key})
    if not 2 <= game.seats <= MAX_SEATS:
        raise LedgerError(_("A rated table has 2 to %(most)d players.") % {"most": MAX_SEATS})
    if not 1 <= game.round <= MAX_ROUNDS:
        raise LedgerError(_("Game %(key)s: there is no round %(round)d.") % {"key": game.key, "round": game.round})


def game_of(row: RatedResult) -> RatedGame | None:
    """The game of a live row; None for a void."""
    values = (row.round, row.player_id, row.opponent_id, row.player_score, row.opponent_score)
    if None in values:
        return None
    return RatedGame(row.game_key, *values, row.first_known, row.seats, row.tie_won_by)  # type: ignore[arg-type]  # None was excluded


def void_row(row: RatedResult, reason: str) -> RatedResult:
    """The row (not saved) that voids this one."""
    return RatedResult(
        event_id=row.event_id,
        game_key=row.game_key,
        revision=row.revision + 1,
        kind=RatedResult.Kind.VOID,
        voids=row,
        source=row.source,
        reason=reason,
    )


def _result_row(event: RatedEvent, game: RatedGame, revision: int, source: str) -> RatedResult:
    return RatedResult(
        event=event,
        game_key=game.key,
        revision=revision,
        kind=RatedResult.Kind.RESULT,
        round=game.round,
        player_id=game.player,
        opponent_id=game.opponent,
        player_score=game.player_score,
        opponent_score=game.opponent_score,
        first_known=game.first_known,
        seats=game.seats,
        tie_won_by=game.tie_won_by,
        source=source,
    )


def latest_rows(event: RatedEvent, keys: Sequence[str]) -> dict[str, RatedResult]:
    """The newest row of each of the games."""
    rows = RatedResult.objects.filter(event=event, game_key__in=keys).order_by("revision")
    return {row.game_key: row for row in rows}


def record_results(
    *, event: RatedEvent, games: Sequence[RatedGame], source: str = "", reason: str = ""
) -> tuple[RatedResult, ...]:
    """Record played games of one event; returns their live rows in the same order.

    A game recorded before with the same values is left alone; with others the earlier row is voided and a new one
    added.  Raises LedgerError when a game cannot be right; then nothing is recorded.
    """
    for game in games:
        _check_game(game)
    if len({game.key for game in games}) != len(games):
        raise LedgerError(_("The same game appears twice."))
    with transaction.atomic():
        locked = lock_event(event)
        return _record(locked, games, latest_rows(locked, [game.key for game in games]), source, reason)


def _record(
    event: RatedEvent, games: Sequence[RatedGame], latest: Mapping[str, RatedResult], source: str, reason: str
) -> tuple[RatedResult, ...]:
    """Record checked games of a locked event; ``latest``: the newest rows of those that have any."""
    live: list[RatedResult] = []
    added: list[RatedResult] = []
    for game in games:
        row = latest.get(game.key)
        if row is not None and game_of(row) == game:
            live.append(row)
            continue
        if row is not None and row.kind == RatedResult.Kind.RESULT:
            row = void_row(row, reason or _("corrected"))
            added.append(row)
        added.append(_result_row(event, game, row.revision + 1 if row else 1, source))
        live.append(added[-1])
    if added:
        RatedResult.objects.bulk_create(added)
        mark_changed(event.pool, event.date if event.final else None)
    return tuple(live)


def rate_game(*, events: QuerySet[RatedEvent], key: str, game: RatedGame | None, source: str, reason: str) -> None:
    """Record a game of two in each of the events, or take it out of their ratings (``game`` None, for ``reason``).

    Two queries while nothing was recorded of the game and there is nothing to record. Raises LedgerError as ``record_results``.
    """
    if game is not None:
        _check_game(game)
    with transaction.atomic():
        recorded = RatedResult.objects.filter(event=OuterRef("pk"), game_key=key)
        for event in lock_events(events.annotate(has_rows=Exists(recorded))):
            latest = latest_rows(event, [key]) if event.has_rows else {}  # type: ignore[attr-defined]  # annotated
            if game is not None:
                _record(event, [game], latest, source, "")
            elif latest:
                _void(event, latest[key], reason)


def record_result(*, event: RatedEvent, game: RatedGame, source: str = "", reason: str = "") -> RatedResult:
    """Record one played game; see ``record_results``."""
    return record_results(event=event, games=[game], source=source, reason=reason)[0]


def void_result(*, event: RatedEvent, game_key: str, reason: str) -> RatedResult | None:
    """Take a game out of the ratings; returns the voiding row, or None when there was nothing to void.

    Raises LedgerError without a reason.
    """
    if not reason.strip():
        raise LedgerError(_("Give a reason for voiding a rated result."))
    with transaction.atomic():
        locked = lock_event(event)
        row = latest_rows(locked, [game_key]).get(game_key)
        return None if row is None else _void(locked, row, reason.strip())


def _void(event: RatedEvent, row: RatedResult, reason: str) -> RatedResult | None:
    """Void the newest row of a game of a locked event; None if it is a void already."""
    if row.kind == RatedResult.Kind.VOID:
        return None
    void = void_row(row, reason)
    void.save()
    mark_changed(event.pool, event.date if event.final else None)
    return void


def _set_final(event: RatedEvent, *, final: bool, actor: AbstractBaseUser | None, reason: str) -> RatedEvent:
    with transaction.atomic():
        fresh = lock_event(event)
        if fresh.final != final:
            fresh.final = final
            fresh.save(update_fields=["final"])
            verb = "rated_event.finalized" if final else "rated_event.reopened"
            log_action(
                actor=actor, verb=verb, target=fresh, before={"final": not final}, after={"final": final}, reason=reason
            )
            mark_changed(fresh.pool, fresh.date)
    return fresh


def finalize_event(*, event: RatedEvent, actor: AbstractBaseUser | None = None, reason: str = "") -> RatedEvent:
    """Let the event count for the official list."""
    return _set_final(event, final=True, actor=actor, reason=reason)


def reopen_event(*, event: RatedEvent, actor: AbstractBaseUser | None = None, reason: str = "") -> RatedEvent:
    """Take the event out of the official list; live estimates still use it."""
    return _set_final(event, final=False, actor=actor, reason=reason)
