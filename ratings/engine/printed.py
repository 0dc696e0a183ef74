"""Figures as they are printed: rounded so that a reader who adds them up gets the total that stands below them.

Rounding each figure by itself leaves sums that are off by a tenth or two.  Here a total is rounded first, and the parts
whose own rounding was the closest call are adjusted: no figure is further from its exact value than one unit of its last
digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ratings.engine.types import ADJUSTMENTS, GameLine, Segment

POINTS, EXPECTED = 1, 2  # decimals


def balanced(values: Sequence[float], total: float, decimals: int) -> tuple[float, ...]:
    """The values rounded to `decimals` so that they sum to `total` rounded likewise."""
    scale = 10**decimals
    exact = [value * scale for value in values]
    # Rounded as a figure is printed: 0.025 is 0.03, though 0.025 × 100 is 2.5 and that rounds to 2.
    whole = [round(round(value, decimals) * scale) for value in values]
    missing = round(round(total, decimals) * scale) - sum(whole)
    step = 1 if missing > 0 else -1
    # First those that were rounded furthest the other way; in turns if there are fewer of them than units missing.
    order = sorted(range(len(whole)), key=lambda index: step * (whole[index] - exact[index]))
    for turn in range(abs(missing) if order else 0):
        whole[order[turn % len(order)]] += step
    return tuple(value / scale for value in whole)


def printed(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """The working of one change with figures that add up: games to the sum of games, parts to the result, all to the event."""
    expected = balanced([one.expected for one in segments], sum(one.expected for one in segments), EXPECTED)
    return tuple(_printed(one, total) for one, total in zip(segments, expected, strict=True))


def _printed(segment: Segment, expected: float) -> Segment:
    lines = balanced([game.expected for game in segment.games], expected, EXPECTED)
    games = tuple(replace(game, expected=value) for game, value in zip(segment.games, lines, strict=True))
    if segment.newcomer is not None or segment.start is None:
        return replace(segment, games=games)
    names = [name for name in ADJUSTMENTS if getattr(segment, name)]
    exact = [segment.game_points, *(getattr(segment, name) for name in names)]
    of_games, *values = balanced(exact, segment.end - segment.start, POINTS)
    parts = dict(zip(names, values, strict=True))
    return replace(segment, games=_points(games, of_games, parts.get("feedback", 0.0)), **parts)  # type: ignore[arg-type]  # ADJUSTMENTS are floats


def _points(games: Sequence[GameLine], total: float, feedback: float) -> tuple[GameLine, ...]:
    points = balanced([game.points for game in games], total, POINTS)
    giving = [index for index, game in enumerate(games) if game.feedback]
    shares = dict(zip(giving, balanced([games[index].feedback for index in giving], feedback, POINTS), strict=True))
    return tuple(
        replace(game, points=points[index], feedback=shares.get(index, 0.0)) for index, game in enumerate(games)
    )
