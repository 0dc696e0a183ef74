"""Pictures for posts and links: rectangles and texts, written as SVG or drawn as PNG in the light colours of the pages.

The PNG is drawn with the font that comes with the program; letters that it lacks cannot be drawn.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

#: DejaVu Sans Bold: Latin, Greek, Cyrillic (core/fonts/LICENSE).
FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"

#: The size of the card that other sites show beside a link.
CARD_SIZE: Final = (1200, 630)
PAPER, INK, SOFT, BRAND, LINE = "#faf9f4", "#1d211c", "#5a5f55", "#14523f", "#dcd9cc"


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
    #: Whether the font has every letter that matters.
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
        image = Image.new("RGB", (self.width * scale, self.height * scale), PAPER)
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


@lru_cache(maxsize=4096)
def has_letters(text: str) -> bool:
    """Whether the font has all letters of a text."""
    font = _font(20)
    missing = bytes(font.getmask("\uffff"))
    return all(char.isspace() or bytes(font.getmask(char)) != missing for char in text)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


def cut(text: str, room: float, size: float) -> str:
    """As much of a text as fits."""
    font = _font(round(size))
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _as_svg(shape: Shape) -> str:
    if isinstance(shape, Box):
        radius = f' rx="{shape.round:g}"' if shape.round else ""
        place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
        return f'<rect {place}{radius} fill="{shape.fill}"/>'
    place = (
        f'x="{shape.x:g}" y="{shape.y + shape.size * 0.36:g}" font-size="{shape.size:g}" text-anchor="{shape.anchor}"'
    )
    return f'<text {place} fill="{shape.fill}">{escape(shape.text)}</text>'
