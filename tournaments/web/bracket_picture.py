"""The bracket as its pages draw and list it: every text and address at its place, so that templates only write them down."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.engine.pairing.bracket_drawing import BOX_HEIGHT, BOX_WIDTH, Box, Connector, Drawing
from tournaments.engine.pairing.bracket_tree import Part
from tournaments.models import Division
from tournaments.queries.bracket import BracketLine, BracketPlace, BracketSide, BracketView
from tournaments.wording.bracket import (
    decided_in_words,
    game_score,
    games_in_words,
    lost_in,
    part_name,
    rounds_of_match,
    score_of,
    side_name,
    stage_name,
)

#: The room for a name in a box, in letters; a Chinese or Japanese character takes two.
_ROOM = 18
_ROW = BOX_HEIGHT // 2


@dataclass(frozen=True, slots=True)
class Row:
    """A player's half of a box. ``name``: shortened; ``won``: goes on; ``lost``: does not; ``open``: not settled, or a bye."""

    y: int
    seed: str
    name: str
    score: str
    address: str
    won: bool
    lost: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A box: a match with its two rows. ``label``: above it; ``game``: the address of its scores, ``said``: all of it in words."""

    x: int
    y: int
    label: str
    said: str
    game: str
    rows: tuple[Row, Row]


@dataclass(frozen=True, slots=True)
class Column:
    """The two lines over a column."""

    x: int
    stage: str
    rounds: str


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing under its heading."""

    heading: str
    width: int
    height: int
    columns: tuple[Column, ...]
    boxes: tuple[Picture, ...]
    lines: tuple[Connector, ...]
    box_width: int = BOX_WIDTH
    box_height: int = BOX_HEIGHT
    row_height: int = _ROW


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list behind the drawings. ``sides``: name, seed and address of each; ``games``: scores and addresses."""

    label: str
    about: str
    sides: tuple[tuple[BracketSide, str, str], ...]
    result: str
    winner: str
    decided: str
    games: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """All of a bracket's page."""

    pages: tuple[Page, ...]
    stages: tuple[tuple[str, tuple[Listed, ...]], ...]
    places: tuple[tuple[BracketPlace, str, str], ...]
    winner: BracketSide | None
    double: bool


def bracket_page(division: Division, view: BracketView) -> BracketPage:
    """The texts and addresses of a bracket. No query."""
    picture = _Pictures(division, view)
    return BracketPage(
        pages=tuple(picture.page(drawing) for drawing in view.drawings),
        stages=tuple(picture.stages()),
        places=tuple((place, picture.player(place.number), picture.way_out(place)) for place in view.places),
        winner=view.winner,
        double=view.double,
    )


def shortened(name: str, room: int = _ROOM) -> str:
    """The name as far as there is room for it, with “…” where some of it is missing."""
    widths = [2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name]
    if sum(widths) <= room:
        return name
    fits = sum(total < room for total in accumulate(widths))
    return name[:fits].rstrip() + "…"


@dataclass
class _Pictures:
    division: Division
    view: BracketView

    def player(self, number: int) -> str:
        """The address of a player's page."""
        return self._url("player", number)

    def _url(self, name: str, *rest: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.division.event.slug, self.division.slug, *rest])

    def _replay(self, pairing: int) -> str:
        return reverse("tournaments:replay", args=[self.division.event.slug, pairing])

    def page(self, drawing: Drawing) -> Page:
        """A drawing with its words."""
        double = self.view.double
        heading = part_name(drawing.part, double=double)
        if drawing.of > 1:
            values = {"part": heading, "number": drawing.number, "of": drawing.of}
            heading = _("%(part)s, page %(number)d of %(of)d") % values
        columns = []
        for head in drawing.heads:
            line = self.view.of_match[head.match]
            columns.append(Column(head.x, stage_name(line, double=double), rounds_of_match(line)))
        boxes = tuple(self._box(box) for box in drawing.boxes)
        return Page(heading, drawing.width, drawing.height, tuple(columns), boxes, drawing.lines)

    def _box(self, box: Box) -> Picture:
        line = self.view.of_match[box.match]
        parts = [str(line.number) if line.number else ""]
        if line.part is Part.THIRD_PLACE:
            parts.append(stage_name(line, double=self.view.double))
        parts.append(games_in_words(line, stop_early=self.view.stop_early))
        rows = (self._row(line, 0, box.y), self._row(line, 1, box.y + _ROW))
        return Picture(box.x, box.y, " · ".join(filter(None, parts)), self._said(line), self._game(line), rows)

    def _row(self, line: BracketLine, index: int, y: int) -> Row:
        side = line.sides[index]
        decided = line.winner is not None
        known = side.entry_id is not None
        return Row(
            y=y,
            seed=str(side.seed or ""),
            name=shortened(side_name(side)),
            score=score_of(line, index),
            address=self.player(side.number) if side.number is not None else "",
            won=known and line.winner == side.entry_id,
            lost=known and decided and line.winner != side.entry_id,
            open=not known,
        )

    def _game(self, line: BracketLine) -> str:
        """Where a match's scores lead: to the one game's replay, or to the round of the last of its games."""
        if not line.games:
            return ""
        if line.best_of == 1 and line.games[0].record_uuid:
            return self._replay(line.games[0].pairing_id)
        return self._url("round", line.games[-1].round)

    def _said(self, line: BracketLine) -> str:
        """The match in one line: what a pointer over the box, or a screen reader, gets."""
        names = " – ".join(side_name(side) for side in line.sides)
        scores = [score_of(line, index) for index in (0, 1)]
        return f"{names}: {' – '.join(scores)}" if all(scores) else names

    def stages(self) -> Iterator[tuple[str, tuple[Listed, ...]]]:
        """The matches by stage and part, each group under its name."""
        double = self.view.double
        for _key, group in groupby(self.view.lines, key=lambda line: (line.stage, line.part)):
            lines = list(group)
            name = stage_name(lines[0], double=double)
            if double and lines[0].part in {Part.MAIN, Part.LOSERS}:
                name = f"{part_name(lines[0].part, double=True)}: {name}"
            yield f"{name} · {rounds_of_match(lines[0])}", tuple(self._listed(line) for line in lines)

    def _listed(self, line: BracketLine) -> Listed:
        label = _("Match %(number)d") % {"number": line.number} if line.number else ""
        scores = [score_of(line, index) for index in (0, 1)]
        winner = next((side.name for side in line.sides if side.entry_id and side.entry_id == line.winner), "")
        sides = tuple(
            (side, side_name(side), self.player(side.number) if side.number is not None else "") for side in line.sides
        )
        games = tuple(
            (game_score(game), self._replay(game.pairing_id) if game.record_uuid else "") for game in line.games
        )
        return Listed(
            label,
            games_in_words(line, stop_early=self.view.stop_early),
            sides,
            " – ".join(scores) if all(scores) else "",
            winner,
            decided_in_words(line),
            games if line.best_of > 1 or any(address for _score, address in games) else (),
        )

    def way_out(self, place: BracketPlace) -> str:
        """How far a player of the bracket got."""
        if self.view.winner is not None and self.view.winner.entry_id == place.entry_id:
            return _("winner")
        if place.out_in is None:
            return _("still in")
        if any(line.part is Part.THIRD_PLACE and line.winner == place.entry_id for line in self.view.lines):
            return _("won the third-place match")
        return lost_in(place.out_in, double=self.view.double)
