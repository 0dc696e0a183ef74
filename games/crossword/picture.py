"""A position as a picture for a post: SVG, PNG, and the card that other sites show for a link.

All three draw one list of shapes, in the light colours of the pages. The PNG is drawn with the font that comes with the program; where
that lacks a letter of the tiles there is only the SVG.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.crossword.viewer import Replay

#: DejaVu Sans Bold: Latin, Greek, Cyrillic (games/crossword/fonts/LICENSE).
FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"

CARD_SIZE: Final = (1200, 630)
_CELL: Final = 40
_MARGIN: Final = 12
_FOOT: Final = 64
_PAPER, _INK, _SOFT, _BRAND = "#faf9f4", "#1d211c", "#5a5f55", "#14523f"
_SQUARES: Final = {
    "": ("#e9e5d8", "#55584e"),
    "sq-tw": ("#b5472f", "#ffffff"),
    "sq-dw": ("#e0a69b", "#5e1a14"),
    "sq-tl": ("#3a6a91", "#ffffff"),
    "sq-dl": ("#a9c8d9", "#123f5d"),
    "sq-qw": ("#6d2a7a", "#ffffff"),
    "sq-ql": ("#2f6b46", "#ffffff"),
}
_TILE, _FRESH, _BLANK = "#f4e7c3", "#f6d56b", "#a53d16"


class Box(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    round: float = 0


class Text(NamedTuple):
    """A text on its middle line; ``anchor``: start, middle or end of it is at ``x``."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"


Shape = Box | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: its size, its shapes from back to front, and what it shows, as a sentence."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    label: str
    #: Whether the font has every letter on the board.
    has_png: bool = True

    def svg(self) -> str:
        """An SVG file that refers to nothing outside itself."""
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        body = "".join(map(_as_svg, self.shapes))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" font-weight="700">'
            f"<title>{escape(self.label)}</title>{body}</svg>\n"
        )

    def png(self, scale: int = 1) -> bytes:
        """A PNG file. Texts that the font lacks are left out."""
        image = Image.new("RGB", (self.width * scale, self.height * scale), _PAPER)
        draw = ImageDraw.Draw(image)
        for shape in self.shapes:
            if isinstance(shape, Box):
                x, y, width, height, fill, radius = shape
                corners = (x * scale, y * scale, (x + width) * scale - 1, (y + height) * scale - 1)
                draw.rounded_rectangle(corners, radius * scale, fill=fill)
            elif has_letters(shape.text):
                anchor = {"start": "lm", "middle": "mm", "end": "rm"}[shape.anchor]
                at = (shape.x * scale, shape.y * scale)
                draw.text(at, shape.text, fill=shape.fill, font=_font(round(shape.size * scale)), anchor=anchor)
        stream = io.BytesIO()
        image.save(stream, "PNG", optimize=True)
        return stream.getvalue()


def position_picture(replay: Replay) -> Picture:
    """The board at the moment that the replay shows, with the score and the last move under it."""
    side = len(replay.board.columns) * _CELL
    width, height = side + 2 * _MARGIN, side + 2 * _MARGIN + _FOOT
    score, move = _captions(replay)
    foot = side + 2 * _MARGIN
    shapes = (
        Box(0, 0, width, height, _PAPER),
        *_board(replay, _MARGIN, _MARGIN, _CELL),
        Text(_MARGIN, foot + 14, _cut(score, width - 2 * _MARGIN, 20), 20, _INK, "start"),
        Text(_MARGIN, foot + 42, _cut(move, width - 2 * _MARGIN - 110, 15), 15, _SOFT, "start"),
        Text(width - _MARGIN, foot + 42, "Wordhall", 15, _BRAND, "end"),
    )
    return Picture(width, height, shapes, f"{score}. {replay.label}", drawable(replay))


def share_card(replay: Replay, *, heading: str, scores: Iterable[tuple[str, int]]) -> Picture:
    """The card for links, 1200 by 630: the board, both players with their scores, ``heading``: where they played."""
    width, height = CARD_SIZE
    size = len(replay.board.columns)
    cell = (height - 2 * 30) / size
    left = 30 + size * cell + 40
    room = width - left - 30
    shapes: list[Shape] = [Box(0, 0, width, height, _PAPER), *_board(replay, 30, 30, cell)]
    shapes.append(Text(left, 60, _cut(heading, room, 22), 22, _SOFT, "start"))
    for number, (name, score) in enumerate(scores):
        top = 150 + number * 160
        shapes.append(Text(left, top, _cut(name, room, 34), 34, _INK, "start"))
        shapes.append(Text(left, top + 64, str(score), 64, _BRAND, "start"))
    shapes.append(Text(left, height - 50, "Wordhall", 26, _BRAND, "start"))
    return Picture(width, height, tuple(shapes), heading, drawable(replay))


def drawable(replay: Replay) -> bool:
    """Whether the font has every letter on the board, so that there is a PNG."""
    faces = {tile.face for row in replay.board.rows for square in row.squares for tile in square.tiles}
    return all(map(has_letters, faces))


@cache
def has_letters(text: str) -> bool:
    """Whether the font has all letters of a text."""
    font = _font(20)
    missing = bytes(font.getmask("\uffff"))
    return all(char.isspace() or bytes(font.getmask(char)) != missing for char in text)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


def _captions(replay: Replay) -> tuple[str, str]:
    """The score at this moment, and the move that led to it."""
    if replay.at == 0:
        return " – ".join(player.name for player in replay.players), replay.label
    turn = replay.turns[replay.at - 1]
    score = " – ".join(f"{player.name} {total}" for player, total in zip(replay.players, turn.totals, strict=False))
    points = "" if turn.score is None else f" {turn.score:+d}"
    return score, f"{turn.number}. {turn.name}: {turn.text}{points}"


def _cut(text: str, room: float, size: float) -> str:
    """As much of a text as fits."""
    font = _font(round(size))
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _board(replay: Replay, left: float, top: float, cell: float) -> Iterator[Shape]:
    for y, row in enumerate(replay.board.rows):
        for x, square in enumerate(row.squares):
            at_x, at_y = left + x * cell, top + y * cell
            fill, ink = _SQUARES.get(square.css, _SQUARES[""])
            yield Box(at_x + 0.5, at_y + 0.5, cell - 1, cell - 1, fill)
            tile = next((tile for tile in square.tiles if tile.visible), None)
            middle = (at_x + cell / 2, at_y + cell / 2)
            if tile is None:
                label = "★" if square.start else square.premium
                if label:
                    yield Text(*middle, label, cell * (0.5 if square.start else 0.3), ink)
                continue
            yield Box(at_x + 1, at_y + 1, cell - 2, cell - 2, _FRESH if tile.fresh else _TILE, cell * 0.08)
            wide = 0.55 if len(tile.face) == 1 else 0.38
            yield Text(*middle, tile.face, cell * wide, _BLANK if tile.blank else _INK)
            if tile.points:
                yield Text(at_x + cell * 0.93, at_y + cell * 0.84, str(tile.points), cell * 0.22, _INK, "end")


def _as_svg(shape: Shape) -> str:
    if isinstance(shape, Box):
        radius = f' rx="{shape.round:g}"' if shape.round else ""
        place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
        return f'<rect {place}{radius} fill="{shape.fill}"/>'
    place = (
        f'x="{shape.x:g}" y="{shape.y + shape.size * 0.36:g}" font-size="{shape.size:g}" text-anchor="{shape.anchor}"'
    )
    return f'<text {place} fill="{shape.fill}">{escape(shape.text)}</text>'
