"""A rating history as the geometry of a line chart: plain numbers for an SVG, no drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.queries import HistoryPoint

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 16, 40
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Dot:
    """One event in the chart, in SVG units."""

    x: float
    y: float
    point: HistoryPoint


@dataclass(frozen=True, slots=True)
class GridLine:
    """A horizontal line at a round rating."""

    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class Chart:
    """``official`` joins the final events, ``live`` goes on from the last of them through the estimates.

    ``band`` is the outline of rating ± deviation after the final events; empty where no deviation is known.
    """

    dots: tuple[Dot, ...]
    official: str
    live: str
    grid: tuple[GridLine, ...]
    band: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def _grid(low: int, high: int) -> range:
    """Round ratings from at most ``low`` to at least ``high``."""
    step = next((step for step in _STEPS if (high - low) / step <= _MOST_LINES - 2), _STEPS[-1])
    first = low // step * step
    last = -(-high // step) * step
    return range(first, max(last, first + step) + 1, step)


def _positions(history: Sequence[HistoryPoint]) -> list[float]:
    """How far along each event stands, 0 to 1: by date, or evenly when all are on one day."""
    days = [point.date.toordinal() for point in history]
    first, span = min(days), max(days) - min(days)
    if span:
        return [(day - first) / span for day in days]
    return [index / max(1, len(days) - 1) for index in range(len(days))]


def _path(dots: Sequence[Dot]) -> str:
    return " ".join(f"{dot.x:g},{dot.y:g}" for dot in dots)


def history_chart(history: Sequence[HistoryPoint]) -> Chart | None:
    """The chart of a history in replay order; None for an empty one."""
    if not history:
        return None
    shown = [point.new for point in history] + [point.old for point in history if point.old is not None]
    for point in history:
        if point.final and point.deviation is not None:
            shown += [math.floor(point.new - point.deviation), math.ceil(point.new + point.deviation)]
    grid = _grid(min(shown), max(shown))
    low, high = grid[0], grid[-1]

    def height_of(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    wide = WIDTH - LEFT - RIGHT
    dots = tuple(
        Dot(round(LEFT + wide * position, 1), height_of(point.new), point)
        for position, point in zip(_positions(history), history, strict=True)
    )
    final = [dot for dot in dots if dot.point.final]
    estimates = [dot for dot in dots if not dot.point.final]
    lines = tuple(GridLine(height_of(rating), rating) for rating in grid)
    known = [(dot.x, dot.point.new, dot.point.deviation) for dot in final if dot.point.deviation is not None]
    upper = [f"{x:g},{height_of(rating + deviation):g}" for x, rating, deviation in known]
    lower = [f"{x:g},{height_of(rating - deviation):g}" for x, rating, deviation in known]
    band = " ".join([*upper, *reversed(lower)]) if len(known) > 1 else ""
    live = _path([*final[-1:], *estimates]) if estimates else ""
    return Chart(dots, _path(final), live, lines, band)
