"""A measured figure beside the yardstick it is to be read against, and how to print a list of them.

Machines differ and are noisy, so a figure without something measured in the same run says little: every
:class:`Figure` may name a yardstick, taken in the same process, and then carries the ratio of the two.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement. ``ratio`` is ``value / yardstick_value``; None when there is no yardstick."""

    name: str
    value: float
    unit: str
    yardstick_name: str = ""
    yardstick_value: float | None = None
    ratio: float | None = None

    @classmethod
    def against(cls, name: str, value: float, unit: str, *, yardstick: str, measured: float) -> Figure:
        """A figure with its yardstick; the ratio is worked out here (None when the yardstick measured 0)."""
        return cls(name, value, unit, yardstick, measured, value / measured if measured else None)


def rate(work: Callable[[], int], *, seconds: float) -> float:
    """Units of work a second: calls ``work`` (which returns how many units it did) for at least ``seconds``.

    The first call is not counted: it pays for imports and caches.
    """
    work()
    done = 0
    start = time.perf_counter()
    while True:
        done += work()
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            return done / elapsed


def as_table(figures: Sequence[Figure]) -> str:
    """The figures as lines of aligned columns, for a terminal."""
    rows = [("figure", "value", "unit", "yardstick", "its value", "ratio")]
    for figure in figures:
        measured = "" if figure.yardstick_value is None else _number(figure.yardstick_value)
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        rows.append((figure.name, _number(figure.value), figure.unit, figure.yardstick_name, measured, ratio))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    numeric = {1, 4, 5}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in numeric else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def as_json(figures: Sequence[Figure]) -> str:
    """The figures as a JSON list of objects, one key for each field of :class:`Figure`."""
    return json.dumps([asdict(figure) for figure in figures], indent=2)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"
