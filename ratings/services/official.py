"""Publishing a rating list: a copy that stays as it is while the live list changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from ratings.engine.params import ENGINE_VERSION
from ratings.models import OfficialList, OfficialRating, RatingPool
from ratings.queries.lists import ListLine, whole_list
from ratings.services.ledger import LedgerError, lock_pool

_BATCH = 1000
#: Called inside the transaction, with the pool locked: a list is published.
list_published: list[Callable[[OfficialList], None]] = []


def publish_list(
    *, pool: RatingPool, name: str, effective: date, actor: AbstractBaseUser | None = None
) -> OfficialList:
    """Freeze the pool's official ratings as the list valid from ``effective``.

    Raises LedgerError when results are still being rated, nobody is rated, or that day already has a list.
    """
    name = name.strip()
    if not name:
        raise LedgerError(_("Give the list a name, such as “March 2026”."))
    with transaction.atomic():
        locked = lock_pool(pool.pk)
        if locked.computed_version != locked.ledger_version:
            raise LedgerError(_("New results are still being rated. Publish the list a little later."))
        if OfficialList.objects.filter(pool=locked, effective=effective).exists():
            raise LedgerError(
                _("There is already a list for that day. Published lists do not change; choose another day.")
            )
        lines = [line for line in whole_list(locked) if line.rating is not None]
        if not lines:
            raise LedgerError(_("No one has an official rating here yet."))
        published = OfficialList.objects.create(
            pool=locked,
            name=name[:80],
            effective=effective,
            ledger_version=locked.ledger_version,
            system=locked.system,
            params=locked.params,
            engine_version=ENGINE_VERSION,
            content_hash=content_hash(lines),
            published_by_id=actor.pk if actor is not None else None,
        )
        OfficialRating.objects.bulk_create([_line(published, line) for line in lines], batch_size=_BATCH)
        after = {
            "list": published.pk,
            "name": published.name,
            "effective": effective.isoformat(),
            "players": len(lines),
        }
        log_action(actor=actor, verb="rating_list.published", target=locked, after=after)
        for follow in list_published:
            follow(published)
    return published


def content_hash(lines: list[ListLine]) -> str:
    """SHA-256 of players, ratings, games and deviations: equal lists have equal hashes."""
    rows = [[line.player_id, line.rating, line.games, line.deviation] for line in lines]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def _line(published: OfficialList, line: ListLine) -> OfficialRating:
    return OfficialRating(
        official_list=published,
        player_id=line.player_id,
        rank=line.rank,
        rating=line.rating or 0,  # `publish_list` takes rated lines only
        games=line.games if line.games_known else None,
        deviation=line.deviation,
        provisional=line.provisional,
        last_date=line.last_date,
    )
