"""A game's boards as what a page draws: squares with their premiums, and each tile with the turns it lay there.

The page holds every tile that ever lay on a square; a position is a choice of which of them show. That makes stepping
through a game on a phone a matter of hiding and showing, without asking the server again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from games.engine.crossword.board import Layout
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK, TileSet

AnySquare = TypeVar("AnySquare")

#: The layout's letters as the short labels that players know, and as classes of the style sheet.
_PREMIUMS: Final = {
    "d": ("2L", "sq-dl"),
    "t": ("3L", "sq-tl"),
    "q": ("4L", "sq-ql"),
    "D": ("2W", "sq-dw"),
    "T": ("3W", "sq-tw"),
    "Q": ("4W", "sq-qw"),
}


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile on a square from the position after turn ``since`` until before the one after ``until`` (None: to the end)."""

    face: str
    points: int
    blank: bool
    since: int
    until: int | None
    visible: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class Square:
    """One square; ``tiles`` holds all that ever lay there, in the order in which they came."""

    premium: str
    css: str
    start: bool
    tiles: tuple[TileView, ...]

    @property
    def covered(self) -> bool:
        """Whether a tile lies here in the position shown."""
        return any(tile.visible for tile in self.tiles)


@dataclass(frozen=True, slots=True)
class BoardRow(Generic[AnySquare]):
    """A row of squares with its number."""

    number: int
    squares: tuple[AnySquare, ...]


@dataclass(frozen=True, slots=True)
class BoardView(Generic[AnySquare]):
    """A board to draw: ``columns`` are the letters over it."""

    columns: tuple[str, ...]
    rows: tuple[BoardRow[AnySquare], ...]

    @property
    def size(self) -> int:
        """Squares on a side."""
        return len(self.columns)


def board_of(size: int, square: Callable[[int, int], AnySquare]) -> BoardView[AnySquare]:
    """A board of what ``square`` makes of row and column, from 0."""
    places = range(size)
    rows = (BoardRow(row + 1, tuple(square(row, column) for column in places)) for row in places)
    return BoardView(tuple(chr(ord("A") + column) for column in places), tuple(rows))


def board_view(rules: RuleSet, boards: Sequence[Sequence[str]], at: int) -> BoardView[Square]:
    """The board of a game. ``boards[n]`` holds the rows after turn n in GCG notation; ``at`` is the turn shown (0: none)."""
    layout, tiles = rules.layout, rules.tiles
    grids = [[tiles.encode(row) for row in board] for board in boards]

    def square(row: int, column: int) -> Square:
        history = [grid[row][column] for grid in grids]
        views = tuple(_tile(tiles, code, since, until, at) for code, since, until in _stays(history))
        return Square(*premium_of(layout, row, column), views)

    return board_of(layout.size, square)


def premium_of(layout: Layout, row: int, column: int) -> tuple[str, str, bool]:
    """A square's premium, its class in the style sheet, and whether the first play must cover it."""
    return *_PREMIUMS.get(layout.rows[row][column], ("", "")), (row, column) == layout.start


def _stays(history: Iterable[int]) -> Iterable[tuple[int, int, int | None]]:
    """Runs of one and the same tile: (code, first turn, turn at which it is gone)."""
    code, since = 0, 0
    for turn, now in enumerate(history):
        if now != code:
            if code:
                yield code, since, turn
            code, since = now, turn
    if code:
        yield code, since, None


def _tile(tiles: TileSet, code: int, since: int, until: int | None, at: int) -> TileView:
    visible = since <= at and (until is None or at < until)
    return TileView(tiles.face([code]), tiles.values[code], code > BLANK, since, until, visible, since == at)
