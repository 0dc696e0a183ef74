"""How well a rating system predicts games it has not seen: the scores, and how they are made comparable.

Every system gives, for each game, how far ahead one player is before the event.  What a lead of its own kind is worth, a
chance of winning and points of spread, is fitted on the *training* years of the same kind of games, for every system
alike; the scores are of the *test* years, which come later.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

import numpy as np

from ratings.engine.evaluate_history import BoolArray, History
from ratings.engine.kalman import FloatArray

COIN = math.log(2)
BINS = 10
_NEWTON_STEPS = 50


class TooFewGames(ValueError):
    """There is no game to fit on, or none to score."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a system predicted before each game (arrays of length g; positive when one is ahead).

    strength: the lead as it goes into the logistic curve; lead: the lead as it is proportional to the spread.
    seconds: processor time for the whole history, which other work on the machine does not spoil.
    """

    strength: FloatArray
    lead: FloatArray
    seconds: float


@dataclass(frozen=True, slots=True)
class Years:
    """Years of one part of a history, both included."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise ValueError(f"years {self.first} to {self.last} go backwards")

    def of(self, history: History) -> BoolArray:
        """Where the games fall in these years."""
        return (history.year >= self.first) & (history.year <= self.last)


@dataclass(frozen=True, slots=True)
class Events:
    """Events of one part of a history by their position, both ends included: for histories of less than some years."""

    first: int
    last: int

    def of(self, history: History) -> BoolArray:
        """Where the games belong to these events."""
        return np.asarray((history.event >= self.first) & (history.event <= self.last))


Part = TypeVar("Part", Years, Events)


@dataclass(frozen=True, slots=True)
class Split(Generic[Part]):
    """Fit on `train`, score on `test`, which comes later."""

    train: Part
    test: Part

    def __post_init__(self) -> None:
        if self.test.first <= self.train.last:
            raise ValueError("the years to score must come after the years to fit on")


#: Which games are compared: between players whom the official list calls established, between players with an official
#: rating, and all.  Only events with an official list count.
LEVELS: tuple[str, ...] = ("established", "rated", "all")


def at_level(history: History, level: str) -> BoolArray:
    """Where the games belong to a level; without any official rating every game belongs to “all” only."""
    if level == "established":
        return history.rated & history.established
    if level == "rated":
        return history.rated
    if level != "all":
        raise ValueError(f"unknown level “{level}”; known are {', '.join(LEVELS)}")
    if not history.rated.any():
        return np.ones(history.games, dtype=np.bool_)
    listed = np.bincount(history.event, weights=history.rated, minlength=len(history.events)) > 0
    return np.asarray(listed[history.event])


@dataclass(frozen=True, slots=True)
class Link:
    """chance = logistic((slope + late * lateness) * strength + cubic * strength cubed + first * f); spread = points * lead +
    first_points * f.

    `late` and `cubic` are fitted only on demand: in Swiss events players paired late have done equally well that day, so
    that a lead in rating is worth less; and large leads may be worth more than a straight line says.
    """

    slope: float
    first: float
    points: float
    first_points: float
    late: float = 0.0
    cubic: float = 0.0

    def chances(self, forecast: Forecast, history: History, games: BoolArray) -> FloatArray:
        """Chance that one wins, for the games of a mask."""
        slope = self.slope + self.late * history.lateness[games]
        strength = forecast.strength[games]
        return logistic(slope * strength + self.cubic * strength**3 + self.first * history.first[games])


def logistic(x: FloatArray) -> FloatArray:
    """1 / (1 + e^-x), without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def _columns(*columns: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The design matrix without columns that are all 0, as when nobody is known to have moved first; which are used."""
    used = np.array([bool(column.any()) for column in columns])
    return np.column_stack([column for column, use in zip(columns, used, strict=True) if use] or [columns[0]]), used


def _spread_out(values: FloatArray, used: BoolArray) -> tuple[float, ...]:
    """A coefficient for every column: 0 for those left out."""
    full = np.zeros(len(used))
    if used.any():
        full[used] = values
    return tuple(full.tolist())


