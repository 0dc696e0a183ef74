"""Charts of statistics as geometry: plain numbers for an SVG, no drawing. Each stands beside its figures in words or a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.charts import Frame, round_values
from stats.engine.games import Side

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_MOST_STEPS = 4
#: How many games the chart of a player's newest games shows.
NEWEST = 40


@dataclass(frozen=True, slots=True)
class GridLine:
    """A horizontal line at a round value."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in SVG units: ``label`` stands below it, ``value`` is what it shows, ``kind`` how it is coloured."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: int
    kind: str = ""
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class BarChart(Frame):
    """Bars from a base line; ``labels`` of all bars are drawn if there are few of them."""

    width, height = 640, 220
    left, right, top, bottom = 44, 624, 12, 180
    bars: tuple[Bar, ...]
    grid: tuple[GridLine, ...]
    base: float


def _chart(
    values: Sequence[int], labels: Sequence[str], kinds: Sequence[str], sides: Sequence[Side | None]
) -> BarChart:
    grid = round_values(min(0, *values), max(0, *values), _STEPS, _MOST_STEPS)
    low, high = grid[0], grid[-1]

    def height_of(value: int) -> float:
        return BarChart.y((value - low) / (high - low))

    step = (BarChart.right - BarChart.left) / len(values)
    base = height_of(0)
    bars = tuple(
        Bar(
            round(BarChart.left + step * (place + 0.1), 1),
            min(base, height_of(value)),
            round(step * 0.8, 1),
            round(abs(height_of(value) - base), 1),
            label,
            value,
            kind,
            side,
        )
        for place, (value, label, kind, side) in enumerate(zip(values, labels, kinds, sides, strict=True))
    )
    return BarChart(bars, tuple(GridLine(height_of(value), value) for value in grid), base)


def spreads_chart(sides: Sequence[Side], most: int = NEWEST) -> BarChart | None:
    """The spreads of the newest games with points, oldest at the left: wins above the line, losses below. None without one."""
    newest = [side for side in sides if side.has_points][-most:]
    if not newest:
        return None
    values = [side.spread for side in newest]
    return _chart(values, ["" for _ in newest], [side.outcome for side in newest], newest)


def scores_chart(scores: Iterable[tuple[int, int]]) -> BarChart | None:
    """How many scores lie in each range of 50 points (of 25 where they are close together). None without a game."""
    all_scores = [score for both in scores for score in both]
    if not all_scores:
        return None
    width = 50 if max(all_scores) - min(all_scores) > 250 else 25
    counted = Counter(score // width for score in all_scores)
    ranges = range(min(counted), max(counted) + 1)
    labels = [str(place * width) for place in ranges]
    return _chart([counted[place] for place in ranges], labels, ["" for _ in ranges], [None for _ in ranges])
