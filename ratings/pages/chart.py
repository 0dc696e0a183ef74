"""A rating history as the geometry of a line chart: plain numbers for an SVG, no drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.charts import Frame, polyline, round_values
from ratings.queries.lists import HistoryPoint

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_STEPS = 4


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
class Chart(Frame):
    """``official`` joins the final events, ``live`` continues from the last of them through the estimates.

    ``band`` is the outline of rating ± deviation after the final events; empty where no deviation is known.
    """

    width, height = 640, 260
    left, right, top, bottom = 60, 624, 16, 220
    dots: tuple[Dot, ...]
    official: str
    live: str
    grid: tuple[GridLine, ...]
    band: str = ""


def _positions(history: Sequence[HistoryPoint]) -> list[float]:
    """How far along each event stands, 0 to 1: by date, or evenly when all are on one day."""
    days = [point.date.toordinal() for point in history]
    first, span = min(days), max(days) - min(days)
    if span:
        return [(day - first) / span for day in days]
    return [index / max(1, len(days) - 1) for index in range(len(days))]


def _path(dots: Sequence[Dot]) -> str:
    return polyline((dot.x, dot.y) for dot in dots)


def history_chart(history: Sequence[HistoryPoint]) -> Chart | None:
    """The chart of a history in rating order; None for an empty one."""
    if not history:
        return None
    shown = [point.new for point in history] + [point.old for point in history if point.old is not None]
    for point in history:
        if point.final and point.deviation is not None:
            shown += [math.floor(point.new - point.deviation), math.ceil(point.new + point.deviation)]
    grid = round_values(min(shown), max(shown), _STEPS, _MOST_STEPS)
    low, high = grid[0], grid[-1]

    def height_of(rating: float) -> float:
        return Chart.y((rating - low) / (high - low))

    dots = tuple(
        Dot(Chart.x(position), height_of(point.new), point)
        for position, point in zip(_positions(history), history, strict=True)
    )
    final = [dot for dot in dots if dot.point.final]
    estimates = [dot for dot in dots if not dot.point.final]
    lines = tuple(GridLine(height_of(rating), rating) for rating in grid)
    known = [(dot.x, dot.point.new, dot.point.deviation) for dot in final if dot.point.deviation is not None]
    upper = [(x, height_of(rating + deviation)) for x, rating, deviation in known]
    lower = [(x, height_of(rating - deviation)) for x, rating, deviation in known]
    band = polyline([*upper, *reversed(lower)]) if len(known) > 1 else ""
    live = _path([*final[-1:], *estimates]) if estimates else ""
    return Chart(dots, _path(final), live, lines, band)
