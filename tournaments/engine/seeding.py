"""The seed order of a field: by rating, except for seeds set by the director.

`EntrySnapshot.number` is the place in this order; every pairing system that asks for seeds or an initial order reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """What decides one player's seed. `number`: the one on the slips; `seed`: set by hand; `late`: entered after the
    first round was made."""

    id: int
    number: int
    rating: int | None = None
    seed: int | None = None
    late: bool = False


def seed_order(field: Iterable[Candidate]) -> tuple[int, ...]:
    """The ids in seed order, the top seed first. The order of the argument does not matter.

    Without a seed set by hand: by rating, the unrated last, equals by number. With some: those players stand at their
    seeds (of two with one seed the lower number first; a seed beyond the field is the last), all others keep the
    order by rating around them. A late entry without one is put in by rating and moves nobody past anybody, as
    schedules already begun follow the order: it stands before the first player seeded by rating who is below it.

    >>> field = [Candidate(1, 1, 1900), Candidate(2, 2, 1800), Candidate(3, 3, 1700), Candidate(4, 4, 1200, seed=2)]
    >>> seed_order(field)
    (1, 4, 2, 3)
    >>> seed_order([*field, Candidate(5, 5, 1850, late=True)])
    (1, 4, 5, 2, 3)
    """
    by_rating = sorted(field, key=_by_rating)
    by_hand = sorted(
        ((one.seed, one) for one in by_rating if one.seed is not None), key=lambda own: (own[0], own[1].number)
    )
    if not by_hand:
        return tuple(one.id for one in by_rating)
    order = [one for one in by_rating if one.seed is None and not one.late]
    for seed, one in by_hand:
        order.insert(seed - 1, one)
    for one in by_rating:
        if one.seed is None and one.late:
            below = (k for k, other in enumerate(order) if other.seed is None and _by_rating(other) > _by_rating(one))
            order.insert(next(below, len(order)), one)
    return tuple(one.id for one in order)


def _by_rating(one: Candidate) -> tuple[bool, int, int]:
    return one.rating is None, -(one.rating or 0), one.number
