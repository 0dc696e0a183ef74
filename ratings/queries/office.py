"""The lists of a ratings office, each with the answer of its last “Check” or “Recompute”.  A fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models import Player
from ratings.models import PoolCheck, RatedEvent, RatingPool


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A figure that was published otherwise than computed; ``where``: the player, and the event if it belongs to one."""

    where: str
    published: str
    rebuilt: str


@dataclass(frozen=True, slots=True)
class PoolState:
    """A list, its last check (None: none yet), and the differences of that."""

    pool: RatingPool
    check: PoolCheck | None
    differences: tuple[DifferenceLine, ...] = ()


def pool_states(pools: Sequence[RatingPool]) -> list[PoolState]:
    """Each list with its last check; three queries."""
    last: dict[int, PoolCheck] = {}
    for check in PoolCheck.objects.filter(pool__in=pools).order_by("pk"):
        last[check.pool_id] = check
    lines = _lines(list(last.values()))
    return [
        PoolState(pool, last.get(pool.pk), lines.get(last[pool.pk].pk, ()) if pool.pk in last else ()) for pool in pools
    ]


def _lines(checks: Sequence[PoolCheck]) -> dict[int, tuple[DifferenceLine, ...]]:
    differences = [one for check in checks for one in check.differences]
    players = dict(Player.objects.filter(pk__in={one["player"] for one in differences}).values_list("pk", "name"))
    events = dict(RatedEvent.objects.filter(pk__in={one["event"] for one in differences}).values_list("pk", "name"))

    def line(one: dict[str, object]) -> DifferenceLine:
        player, event = players.get(one["player"], _("all")), events.get(one["event"])  # type: ignore[call-overload]
        return DifferenceLine(f"{player}, {event}" if event else player, str(one["published"]), str(one["rebuilt"]))

    return {check.pk: tuple(map(line, check.differences)) for check in checks}
