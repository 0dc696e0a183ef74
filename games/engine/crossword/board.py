"""Board layouts and coordinates.

A board is a flat ``bytes`` of tile codes with an empty border, so that looking at a neighbour never needs a bounds
check: the square in row ``r`` and column ``c`` (from 0) is at ``(r + 1) * stride + c + 1``, with ``stride`` = size + 1
(the border column at the end of one row is also the one before the next). A step of 1 goes across, one of ``stride``
down.

>>> layout = board_layout("standard15")
>>> place = layout.places["8D"]
>>> place.step, layout.row_and_column(place.square), place.room
(1, (7, 3), 12)
>>> layout.places["D8"].step == layout.stride, layout.coordinate(place.square, across=False)
(True, 'D8')
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final, NamedTuple

LETTER_PREMIUMS: Final[Mapping[str, int]] = MappingProxyType({"d": 2, "t": 3, "q": 4})
WORD_PREMIUMS: Final[Mapping[str, int]] = MappingProxyType({"D": 2, "T": 3, "Q": 4})


class Place(NamedTuple):
    """Where a play starts: its first square, the step along the word, and how many squares there are to the edge."""

    square: int
    step: int
    room: int


@dataclass(frozen=True)
class Layout:
    """The premium squares of one board. Make one with :func:`board_layout`; compare by ``slug``.

    ``rows`` holds one character a square: ``.`` plain, ``d t q`` the letter counted 2, 3, 4 times, ``D T Q`` the word.
    ``start`` is the row and column (from 0) of the square that the first play must cover.
    """

    slug: str
    name: str
    size: int
    start: tuple[int, int]
    rows: tuple[str, ...]
    stride: int = field(init=False, repr=False, compare=False)
    start_square: int = field(init=False, repr=False, compare=False)
    #: Multiplier of the letter and of the word for each square of the flat board.
    letter_multipliers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    word_multipliers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    #: Coordinate -> place, for ``8D`` (across) and ``D8`` (down), upper and lower case.
    places: Mapping[str, Place] = field(init=False, repr=False, compare=False)
    #: The same as plain tuples of square, step and room: they are unpacked in no time.
    starts: Mapping[str, tuple[int, int, int]] = field(init=False, repr=False, compare=False)
    #: A board without tiles.
    empty: bytes = field(init=False, repr=False, compare=False)
    #: Every square of the board in reading order.
    squares: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.rows) != self.size or any(len(row) != self.size for row in self.rows):
            raise ValueError(f"board {self.slug} is not {self.size} by {self.size}")
        stride = self.size + 1
        empty = bytes((self.size + 2) * stride + 1)
        letters, words = [1] * len(empty), [1] * len(empty)
        squares = []
        for row, premiums in enumerate(self.rows):
            for column, premium in enumerate(premiums):
                square = (row + 1) * stride + column + 1
                squares.append(square)
                letters[square] = LETTER_PREMIUMS.get(premium, 1)
                words[square] = WORD_PREMIUMS.get(premium, 1)
        object.__setattr__(self, "stride", stride)
        object.__setattr__(self, "empty", empty)
        object.__setattr__(self, "letter_multipliers", tuple(letters))
        object.__setattr__(self, "word_multipliers", tuple(words))
        object.__setattr__(self, "squares", tuple(squares))
        object.__setattr__(self, "start_square", self.square(*self.start))
        places = self._places()
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "starts", {name: tuple(place) for name, place in places.items()})

    def _places(self) -> dict[str, Place]:
        places: dict[str, Place] = {}
        for square in self.squares:
            row, column = self.row_and_column(square)
            across = Place(square, 1, self.size - column)
            down = Place(square, self.stride, self.size - row)
            for letter in (_column(column), _column(column).lower()):
                places[f"{row + 1}{letter}"] = across
                places[f"{letter}{row + 1}"] = down
        return places

    def square(self, row: int, column: int) -> int:
        """The flat index of a row and column, both from 0."""
        return (row + 1) * self.stride + column + 1

    def row_and_column(self, square: int) -> tuple[int, int]:
        """Row and column (from 0) of a flat index."""
        row, column = divmod(square, self.stride)
        return row - 1, column - 1

    def coordinate(self, square: int, *, across: bool) -> str:
        """Standard notation of a word that starts on ``square``: row first when it goes across, column first down."""
        row, column = self.row_and_column(square)
        return f"{row + 1}{_column(column)}" if across else f"{_column(column)}{row + 1}"

    def lines(self, board: bytes) -> tuple[bytes, ...]:
        """The rows of a flat board, without its border."""
        starts = range(self.stride + 1, self.stride * (self.size + 1), self.stride)
        return tuple(bytes(board[start : start + self.size]) for start in starts)


def _column(column: int) -> str:
    return chr(ord("A") + column)


@cache
def board_layout(slug: str) -> Layout:
    """The layout of ``data/boards/<slug>.toml``. Raises LookupError for an unknown slug."""
    if slug not in board_slugs():
        raise LookupError(f"there is no board {slug!r}")
    source = resources.files(__package__).joinpath("data", "boards", f"{slug}.toml")
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    row, column = data["start"]
    return Layout(slug, data["name"], data["size"], (row, column), tuple(data["rows"]))


@cache
def board_slugs() -> tuple[str, ...]:
    """The slugs of all boards, sorted."""
    folder = resources.files(__package__).joinpath("data", "boards")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))
