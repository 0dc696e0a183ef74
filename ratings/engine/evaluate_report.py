"""Scores as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratings.engine.evaluate import LEVELS, Score, Scores

_LEVEL_NAMES = {
    "established": "both players established",
    "rated": "both players with an official rating",
    "all": "all games, newcomers included",
}
_HEADER = (
    f"{'system':20} {'log loss':>8} {'lower by, 95 % interval':>26} {'information':>11} {'Brier':>7} {'right':>6} "
    f"{'cal.err':>7} {'rmse':>7} {'seconds':>8} {'games/s':>10}"
)


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}"


def _row(name: str, score: Score, seconds: float, games: int) -> str:
    lower, information = "", ""
    if score.gain is not None and score.gain_low is not None and score.gain_high is not None:
        lower = f"{_signed(score.gain, 4)} [{_signed(score.gain_low, 4)}, {_signed(score.gain_high, 4)}]"
    if score.information is not None:
        information = f"{100 * score.information:+.1f} %"
    speed = (f"{seconds:8.2f}", f"{games / seconds:10,.0f}") if seconds else (f"{'':8}", f"{'':10}")
    return (
        f"{name:20} {score.log_loss:8.4f} {lower:>26} {information:>11} {score.brier:7.4f} {100 * score.accuracy:5.1f}% "
        f"{score.calibration_error:7.4f} {score.spread_rmse:7.2f} {speed[0]} {speed[1]}"
    ).rstrip()


def comparison_lines(table: Mapping[str, Scores], seconds: Mapping[str, float], games: int) -> Iterator[str]:
    """One table for each level, the best system first.

    seconds: each system's time for all `games`.  “Lower by” and “information” are against the official ratings.
    """
    for level in LEVELS:
        rows = {name: scores[level] for name, scores in table.items() if level in scores}
        if not rows:
            continue
        any_score = next(iter(rows.values()))
        yield ""
        yield f"{_LEVEL_NAMES[level]}: {any_score.games} games, {any_score.events} events"
        yield _HEADER
        for name, score in sorted(rows.items(), key=lambda row: (row[1].log_loss, row[0])):
            yield _row(name, score, seconds[name], games)


def calibration_lines(system: str, scores: Scores) -> Iterator[str]:
    """The favourite's chance of winning, predicted and observed."""
    for level, score in scores.items():
        yield ""
        yield f"calibration of {system}, {_LEVEL_NAMES[level]}"
        yield f"{'chance':>11} {'games':>7} {'predicted':>9} {'won':>6}"
        for one in score.bins:
            yield f"{one.low:.2f}–{one.high:.2f} {one.games:7} {one.predicted:9.3f} {one.observed:6.3f}"
