"""The database part of the ratings benchmark: ``python -m benchmarks.ratings_pool`` on an empty, migrated database."""

import json
import os
import resource
import sys
import time
from dataclasses import replace

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from benchmarks.rating_data import PLAYERS, history  # noqa: E402 - Django must be set up before models are imported
from clubs.models import Player  # noqa: E402
from ratings.engine.types import Event, RatedGame  # noqa: E402
from ratings.models import RatedEvent, RatingPool  # noqa: E402
from ratings.services.ledger import finalize_event, open_event, record_result, record_results  # noqa: E402
from ratings.services.pools import create_pool  # noqa: E402
from ratings.services.recompute import recompute_pool  # noqa: E402

Measured = tuple[str, float, str]


def _fill(events: tuple[Event, ...]) -> tuple[RatingPool, list[RatedEvent]]:
    """The history through the services, as an import would bring it."""
    people = Player.objects.bulk_create([Player(name=f"Player {number:04d}") for number in range(1, PLAYERS + 1)])
    ids = {number: person.pk for number, person in enumerate(people, 1)}
    pool = create_pool(name="Bench", slug="bench")
    stored = []
    for event in events:
        games = [replace(game, player=ids[game.player], opponent=ids[game.opponent]) for game in event.games]
        row = open_event(pool=pool, key=str(event.id), name=str(event.id), date=event.date, rounds=event.rounds)
        record_results(event=row, games=games)
        stored.append(finalize_event(event=row))
    return pool, stored


def _turned(event: RatedEvent) -> RatedGame:
    """The event's first game with the other winner."""
    row = event.results.order_by("pk").get(game_key="1.1")
    facts = (row.round, row.player_id, row.opponent_id, row.opponent_score, row.player_score)
    return RatedGame("1.1", *facts)  # type: ignore[arg-type]  # a result has them all


def _recomputed(pool: RatingPool) -> float:
    started = time.perf_counter()
    if recompute_pool(pool_id=pool.pk) is None:
        raise AssertionError("nothing was recomputed")
    return time.perf_counter() - started


def measure() -> list[Measured]:
    """Fill, replay everything, then correct the oldest and the newest event."""
    events = history()
    games = sum(len(event.games) for event in events)
    started = time.perf_counter()
    pool, stored = _fill(events)
    filled = time.perf_counter() - started
    figures: list[Measured] = [("results recorded through the services", games / filled, "games/s")]
    figures.append((f"{games:,} games replayed from the ledger, database included", _recomputed(pool), "s"))
    record_result(event=stored[0], game=_turned(stored[0]))
    figures.append(("a correction in the oldest event, until the list is right", _recomputed(pool), "s"))
    record_result(event=stored[-1], game=_turned(stored[-1]))
    figures.append(("a correction in the newest event, until the list is right", _recomputed(pool), "s"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures.append(("memory at its peak", peak, "MB"))
    return figures


if __name__ == "__main__":
    json.dump(measure(), sys.stdout)
