"""The box that a chart is drawn in: numbers in, SVG coordinates out, no drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar


class Frame:
    """The size of a chart and the edges of its box, in SVG units; a kind of chart names them."""

    __slots__ = ()
    width: ClassVar[int]
    height: ClassVar[int]
    left: ClassVar[int]
    right: ClassVar[int]
    top: ClassVar[int]
    bottom: ClassVar[int]

    @classmethod
    def x(cls, share: float) -> float:
        """A place between the left edge (0) and the right one (1)."""
        return round(cls.left + (cls.right - cls.left) * share, 1)

    @classmethod
    def y(cls, share: float) -> float:
        """A place between the bottom edge (0) and the top one (1)."""
        return round(cls.bottom - (cls.bottom - cls.top) * share, 1)


def round_values(low: int, high: int, steps: Sequence[int], most: int) -> range:
    """Multiples of a step from at most `low` to at least `high`; the first of `steps` that needs no more than `most` of them."""
    step = next((step for step in steps if high - low <= step * most), steps[-1])
    first = low // step * step
    return range(first, max(-(-high // step) * step, first + step) + 1, step)


def axis_label(value: int) -> str:
    """A number beside an axis, with a true minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def polyline(places: Iterable[tuple[float, float]]) -> str:
    """The ``points`` of a polyline."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)
