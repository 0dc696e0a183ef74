"""Finished divisions as they were published, read from files.

The JSON shape: {"divisions": [division, …]}.  A division has `division` (its name), `system` (a preset or an alias),
`rounds` (configured) and `players`.  A player has `id` (the 1-based position), `rating_before` (null or 0: never
rated), `career_games` (null: unknown), `rating_after`, and by round `opponents` (an id, 0: bye or forfeit) and
`scores`; optional `rating_after_each_round` are the ratings that were shown during the event.  Files of tsh are read by
`ratings.engine.published_tsh`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from ratings.engine.params import ParameterError, Params, build_params
from ratings.engine.types import Event, RatedGame, Rating

MOST_ROUNDS = 1000


class FileError(ValueError):
    """The file is not of the documented shape; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Published:
    """A division as published: its games, the ratings before, and the official ratings after.

    shown: by player, the ratings that were shown after each round; empty where the file has none.
    """

    name: str
    params: Params
    event: Event
    before: Mapping[int, Rating]
    after: Mapping[int, int]
    shown: Mapping[int, Sequence[int | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unrated:
    """A division of a file that has no ratings to check, and why."""

    name: str
    why: str


def field_of(row: object, name: str, where: str) -> object:
    """A field of an object.  Raises FileError when it is not one, or has no such field."""
    if not isinstance(row, dict):
        raise FileError(f"{where}: expected an object with “{name}”, found {type(row).__name__}")
    if name not in row:
        raise FileError(f"{where}: “{name}” is missing")
    value: object = row[name]
    return value


def whole(row: object, name: str, where: str) -> int:
    """A whole number of an object.  Raises FileError, as all readers here do."""
    value = field_of(row, name, where)
    if isinstance(value, bool) or not isinstance(value, int):
        raise FileError(f"{where}: “{name}” must be a whole number, not {value!r}")
    return value


def optional(row: object, name: str, where: str) -> int | None:
    """A whole number or null."""
    return None if field_of(row, name, where) is None else whole(row, name, where)


def text(row: object, name: str, where: str) -> str:
    """A text."""
    value = field_of(row, name, where)
    if not isinstance(value, str):
        raise FileError(f"{where}: “{name}” must be text, not {value!r}")
    return value


def items(row: object, name: str, where: str) -> list[object]:
    """A list."""
    value = field_of(row, name, where)
    if not isinstance(value, list):
        raise FileError(f"{where}: “{name}” must be a list, not {type(value).__name__}")
    return value


def whole_items(row: object, name: str, where: str) -> list[int]:
    """A list of whole numbers, one for each round."""
    values: list[int] = []
    for number, value in enumerate(items(row, name, where), 1):
        if isinstance(value, bool) or not isinstance(value, int):
            raise FileError(f"{where}: “{name}”, round {number}, must be a whole number, not {value!r}")
        values.append(value)
    return values


def games_of(opponents: Sequence[Sequence[int]], scores: Sequence[Sequence[int]], where: str) -> Iterator[RatedGame]:
    """Each game once, from everybody's opponents and scores by round; both sides must name each other."""
    for player, row in enumerate(opponents, 1):
        for index, opponent in enumerate(row):
            here = f"{where}, player {player}, round {index + 1}"
            if opponent == 0:
                continue
            if not 1 <= opponent <= len(opponents) or opponent == player:
                raise FileError(f"{here}: there is no opponent {opponent}")
            theirs = opponents[opponent - 1]
            if index >= len(theirs) or theirs[index] != player:
                raise FileError(f"{here}: opponent {opponent} does not name player {player} in that round")
            if index >= len(scores[player - 1]) or index >= len(scores[opponent - 1]):
                raise FileError(f"{here}: a score is missing")
            if player < opponent:
                score, theirs_scored = scores[player - 1][index], scores[opponent - 1][index]
                yield RatedGame(str(player), index + 1, player, opponent, score, theirs_scored, first_known=False)


def rounds_of(row: object, name: str, where: str) -> int:
    """A configured number of rounds."""
    rounds = whole(row, name, where)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise FileError(f"{where}: “{name}” must be from 1 to {MOST_ROUNDS}, not {rounds}")
    return rounds


def _before(row: object, where: str) -> Rating:
    return Rating(optional(row, "rating_before", where) or None, optional(row, "career_games", where))


def _division(row: object, number: int) -> Published:
    where = f"division {number}"
    name = text(row, "division", where)
    where = f"division “{name}”"
    rounds = rounds_of(row, "rounds", where)
    players = items(row, "players", where)
    before: dict[int, Rating] = {}
    after: dict[int, int] = {}
    for position, player in enumerate(players, 1):
        here = f"{where}, player {position}"
        if whole(player, "id", here) != position:
            raise FileError(f"{here}: “id” must be the position in the list, {position}")
        before[position] = _before(player, here)
        after[position] = whole(player, "rating_after", here)
    places = [f"{where}, player {position}" for position in range(1, len(players) + 1)]
    opponents = [whole_items(player, "opponents", place) for player, place in zip(players, places, strict=True)]
    scores = [whole_items(player, "scores", place) for player, place in zip(players, places, strict=True)]
    event = Event(number, date.min, rounds, tuple(games_of(opponents, scores, where)))
    return Published(name, params_of(text(row, "system", where), where), event, before, after, _shown(players, where))


def _shown(players: Sequence[object], where: str) -> dict[int, list[int | None]]:
    """The ratings shown after each round, of the players for whom the file has them."""
    name = "rating_after_each_round"
    return {
        position: list(whole_items(player, name, f"{where}, player {position}"))
        for position, player in enumerate(players, 1)
        if isinstance(player, dict) and player.get(name) is not None
    }


def params_of(system: str, where: str) -> Params:
    """The parameters of a system by its name in a file.  Raises FileError for an unknown one."""
    try:
        return build_params(system)
    except ParameterError as error:
        raise FileError(f"{where}: {error}") from error


def document_of(data: bytes | str) -> object:
    """The JSON of a file.  Raises FileError."""
    try:
        document: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FileError(f"not JSON: {error}") from error
    return document


def read_json(data: bytes) -> tuple[Published, ...]:
    """Read a JSON file of finished divisions.

    Raises FileError with the place and the expected shape.
    """
    document = document_of(data)
    return tuple(_division(row, number) for number, row in enumerate(items(document, "divisions", "the file"), 1))
