"""Reading the games of a federation from CSV: one line a game, events in the order in which they were rated."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from ratings.engine.evaluate_history import GameRow

NEEDED = ("event", "date", "round", "player1", "player2", "score1", "score2")

# A doubtful line may say why; games that were not played to the end by both are not rated.
NOT_RATED = frozenset({"forfeit?", "forfeit", "adjudicated", "noresult", "bye", "void"})
_ESTABLISHED = "est"
_LONGEST = 100
_MOST_POINTS = 5000


class GamesFileError(ValueError):
    """The file is not a list of games; the message says where and what is wrong."""


def read_games(lines: Iterable[str]) -> Iterator[GameRow]:
    """The rated games of a CSV file with a header line, in its order (docs/ratings.md describes the columns).

    Raises GamesFileError, naming the line, for whatever cannot be read.
    """
    reader = csv.reader(lines, strict=True)
    try:
        header = next(reader, None)
        missing = [name for name in NEEDED if name not in (header or ())]
        if header is None or missing:
            raise GamesFileError(f"line 1: missing columns: {', '.join(missing)}")
        if len(set(header)) != len(header):
            raise GamesFileError("line 1: a column comes twice")
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise GamesFileError(f"line {reader.line_num}: {len(cells)} cells under {len(header)} columns")
            row = dict(zip(header, cells, strict=True))
            if row.get("flag", "") not in NOT_RATED:
                yield _game(row, reader.line_num)
    except csv.Error as error:
        raise GamesFileError(f"line {reader.line_num}: {error}") from error
    except UnicodeDecodeError as error:
        raise GamesFileError(f"after line {reader.line_num}: not UTF-8 text") from error


def _game(row: Mapping[str, str], line: int) -> GameRow:
    try:
        return GameRow(
            event=_text(row, "event"),
            day=date.fromisoformat(row["date"]),
            division=row.get("division", ""),
            round=_whole(row, "round", 0, 1000),
            one=_text(row, "player1"),
            two=_text(row, "player2"),
            score_one=_whole(row, "score1", -_MOST_POINTS, _MOST_POINTS),
            score_two=_whole(row, "score2", -_MOST_POINTS, _MOST_POINTS),
            first=_whole(row, "first", -1, 1) if row.get("first") else 0,
            official_one=_rating(row, "rating1_before"),
            official_two=_rating(row, "rating2_before"),
            established=row.get("status1") == _ESTABLISHED and row.get("status2") == _ESTABLISHED,
        )
    except ValueError as error:
        raise GamesFileError(f"line {line}: {error}") from error


def _text(row: Mapping[str, str], name: str) -> str:
    text = row[name]
    if not text or len(text) > _LONGEST:
        raise ValueError(f"“{name}” must have 1 to {_LONGEST} characters")
    return text


def _whole(row: Mapping[str, str], name: str, low: int, high: int) -> int:
    """A whole number; “1.0” counts as one, because spreadsheets write it so."""
    text = row[name]
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high or value != int(value):
        raise ValueError(f"“{name}” must be a whole number from {low} to {high}, not “{text[:_LONGEST]}”")
    return int(value)


def _rating(row: Mapping[str, str], name: str) -> float | None:
    return float(_whole(row, name, -_MOST_POINTS, _MOST_POINTS)) if row.get(name) else None
