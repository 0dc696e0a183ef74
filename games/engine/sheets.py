"""Two sheets of one game side by side, whatever the game: lines in pairs, what differs, and which of them count.

Nobody's sheet is changed. Lines are paired by what they say happened, so a line that one player left out moves none of the others.

>>> one, other = ([SheetLine(0, text, (text,), at) for at, text in enumerate(texts)] for texts in ("ABC", "AC"))
>>> [[line and line.text for line in pair] for pair in paired(one, other)]
[['A', 'A'], ['B', None], ['C', 'C']]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Generic, TypeVar

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Sheet(Generic[C]):
    """A record of the game as it was checked. ``seat``: of the player who wrote it; None: an official did."""

    check: C
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a sheet: the seat that acted (None: nobody), its text, what it says happened, and its place in the record.

    ``score`` and ``total`` where the game counts points.
    """

    seat: int | None
    text: str
    played: tuple[object, ...]
    index: int
    score: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The lines of both sheets about one event; None where a sheet has none. Rows are numbered from 1 over all games of the sheets.

    ``differs``: which of ``move``, ``player``, ``score`` and ``total`` do.
    """

    number: int
    lines: tuple[SheetLine | None, SheetLine | None]
    differs: frozenset[str]
    game: int = 1


Pair = tuple[SheetLine | None, SheetLine | None]


def paired(first: Sequence[SheetLine], second: Sequence[SheetLine]) -> list[Pair]:
    """The lines of two sheets in order: beside each other where the same happened, else as they come."""
    keys = [[(line.seat, line.played) for line in sheet] for sheet in (first, second)]
    pairs: list[Pair] = []
    for _tag, start, end, other_start, other_end in SequenceMatcher(a=keys[0], b=keys[1], autojunk=False).get_opcodes():
        pairs += zip_longest(first[start:end], second[other_start:other_end])
    return pairs


def last_places(pairs: Sequence[Pair]) -> tuple[int, int]:
    """Where each sheet has its last line; -1 for a sheet without lines."""
    one, two = (max((at for at, pair in enumerate(pairs) if pair[side] is not None), default=-1) for side in (0, 1))
    return one, two


def undecided(rows: Sequence[Row], choices: Mapping[int, int]) -> tuple[int, ...]:
    """The rows that differ and for which no sheet was chosen."""
    return tuple(row.number for row in rows if row.differs and row.number not in choices)


def chosen_lines(rows: Sequence[Row], choices: Mapping[int, int]) -> list[tuple[Row, int, SheetLine]]:
    """Of each row the sheet that counts and its line: the chosen one where they differ, else the first that has one.

    Without the rows whose chosen sheet has no line. Raises ValueError while a row is undecided.
    """
    if undecided(rows, choices):
        raise ValueError("a line is undecided")
    chosen = [(row, choices[row.number] if row.differs else int(row.lines[0] is None)) for row in rows]
    return [(row, side, line) for row, side in chosen if (line := row.lines[side]) is not None]
