"""A straightforward replay of a two-player GCG record, as one would first write it: the yardstick of ``records``.

A dictionary of squares, a Counter for the bag, a regular expression for a line. It checks what the engine checks on a
sound record (turn, rack, bag, placement, score, total, words, going out) and shares nothing with it but the tile set
and the premium squares, so that it is also an independent judge in the tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

from games.engine.crossword.board import board_layout
from games.engine.crossword.tiles import tile_set

LAYOUT = board_layout("standard15")
VALUES = {tile.letter: tile.value for tile in tile_set("en").tiles}
TILES = Counter({tile.letter: tile.count for tile in tile_set("en").tiles})
LETTER = {"d": 2, "t": 3}
WORD = {"D": 2, "T": 3}
EVENT = re.compile(r">(\S+):\s+(.*?)\s+([+-]\d+)\s+(-?\d+)\s*$")
PLACE = re.compile(r"(\d+)([A-Oa-o])$|([A-Oa-o])(\d+)$")

Square = tuple[int, int]
Board = dict[Square, str]


def value(letter: str) -> int:
    """Points of a letter on the board; a small letter is a blank."""
    return VALUES[letter] if letter.isupper() else 0


def parse_place(text: str) -> tuple[Square, Square] | None:
    """First square (row, column) and direction of a coordinate."""
    place = PLACE.match(text)
    if not place:
        return None
    if place[1]:
        return (int(place[1]) - 1, ord(place[2].upper()) - 65), (0, 1)
    return (int(place[4]) - 1, ord(place[3].upper()) - 65), (1, 0)


def run_through(board: Board, square: Square, direction: Square) -> list[Square]:
    """The unbroken line of filled squares through ``square``."""
    (row, column), (down, right) = square, direction
    while (row - down, column - right) in board:
        row, column = row - down, column - right
    squares = []
    while (row, column) in board:
        squares.append((row, column))
        row, column = row + down, column + right
    return squares


def score_of(board: Board, squares: list[Square], new: set[Square]) -> int:
    """Score of one word, premiums counted for new tiles only."""
    total, multiplier = 0, 1
    for row, column in squares:
        points = value(board[row, column])
        if (row, column) in new:
            points *= LETTER.get(LAYOUT.rows[row][column], 1)
            multiplier *= WORD.get(LAYOUT.rows[row][column], 1)
        total += points
    return total * multiplier


def play(board: Board, place: str, word: str) -> tuple[int, list[str], list[str]]:
    """Put a play on the board. Returns its score, the words formed and the tiles used. Raises ValueError."""
    parsed = parse_place(place)
    if parsed is None:
        raise ValueError(f"no place {place}")
    square, direction = parsed
    first, new, touches = not board, [], False
    for letter in word:
        if not (0 <= square[0] < LAYOUT.size and 0 <= square[1] < LAYOUT.size):
            raise ValueError("off the board")
        if square in board:
            touches = True
            if letter != "." and letter.upper() != board[square].upper():
                raise ValueError("occupied")
        elif letter == ".":
            raise ValueError("gap")
        else:
            new.append((square, letter))
            row, column = square
            around = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
            touches = touches or any(near in board and near not in dict(new) for near in around)
        square = square[0] + direction[0], square[1] + direction[1]
    board.update(new)
    placed = {where for where, _ in new}
    if not new or not (LAYOUT.start in placed if first else touches):
        raise ValueError("misplaced")
    lines = [run_through(board, new[0][0], direction)]
    lines += [run_through(board, where, (direction[1], direction[0])) for where, _ in new]
    words = [line for line in lines if len(line) > 1]
    bonus = 50 if len(new) == 7 else 0
    faces = ["".join(board[where] for where in line).upper() for line in words]
    used = [letter if letter.isupper() else "?" for _, letter in new]
    return sum(score_of(board, line, placed) for line in words) + bonus, faces, used


class Game:
    """A game being replayed; ``problems`` are sentences."""

    def __init__(self, words: Container[str]) -> None:
        self.words = words
        self.problems: list[str] = []
        self.board: Board = {}
        self.left = Counter(TILES)
        self.totals: dict[str, int] = {}
        self.before: tuple[Board, Counter[str]] | None = None
        self.mover = ""

    def event(self, line: str, nick: str, tail: list[str], score: int, total: int) -> None:
        """Replay one line: the fields before the score, the score and the running total."""
        if self.totals.get(nick, 0) + score != total:
            self.problems.append(f"total: {line}")
        self.totals[nick] = total
        if tail[-1] == "--":
            self.take_back(line)
        elif tail[-1].startswith("("):
            if not tail[-1][1:2].islower() and 2 * sum(VALUES[tile] for tile in tail[-1][1:-1]) != score:
                self.problems.append(f"unplayed tiles: {line}")
        else:
            self.turn(line, nick, tail, score)

    def take_back(self, line: str) -> None:
        """The last play comes off."""
        if self.before is None:
            self.problems.append(f"nothing to take back: {line}")
        else:
            self.board, self.left = self.before
        self.before = None

    def turn(self, line: str, nick: str, tail: list[str], score: int) -> None:
        """A play, an exchange or a pass."""
        if nick == self.mover:
            self.problems.append(f"turn: {line}")
        self.mover = nick
        rack = Counter(tail[0]) if len(tail) > 1 else Counter()
        if rack - self.left:
            self.problems.append(f"rack: {line}")
        if tail[-1].startswith("-"):
            if Counter(tail[-1][1:]) - rack:
                self.problems.append(f"exchange: {line}")
            self.before = None
            return
        self.before = dict(self.board), Counter(self.left)
        try:
            computed, faces, used = play(self.board, tail[-2], tail[-1])
        except ValueError as error:
            self.problems.append(f"{error}: {line}")
            return
        if Counter(used) - rack:
            self.problems.append(f"tiles: {line}")
        self.left = self.left - Counter(used)
        if computed != score:
            self.problems.append(f"score {computed}: {line}")
        self.problems += [f"word {face}: {line}" for face in faces if face not in self.words]


def replay(data: bytes, words: Container[str]) -> list[str]:
    """Everything wrong with a record, as sentences; empty for a sound one."""
    game = Game(words)
    for line in data.decode("utf-8").splitlines():
        event = EVENT.match(line)
        if event:
            game.event(line, event[1], event[2].split(), int(event[3]), int(event[4]))
    return game.problems
