"""Finished divisions in a `tourney.js`, the file in which tsh publishes an event.

It assigns one object to a variable: `newt={"config":{…},"divisions":[…]};`, with `undefined` where a list has holes.
`config` holds `max_rounds` (or `max_div_rounds` by division), the configured number that decides how a long event is
split, and `rating_system` (or `division_rating_system`).  A division has `name` and `players`, whose first place is empty;
a player has `id`, `name`, `rating` (0: never rated), `pairings` and `scores` by round, and `etc`, lists by name: `newr` the
rating after each round, the last one final, and `lifeg` the career games (missing: unknown).  tsh writes a division
called 1 as a number, and ratings of several systems at once as “1500+1480”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from ratings.engine.published import (
    FileError,
    Published,
    Unrated,
    document_of,
    field_of,
    games_of,
    items,
    params_of,
    rounds_of,
    whole,
)
from ratings.engine.types import Event, Rating

_ASSIGNED = re.compile(r"(?:^|[\s;/])(?:(?:var|let|const)\s+)?newt\s*=\s*(?=\{)")
#: A text is matched whole, even one that never ends, so that nothing in it is read twice.
_UNDEFINED = re.compile(r'"(?:[^"\\]|\\[\s\S]?)*+(?:"|\Z)|\bundefined\b')
_DEFAULT_SYSTEM = "nsa2008"
_NO_SYSTEM = frozenset({"none", ""})
_SEVERAL = re.compile(r"-?[0-9]+(\+-?[0-9]+)+")


def looks_like_tourney(data: bytes) -> bool:
    """Whether the file assigns to `newt`, as a tourney.js does."""
    return _ASSIGNED.search(data[:100_000].decode("utf-8-sig", "replace")) is not None


def read_tourney(data: bytes) -> tuple[Published | Unrated, ...]:
    """Read a tourney.js.  Raises FileError with the place and what was expected.

    A division without ratings does not keep the others of the file from being checked.
    """
    try:
        script = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        script = data.decode("iso-8859-1")
    start = _ASSIGNED.search(script)
    if start is None:
        raise FileError("not a tourney.js: there is no “newt={…}”")
    body = script[start.end() :].rstrip().rstrip(";")
    document = document_of(_UNDEFINED.sub(lambda match: "null" if match[0] == "undefined" else match[0], body))
    config = _table(document, "config", "the file")
    divisions = items(document, "divisions", "the file")
    return tuple(
        _division(row, number, config) for number, row in enumerate((row for row in divisions if row is not None), 1)
    )


def _table(row: object, name: str, where: str) -> Mapping[str, object]:
    """An object of an object; nothing when it is missing."""
    value = row.get(name) if isinstance(row, dict) else None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FileError(f"{where}: “{name}” must be an object, not {type(value).__name__}")
    return value


def _name(row: object, number: int) -> str:
    """The division's name, which a script may have written as a number."""
    name = field_of(row, "name", f"division {number}")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise FileError(f"division {number}: “name” must be text, not {name!r}")
    return str(name)


def _unrated(players: Sequence[object], system: str, where: str) -> str:
    """Why there is nothing to check in a division; empty: there is."""
    if system in _NO_SYSTEM:
        return "its rating system is “none”"
    shown = [value for player in players for value in _newr(player, where)]
    if any(isinstance(value, str) and _SEVERAL.fullmatch(value) for value in shown):
        return "its ratings are of several systems at once"
    return "" if any(value is not None for value in shown) else "no player has a new rating yet (“etc”, “newr”)"


def _newr(player: object, where: str) -> Sequence[object]:
    table = _table(player, "etc", where)
    return items(table, "newr", where) if table.get("newr") is not None else ()


def _division(row: object, number: int, config: Mapping[str, object]) -> Published | Unrated:
    name = _name(row, number)
    where = f"division “{name}”"
    players = [player for player in items(row, "players", where) if player is not None]
    for position, player in enumerate(players, 1):
        if whole(player, "id", f"{where}, player {position}") != position:
            raise FileError(f"{where}, player {position}: “id” must be the position in the list, {position}")
    system = _system(config, name)
    why = _unrated(players, system, where)
    if why:
        return Unrated(name, why)
    opponents = [_by_round(player, "pairings", where) for player in players]
    scores = [_by_round(player, "scores", where) for player in players]
    met = _played(opponents, scores)
    event = Event(number, date.min, _rounds(config, name, met, where), tuple(games_of(*_filled(met, scores), where)))
    shown = {position: _etc(player, "newr", where) for position, player in enumerate(players, 1)}
    after = {position: last for position, values in shown.items() if values and (last := values[-1]) is not None}
    before = {position: _before(player, where) for position, player in enumerate(players, 1)}
    return Published(name, params_of(system, where), event, before, after, shown)


def _before(player: object, where: str) -> Rating:
    rating = _numbers([player.get("rating") if isinstance(player, dict) else None], "rating", where)[0]
    games = _etc(player, "lifeg", where)
    return Rating(rating or None, games[0] if games else None)


def _system(config: Mapping[str, object], division: str) -> str:
    system = _table(config, "division_rating_system", "“config”").get(division)
    if system is None:
        system = config.get("rating_system", _DEFAULT_SYSTEM)
    if not isinstance(system, str):
        raise FileError(f"“config”: “rating_system” must be text, not {system!r}")
    return system


def _rounds(config: Mapping[str, object], division: str, met: Sequence[Sequence[int]], where: str) -> int:
    by_division = _table(config, "max_div_rounds", "“config”")
    if by_division.get(division) is not None:
        return rounds_of(by_division, division, f"{where}, “max_div_rounds”")
    if config.get("max_rounds") is not None:
        return rounds_of(config, "max_rounds", "“config”")
    return max((len(row) for row in met), default=1) or 1


def _numbers(values: Sequence[object], name: str, where: str) -> list[int | None]:
    """Numbers as tsh writes them, which may be texts; null for a hole."""
    numbers: list[int | None] = []
    for place, value in enumerate(values, 1):
        number = value
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
            number = int(value)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            raise FileError(f"{where}: “{name}”, place {place}, must be a whole number, not {value!r}")
        numbers.append(number)
    return numbers


def _by_round(player: object, name: str, where: str) -> list[int | None]:
    if isinstance(player, dict) and player.get(name) is None:
        return []
    return _numbers(items(player, name, where), name, where)


def _etc(player: object, name: str, where: str) -> list[int | None]:
    table = _table(player, "etc", where)
    return _numbers(items(table, name, where), name, where) if table.get(name) is not None else []


def _played(opponents: Sequence[Sequence[int | None]], scores: Sequence[Sequence[int | None]]) -> list[list[int]]:
    """Opponents by round, 0 for a bye and for a game that has no score on either side yet."""

    def scored(player: int, index: int) -> bool:
        return player <= len(scores) and index < len(scores[player - 1]) and scores[player - 1][index] is not None

    return [
        [
            opponent if opponent and (scored(player, index) or scored(opponent, index)) else 0
            for index, opponent in enumerate(row)
        ]
        for player, row in enumerate(opponents, 1)
    ]


def _filled(met: list[list[int]], scores: Sequence[Sequence[int | None]]) -> tuple[list[list[int]], list[list[int]]]:
    """Scores without holes: a list ends at its first missing one, so that a game that needs it is named."""
    filled: list[list[int]] = []
    for row, opponents in zip(scores, met, strict=True):
        played: list[int] = []
        for index, score in enumerate(row):
            if score is None and index < len(opponents) and opponents[index]:
                break
            played.append(score or 0)
        filled.append(played)
    return met, filled
