"""Rating a long invented history: the engine alone beside a plain Elo loop, and a pool replayed from its ledger.

The history is as large as a federation's seven years: 108,000 games of 1,500 players in 300 events.  The database part
runs in a process of its own on a private data folder (SQLite).
"""

import math
import time
from collections.abc import Sequence

from benchmarks import ratings_systems
from benchmarks.database import output_of, private_database
from benchmarks.figures import Figure, rate
from benchmarks.rating_data import ELO, PLAYERS, history
from ratings.engine.detail import to_detail
from ratings.engine.fold import fold
from ratings.engine.registry import SYSTEMS
from ratings.engine.types import Event, Rating


def elo_loop(events: Sequence[Event]) -> int:
    """The yardstick: K 20, everybody from 1500, no working kept; returns the number of games."""
    ratings: dict[int, float] = {}
    done = 0
    for event in events:
        for game in event.games:
            one, other = ratings.get(game.player, 1500.0), ratings.get(game.opponent, 1500.0)
            lead = game.player_score - game.opponent_score
            won = (1 + (lead > 0) - (lead < 0)) / 2
            points = 20 * (won - 1 / (1 + math.exp(0.0031879 * (other - one))))
            ratings[game.player], ratings[game.opponent] = one + points, other - points
            done += 1
    return done


def _folded(events: Sequence[Event], before: dict[int, Rating], *, stored: bool) -> int:
    done = fold(events, before, SYSTEMS["naspa"])
    if stored:
        for event in done.events:
            for change in event.changes:
                to_detail(change)
    return sum(len(event.games) for event in events)


def run(*, seconds: float = 3.0) -> list[Figure]:
    """Games a second of the engine; seconds of the pool's replays; about three minutes in all."""
    events = history(events=60)
    rated = {player: Rating(1500, 60) for player in range(1, PLAYERS + 1)}
    plain = rate(lambda: elo_loop(events), seconds=seconds)
    figures = [
        Figure.against(name, rate(work, seconds=seconds), "games/s", yardstick=ELO, measured=plain)
        for name, work in (
            ("NASPA, rated players", lambda: _folded(events, rated, stored=False)),
            ("NASPA, all newcomers at first", lambda: _folded(events, {}, stored=False)),
            ("NASPA, the working as it is stored", lambda: _folded(events, rated, stored=True)),
        )
    ]
    return [*figures, *ratings_systems.figures(plain), *_database()]


def _database() -> list[Figure]:
    with private_database() as environment:
        measured = output_of("ratings_pool", environment=environment)
    started = time.perf_counter()
    elo_loop(history())
    plain = time.perf_counter() - started
    return [
        Figure.against(name, value, unit, yardstick=f"{ELO}, same history", measured=plain)
        if unit == "s"
        else Figure(name, value, unit)
        for name, value, unit in measured
    ]
