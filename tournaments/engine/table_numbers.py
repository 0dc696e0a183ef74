"""The numbers of a hall's tables: how directors write them, and which table each game of a division gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

MAX_TABLE = 9999
_PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\Z", re.ASCII)


class TableNumbersError(ValueError):
    """A list of tables that cannot be read; ``part`` is the piece that is wrong."""

    def __init__(self, part: str) -> None:
        self.part = part
        super().__init__(part)


def parse_tables(text: str) -> tuple[int, ...]:
    """The tables of a list such as “21-30, 5” in their order. Raises TableNumbersError for what is no table or is named twice."""
    found: list[int] = []
    for part in (piece.strip() for piece in text.split(",")):
        if not part:
            continue
        match = _PART.match(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        tables = range(first, last + 1)
        if first < 1 or last < first or not set(tables).isdisjoint(found):
            raise TableNumbersError(part)
        found.extend(tables)
    return tuple(found)


def format_tables(tables: Sequence[int]) -> str:
    """The shortest list that ``parse_tables`` reads as ``tables``."""
    runs: list[list[int]] = []
    for table in tables:
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def seat_games(
    games: Sequence[tuple[int, int, int]], fixed: Mapping[int, int], own: Sequence[int], taken: Iterable[int]
) -> tuple[int, ...]:
    """The hall's table of each game.

    ``games``: (player, player, board) with boards from 1 in order of standing, except that a game at a fixed table has
    that table for its board. ``fixed``: the tables that players must have. ``own``: the division's tables in order; after
    them, and when it has none, the lowest numbers that are neither in ``own`` nor in ``taken`` are used.
    """
    kept = {index: board for index, (a, b, board) in enumerate(games) if board in {fixed.get(a), fixed.get(b)}}
    numbers = _numbers(own, {*taken}, {*kept.values()})
    order = sorted((index for index in range(len(games)) if index not in kept), key=lambda index: games[index][2])
    given = kept | {index: next(numbers) for index in order}
    return tuple(given[index] for index in range(len(games)))


def _numbers(own: Sequence[int], taken: set[int], kept: set[int]) -> Iterator[int]:
    yield from (table for table in own if table not in kept)
    yield from (table for table in count(1) if table not in taken and table not in kept and table not in own)
