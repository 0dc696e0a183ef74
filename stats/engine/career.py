"""One player's games over time: streaks, opponents, and the meetings of two.

>>> from stats.engine.games import Game, sides_of
>>> games = [Game("a", 3 + n, 1, (7, 8), ("Ann", "Ben"), (400 + n, 400), 0 if n else None) for n in range(3)]
>>> streaks_of([sides_of(game)[0] for game in games]).longest_wins
2
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from stats.engine.games import Side
from stats.engine.lines import Line, count


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of games in their order. ``current``: how many games in a row had the outcome ``current_outcome``, up to the last."""

    longest_wins: int = 0
    longest_unbeaten: int = 0
    current: int = 0
    current_outcome: str = ""


def streaks_of(sides: Sequence[Side]) -> Streaks:
    """The streaks of a player's games, which are in the order in which they were played."""
    if not sides:
        return Streaks()
    outcomes = [side.outcome for side in sides]
    runs = [(outcome, len(list(run))) for outcome, run in groupby(outcomes)]
    unbeaten = [(lost, len(list(run))) for lost, run in groupby(outcome == "lost" for outcome in outcomes)]
    return Streaks(
        max((length for outcome, length in runs if outcome == "won"), default=0),
        max((length for lost, length in unbeaten if not lost), default=0),
        runs[-1][1],
        runs[-1][0],
    )


def opponents_of(sides: Iterable[Side]) -> list[Line]:
    """A line for each opponent, in which the games stand as the player had them; most games first."""
    lines: dict[int, Line] = {}
    for side in sides:
        line = lines.setdefault(side.opponent, Line(side.opponent, side.opponent_name))
        count(line, side)
        line.name = side.opponent_name
    return sorted(lines.values(), key=lambda line: (-line.games, line.name.casefold()))


def years_of(sides: Iterable[Side]) -> list[tuple[int, Line]]:
    """A line for each year, the newest first."""
    lines: dict[int, Line] = {}
    for side in sides:
        count(lines.setdefault(side.game.day.year, Line(side.player, side.name)), side)
    return sorted(lines.items(), reverse=True)


def events_of(sides: Iterable[Side]) -> list[tuple[Side, Line]]:
    """A line for each event with one of its games, the newest first."""
    lines: dict[str, tuple[Side, Line]] = {}
    for side in sides:
        count(lines.setdefault(side.game.event, (side, Line(side.player, side.name)))[1], side)
    return list(lines.values())[::-1]
