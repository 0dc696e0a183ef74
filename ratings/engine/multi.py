"""Games of more than two, rated by pairwise decomposition: each pair at the table played a game.

Every system rates them unchanged.  The pairs of one table are not independent: a ranking of n has n (n - 1) / 2 pairs
but only n - 1 places to win.  So each pair weighs 2 / n (`RatedGame.weight`): a table of two is a game, a table of four
counts as three halves of a game for each player, one of eight as seven quarters.  K, the precision of a
measurement and thresholds per game are multiplied with the weight.  A newcomer's first rating is a performance against
all opponents of the event and needs no weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ratings.engine.types import MAX_SEATS, RatedGame


def by_score(
    key: str, round_number: int, scores: Mapping[int, int], winner: int | None = None
) -> tuple[RatedGame, ...]:
    """The games of a table in which players (ids) reached `scores`; equal scores tie.  Nobody is taken as first.

    `winner` beats the others with the same score.
    Raises ValueError for a table of fewer than two players or of more than eight.
    """
    seats = len(scores)
    if not 2 <= seats <= MAX_SEATS:
        raise ValueError(f"a table has from 2 to {MAX_SEATS} players, not {seats}")
    return tuple(
        RatedGame(
            f"{key}:{one}-{other}",
            round_number,
            one,
            other,
            scores[one],
            scores[other],
            first_known=False,
            seats=seats,
            tie_won_by=_tie_won_by(one, other, winner) if scores[one] == scores[other] else "",
        )
        for one, other in combinations(sorted(scores), 2)
    )


def _tie_won_by(one: int, other: int, winner: int | None) -> str:
    return "player" if one == winner else "opponent" if other == winner else ""


def by_place(key: str, round_number: int, places: Sequence[Sequence[int]]) -> tuple[RatedGame, ...]:
    """The games of a table that ended in this order of places; players who share a place tie.

    The score of a place is the number of places behind it, so that only the order counts, not a margin.
    Raises ValueError when a player stands in two places, or for an impossible number of players.
    """
    scores: dict[int, int] = {}
    for index, tied in enumerate(places):
        for player in tied:
            if player in scores:
                raise ValueError(f"player {player} stands in two places")
            scores[player] = len(places) - 1 - index
    return by_score(key, round_number, scores)
