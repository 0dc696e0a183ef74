"""Tables of statistics as pages and files show them: sorted by any column, and the same rows to download."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.csv_text import csv_text
from stats.engine.games import Side
from stats.engine.lines import COLUMNS, Column, Line, sorted_by
from stats.wording import HEADINGS

_PLAYER = _("Player")


@dataclass(frozen=True, slots=True)
class Head:
    """A heading of the table. ``sort``: what the address says to sort by it; ``sorted``: the table is."""

    label: str | Promise
    sort: str
    sorted: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line with its figures as they are shown."""

    line: Line
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A sorted table. Columns that nobody has a figure for are left out."""

    name: Head
    heads: Sequence[Head]
    rows: Sequence[Row]


def table_of(lines: Sequence[Line], sort: str, name: str | Promise = _PLAYER, without: Iterable[str] = ()) -> Table:
    """The table of these lines by the column ``sort``; an unknown one leaves their order."""
    left_out = set(without)
    shown = [
        column
        for column in COLUMNS
        if column.key not in left_out and any(column.value(line) is not None for line in lines)
    ]
    return Table(
        Head(name, "name", sort == "name"),
        [Head(HEADINGS[column.key], column.key, column.key == sort) for column in shown],
        [Row(line, [_shown(column, line) for column in shown]) for line in sorted_by(lines, sort)],
    )


def _shown(column: Column, line: Line) -> str:
    value = column.value(line)
    if value is None:
        return ""
    # Django cuts off what it does not show.
    return number_format(round(value, column.decimals), column.decimals).replace("-", "\N{MINUS SIGN}")


def lines_file(lines: Iterable[Line], form: str, name: str) -> HttpResponse:
    """The lines as a file to download, CSV or JSON; JSON has every figure by its key."""
    rows = [{"player": line.player, "name": line.name, **_figures(line)} for line in lines]
    return _file(rows, form, name)


def _figures(line: Line) -> dict[str, float | None]:
    values = ((column, column.value(line)) for column in COLUMNS)
    return {column.key: None if value is None else round(value, column.decimals or None) for column, value in values}


def games_as_file(sides: Iterable[Side], form: str, name: str) -> HttpResponse:
    """A player's games as a file to download, CSV or JSON."""
    rows = [
        {
            "date": side.game.day.isoformat(),
            "event": side.game.event_name,
            "round": side.game.round,
            "opponent": side.opponent_name,
            "went": "first" if side.seat == 0 else "second",
            "outcome": side.outcome,
            "score": side.own,
            "opponent_score": side.other,
            "spread": side.spread if side.has_points else None,
            "cards": None if side.has_points else side.cards,
            "bingos": side.turns.bingos if side.turns else None,
            "best_play": side.turns.best if side.turns else None,
        }
        for side in sides
    ]
    return _file(rows, form, name)


def _file(rows: Sequence[dict[str, Any]], form: str, name: str) -> HttpResponse:
    if form == "json":
        text = json.dumps(rows, ensure_ascii=False, indent=1)
    else:
        text = csv_text(rows[0] if rows else (), [list(row.values()) for row in rows])
    kind = "application/json" if form == "json" else "text/csv"
    response = HttpResponse(text.encode(), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
