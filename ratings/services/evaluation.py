"""How good a pool's predictions were, and how good other systems' would have been.

Both are bounded: they look at the latest events only, with one query, and are computed once for a state of the pool.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import dropwhile

import numpy as np
from django.core.cache import cache

from ratings.engine.detail import from_detail
from ratings.engine.evaluate import (
    Bin,
    Events,
    Score,
    Split,
    TooFewGames,
    calibration,
    calibration_error,
    log_losses,
    score_all,
)
from ratings.engine.evaluate_history import GameRow, History, build_history
from ratings.engine.evaluate_predictors import EVENT_KALMAN, SPREAD_ELO, forecast, names
from ratings.engine.params import ENGINE_VERSION
from ratings.labels import LABELS
from ratings.models import RatedResult, RatingChange, RatingPool
from ratings.queries.players import same_person

MOST_CHANGES = 2000
MOST_GAMES = 20_000
FEWEST_GAMES = 200
FEWEST_EVENTS = 4
MOST_SYSTEMS = 5
_CACHE_SECONDS = 24 * 3600
#: The winner of equal scores in the ledger, as a history names them.
_TIE_WON_BY = {"player": 1, "": 0, "opponent": -1}


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the pool expected of the favourites of its latest games, and how often they won.

    log_loss in nats a game; coin: that of a coin flip.  error: mean distance of expected and observed wins, by games.
    cut: whether older events were left out.
    """

    games: int
    since: date
    until: date
    bins: tuple[Bin, ...]
    error: float
    log_loss: float
    coin: float
    accuracy: float
    cut: bool


def pool_calibration(pool: RatingPool) -> Calibration | None:
    """The calibration of the pool's published expectations; None before there is a game between rated players.

    One query, over the latest `MOST_CHANGES` changes of final events, or none when it is cached for this state.
    """
    key = f"ratings-calibration-{pool.pk}-{pool.computed_version}-{pool.current_run_id}"
    calibrated: Calibration | str | None = cache.get(key, "unknown")
    if isinstance(calibrated, str):
        calibrated = _calibrate(pool)
        cache.set(key, calibrated, _CACHE_SECONDS)
    return calibrated


def _calibrate(pool: RatingPool) -> Calibration | None:
    changes = RatingChange.objects.filter(event__pool=pool, event__final=True, old_rating__isnull=False)
    newest = changes.order_by("-event__date", "-event_id", "player_id")
    rows = list(newest.values_list("event__date", "player_id", "detail")[: MOST_CHANGES + 1])
    expected: list[float] = []
    earned: list[float] = []
    for _day, player, detail in rows[:MOST_CHANGES]:
        for segment in from_detail(detail):
            for line in segment.games:
                # Each game stands in two changes; a newcomer's rating was made from the game itself.
                if player < line.opponent and not line.opponent_new:
                    expected.append(min(max(line.expected, 0.0), 1.0))
                    earned.append(line.earned)
    if not expected:
        return None
    chance, won = np.array(expected), np.array(earned)
    bins = calibration(chance, won)
    return Calibration(
        games=len(expected),
        since=rows[:MOST_CHANGES][-1][0],
        until=rows[0][0],
        bins=bins,
        error=calibration_error(bins),
        log_loss=float(log_losses(chance, won).mean()),
        coin=float(np.log(2)),
        accuracy=float(np.where(chance == 0.5, 0.5, np.where(chance > 0.5, won, 1 - won)).mean()),
        cut=len(rows) > MOST_CHANGES,
    )


@dataclass(frozen=True, slots=True)
class SystemScore:
    """A system's score on the last third of the evaluated events; `own` marks the pool's system."""

    slug: str
    name: str
    own: bool
    score: Score
    seconds: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Systems compared on the pool's own games, the best first.

    games, events: evaluated at all; scored, scored_since: those that count, and the day of the first of them.
    cut: whether older games were left out.
    """

    lines: tuple[SystemScore, ...]
    games: int
    events: int
    scored: int
    scored_since: date
    cut: bool


def choices() -> list[tuple[str, str]]:
    """Slug and name of every system that can be compared with the pool's own."""
    return [(slug, _name(slug)) for slug in names() if slug in LABELS or slug == SPREAD_ELO]


