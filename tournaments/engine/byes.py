"""Who gets the bye: fewest byes so far, then lowest rank (bottom-up)."""

from __future__ import annotations

from collections.abc import Sequence


def bye_order(byes: Sequence[int]) -> tuple[int, ...]:
    """Places in the order in which they are due a bye, the first being the one who gets it.

    `byes[place]` is the number of byes so far of the player at that place (0 = best placed) among those who take part
    in the round. The pairing may have to pass over the first when the rest could not be paired without a repeat.
    """
    return tuple(sorted(range(len(byes)), key=lambda place: (byes[place], -place)))
