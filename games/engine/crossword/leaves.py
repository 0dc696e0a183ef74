"""What it is worth, in points, to keep tiles on the rack after a move: the *leave*.

A :class:`LeaveTable` has a worth for each tile, for each further copy of it, and for each two different tiles together; the worth of a
leave is their sum. Zero is an average rack, so that an exchange of everything is worth nothing. Tables are made by self-play
(:mod:`games.engine.crossword.leave_training`); where a tile set has none, :func:`simple_worth` judges as an experienced player would.

>>> from games.engine.crossword.tiles import tile_set
>>> english = tile_set("en")
>>> table = LeaveTable({"S": 8.0, "Q": -6.0, "U": -2.0}, {"S": -4.0}, {"QU": 7.0})
>>> [table.worth(english, english.encode(leave)) for leave in ("", "S", "SS", "QU", "A")]
[0.0, 8.0, 12.0, -1.0, 0.0]
>>> simple_worth(english, english.encode("S")), simple_worth(english, english.encode("SS"))
(5.0, 6.0)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from games.engine.crossword.tiles import BLANK, TileSet

#: From the codes of a leave to its worth.
Worth = Callable[[bytes], float]

# What a kept tile is worth, in points, to an experienced player; other tiles are worth nothing.
_KEEP: Final = {"?": 20, "S": 7, "Z": 3, "X": 3, "R": 1, "E": 1, "I": -2, "U": -3, "G": -2, "V": -5, "W": -3, "Q": -7}
_DUPLICATE: Final = -4
_UNBALANCED: Final = -2


def simple_worth(tiles: TileSet, leave: bytes) -> float:
    """By rule of thumb: good and bad tiles, no doubles, as many vowels as consonants."""
    faces = [tiles.face((code,)) for code in leave]
    letters = [face for face in faces if face != "?"]
    vowels = sum(face in tiles.vowels for face in letters)
    worth = sum(_KEEP.get(face, 0) for face in faces) + _DUPLICATE * (len(letters) - len(set(letters)))
    return float(worth + _UNBALANCED * abs(len(letters) - 2 * vowels))


@dataclass(frozen=True)
class LeaveTable:
    """Worths in points by the letters of the tiles (``?`` is a blank); ``about`` says how the table was made.

    ``together`` has two different tiles in the order of their codes, without anything between (``QU``).
    """

    tiles: Mapping[str, float]
    repeats: Mapping[str, float] = field(default_factory=dict)
    together: Mapping[str, float] = field(default_factory=dict)
    about: Mapping[str, object] = field(default_factory=dict)

    def worth(self, tiles: TileSet, leave: bytes) -> float:
        """The worth of ``leave``, in points."""
        codes = sorted(leave)
        faces = [tiles.face((code,)) for code in codes]
        total = 0.0
        for at, face in enumerate(faces):
            total += self.repeats.get(face, 0.0) if at and faces[at - 1] == face else 0.0
            total += self.tiles.get(face, 0.0)
        kinds = list(dict.fromkeys(faces))
        for at, one in enumerate(kinds):
            for other in kinds[at + 1 :]:
                total += self.together.get(one + other, 0.0)
        return total

    def as_json(self) -> str:
        """The form in which a table is stored, one line for each part."""
        parts = {name: dict(getattr(self, name)) for name in ("about", "tiles", "repeats", "together")}
        lines = [f' "{name}": {json.dumps(part, ensure_ascii=False, sort_keys=True)}' for name, part in parts.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> LeaveTable:
        """Read :meth:`as_json`'s form. Raises ValueError for anything else."""
        try:
            data: dict[str, Any] = json.loads(text)
            parts = {name: {str(key): float(worth) for key, worth in data[name].items()} for name in PARTS}
            return cls(**parts, about=dict(data["about"]))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is not a leave table ({error})") from None


PARTS: Final = ("tiles", "repeats", "together")


@cache
def packaged_table(tile_set_slug: str) -> LeaveTable | None:
    """The table that comes with the program for a tile set, if there is one."""
    file = resources.files(__package__).joinpath("data", "leaves", f"{tile_set_slug}.json")
    return LeaveTable.from_json(file.read_text(encoding="utf-8")) if file.is_file() else None


def worth_of(tiles: TileSet, table: LeaveTable | None) -> Worth:
    """How leaves are judged: by ``table``, or by rule of thumb without one. Remembers what it has judged."""

    @cache
    def worth(leave: bytes) -> float:
        return simple_worth(tiles, leave) if table is None else table.worth(tiles, leave)

    def of_any(leave: bytes) -> float:
        return worth(bytes(sorted(min(code, BLANK) for code in leave)))

    return of_any
