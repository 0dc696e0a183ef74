"""Results as a table: a game a line, columns by comma, semicolon or tab, with a heading.

It reads the file that the site writes of a division, and shorter ones: round, first_name, first_score, second_name,
second_score. Players are numbered as they come, or as `first_number` and `second_number` say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from core.typed import plain_separators
from tournaments.engine.importers.roster import (
    BadLine,
    RosterParse,
    RosterProblem,
    RosterRow,
    clean_name,
    decode,
    lines_of,
    whole_number,
)
from tournaments.engine.importers.table import cells_of, delimiter_of
from tournaments.engine.importers.tsh import MAX_ROUNDS
from tournaments.engine.model import GameFact, ResultKind

NEEDED: Final = ("round", "first_name", "first_score", "second_name", "second_score")
_ALIASES: Final[Mapping[str, str]] = {
    "player 1": "first_name",
    "player1": "first_name",
    "first": "first_name",
    "score 1": "first_score",
    "score1": "first_score",
    "player 2": "second_name",
    "player2": "second_name",
    "second": "second_name",
    "score 2": "second_score",
    "score2": "second_score",
    "board": "table",
}
_KINDS: Final = {str(kind): kind for kind in ResultKind if kind is not ResultKind.PENDING}
_ALONE: Final = frozenset({ResultKind.BYE})
_MAX_GAMES: Final = 50_000
Row = dict[str, str]


def heading_of(line: str) -> list[str] | None:
    """The columns of a heading of results; None for any other line."""
    try:
        names = [cell.strip().casefold() for cell in cells_of(line, delimiter_of(line))]
    except BadLine:
        return None
    columns = [_ALIASES.get(name, name) for name in names]
    return columns if "round" in columns and {"first_name", "second_name"} & {*columns} else None


def parse_results(data: bytes | str, part: str = "") -> RosterParse:
    """Read a table of results. Never raises: whatever is wrong becomes a problem with its line. `part` is not used: it has no divisions."""
    del part
    try:
        text = decode(data)
    except BadLine as bad:
        return RosterParse((), (bad.at(0, ""),))
    lines = [(at, line) for at, line in enumerate(lines_of(plain_separators(text)), start=1) if line.strip(" \t,;")]
    if not lines:
        return RosterParse((), (RosterProblem(0, "", "empty"),))
    columns = heading_of(lines[0][1]) or []
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        problem = BadLine("results.columns", missing=", ".join(missing))
        return RosterParse((), (problem.at(*lines[0]),))
    return _Reader(columns, delimiter_of(lines[0][1])).read(lines[1:])


class _Reader:
    """What the lines say together: players by name, games, where they were played."""

    def __init__(self, columns: list[str], delimiter: str) -> None:
        self.columns, self.delimiter = columns, delimiter
        self.names: dict[str, tuple[int, str, int | None]] = {}  # by the folded name: line, name, number
        self.games: list[tuple[int, str, str | None, GameFact]] = []
        self.boards: dict[tuple[str, int], int] = {}
        self.in_round: dict[tuple[str, int], int] = {}

    def read(self, lines: list[tuple[int, str]]) -> RosterParse:
        """The players and their games."""
        problems: list[RosterProblem] = []
        for number, line in lines[:_MAX_GAMES]:
            try:
                self._game(number, line)
            except BadLine as bad:
                problems.append(bad.at(number, line))
        if len(lines) > _MAX_GAMES:
            problems.append(BadLine("too_many", most=f"{_MAX_GAMES:,}").at(*lines[_MAX_GAMES]))
        if not self.names and not problems:
            problems.append(RosterProblem(0, "", "empty"))
        # by their numbers where all have one, else as they come
        known = list(self.names.items())
        if all(number is not None for _key, (_line, _name, number) in known):
            known.sort(key=lambda item: item[1][2] or 0)
        places = {key: place for place, (key, _value) in enumerate(known, start=1)}
        rounds = max((fact.round for _line, _first, _second, fact in self.games), default=0)
        rows = tuple(
            RosterRow(
                line=line,
                number=places[key],
                name=name,
                boards=tuple(self.boards.get((key, round_), 0) for round_ in range(1, rounds + 1)),
            )
            for key, (line, name, _number) in known
        )
        facts = tuple(
            replace(
                fact,
                first=places[first],
                second=None if second is None else places[second],
                winner=None if fact.winner is None else places[first if fact.winner == 1 else second or first],
            )
            for _line, first, second, fact in self.games
        )
        ordered = tuple(sorted(facts, key=lambda fact: (fact.round, fact.first)))
        return RosterParse(rows, tuple(problems), ordered)

    def _game(self, number: int, line: str) -> None:
        cells = dict(zip(self.columns, cells_of(line, self.delimiter), strict=False))
        if cells.get("tally") or cells.get("others"):
            raise BadLine("results.tally")
        round_ = whole_number(cells.get("round", ""))
        if round_ is None or not 1 <= round_ <= MAX_ROUNDS:
            raise BadLine("results.round", given=cells.get("round", "")[:20], most=MAX_ROUNDS)
        first = self._player(number, cells, "first", round_)
        second = self._player(number, cells, "second", round_) if cells.get("second_name") else None
        if first == second:
            raise BadLine("results.self", name=self.names[first][1])
        fact = _fact(round_, cells, alone=second is None)
        table = _number(cells, "table") or 0
        for player in (first, second):
            if player is not None:
                self.in_round[player, round_] = number
                self.boards[player, round_] = max(0, table)
        self.games.append((number, first, second, fact))

    def _player(self, line: int, cells: Row, side: str, round_: int) -> str:
        """The folded name of the player on this side. A spreadsheet's mark before a name is taken away."""
        name = clean_name(cells.get(f"{side}_name", "").removeprefix("'"))
        key = name.casefold()
        if key not in self.names:
            self.names[key] = (line, name, _number(cells, f"{side}_number"))
        if (key, round_) in self.in_round:
            raise BadLine("results.twice", name=name, round=round_, line=self.in_round[key, round_])
        return key


