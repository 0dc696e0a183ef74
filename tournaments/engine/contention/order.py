"""Standings of many events at once in any order of tie-breaks: what `standings.place` does for one, on arrays (event, player).

All values are whole numbers or quotients of small ones, so that two of them are equal as floating point numbers exactly
if they are equal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tournaments.engine.model import USUAL_ORDER
from tournaments.engine.standings import TIEBREAKS
from tournaments.engine.standings.records import Ints, Records

#: A spread larger than any event's, to pack points and spread into one number.
_WIDE = 1 << 20


def by_place(records: Records, order: Sequence[str]) -> Ints:
    """Players by place; full ties in the order of the field."""
    if tuple(order) == USUAL_ORDER:
        packed: Ints = np.argsort(-(records.points * _WIDE + records.spread), axis=1, kind="stable")
        return packed
    found: Ints = np.argsort(ranks(records, order), axis=1, kind="stable")
    return found


def ranks(records: Records, order: Sequence[str]) -> Ints:
    """Each player's rank from 0, without gaps; equals share it."""
    group = np.zeros_like(records.points)
    for key in order:
        value = TIEBREAKS[key].simulated(records, group)
        ordered = np.lexsort((-value, group), axis=1)
        sorted_value, sorted_group = (np.take_along_axis(item, ordered, axis=1) for item in (value, group))
        new = (np.diff(sorted_value, axis=1) != 0) | (np.diff(sorted_group, axis=1) != 0)
        place = np.concatenate((np.zeros((len(group), 1), dtype=np.int64), np.cumsum(new, axis=1)), axis=1)
        group = np.zeros_like(group)
        np.put_along_axis(group, ordered, place, axis=1)
    return group