def fit_logistic(won: FloatArray, *columns: FloatArray) -> tuple[float, ...]:
    """The coefficient of greatest likelihood of each column (Newton's method; the problem is convex).

    Exchanging the two players exchanges their chances, so there is no constant term.
    """
    design, used = _columns(*columns)
    beta = np.zeros(design.shape[1])
    for _ in range(_NEWTON_STEPS):
        chance = logistic(design @ beta)
        gradient = design.T @ (won - chance)
        # The tiny ridge keeps the matrix regular when every game is predicted or two columns are equal.
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + 1e-9 * np.eye(len(beta))
        step = np.linalg.solve(curvature, gradient)
        beta = beta + step
        if np.abs(step).max() < 1e-10 * (1 + np.abs(beta).max()):
            break
    return _spread_out(np.asarray(beta, dtype=np.float64), used)


def fit_link(
    forecast: Forecast, history: History, games: BoolArray, *, late: bool = False, cubic: bool = False
) -> Link:
    """The link that fits `games` best, with or without a late and a cubic term.  Raises TooFewGames when there are none."""
    if not games.any():
        raise TooFewGames("there is no game to fit the curve on")
    first, strength = history.first[games], forecast.strength[games]
    lateness = history.lateness[games] if late else np.zeros(len(first))
    # Scaled, so that systems whose strength is in points of rating are solved as well.
    scale = float(np.abs(strength).max()) or 1.0
    power = (strength / scale) ** 3 if cubic else np.zeros(len(first))
    slope, bonus, by_round, curved = fit_logistic(history.won[games], strength, first, lateness * strength, power)
    design, used = _columns(forecast.lead[games], first)
    solved = np.linalg.lstsq(design, history.margin[games], rcond=None)[0]
    points, first_points = _spread_out(np.asarray(solved, dtype=np.float64), used)
    return Link(slope, bonus, points, first_points, by_round, curved / scale**3)


@dataclass(frozen=True, slots=True)
class Bin:
    """Games in which the favourite's chance was between `low` and `high`: mean chance and share of wins."""

    low: float
    high: float
    games: int
    predicted: float
    observed: float


@dataclass(frozen=True, slots=True)
class Score:
    """How well the games of one level were predicted.

    log_loss in nats a game; information: improvement on a coin flip, as a share of the baseline's own improvement, minus
    one (None without a baseline).  gain, gain_low, gain_high: baseline's log loss minus this, with its 95 % interval.
    accuracy: share of games won by the favourite, ties and even chances counting half.  calibration_error: mean of
    |predicted - observed| over the bins, by games.  spread_rmse: points.
    """

    games: int
    events: int
    log_loss: float
    brier: float
    accuracy: float
    calibration_error: float
    spread_rmse: float
    bins: tuple[Bin, ...]
    link: Link
    information: float | None = None
    gain: float | None = None
    gain_low: float | None = None
    gain_high: float | None = None


def log_losses(chance: FloatArray, won: FloatArray) -> FloatArray:
    """Log loss of each game, in nats."""
    sure = np.clip(chance, 1e-12, 1 - 1e-12)
    return np.asarray(-(won * np.log(sure) + (1 - won) * np.log(1 - sure)))


def calibration(chance: FloatArray, won: FloatArray) -> tuple[Bin, ...]:
    """Predicted and observed wins of the favourite, in ten bins from 0.5 to 1; bins without a game are left out."""
    favourite = np.maximum(chance, 1 - chance)
    right = np.where(chance >= 0.5, won, 1 - won)
    place = np.minimum(((favourite - 0.5) * 2 * BINS).astype(np.int64), BINS - 1)
    games = np.bincount(place, minlength=BINS)
    predicted, observed = (np.bincount(place, weights=values, minlength=BINS) for values in (favourite, right))
    return tuple(
        Bin(
            round(0.5 + index / (2 * BINS), 2),
            round(0.5 + (index + 1) / (2 * BINS), 2),
            int(count),
            float(predicted[index] / count),
            float(observed[index] / count),
        )
        for index, count in enumerate(games)
        if count
    )


