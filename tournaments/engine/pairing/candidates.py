"""Which pairs are worth weighing in a large field.

Each player is joined to those nearest to the wanted opponent, to those nearest in the standings, and, where somebody
may have to leave a group, the middle of it to the top of the next. Players he should not meet (again) are passed over
and the search goes further, so that the graph stays rich in late rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import isqrt

from tournaments.engine.pairing.matching import Edge
from tournaments.engine.pairing.pool import Groups, Pool
from tournaments.engine.pairing.rules import Order, Shape

# Where firsts and seconds are uneven, each player is joined to so many who balance them, in square roots of the group's
# size: the k-th of one half and the k-th of the other who fit drift apart like a random walk.
SUITED = 1
# How many times as many places are looked at for them: where few fit, the search need not cross the whole field.
SUITED_SEARCH = 8


def near_edges(
    pool: Pool,
    cut: Groups,
    shape: Shape,
    avoid: Iterable[Edge],
    reach: int,
    also: Iterable[Edge] = (),
    booked: Collection[int] = (),
) -> list[Edge]:
    """Some 2 to 4 × `reach` pairs for each player not `booked`, sorted, none of them in `avoid`; and those of `also`."""
    count = len(pool.rows)
    spent: list[set[int]] = [{place, *booked} for place in range(count + 1)]
    for i, j in avoid:
        spent[i].add(j)
        spent[j].add(i)
    lead = [record.firsts - record.seconds for record in pool.starts]
    uneven = SUITED if any(lead) else 0
    found: set[Edge] = set(also)
    for i in range(count):
        if i in booked:
            continue
        suited = uneven * isqrt(cut.size[i])
        for anchor in _anchors(i, cut, shape):
            for j in _around(anchor, lead[i], lead, reach, suited, spent[i]):
                found.add((i, j) if i < j else (j, i))
    bye = pool.bye_node
    if bye is not None and bye not in booked:
        found.update((place, bye) for place in [turn for turn in pool.bye_turns() if turn not in booked][: 4 * reach])
    return sorted(found)


def _anchors(i: int, cut: Groups, shape: Shape) -> Iterable[int]:
    """The places to look around: the own one, the wanted opponent's, and across the border of the group.

    Those near the middle of a group may be wanted by its top, by its bottom or by the group below.
    """
    start, size = cut.start[i], cut.size[i]
    yield i
    if shape.order is not Order.HALVES or not shape.win_groups:
        yield max(0, min(i + cut.gap[i] // 2, len(cut.start) - 1))
        if shape.order is not Order.FOLD:
            return
    half, middle = (size + 1) // 2, isqrt(size) + 2
    if i - start < half + middle:
        yield min(i + half, start + size)
    if i - start >= half - middle:
        yield max(i - half, start)
    if start == i and i:
        yield i - (cut.size[i - 1] + 1) // 2


def _around(anchor: int, own: int, lead: Sequence[int], reach: int, suited: int, spent: set[int]) -> Sequence[int]:
    """The nearest places to `anchor` that are not spent: `reach` of them, and more to have `suited` balance the starts.

    `own` and `lead` are firsts less seconds. Two players with a lead of the same sign cannot both come out level.
    """
    low, high, count = anchor - 1, anchor, len(lead)
    last = anchor + SUITED_SEARCH * suited
    found: list[int] = []
    while (reach > 0 or (suited > 0 and high < last)) and (low >= 0 or high < count):
        for place in (high, low):
            if 0 <= place < count and place not in spent:
                fits = own * lead[place] <= 0
                if reach > 0 or fits:
                    found.append(place)
                reach -= 1
                suited -= fits
        low -= 1
        high += 1
    return found
