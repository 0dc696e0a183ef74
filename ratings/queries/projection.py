"""The projected finish of an open event, by the live ratings.  A fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from django.core.cache import cache
from django.db.models import Count

from ratings.engine.registry import build_system
from ratings.engine.rest_of_event import Finish, PlayerScore, simulate
from ratings.models import RatedEvent, RatedResult, RatingChange
from ratings.queries.books import book_of

SIMULATIONS = 2_000
_MOST_PLAYERS = 300
_CACHE_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class ProjectionLine:
    """A player's projection: wins now and, on average, at the end; chances in per cent."""

    player_id: int
    name: str
    rating: int
    wins: float
    final_wins: float
    first: float
    top_three: float


@dataclass(frozen=True, slots=True)
class Projection:
    """The rest of an open event after `played` of `rounds` rounds; `partly`: games of the last of them are still missing."""

    played: int
    partly: bool
    rounds: int
    simulations: int
    lines: tuple[ProjectionLine, ...]


def project_event(event: RatedEvent) -> Projection | None:
    """The projection of an open event of one game of two a round, with rounds to come; None for any other.

    Cached until the pool is computed again, so that a public page cannot keep the machine busy.  Two queries when it is
    computed, four where the system knows how players are linked.
    """
    if event.final:
        return None
    key = f"ratings:outlook:{event.pk}:{event.pool.computed_version}:{event.rounds}"
    projected: Projection | None = cache.get(key)
    if projected is None and (projected := _project(event)) is not None:
        cache.set(key, projected, _CACHE_SECONDS)
    return projected


def _project(event: RatedEvent) -> Projection | None:
    results = RatedResult.objects.live().filter(event=event).order_by()
    games = dict(results.values_list("round").annotate(games=Count("pk")))
    played = max((number for number in games if number is not None), default=0)
    changes = list(RatingChange.objects.filter(event=event).select_related("player").defer("detail").order_by("player"))
    if not 0 < played < event.rounds or not 2 <= len(changes) <= _MOST_PLAYERS:
        return None
    if max(games.values()) > len(changes) // 2:
        return None  # several games a round, or tables of more than two: a round to come is not one game of two
    system = build_system(event.pool.system, event.pool.params)
    ratings = {row.player_id: row.to_engine(event.date) for row in changes}
    book = book_of(event.pool, ratings.keys(), live=True)
    chances = np.full((len(changes), len(changes)), 0.5)
    places = list(combinations(range(len(changes)), 2))
    pairs = [(changes[one].player_id, changes[other].player_id) for one, other in places]
    for (one, other), chance in zip(places, system.chances(pairs, ratings, None, book), strict=True):
        if chance is not None:
            chances[one, other], chances[other, one] = chance, 1 - chance
    scores = [PlayerScore(row.player_id, row.wins, row.spread) for row in changes]
    seed = event.pk + event.pool.computed_version
    finishes = simulate(scores, chances, event.rounds - played, simulations=SIMULATIONS, seed=seed)
    rows = {row.player_id: row for row in changes}
    return Projection(
        played,
        games[played] < max(games.values()),
        event.rounds,
        SIMULATIONS,
        tuple(_line(finish, rows[finish.player]) for finish in finishes),
    )


def _line(finish: Finish, row: RatingChange) -> ProjectionLine:
    return ProjectionLine(
        row.player_id,
        row.player.name,
        row.new_rating,
        row.wins,
        finish.wins,
        100 * finish.first,
        100 * finish.top_three,
    )
