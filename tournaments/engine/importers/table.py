"""Pasted lists and CSV files: one player a line, columns by comma, semicolon or tab, with or without a heading."""

from __future__ import annotations

import csv

from core.typed import plain_separators
from tournaments.engine.importers.roster import (
    BadLine,
    RosterParse,
    RosterRow,
    clean_games,
    clean_name,
    clean_rating,
    clean_word,
    decode,
    finish,
    lines_of,
    read_rows,
)

#: The columns, in the order in which they stand when there is no heading.
COLUMNS = ("name", "rating", "games", "id", "class", "team", "club")

_ALIASES = {
    "name": "name",
    "player": "name",
    "player name": "name",
    "full name": "name",
    "rating": "rating",
    "rtg": "rating",
    "games": "games",
    "career games": "games",
    "career_games": "games",
    "id": "id",
    "external id": "id",
    "external_id": "id",
    "federation id": "id",
    "naspa": "id",
    "wespa": "id",
    "class": "class",
    "team": "team",
    "club": "club",
}


def parse_table(data: bytes | str) -> RosterParse:
    """Read a list of players. Never raises: whatever is wrong becomes a problem with its line."""
    try:
        text = decode(data)
    except BadLine as bad:
        return RosterParse((), (bad.at(0, ""),))
    numbered = enumerate(lines_of(plain_separators(text)), start=1)
    lines = [(number, line) for number, line in numbered if line.strip(" \t,;")]
    if not lines:
        return finish([], [])
    delimiter = delimiter_of(lines[0][1])
    try:
        heading = _heading(cells_of(lines[0][1], delimiter))
    except BadLine as bad:  # without its columns no other line can be understood
        return finish([], [bad.at(*lines[0])])
    columns = heading or COLUMNS
    body = lines[1:] if heading else lines
    return finish(
        *read_rows(body, lambda line, number, player: _row(cells_of(line, delimiter), columns, number, player))
    )


def delimiter_of(line: str) -> str:
    """The strongest of tab, semicolon and comma in the first line: names hold commas, but neither of the others."""
    return next((mark for mark in "\t;" if mark in line), ",")


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of a line. Raises BadLine for quotation marks that do not fit."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, strict=True))]
    except (csv.Error, StopIteration) as error:
        raise BadLine("quotes", why=error) from None


def _heading(cells: list[str]) -> tuple[str, ...] | None:
    """The columns a heading names, None when the line is no heading. Raises BadLine for unknown names."""
    words = [cell.casefold() for cell in cells]
    if "name" not in (_ALIASES.get(word) for word in words):
        return None
    known = ", ".join(COLUMNS)
    unknown = [cell for cell, word in zip(cells, words, strict=True) if word not in _ALIASES]
    if unknown:
        raise BadLine("columns.unknown", column=unknown[0][:30], known=known)
    names = tuple(_ALIASES[word] for word in words)
    if len(set(names)) < len(names):
        raise BadLine("columns.twice", known=known)
    return names


def _row(cells: list[str], columns: tuple[str, ...], line: int, number: int) -> RosterRow:
    while len(cells) > len(columns) and not cells[-1]:
        cells = cells[:-1]
    if len(cells) > len(columns):
        raise BadLine("columns.count", count=len(cells), expected=len(columns), columns=", ".join(columns))
    value = dict(zip(columns, cells, strict=False))
    return RosterRow(
        line=line,
        number=number,
        name=clean_name(value.get("name", "")),
        rating=clean_rating(value.get("rating", "")),
        career_games=clean_games(value.get("games", "")),
        external_id=clean_word(value.get("id", ""), "id"),
        player_class=clean_word(value.get("class", ""), "class"),
        team=clean_word(value.get("team", ""), "team"),
        club=clean_word(value.get("club", ""), "club"),
    )
