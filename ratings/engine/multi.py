"""Games of more than two, rated by pairwise decomposition: each pair at the table played a game.

Every system then rates them unchanged: a table of four is three results for each player.  The pairs of one table are
not independent, so deviations fall somewhat faster than they should; the alternative, one ranked model, would need a
likelihood of its own in each system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ratings.engine.types import RatedGame


def by_score(key: str, round_number: int, scores: Mapping[int, int]) -> tuple[RatedGame, ...]:
    """The games of a table in which players (ids) reached `scores`; equal scores tie.  Nobody is taken as first."""
    return tuple(
        RatedGame(f"{key}:{one}-{other}", round_number, one, other, scores[one], scores[other], first_known=False)
        for one, other in combinations(sorted(scores), 2)
    )


def by_place(key: str, round_number: int, places: Sequence[Sequence[int]]) -> tuple[RatedGame, ...]:
    """The games of a table that ended in this order of places; players who share a place tie.

    The score of a place is the number of places behind it, so that only the order counts, not a margin.
    Raises ValueError when a player stands in two places.
    """
    scores: dict[int, int] = {}
    for index, tied in enumerate(places):
        for player in tied:
            if player in scores:
                raise ValueError(f"player {player} stands in two places")
            scores[player] = len(places) - 1 - index
    return by_score(key, round_number, scores)
