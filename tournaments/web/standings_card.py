"""The picture that other sites show beside a link to an event or its standings: the first places."""

from collections.abc import Sequence
from typing import Final

from core.drawing import BRAND, CARD_SIZE, INK, LINE, PAPER, SOFT, Box, Picture, Shape, Text, cut, has_letters
from tournaments.models import Division
from tournaments.queries.standings import StandingsLine
from tournaments.wording.scores import signed, wins

#: Places that can be read where such pictures are shown.
PLACES: Final = 6
_LEFT, _RIGHT, _FIRST, _ROW = 60, CARD_SIZE[0] - 60, 214, 62


def can_be_drawn(division: Division, lines: Sequence[StandingsLine]) -> bool:
    """Whether there is anything to show, and the program's font has the letters of all names."""
    texts = [division.event.name, division.name, *(line.name for line in lines[:PLACES])]
    return bool(lines) and all(map(has_letters, texts))


def standings_card(division: Division, lines: Sequence[StandingsLine]) -> Picture:
    """The first places with wins, losses and spread. Names and figures only, so that it is the same in every language."""
    width, height = CARD_SIZE
    room = _RIGHT - _LEFT
    shapes: list[Shape] = [
        Box(0, 0, width, height, PAPER),
        Box(0, 0, width, 12, BRAND),
        Text(_LEFT, 84, cut(division.event.name, room, 48), 48, INK, "start"),
        Text(_LEFT, 146, cut(f"{division.name} · {division.event.club.name}", room, 26), 26, SOFT, "start"),
    ]
    for place, line in enumerate(lines[:PLACES]):
        y = _FIRST + place * _ROW
        row = line.row
        shapes += [
            Box(_LEFT, y - _ROW / 2, room, 2, LINE),
            Text(_LEFT, y, str(row.rank), 26, SOFT, "start"),
            Text(_LEFT + 70, y, cut(line.name, room - 420, 32), 32, INK, "start"),
            Text(_RIGHT - 170, y, f"{wins(row.wins)}–{wins(row.losses)}", 30, INK, "end"),
            Text(_RIGHT, y, signed(row.spread), 30, BRAND, "end"),
        ]
    shapes.append(Text(_RIGHT, height - 36, "Wordhall", 26, BRAND, "end"))
    return Picture(width, height, tuple(shapes), division.event.name)
