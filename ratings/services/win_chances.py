"""What a rating list says of games to come: the chance of winning each. A fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from ratings.engine.registry import build_system
from ratings.engine.types import UNRATED, Rating
from ratings.models import OpeningRating, PlayerRating, RatingPool
from ratings.services import same_person


def win_chances(pool: RatingPool, games: Sequence[tuple[int, int]], day: date) -> list[float | None]:
    """The chance of the first of each two players (ids) to win on this day; None where nothing is known of one of them.

    By the official ratings, as they stood before events that are still open, else by the rating that a player brought. Who of the
    two moves first is not looked at. Three queries.
    """
    same = same_person()
    pairs = [(same.get(one, one), same.get(other, other)) for one, other in games]
    known = ratings_of(pool, {player for pair in pairs for player in pair}, same)
    system = build_system(pool.system, pool.params)
    today = {player: system.on_day(rating, day) for player, rating in known.items()}
    return [system.win_probability(today.get(one, UNRATED), today.get(other, UNRATED)) for one, other in pairs]


def ratings_of(pool: RatingPool, players: Collection[int], same: Mapping[int, int]) -> dict[int, Rating]:
    """Official ratings by player, else those brought along. ``same``: the entry that is kept of each merged one. Two queries."""
    merged = [duplicate for duplicate, kept in same.items() if kept in players]
    found: dict[int, Rating] = {}
    openings = OpeningRating.objects.filter(pool=pool, player__in=[*players, *merged])
    # What was brought under a duplicate's name counts only where the kept entry brought nothing.
    for brought in sorted(openings, key=lambda row: (row.player_id in same, row.player_id)):
        found.setdefault(same.get(brought.player_id, brought.player_id), Rating(brought.rating, brought.games))
    rows = PlayerRating.objects.filter(pool=pool, player__in=players, rating__isnull=False)
    for row in rows.select_related("last_event"):
        last = row.last_event.date if row.last_event else None
        found[row.player_id] = Rating(row.rating, row.career_games, row.deviation, tuple(row.state), last)
    return found
