"""Spread adjustments of one player: points added to the spread, or taken off it, in a round, such as −25 in round 3 for coming late.

They stand in one line, “3 -25, 5 +10”: each round with its points. They count in the standings' spread, with a cap and
without, and are never capped themselves; wins and games stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from core.typed import plain_move, plain_separators
from tournaments.engine.model import EntrySnapshot

MAX_ADJUSTMENT = 999
#: The most characters that an entry's adjustments can have, as written here.
MAX_TEXT = 120
#: Round and points, in the order of rounds.
Adjustments = tuple[tuple[int, int], ...]
_ONE = re.compile(r"([0-9]{1,3})\s+([+-]?[0-9]{1,4})")


class AdjustmentError(ValueError):
    """A line that says no adjustments. `code`: form, round, points or twice; `part`: the words that are wrong."""

    def __init__(self, code: str, part: str) -> None:
        super().__init__(f"{code}: {part}")
        self.code, self.part = code, part


def read_adjustments(text: str, rounds: int = MAX_ADJUSTMENT) -> Adjustments:
    """The adjustments in a line, by round. `rounds`: the highest number of a round. Raises AdjustmentError.

    >>> read_adjustments("5 +10, 3 −25")
    ((3, -25), (5, 10))
    """
    if not text:
        return ()
    by_round: dict[int, int] = {}
    for part in filter(None, map(str.strip, re.split("[,;]", plain_move(plain_separators(text))))):
        match = _ONE.fullmatch(part)
        if match is None:
            raise AdjustmentError("form", part)
        number, points = int(match[1]), int(match[2])
        if not 1 <= number <= rounds:
            raise AdjustmentError("round", part)
        if not 1 <= abs(points) <= MAX_ADJUSTMENT:
            raise AdjustmentError("points", part)
        if number in by_round:
            raise AdjustmentError("twice", part)
        by_round[number] = points
    return tuple(sorted(by_round.items()))


def write_adjustments(adjustments: Iterable[tuple[int, int]]) -> str:
    """The one way to write them.

    >>> write_adjustments([(5, 10), (3, -25)])
    '3 -25, 5 +10'
    """
    return ", ".join(f"{number} {points:+d}" for number, points in sorted(adjustments))


def adjusted_within(
    players: Iterable[EntrySnapshot], first: int = 1, last: int | None = None
) -> tuple[EntrySnapshot, ...]:
    """The players with their adjustments of these rounds only: for standings of a part of the games."""
    return tuple(
        replace(player, adjustments=_within(player.adjustments, first, last)) if player.adjustments else player
        for player in players
    )


def _within(adjustments: Adjustments, first: int, last: int | None) -> Adjustments:
    return tuple(one for one in adjustments if first <= one[0] and (last is None or one[0] <= last))
