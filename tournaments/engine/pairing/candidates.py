"""Which pairs are worth weighing in a large field.

Each player is joined to those nearest to the due opponent, to those nearest in the standings, and, where somebody may
have to leave a group, the middle of it to the top of the next. Opponents to be avoided are passed over and the search
goes further, so that the graph stays rich in late rounds. All players search at once, in arrays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count as count_from

import numpy as np

from tournaments.engine.pairing.arrays import Edge, Flags, Nodes, as_array
from tournaments.engine.pairing.options import Order, Shape
from tournaments.engine.pairing.pool import Groups, Pool

# Where firsts and seconds are uneven, each player is joined to some who balance them. How many, in square roots of the
# group's size: the k-th of one half and the k-th of the other who fit drift apart like a random walk.
SUITED = 1
# How many times as many places are searched for them: where few fit, the search need not cross the whole field.
SUITED_SEARCH = 8
# How many steps a search takes before those that are at their end are left out.
STRIDE = 12


def near_edges(
    pool: Pool,
    cut: Groups,
    shape: Shape,
    avoid: Iterable[Edge],
    reach: int,
    also: Iterable[Edge] = (),
    booked: Collection[int] = (),
) -> Nodes:
    """Some 2 to 4 × `reach` pairs for each player not `booked`, sorted, none of them in `avoid`; and those of `also`."""
    count = len(pool.rows)
    spent = np.eye(count + 1, dtype=np.bool_)
    pairs = as_array(avoid)
    spent[pairs[:, 0], pairs[:, 1]] = spent[pairs[:, 1], pairs[:, 0]] = True
    fixed = np.zeros(count + 1, np.bool_)
    fixed[list(booked)] = True
    spent |= fixed
    lead = np.array([record.firsts - record.seconds for record in pool.starts], np.int64)
    size = np.array(cut.size, np.int64)
    own, anchor = (np.concatenate(parts) for parts in zip(*_anchors(cut, shape, fixed[:count]), strict=True))
    own, anchor = own[~fixed[own]], anchor[~fixed[own]]
    suited = SUITED * _root(size[own]) if lead.any() else np.zeros_like(own)
    parts = [as_array(also), *_around(own, anchor, suited, lead, reach, spent)]
    if pool.bye_node is not None and pool.bye_node not in booked:
        turns = [turn for turn in pool.bye_turns() if turn not in booked][: 4 * reach]
        parts.append(as_array((turn, pool.bye_node) for turn in turns))
    one, other = np.concatenate(parts).T
    codes = np.sort(np.minimum(one, other) * (count + 1) + np.maximum(one, other))
    codes = codes[np.diff(codes, prepend=-1) > 0]
    return np.stack((codes // (count + 1), codes % (count + 1)), axis=1)


def _root(values: Nodes) -> Nodes:
    """Square roots, rounded down."""
    return np.sqrt(values).astype(np.int64)


def _anchors(cut: Groups, shape: Shape, fixed: Flags) -> Iterator[tuple[Nodes, Nodes]]:
    """(places, where each looks around): at its own, the due opponent's, and across the border of the group.

    Those near the middle of a group may be due to its top, to its bottom or to the group below.
    """
    start, size, gap = (np.array(column, np.int64) for column in (cut.start, cut.size, cut.gap))
    place = np.arange(len(start))
    yield place, place
    if shape.order is not Order.HALVES or not shape.win_groups:
        yield place, np.clip(place + gap // 2, 0, len(start) - 1)
        if shape.order is not Order.FOLD:
            return
    half, middle = (size + 1) // 2, _root(size) + 2
    down = place - start < half + middle
    yield place[down], np.minimum(place + half, start + size)[down]
    up = place - start >= half - middle
    yield place[up], np.maximum(place - half, start)[up]
    free = place[~fixed]
    heads = free[np.diff(start[free], prepend=0) > 0]
    yield heads, start[heads] - half[start[heads] - 1]
    yield _leavers(cut, free)


def _leavers(cut: Groups, free: Nodes) -> tuple[Nodes, Nodes]:
    """Of each group but the last whoever of the `free` is nearest to its exit, and where in the next group they are best paired.

    That is its top; half as far below it as they stand below their exit, where all nearer ones are booked (`terms.floats`).
    """
    start, size, leave = (np.array(column, np.int64) for column in (cut.start, cut.size, cut.exit))
    below = 2 * (free - start[free]) - leave[free]
    order = np.lexsort((np.abs(below), start[free]))
    nearest = order[np.diff(start[free][order], prepend=-1) > 0]
    one = free[nearest]
    anchor = start[one] + size[one] + np.maximum(0, below[nearest]) // 4
    inside = start[one] + size[one] < len(start)
    return one[inside], np.minimum(anchor, len(start) - 1)[inside]


def _around(own: Nodes, anchor: Nodes, suited: Nodes, lead: Nodes, reach: int, spent: Flags) -> Iterator[Nodes]:
    """For each of `own` the pairs with the nearest places to its `anchor` that are not spent.

    These are `reach`, and more to have `suited` balance the starts. `lead` is firsts less seconds: two players with a
    lead of the same sign cannot both come out level. A step looks at one place below and one above; the two are in
    columns 0 and 1 of the last axis.
    """
    count = len(lead)
    last = anchor + SUITED_SEARCH * suited
    missing = np.full_like(own, reach)
    for first in count_from(0, STRIDE):
        steps = np.arange(first, first + STRIDE)
        place = np.stack((anchor[:, None] + steps, anchor[:, None] - 1 - steps), axis=2).reshape(len(own), -1)
        inside = (place >= 0) & (place < count)
        place[~inside] = 0
        open_ = inside & ~spent[own[:, None], place]
        fits = open_ & (lead[own][:, None] * lead[place] <= 0)
        still, fitting = missing[:, None] - _before(open_), suited[:, None] - _before(fits)
        going = (still[:, ::2] > 0) | ((fitting[:, ::2] > 0) & (anchor[:, None] + steps < last[:, None]))
        rows, columns = np.nonzero(open_ & np.repeat(going, 2, axis=1) & ((still > 0) | fits))
        yield np.stack((own[rows], place[rows, columns]), axis=1)
        missing, suited = missing - open_.sum(axis=1), suited - fits.sum(axis=1)
        after = first + STRIDE
        more = (missing > 0) | ((suited > 0) & (anchor + after < last))
        more &= (anchor > after) | (anchor + after < count)
        if not more.any():
            return
        own, anchor, suited, last, missing = (column[more] for column in (own, anchor, suited, last, missing))


def _before(flags: Flags) -> Nodes:
    """For each flag how many of its row are set before it."""
    return np.cumsum(flags, axis=1) - flags
