"""Old results, one game a line: date, event, round, first player, second player, and their two scores.

>>> games, faults = read_archive("2019-05-02,Spring,1,Ann,Ben,431,389\\n2019-05-02,Spring,1,Cem,Dua,40x,1")
>>> games[0].scores, [(fault.line, fault.code) for fault in faults]
((431, 389), [(2, 'score')])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.typed import cells_of, plain_move, plain_separators

COLUMNS = ("date", "event", "round", "first", "second", "first score", "second score")
MOST_LINES = 5_000
MOST_SCORE = 1_500
MOST_ROUNDS = 99
LONGEST_NAME = 80
LONGEST_EVENT = 120


@dataclass(frozen=True, slots=True)
class PastGame:
    """One line. ``round`` 0: the line names none."""

    line: int
    day: date
    event: str
    round: int
    names: tuple[str, str]
    scores: tuple[int, int]

    @property
    def of(self) -> tuple[date, str]:
        """Which event it belongs to."""
        return self.day, self.event


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line; ``code`` names it, ``value`` is the part it is about."""

    line: int
    code: str
    value: str = ""


class _Bad(ValueError):
    def __init__(self, code: str, value: str = "") -> None:
        super().__init__(code)
        self.code, self.value = code, value


def read_archive(text: str) -> tuple[list[PastGame], list[Fault]]:
    """The games and what is wrong, by line; never raises. A first line with the names of the columns sets their order."""
    order: Mapping[str, int] = {name: index for index, name in enumerate(COLUMNS)}
    games: list[PastGame] = []
    faults: list[Fault] = []
    rows = [row for row in enumerate(_rows(text), start=1) if any(cell.strip() for cell in row[1])]
    if rows and _is_head(rows[0][1]):
        order = {cell.strip().casefold(): index for index, cell in enumerate(rows[0][1])}
        missing = [name for name in COLUMNS if name not in order and name != "round"]
        if missing:
            return [], [Fault(rows[0][0], "columns", ", ".join(missing))]
        rows = rows[1:]
    if len(rows) > MOST_LINES:
        return [], [Fault(rows[MOST_LINES][0], "lines", str(MOST_LINES))]
    for line, cells in rows:
        try:
            games.append(_game(line, cells, order))
        except _Bad as bad:
            faults.append(Fault(line, bad.code, bad.value))
    if not faults:
        games, faults = _with_rounds(games)
    return games, faults


def _rows(text: str) -> Iterable[list[str]]:
    """The cells of each line; a line stands alone, so that one stray quotation mark does not swallow the rest."""
    lines = plain_separators(text).splitlines()
    semicolons = sum(line.count(";") for line in lines[:20]) > sum(line.count(",") for line in lines[:20])
    tabs = any("\t" in line for line in lines[:20])
    delimiter = "\t" if tabs else ";" if semicolons else ","
    return [cells_of(line, delimiter) for line in lines]


def _is_head(cells: Sequence[str]) -> bool:
    return "date" in {cell.strip().casefold() for cell in cells}


def _game(line: int, cells: Sequence[str], order: Mapping[str, int]) -> PastGame:
    def cell(name: str) -> str:
        at = order.get(name, len(cells))
        return " ".join(cells[at].split()) if at < len(cells) else ""

    try:
        day = date.fromisoformat(cell("date"))
    except ValueError:
        raise _Bad("date", cell("date")[:40]) from None
    event = cell("event")
    if not event or len(event) > LONGEST_EVENT:
        raise _Bad("event", event[:40])
    number = plain_move(cell("round"))
    if number and not (number.isascii() and number.isdigit() and len(number) <= 4 and 1 <= int(number) <= MOST_ROUNDS):
        raise _Bad("round", number[:40])
    names = (cell("first"), cell("second"))
    for name in names:
        if not name or len(name) > LONGEST_NAME:
            raise _Bad("name", name[:40])
    if names[0].casefold() == names[1].casefold():
        raise _Bad("same", names[0])
    scores = (_score(cell("first score")), _score(cell("second score")))
    return PastGame(line, day, event, int(number or 0), names, scores)


def _score(text: str) -> int:
    typed = plain_move(text)
    sign, digits = (-1, typed[1:]) if typed.startswith("-") else (1, typed)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and int(digits) <= MOST_SCORE):
        raise _Bad("score", text[:40])
    return sign * int(digits)


def _with_rounds(games: Sequence[PastGame]) -> tuple[list[PastGame], list[Fault]]:
    """The games with a round each: a game without one is in the first in which both are free. Each plays once a round."""
    busy: dict[tuple[date, str, int], set[str]] = {}
    faults: list[Fault] = []
    placed: dict[int, PastGame] = {}
    for game in sorted(games, key=lambda game: not game.round):
        names = {name.casefold() for name in game.names}
        number = game.round
        if not number:
            number = next(n for n in range(1, len(games) + 2) if not names & busy.get((*game.of, n), set()))
        here = busy.setdefault((*game.of, number), set())
        if twice := [name for name in game.names if name.casefold() in here]:
            faults.append(Fault(game.line, "twice", twice[0]))
        elif number > MOST_ROUNDS:
            faults.append(Fault(game.line, "round", str(number)))
        here |= names
        placed[game.line] = replace(game, round=number)
    faults += _gaps(placed.values())
    return [placed[game.line] for game in games], sorted(faults, key=lambda fault: fault.line)


def _gaps(games: Iterable[PastGame]) -> list[Fault]:
    """Rounds without a game before a later one, at the first line of their event."""
    rounds: dict[tuple[date, str], dict[int, int]] = {}
    for game in games:
        lines = rounds.setdefault(game.of, {})
        lines[game.round] = min(game.line, lines.get(game.round, game.line))
    return [
        Fault(min(lines.values()), "gap", str(missing))
        for lines in rounds.values()
        if (missing := next((number for number in range(1, max(lines)) if number not in lines), None))
    ]
