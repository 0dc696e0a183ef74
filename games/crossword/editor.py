"""The scoresheet editor of a slip: what its script must know of a division's rules, and the keys for its tiles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.crossword.board_view import BoardView, board_of, premium_of
from games.engine.crossword.rules import RuleSet

#: Latin keys lie as on a keyboard; letters that are not on one follow in a row of their own.
_QWERTY: Final = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
_LONGEST_ROW: Final = 10


@dataclass(frozen=True, slots=True)
class Key:
    """A key for a tile, by its place in the set."""

    letter: str
    index: int


@dataclass(frozen=True, slots=True)
class EditorSquare:
    """A square; ``at`` counts from the top left in reading order."""

    at: int
    premium: str
    css: str
    start: bool


@dataclass(frozen=True, slots=True)
class SheetEditor:
    """What ``templates/games/_sheet_editor.html`` shows; ``json`` is for ``static/js/sheet-scorer.js``."""

    players: tuple[str, ...]
    board: BoardView[EditorSquare]
    rows: tuple[tuple[Key, ...], ...]
    json: str


def sheet_editor(rules: RuleSet, players: Sequence[str]) -> SheetEditor:
    """The editor for a game of ``players``, the one who begins first."""
    layout = rules.layout

    def square(row: int, column: int) -> EditorSquare:
        return EditorSquare(row * layout.size + column, *premium_of(layout, row, column))

    board = board_of(layout.size, square)
    return SheetEditor(tuple(players), board, keys_of(rules), json.dumps(scorer_config(rules, players)))


def scorer_config(rules: RuleSet, players: Sequence[str] = ()) -> dict[str, object]:
    """The rules as the scorer in the page takes them: premiums by row, tiles with their values, the bonus."""
    return {
        "rows": rules.layout.rows,
        "start": rules.layout.start,
        "tiles": [[tile.letter, tile.lower, tile.value] for tile in rules.tiles.tiles if tile.letter != "?"],
        "plain": rules.tiles.plain,
        "bingo": [rules.bingo_from, rules.bingo_bonus],
        "rack": rules.rack_size,
        "players": list(players),
    }


def keys_of(rules: RuleSet) -> tuple[tuple[Key, ...], ...]:
    """Rows of keys for the tiles of the set: as on a keyboard where it is Latin, else in the set's order."""
    letters = [tile.letter for tile in rules.tiles.tiles if tile.letter != "?"]
    keys = {letter: Key(letter, index) for index, letter in enumerate(letters)}
    rows = [[keys.pop(letter) for letter in row if letter in keys] for row in _QWERTY]
    if not any(rows):
        rows = []
    others = list(keys.values())
    rows += [others[start : start + _LONGEST_ROW] for start in range(0, len(others), _LONGEST_ROW)]
    return tuple(tuple(row) for row in rows if row)
