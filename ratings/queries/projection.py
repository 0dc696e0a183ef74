"""What the live ratings expect of the rest of an open event.  A fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from django.core.cache import cache
from django.db.models import Count

from ratings.engine.registry import build_system
from ratings.engine.rest_of_event import Outlook, Standing, simulate
from ratings.engine.types import Rating
from ratings.models import RatedEvent, RatedResult, RatingChange

SIMULATIONS = 2_000
_MOST_PLAYERS = 300
_KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class OutlookLine:
    """A player's outlook: wins now and, on average, at the end; chances in per cent."""

    player_id: int
    name: str
    rating: int
    wins: float
    final_wins: float
    first: float
    top_three: float


@dataclass(frozen=True, slots=True)
class EventOutlook:
    """The rest of an open event after `played` of `rounds` rounds; `partly`: games of the last of them are still missing."""

    played: int
    partly: bool
    rounds: int
    simulations: int
    lines: tuple[OutlookLine, ...]


def event_outlook(event: RatedEvent) -> EventOutlook | None:
    """The outlook of an open event of one game of two a round, with rounds to come; None for any other.

    Kept until the pool is computed again, so that a public page is not an invitation to keep the machine busy.  Two
    queries when it is worked out.
    """
    if event.final:
        return None
    key = f"ratings:outlook:{event.pk}:{event.pool.computed_version}:{event.rounds}"
    kept: EventOutlook | None = cache.get(key)
    if kept is None and (kept := _work_out(event)) is not None:
        cache.set(key, kept, _KEPT_SECONDS)
    return kept


def _work_out(event: RatedEvent) -> EventOutlook | None:
    results = RatedResult.objects.live().filter(event=event).order_by()
    games = dict(results.values_list("round").annotate(games=Count("pk")))
    played = max((number for number in games if number is not None), default=0)
    changes = list(RatingChange.objects.filter(event=event).select_related("player").defer("detail").order_by("player"))
    if not 0 < played < event.rounds or not 2 <= len(changes) <= _MOST_PLAYERS:
        return None
    if max(games.values()) > len(changes) // 2:
        return None  # several games a round, or tables of more than two: a round to come is not one game of two
    system = build_system(event.pool.system, event.pool.params)
    ratings = [
        Rating(row.new_rating, row.new_games, row.new_deviation, tuple(row.state), event.date) for row in changes
    ]
    chances = np.full((len(changes), len(changes)), 0.5)
    for one, mine in enumerate(ratings):
        for other in range(one):
            chance = system.win_probability(mine, ratings[other])
            if chance is not None:
                chances[one, other], chances[other, one] = chance, 1 - chance
    standings = [Standing(row.player_id, row.wins, row.spread) for row in changes]
    seed = event.pk + event.pool.computed_version
    found = simulate(standings, chances, event.rounds - played, simulations=SIMULATIONS, seed=seed)
    rows = {row.player_id: row for row in changes}
    return EventOutlook(
        played,
        games[played] < max(games.values()),
        event.rounds,
        SIMULATIONS,
        tuple(_line(one, rows[one.player]) for one in found),
    )


def _line(outlook: Outlook, row: RatingChange) -> OutlookLine:
    return OutlookLine(
        row.player_id,
        row.player.name,
        row.new_rating,
        row.wins,
        outlook.wins,
        100 * outlook.first,
        100 * outlook.top_three,
    )