def default_systems(pool: RatingPool) -> tuple[str, ...]:
    """What is compared unless chosen otherwise: the pool's own system and two that work on the spread."""
    return tuple(dict.fromkeys((pool.system, EVENT_KALMAN, SPREAD_ELO)))


def _name(slug: str) -> str:
    return str(LABELS[slug].name) if slug in LABELS else "Elo (spread)"


def evaluate_pool(pool: RatingPool, systems: Sequence[str]) -> Evaluation:
    """Rate the pool's latest games with each system, the pool's own among them, strictly forward in time.

    The systems warm up on the first third of the events, the curves are fitted on the second, the last is scored.  Two
    queries, or none when the answer is cached.  Raises TooFewGames.
    """
    slugs = tuple(dict.fromkeys((pool.system, *systems)))[:MOST_SYSTEMS]
    state = json.dumps([ENGINE_VERSION, pool.ledger_version, slugs, pool.params], sort_keys=True)
    key = f"ratings-evaluation-{pool.pk}-{sha256(state.encode()).hexdigest()}"
    evaluation: Evaluation | None = cache.get(key)
    if evaluation is None:
        evaluation = _evaluate(pool, slugs)
        cache.set(key, evaluation, _CACHE_SECONDS)
    return evaluation


def _evaluate(pool: RatingPool, systems: Sequence[str]) -> Evaluation:
    rows, cut = pool_games(pool)
    events = len({row.event for row in rows})
    if len(rows) < FEWEST_GAMES or events < FEWEST_EVENTS:
        raise TooFewGames(f"fewer than {FEWEST_GAMES} games or {FEWEST_EVENTS} events")
    history = build_history(rows)
    split = _thirds(history)
    forecasts = {slug: forecast(slug, history, pool.params if slug == pool.system else None) for slug in systems}
    table = score_all(forecasts, history, split, baseline=pool.system)
    lines = [
        SystemScore(slug, _name(slug), slug == pool.system, _only(scores), forecasts[slug].seconds)
        for slug, scores in table.items()
    ]
    first = history.events[split.test.first]
    return Evaluation(
        tuple(sorted(lines, key=lambda line: (line.score.log_loss, line.slug))),
        history.games,
        events,
        lines[0].score.games,
        date.fromordinal(first.day),
        cut,
    )


def _only(scores: Mapping[str, Score]) -> Score:
    if "all" not in scores:
        raise TooFewGames("a part of the history has no games")
    return scores["all"]


def pool_games(pool: RatingPool) -> tuple[list[GameRow], bool]:
    """The games of the latest final events in rating order, and whether older ones were left out; two queries."""
    newest = (
        RatedResult.objects.live()
        .filter(event__pool=pool, event__final=True)
        .order_by("-event__date", "-event_id", "game_key")
        .values_list(
            "event_id",
            "event__date",
            "round",
            "player_id",
            "opponent_id",
            "player_score",
            "opponent_score",
            "first_known",
            "tie_won_by",
        )
    )
    games = list(newest[: MOST_GAMES + 1])
    cut = len(games) > MOST_GAMES
    if cut:  # the oldest event may have lost some of its games
        games = list(dropwhile(lambda row: row[0] == games[-1][0], reversed(games)))[::-1]
    same = same_person()
    rows = [
        GameRow(
            *(event, day, "", number or 1, same.get(one, one), same.get(two, two), score or 0, other or 0, int(first)),
            tie_won_by=_TIE_WON_BY[winner],
        )
        for event, day, number, one, two, score, other, first, winner in reversed(games)
    ]
    return [row for row in rows if row.one != row.two], cut


def _thirds(history: History) -> Split[Events]:
    """The second and the last third of the events, by games."""
    ends = history.starts[1:]
    first = int(np.searchsorted(ends, history.games / 3)) + 1
    second = max(first, int(np.searchsorted(ends, 2 * history.games / 3)))
    last = len(history.events) - 1
    if second >= last:
        second, first = last - 1, min(first, last - 1)
    return Split(Events(first, second), Events(second + 1, last))