def calibration_error(bins: tuple[Bin, ...]) -> float:
    """Mean distance of predicted and observed, weighted by games; 0 without games."""
    games = sum(one.games for one in bins)
    return sum(one.games * abs(one.predicted - one.observed) for one in bins) / games if games else 0.0


@dataclass(frozen=True, slots=True)
class Judged:
    """The chances a system gave in the scored games, for comparing it with another one game by game."""

    score: Score
    losses: FloatArray
    events: FloatArray


def judge(
    forecast: Forecast, history: History, level: str, split: Split[Part], *, late: bool = False, cubic: bool = False
) -> Judged:
    """Fit the link on the training years of a level and score the test years.  Raises TooFewGames."""
    chosen = at_level(history, level)
    link = fit_link(forecast, history, chosen & split.train.of(history), late=late, cubic=cubic)
    games = chosen & split.test.of(history)
    if not games.any():
        raise TooFewGames(f"there is no game of level “{level}” to score in the test years")
    won, first, margin = history.won[games], history.first[games], history.margin[games]
    chance = link.chances(forecast, history, games)
    spread = link.points * forecast.lead[games] + link.first_points * first
    losses = log_losses(chance, won)
    bins = calibration(chance, won)
    favourite = np.where(chance == 0.5, 0.5, np.where(chance > 0.5, won, 1 - won))
    score = Score(
        games=int(games.sum()),
        events=len(np.unique(history.event[games])),
        log_loss=float(losses.mean()),
        brier=float(((chance - won) ** 2).mean()),
        accuracy=float(favourite.mean()),
        calibration_error=calibration_error(bins),
        spread_rmse=float(np.sqrt(((margin - spread) ** 2).mean())),
        bins=bins,
        link=link,
    )
    return Judged(score, losses, history.event[games].astype(np.float64))


def gain_interval(baseline: Judged, judged: Judged, *, seed: int, resamples: int = 2000) -> tuple[float, float, float]:
    """By how much `judged` has the lower log loss on the same games, with its 95 % interval.

    The interval is a bootstrap over events, because the games of one event share its players and its day.
    """
    difference = baseline.losses - judged.losses
    _, place = np.unique(judged.events, return_inverse=True)
    games = np.bincount(place).astype(np.float64)
    sums = np.bincount(place, weights=difference)
    drawn = np.random.default_rng(seed).multinomial(len(games), np.full(len(games), 1 / len(games)), size=resamples)
    means = (drawn @ sums) / (drawn @ games)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(difference.mean()), float(low), float(high)


Scores = Mapping[str, Score]


def score_all(
    forecasts: Mapping[str, Forecast],
    history: History,
    split: Split[Part],
    *,
    baseline: str | None,
    late: bool = False,
    cubic: bool = False,
    seed: int = 1,
) -> Mapping[str, Scores]:
    """The scores of every system at every level that has games, by system and level.

    With a `baseline` (one of the systems) each score says how much better or worse it is than that one.
    """
    table: dict[str, dict[str, Score]] = {name: {} for name in forecasts}
    for level in LEVELS:
        try:
            judged = {
                name: judge(forecast, history, level, split, late=late, cubic=cubic)
                for name, forecast in forecasts.items()
            }
        except TooFewGames:
            continue
        for name, one in judged.items():
            table[name][level] = one.score if baseline is None else _against(judged[baseline], one, seed)
    return MappingProxyType(table)


def _against(baseline: Judged, judged: Judged, seed: int) -> Score:
    gain, low, high = gain_interval(baseline, judged, seed=seed)
    gained = COIN - baseline.score.log_loss
    information = (COIN - judged.score.log_loss) / gained - 1 if gained > 0 else None
    values = {name: getattr(judged.score, name) for name in Score.__dataclass_fields__}
    return Score(**(values | {"information": information, "gain": gain, "gain_low": low, "gain_high": high}))
