"""Which pairs are worth weighing in a large field: near places, likely partners, and those next for the bye."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.engine.byes import bye_order
from tournaments.engine.pairing.matching import Edge
from tournaments.engine.pairing.pool import Groups, Pool


def near_edges(pool: Pool, cut: Groups, places: int | None, reach: int) -> Iterable[Edge]:
    """Pairs within `reach` places of the wanted opponent (as the distance term wants him), or of each other."""
    count = len(pool.rows)
    start, size = cut.start, cut.size
    for i in range(count):
        target = i + (places if places is not None else (size[i] + 1) // 2)
        low, high = max(i + 1, target - reach), min(count, target + reach + 1)
        yield from ((i, j) for j in range(i + 1, min(low, i + 1 + reach, count)))
        yield from ((i, j) for j in range(low, high))
        yield from _next_group(i, start[i] + size[i], high, count, reach, cut)
    bye = pool.bye_node
    if bye is not None:
        yield from ((place, bye) for place in sorted(bye_order(pool.byes)[: 2 * reach]))


def _next_group(i: int, below: int, high: int, count: int, reach: int, cut: Groups) -> Iterable[Edge]:
    """The top of the group below, for those in the middle of theirs: one of them may have to float down."""
    middle = below - (cut.size[i] + 1) // 2
    if below < count and abs(i - middle) <= reach:
        yield from ((i, j) for j in range(max(below, high), min(count, below + reach)))
