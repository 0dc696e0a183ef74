"""Who gets the bye of an odd field."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class ByeOrder(StrEnum):
    """Who gets the bye. Fewest byes so far comes before place; in `ALWAYS_BOTTOM` among the lowest few only."""

    BOTTOM_UP = "bottom_up"  # the lowest placed
    TOP_DOWN = "top_down"  # the best placed
    ALWAYS_BOTTOM = "always_bottom"  # the lowest few in turn
    GERMAN = "german"  # n rounds before the end, the n-th from the bottom


def bye_order(
    byes: Sequence[int], order: ByeOrder = ByeOrder.BOTTOM_UP, *, bottom: int = 4, rounds_left: int = 1
) -> tuple[int, ...]:
    """Places in the order in which they are due a bye, the first being the one who gets it.

    `byes[place]` is the number of byes so far of the player at that place (0 = best placed) among those who take part
    in the round. The pairing may pass over the first when the rest could not be paired without a repeat.
    `bottom`: how many `ALWAYS_BOTTOM` chooses from; `rounds_left`, this one included, is for `GERMAN`.
    """
    count = len(byes)

    def turn(place: int) -> tuple[int, ...]:
        match order:
            case ByeOrder.TOP_DOWN:
                return byes[place], place
            case ByeOrder.ALWAYS_BOTTOM:
                return (0, byes[place], -place) if place >= count - bottom else (1, -place)
            case ByeOrder.GERMAN:
                return byes[place], abs(place - max(0, count - rounds_left)), -place
        return byes[place], -place

    return tuple(sorted(range(count), key=turn))


def surplus_byes(byes: Sequence[int], order: ByeOrder = ByeOrder.BOTTOM_UP, *, bottom: int = 4) -> tuple[int, ...]:
    """For each place how many byes more than the fewest among the places that can get one."""
    first = max(0, len(byes) - bottom) if order is ByeOrder.ALWAYS_BOTTOM else 0
    fewest = min(byes[first:], default=0)
    return tuple(max(0, count - fewest) if place >= first else 0 for place, count in enumerate(byes))