def _number(cells: Row, column: str) -> int | None:
    text = cells.get(column, "")
    value = whole_number(text)
    if text and value is None:
        raise BadLine("results.number", given=text[:20], column=column)
    return value


def _fact(round_: int, cells: Row, *, alone: bool) -> GameFact:
    """The game, its players named 1 and 2."""
    kind = _kind(cells, alone=alone)
    own, other = _number(cells, "first_score"), _number(cells, "second_score")
    second = None if alone else 2
    if kind is not ResultKind.PLAYED:
        spread = _number(cells, "spread")
        return GameFact(round_, 1, second, first_score=spread, kind=kind, first_known=_first_known(cells))
    if alone:
        raise BadLine("results.bye")
    if (own is None) != (other is None):
        raise BadLine("results.one_score")
    if own is None:
        return GameFact(round_, 1, 2, kind=ResultKind.PENDING, first_known=_first_known(cells))
    led = cells.get("led_before", "").casefold()
    if led and (own != other or led not in {"first", "second", "level"}):
        raise BadLine("results.led", given=led[:20])
    winner = {"first": 1, "second": 2}.get(led)
    return GameFact(round_, 1, 2, own, other, first_known=_first_known(cells), winner=winner)


def _kind(cells: Row, *, alone: bool) -> ResultKind:
    text = cells.get("kind", "").casefold()
    if text not in _KINDS and text:
        raise BadLine("results.kind", given=text[:20], known=", ".join(_KINDS))
    kind = _KINDS.get(text, ResultKind.BYE if alone else ResultKind.PLAYED)
    if kind in _ALONE and not alone:
        raise BadLine("results.alone", given=text)
    return kind


def _first_known(cells: Row) -> bool:
    starter = cells.get("starter", "").casefold()
    if starter not in {"", "first", "unknown"}:
        raise BadLine("results.starter", given=starter[:20])
    return starter != "unknown"
