"""Expected and observed wins as the geometry of a chart: plain numbers for an SVG, no drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.charts import Frame
from ratings.engine.evaluate import Bin

_PERCENT = (50, 60, 70, 80, 90, 100)
_SMALLEST, _LARGEST = 3.0, 11.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A bin in the chart, in SVG units; the area of the mark grows with its games."""

    x: float
    y: float
    radius: float
    bin: Bin


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled line at a round percentage, both ways."""

    x: float
    y: float
    percent: int


@dataclass(frozen=True, slots=True)
class CalibrationChart(Frame):
    """A square from 50 % to 100 %: what was expected to the right, what was observed upwards; `perfect` is the diagonal."""

    width, height = 398, 394
    left, right, top, bottom = 52, 372, 16, 336
    middle = 212
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]


def _x(share: float) -> float:
    return CalibrationChart.x((share - 0.5) * 2)


def _y(share: float) -> float:
    """Favourites that mostly lose stand at the bottom edge."""
    return CalibrationChart.y((max(share, 0.5) - 0.5) * 2)


def calibration_chart(bins: Sequence[Bin]) -> CalibrationChart:
    """The chart of some bins."""
    most = max((one.games for one in bins), default=1)
    marks = tuple(
        Mark(_x(one.predicted), _y(one.observed), round(max(_SMALLEST, _LARGEST * (one.games / most) ** 0.5), 1), one)
        for one in bins
    )
    return CalibrationChart(marks, tuple(Tick(_x(value / 100), _y(value / 100), value) for value in _PERCENT))
