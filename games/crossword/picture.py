"""A position as a picture for a post: SVG, PNG, and the card that other sites show for a link.

All three draw one list of shapes (``core.drawing``). Where the font lacks a letter of the tiles there is only the SVG.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.drawing import BRAND, CARD_SIZE, INK, PAPER, SOFT, Box, Picture, Shape, Text, cut, has_letters
from games.crossword.viewer import Replay

_CELL: Final = 40
_MARGIN: Final = 12
_FOOT: Final = 64
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


def position_picture(replay: Replay) -> Picture:
    """The board at the moment that the replay shows, with the score and the last move under it."""
    side = len(replay.board.columns) * _CELL
    width, height = side + 2 * _MARGIN, side + 2 * _MARGIN + _FOOT
    score, move = _captions(replay)
    foot = side + 2 * _MARGIN
    shapes = (
        Box(0, 0, width, height, PAPER),
        *_board(replay, _MARGIN, _MARGIN, _CELL),
        Text(_MARGIN, foot + 14, cut(score, width - 2 * _MARGIN, 20), 20, INK, "start"),
        Text(_MARGIN, foot + 42, cut(move, width - 2 * _MARGIN - 110, 15), 15, SOFT, "start"),
        Text(width - _MARGIN, foot + 42, "Wordhall", 15, BRAND, "end"),
    )
    return Picture(width, height, shapes, f"{score}. {replay.label}", drawable(replay))


def share_card(replay: Replay, *, heading: str, scores: Iterable[tuple[str, int]]) -> Picture:
    """The card for links, 1200 by 630: the board, both players with their scores, ``heading``: where they played."""
    width, height = CARD_SIZE
    size = len(replay.board.columns)
    cell = (height - 2 * 30) / size
    left = 30 + size * cell + 40
    room = width - left - 30
    shapes: list[Shape] = [Box(0, 0, width, height, PAPER), *_board(replay, 30, 30, cell)]
    shapes.append(Text(left, 60, cut(heading, room, 22), 22, SOFT, "start"))
    for number, (name, score) in enumerate(scores):
        top = 150 + number * 160
        shapes.append(Text(left, top, cut(name, room, 34), 34, INK, "start"))
        shapes.append(Text(left, top + 64, str(score), 64, BRAND, "start"))
    shapes.append(Text(left, height - 50, "Wordhall", 26, BRAND, "start"))
    return Picture(width, height, tuple(shapes), heading, drawable(replay))


def drawable(replay: Replay) -> bool:
    """Whether the font has every letter on the board, so that there is a PNG."""
    faces = {tile.face for row in replay.board.rows for square in row.squares for tile in square.tiles}
    return all(map(has_letters, faces))


def _captions(replay: Replay) -> tuple[str, str]:
    """The score at this moment, and the move that led to it."""
    if replay.at == 0:
        return " – ".join(player.name for player in replay.players), replay.label
    turn = replay.turns[replay.at - 1]
    score = " – ".join(f"{player.name} {total}" for player, total in zip(replay.players, turn.totals, strict=False))
    points = "" if turn.score is None else f" {turn.score:+d}"
    return score, f"{turn.number}. {turn.name}: {turn.text}{points}"


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
            yield Text(*middle, tile.face, cell * wide, _BLANK if tile.blank else INK)
            if tile.points:
                yield Text(at_x + cell * 0.93, at_y + cell * 0.84, str(tile.points), cell * 0.22, INK, "end")
