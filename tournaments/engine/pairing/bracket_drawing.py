"""A bracket as a drawing: boxes and the lines between them, in drawings of at most sixteen lines, each for one page.

Only where things stand; the page writes the words. Units are those of the drawing, about a pixel on a screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.engine.pairing.bracket_tree import Bracket, BracketMatch, Columns, Part

#: A box, half of it for each player, and what is free around it.
BOX_WIDTH, BOX_HEIGHT = 200, 52
GAP, ABOVE = 36, 26
#: The heads of the columns, and the edge of the drawing.
HEAD, EDGE = 48, 4
#: Matches in the first column of a drawing: eight have sixteen lines. The losers' bracket has two columns for each of
#: the first one's, so it gets half as many to stay as wide.
MOST, MOST_LOSERS = 8, 4
_SLOT = BOX_HEIGHT + ABOVE
_COLUMN = BOX_WIDTH + GAP


@dataclass(frozen=True, slots=True)
class Box:
    """A match at its place; `x`, `y`: the upper left corner."""

    match: BracketMatch
    x: int
    y: int

    @property
    def middle(self) -> int:
        """Where the line to the next match begins, and those to this one end."""
        return self.y + BOX_HEIGHT // 2


@dataclass(frozen=True, slots=True)
class Connector:
    """A line from a match to the one that its winner goes on to: across, up or down at `turn`, across."""

    x: int
    y: int
    turn: int
    to_y: int
    to_x: int


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over a column: its stage, by one of its matches."""

    x: int
    match: BracketMatch


@dataclass(frozen=True, slots=True)
class Drawing:
    """One page of a bracket: page `number` of the `of` pages that its part has."""

    part: Part
    number: int
    of: int
    width: int
    height: int
    heads: tuple[Head, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Connector, ...]


def drawings_of(bracket: Bracket) -> tuple[Drawing, ...]:
    """The bracket's drawings: the first bracket from the top, then what follows from all of them; then the losers'."""
    main = list(_pages(bracket.main, MOST))
    losers = list(_pages(bracket.losers, MOST_LOSERS)) if bracket.losers else []
    return (
        *(_drawing(Part.MAIN, main, k, bracket.third if k == len(main) - 1 else None) for k in range(len(main))),
        *(_drawing(Part.LOSERS, losers, k) for k in range(len(losers))),
    )


def _pages(columns: Columns, most: int) -> Iterator[Columns]:
    """Blocks of at most so many matches in their first column, as far as each has matches of its own; then the rest."""
    blocks = max(1, len(columns[0]) // most)
    own = [column for column in columns if len(column) >= blocks]
    for block in range(blocks):
        yield tuple(column[block * len(column) // blocks : (block + 1) * len(column) // blocks] for column in own)
    if rest := columns[len(own) :]:
        yield rest


def _drawing(part: Part, pages: Sequence[Columns], index: int, third: BracketMatch | None = None) -> Drawing:
    columns = pages[index]
    middles: list[list[int]] = []
    boxes: list[list[Box | None]] = []
    for number, column in enumerate(columns):
        middles.append(_middles(len(column), middles[-1] if middles else []))
        x = EDGE + number * _COLUMN
        boxes.append(
            [
                Box(match, x, middle - BOX_HEIGHT // 2) if match else None
                for match, middle in zip(column, middles[-1], strict=True)
            ]
        )
    every = [box for column in boxes for box in column if box]
    heads = tuple(
        Head(EDGE + number * _COLUMN, match)
        for number, column in enumerate(columns)
        if (match := next((match for match in column if match), None))
    )
    if third:
        every.append(Box(third, EDGE + (len(columns) - 1) * _COLUMN, middles[-1][0] + _SLOT))
    return Drawing(
        part,
        index + 1,
        len(pages),
        2 * EDGE + len(columns) * _COLUMN - GAP,
        max(HEAD + len(columns[0]) * _SLOT, *(box.y + BOX_HEIGHT for box in every)) + EDGE,
        heads,
        tuple(every),
        tuple(_lines(boxes)),
    )


def _middles(count: int, before: Sequence[int]) -> list[int]:
    """The heights of a column's matches: beside the one, or between the two, that they follow from."""
    if not before:
        return [HEAD + k * _SLOT + ABOVE + BOX_HEIGHT // 2 for k in range(count)]
    if len(before) == count:
        return list(before)
    return [(one + other) // 2 for one, other in zip(before[::2], before[1::2], strict=True)]


def _lines(boxes: Sequence[Sequence[Box | None]]) -> Iterator[Connector]:
    for column, following in pairwise(boxes):
        ratio = len(column) // len(following)
        for place, box in enumerate(column):
            to = following[place // ratio]
            if box and to:
                end = box.x + BOX_WIDTH
                yield Connector(end, box.middle, end + GAP // 2, to.middle, to.x)
