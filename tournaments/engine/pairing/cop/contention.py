"""Who is Gibsonized, how the rest of the event is paired, and who may hope for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.pairing.catching import Totals, can_catch


def gibsonized(field: Sequence[Totals], prizes: int, rounds: int, spread: int) -> frozenset[int]:
    """Ranks (from 0) within the prizes that neither catch the one above nor are caught by the one below."""

    def apart(rank: int) -> bool:
        return not can_catch(field[rank - 1], field[rank], rounds, spread)

    return frozenset(
        rank
        for rank in range(min(prizes, len(field)))
        if (rank == 0 or apart(rank)) and (rank + 1 == len(field) or apart(rank + 1))
    )


def groups(count: int, gibsons: frozenset[int]) -> tuple[int, ...]:
    """The Gibson group of each rank: players of different groups are not paired. 0 is the tail, and who is left over."""
    group = [0] * count
    above: list[int] = []
    number = 0
    for rank in range(count):
        if rank not in gibsons:
            above.append(rank)
            continue
        if len(above) % 2:
            above.append(rank)
        if above:
            number += 1
            for member in above:
                group[member] = number
        above = []
    return tuple(group)


def segments(group: Sequence[int], size: int, gibsons: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """The ranks of each group, the tail last with the Gibsons left over at its end; the bye (if size is larger) closes it."""
    members = [[rank for rank, own in enumerate(group) if own == number] for number in range(max(group, default=0) + 1)]
    tail = sorted(members[0], key=lambda rank: rank in gibsons)
    return (*map(tuple, members[1:]), (*tail, *range(len(group), size)))


def schedule(
    parts: Sequence[Sequence[int]], rounds: int, most: int, games: int = 1
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Factor pairing of every part for all remaining rounds, neighbours in the last. Ranks as (better, worse).

    `games`: rounds in a row against one opponent; the last such match is between neighbours in all its rounds.
    """
    return tuple(
        tuple(pair for part in parts for pair in _factor(part, -(-left // games), most))
        for left in range(rounds, 0, -1)
    )


def _factor(part: Sequence[int], left: int, most: int) -> Iterator[tuple[int, int]]:
    if left == 1:
        yield from zip(part[::2], part[1::2], strict=True)
        return
    factor = max(0, min(left, most, len(part) // 2))
    for k in range(factor):
        yield part[k], part[k + factor]
    rest = part[2 * factor :]
    yield from zip(rest[: len(rest) // 2], rest[len(rest) // 2 :], strict=True)


@dataclass(frozen=True, slots=True)
class Hopes:
    """What the simulations say, by rank (from 0): best and worst places ever reached, best places hoped for.

    `lowest_hope[k]`: the lowest-placed player who may hope for place k. `lowest_casher`, `lowest_hopeful`: the lowest
    player who ever won a prize, and who may hope for one.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    hope: tuple[int, ...]
    lowest_hope: tuple[int, ...]
    lowest_casher: int
    lowest_hopeful: int


def hopes(counts: NDArray[np.int64], prizes: int, threshold: float) -> Hopes:
    """Read hopes off the counts of final ranks; `threshold` is the share of events that counts as a hope."""
    size = len(counts)
    enough = max(1, round(int(counts[0].sum()) * threshold))
    running = counts.cumsum(axis=1)
    best = tuple(int(np.argmax(row > 0)) for row in counts)
    worst = tuple(size - 1 - int(np.argmax(row[::-1] > 0)) for row in counts)
    hope = tuple(int(np.argmax(row >= enough)) for row in running)
    lowest = _lowest(hope, size)
    prizes = min(prizes, size)
    return Hopes(best, worst, hope, lowest, max(r for r in range(size) if best[r] < prizes), lowest[prizes - 1])


def _lowest(hope: Sequence[int], size: int) -> tuple[int, ...]:
    lowest = [size - 1] * size
    seen = -1
    for rank, place in enumerate(hope):
        for skipped in range(seen + 1, place):
            lowest[skipped] = max(0, rank - 1)
        lowest[place] = rank
        seen = max(seen, place)
    return tuple(lowest)


def tightened(counts: NDArray[np.int64], gibsons: frozenset[int]) -> int:
    """How many consecutive ranks below the first who is not Gibsonized ever reached that one's place."""
    top = next((rank for rank in range(len(counts)) if rank not in gibsons), None)
    if top is None:
        return 0
    reached = 0
    while top + reached + 1 < len(counts) and counts[top + reached + 1][top] > 0:
        reached += 1
    return reached
