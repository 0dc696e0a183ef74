"""From the chance of winning a game to that of winning a meeting of several."""

from __future__ import annotations

from math import comb


def of_meeting(game: float, best_of: int) -> float:
    """The chance of winning more than half of `best_of` (odd) games, each won with chance `game` (0 to 1) by itself.

    It does not matter whether the meeting stops when it is decided: the games after that change nothing.
    """
    needed = best_of // 2 + 1
    return sum(comb(best_of, won) * game**won * (1 - game) ** (best_of - won) for won in range(needed, best_of + 1))
