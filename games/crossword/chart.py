"""The lines of a score chart as SVG coordinates: numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from core.charts import Frame, polyline, round_values

_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis, in SVG units."""

    at: float
    label: int


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: ``points`` is the value of a polyline's ``points``."""

    name: str
    points: str
    end_x: float
    end_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Chart(Frame):
    """A drawn chart. ``turn_x[n]`` is where turn n stands."""

    width, height = 460, 240
    left, right, top, bottom = 44, 448, 12, 210
    lines: tuple[Line, ...]
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    turn_x: tuple[float, ...]


def score_chart(names: Sequence[str], totals: Sequence[Sequence[int]]) -> Chart:
    """Running totals by turn. ``totals[player][n]`` is the player's total after turn n, from 0; all lines equally long."""
    turns = max((len(line) for line in totals), default=1) - 1
    low = min((score for line in totals for score in line), default=0)
    high = max((score for line in totals for score in line), default=0)
    scores = round_values(low, high, _STEPS, 6)

    def x(turn: int) -> float:
        return Chart.x(turn / max(turns, 1))

    def y(score: int) -> float:
        return Chart.y((score - scores[0]) / (scores[-1] - scores[0]))

    every = max(1, -(-turns // 8))
    return Chart(
        tuple(
            _line(name, [(x(n), y(score)) for n, score in enumerate(line)], line[-1])
            for name, line in zip(names, totals, strict=True)
        ),
        tuple(Tick(y(score), score) for score in scores),
        tuple(Tick(x(turn), turn) for turn in range(0, turns + 1, every)),
        tuple(x(turn) for turn in range(turns + 1)),
    )


def _line(name: str, places: Sequence[tuple[float, float]], total: int) -> Line:
    """A stepped line: a total holds until the next score, it does not slope towards it."""
    corners = [places[0]]
    for (_, before), (x, after) in pairwise(places):
        corners += [(x, before), (x, after)] if after != before else [(x, after)]
    end_x, end_y = places[-1]
    return Line(name, polyline(corners), end_x, end_y, total)
