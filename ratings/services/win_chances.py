"""What a rating list says of games to come: the chance of winning each. A fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from ratings.engine.registry import build_system
from ratings.engine.types import Rating
from ratings.models import OpeningRating, PlayerRating, RatingPool
from ratings.queries.books import book_of
from ratings.queries.players import same_person


def win_chances(pool: RatingPool, games: Sequence[tuple[int, int]], day: date) -> list[float | None]:
    """The chance of the first of each two players (ids) to win on this day; None where one of them has no rating.

    By the official ratings, as they stood before events that are still open, else by the starting ratings. Who of the two
    moves first does not matter. Three queries, five where the system knows how players are linked.
    """
    same = same_person()
    pairs = [(same.get(one, one), same.get(other, other)) for one, other in games]
    players = {player for pair in pairs for player in pair}
    ratings = ratings_of(pool, players, same)
    system = build_system(pool.system, pool.params)
    return system.chances(pairs, ratings, day, book_of(pool, players))


def ratings_of(pool: RatingPool, players: Collection[int], same: Mapping[int, int]) -> dict[int, Rating]:
    """Official ratings by player, else starting ratings. ``same``: whom each merged duplicate counts as. Two queries."""
    merged = [duplicate for duplicate, player in same.items() if player in players]
    ratings: dict[int, Rating] = {}
    openings = OpeningRating.objects.filter(pool=pool, player__in=[*players, *merged])
    # The starting rating of a duplicate counts only where the player it was merged into has none.
    for opening in sorted(openings, key=lambda row: (row.player_id in same, row.player_id)):
        player = same.get(opening.player_id, opening.player_id)
        ratings.setdefault(player, Rating(opening.rating, opening.games))
    rows = PlayerRating.objects.filter(pool=pool, player__in=players, rating__isnull=False)
    return ratings | {row.player_id: row.to_engine() for row in rows.select_related("last_event")}
