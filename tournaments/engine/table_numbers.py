"""Table numbers in a hall: how directors write them, and which table each game of a division gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from core.typed import plain_digits, plain_separators

MAX_TABLE = 9999
_PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\Z", re.ASCII)


class TableNumbersError(ValueError):
    """A list of tables that cannot be read; ``part`` is the piece that is wrong."""

    def __init__(self, part: str) -> None:
        self.part = part
        super().__init__(part)


def parse_tables(text: str) -> tuple[int, ...]:
    """The tables of a list such as “21-30, 5”, in order. Raises TableNumbersError for a part that is no table, or a repeat."""
    numbers: list[int] = []
    for part in (piece.strip() for piece in plain_digits(plain_separators(text)).split(",")):
        if not part:
            continue
        match = _PART.match(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        tables = range(first, last + 1)
        if first < 1 or last < first or not set(tables).isdisjoint(numbers):
            raise TableNumbersError(part)
        numbers.extend(tables)
    return tuple(numbers)


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
    games: Sequence[tuple[int, int, int]], fixed: Mapping[int, int], own: Sequence[int], occupied: Iterable[int]
) -> tuple[int, ...]:
    """The hall's table of each game.

    ``games``: (player, player, board) with boards from 1 in order of standing, except that the board of a game
    at a fixed table is that table. ``fixed``: the tables that players must have. ``own``: the division's tables in order; after
    them, and when it has none, the lowest numbers that are neither in ``own`` nor in ``occupied`` are used.
    """
    at_fixed = {index: board for index, (a, b, board) in enumerate(games) if board in {fixed.get(a), fixed.get(b)}}
    numbers = _free_numbers(own, {*occupied}, {*at_fixed.values()})
    order = sorted((index for index in range(len(games)) if index not in at_fixed), key=lambda index: games[index][2])
    tables = at_fixed | {index: next(numbers) for index in order}
    return tuple(tables[index] for index in range(len(games)))


def seat_typed(tables: Sequence[int], typed: Sequence[int | None]) -> tuple[int, ...]:
    """The tables with those that were typed for some games; a game whose table was given away takes one that became free.

    >>> seat_typed((1, 2, 3), (3, None, None)), seat_typed((1, 2), (9, None))
    ((3, 2, 1), (9, 2))
    """
    taken = {table for table in typed if table is not None}
    kept = {index for index, table in enumerate(tables) if typed[index] is None and table not in taken}
    free = iter(sorted({*tables} - taken - {tables[index] for index in kept}))
    return tuple(
        given if given is not None else (table if index in kept else next(free))
        for index, (table, given) in enumerate(zip(tables, typed, strict=True))
    )


def _free_numbers(own: Sequence[int], occupied: set[int], fixed: set[int]) -> Iterator[int]:
    yield from (table for table in own if table not in fixed)
    yield from (table for table in count(1) if table not in occupied and table not in fixed and table not in own)
