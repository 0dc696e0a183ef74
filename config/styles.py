"""The parts that pages are made of, on one page for those who build pages. Not in production."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.crossword.board_view import board_view
from games.engine.crossword.rules import RULE_SETS

#: The colours of ``static/css/wordhall.css``, by what they are for.
COLOURS: Final = {
    "Text": ("ink", "ink-soft", "brand", "brand-deep", "accent"),
    "Grounds": ("paper", "card", "hover", "quiet", "bar", "field", "brand-soft"),
    "Lines": ("line", "edge"),
    "Main button": ("filled", "filled-hover", "on-filled"),
    "Good, doubtful, wrong": ("ok", "ok-soft", "warn", "warn-soft", "error", "error-soft"),
    "Tiles": ("tile", "tile-edge", "tile-ink"),
}
_EMPTY: Final = ("." * 15,) * 15
#: The first play of a game, as the viewer has positions: one string a row.
_PLAYED: Final = (*_EMPTY[:7], "...TRAiN.......", *_EMPTY[8:])


def styles(request: HttpRequest) -> HttpResponse:
    """Colours, text, buttons, badges, messages, cards, tables, forms, tiles and the board."""
    board = board_view(RULE_SETS["tournament"], (_EMPTY, _PLAYED), 1)
    return render(request, "styles.html", {"colours": COLOURS, "board": board})
