"""One rating system over the invented history, in a process of its own: ``python -m benchmarks.ratings_systems SLUG``.

Prints games a second and how many MB the process grew.  A process each, because memory once taken is not given back.
"""

import json
import resource
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.database import output_of
from benchmarks.figures import Figure
from benchmarks.rating_data import ELO, EVENTS, history
from ratings.engine.evaluate_history import GameRow, build_history
from ratings.engine.evaluate_predictors import event_kalman
from ratings.engine.fold import fold
from ratings.engine.kalman import Constants
from ratings.engine.registry import SYSTEMS
from ratings.engine.types import Event, Rating

ARRAYS = "event-kalman on arrays"
_FOLDED_EVENTS = 60
_REPEATS = 5


def figures(plain: float) -> Iterator[Figure]:
    """Speed and memory of every registered system, and of the spread-aware filter on arrays; `plain` is the Elo loop."""
    for slug in (ARRAYS, *SYSTEMS):
        measured = output_of("ratings_systems", slug)
        yield Figure.against(f"{slug}", measured["games_per_second"], "games/s", yardstick=ELO, measured=plain)
        yield Figure(f"{slug}, memory on top of {measured['base_mb']:.0f} MB", measured["mb"], "MB")


def rows(events: tuple[Event, ...]) -> Iterator[GameRow]:
    """The invented events as rows of a history."""
    for event in events:
        for game in event.games:
            scores = game.player_score, game.opponent_score
            yield GameRow(event.id, event.date, "", game.round, game.player, game.opponent, *scores, 1)


def _memory() -> float:
    """Peak memory of this process in MB.  The usual call counts what its parent had before the exec."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _filter() -> Mapping[str, float]:
    """All events at once, as an evaluation replays them; the best of some repeats."""
    games = build_history(rows(history(events=EVENTS)))
    base = _memory()
    seconds = min(event_kalman(games, Constants()).seconds for _ in range(_REPEATS))
    return {"games_per_second": games.games / seconds, "mb": _memory() - base, "base_mb": base}


def _system(slug: str) -> Mapping[str, float]:
    """A fold with the working of every change kept, as a pool replays it; everybody begins with a rating."""
    events = history(events=_FOLDED_EVENTS)
    people = sorted({player for event in events for game in event.games for player in (game.player, game.opponent)})
    base = _memory()
    start = time.process_time()
    done = fold(events, {player: Rating(1500, 60) for player in people}, SYSTEMS[slug])
    seconds = time.process_time() - start
    games = sum(len(event.event.games) for event in done.events)
    return {"games_per_second": games / seconds, "mb": _memory() - base, "base_mb": base}


if __name__ == "__main__":
    requested = sys.argv[1]
    print(json.dumps(_filter() if requested == ARRAYS else _system(requested)))
