"""Recomputing the published ratings of finished divisions and saying where they differ.

The file is a JSON object {"divisions": [division…]}.  A division has `division` (its name), `system` (a preset or
an alias), `rounds` (configured) and `players`.  A player has `id` (the 1-based position), `rating_before` (null or 0:
never rated), `career_games` (null: unknown), `rating_after`, and by round `opponents` (an id, 0: bye or forfeit) and
`scores`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ratings.engine.naspa import rate
from ratings.engine.params import ParameterError, Params, build_params
from ratings.engine.types import ADJUSTMENTS, Event, PlayerChange, RatedGame, Rating

_MOST_ROUNDS = 1000
_MOST_UNPLAYED = 10


class FileError(ValueError):
    """The file is not of the documented shape; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Published:
    """A division as published: the facts, the ratings before, and the official ratings after."""

    name: str
    params: Params
    event: Event
    before: Mapping[int, Rating]
    after: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """A final rating that was not reproduced; `change` (None: no rated game) holds the working."""

    division: str
    player: int
    published: int
    computed: int | None
    change: PlayerChange | None


@dataclass(frozen=True, slots=True)
class Verification:
    """How many of how many final ratings were reproduced, and the others."""

    total: int
    differences: tuple[Difference, ...]

    @property
    def reproduced(self) -> int:
        """Number of final ratings that agree."""
        return self.total - len(self.differences)


def _field(row: object, name: str, where: str) -> object:
    if not isinstance(row, dict):
        raise FileError(f"{where}: expected an object with “{name}”, found {type(row).__name__}")
    if name not in row:
        raise FileError(f"{where}: “{name}” is missing")
    value: object = row[name]
    return value


def _whole(row: object, name: str, where: str) -> int:
    value = _field(row, name, where)
    if isinstance(value, bool) or not isinstance(value, int):
        raise FileError(f"{where}: “{name}” must be a whole number, not {value!r}")
    return value


def _optional(row: object, name: str, where: str) -> int | None:
    return None if _field(row, name, where) is None else _whole(row, name, where)


def _text(row: object, name: str, where: str) -> str:
    value = _field(row, name, where)
    if not isinstance(value, str):
        raise FileError(f"{where}: “{name}” must be text, not {value!r}")
    return value


def _items(row: object, name: str, where: str) -> list[object]:
    value = _field(row, name, where)
    if not isinstance(value, list):
        raise FileError(f"{where}: “{name}” must be a list, not {type(value).__name__}")
    return value


def _whole_items(row: object, name: str, where: str) -> list[int]:
    values: list[int] = []
    for number, value in enumerate(_items(row, name, where), 1):
        if isinstance(value, bool) or not isinstance(value, int):
            raise FileError(f"{where}: “{name}”, round {number}, must be a whole number, not {value!r}")
        values.append(value)
    return values


def _games(players: Sequence[object], where: str) -> Iterator[RatedGame]:
    """Each game once; both sides must name each other."""
    opponents = [_whole_items(row, "opponents", f"{where}, player {number}") for number, row in enumerate(players, 1)]
    scores = [_whole_items(row, "scores", f"{where}, player {number}") for number, row in enumerate(players, 1)]
    for player, row in enumerate(opponents, 1):
        for index, opponent in enumerate(row):
            here = f"{where}, player {player}, round {index + 1}"
            if opponent == 0:
                continue
            if not 1 <= opponent <= len(players) or opponent == player:
                raise FileError(f"{here}: there is no opponent {opponent}")
            theirs = opponents[opponent - 1]
            if index >= len(theirs) or theirs[index] != player:
                raise FileError(f"{here}: opponent {opponent} does not name player {player} in that round")
            if index >= len(scores[player - 1]) or index >= len(scores[opponent - 1]):
                raise FileError(f"{here}: a score is missing")
            if player < opponent:
                score, theirs_scored = scores[player - 1][index], scores[opponent - 1][index]
                yield RatedGame(str(player), index + 1, player, opponent, score, theirs_scored, first_known=False)


def _before(row: object, where: str) -> Rating:
    value = _optional(row, "rating_before", where)
    if not value:
        return Rating()
    return Rating(value, _optional(row, "career_games", where))


def _division(row: object, number: int) -> Published:
    where = f"division {number}"
    name = _text(row, "division", where)
    where = f"division “{name}”"
    rounds = _whole(row, "rounds", where)
    if not 1 <= rounds <= _MOST_ROUNDS:
        raise FileError(f"{where}: “rounds” must be from 1 to {_MOST_ROUNDS}, not {rounds}")
    players = _items(row, "players", where)
    before: dict[int, Rating] = {}
    after: dict[int, int] = {}
    for position, player in enumerate(players, 1):
        here = f"{where}, player {position}"
        if _whole(player, "id", here) != position:
            raise FileError(f"{here}: “id” must be the position in the list, {position}")
        before[position] = _before(player, here)
        after[position] = _whole(player, "rating_after", here)
    event = Event(number, date.min, rounds, tuple(_games(players, where)))
    return Published(name, _params(row, where), event, before, after)


def _params(row: object, where: str) -> Params:
    try:
        return build_params(_text(row, "system", where))
    except ParameterError as error:
        raise FileError(f"{where}: {error}") from error


def read(data: bytes) -> tuple[Published, ...]:
    """Read a file of finished divisions.

    Raises FileError with the place and the expected shape.
    """
    try:
        document: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FileError(f"not JSON: {error}") from error
    return tuple(_division(row, number) for number, row in enumerate(_items(document, "divisions", "the file"), 1))


def verify(divisions: Sequence[Published]) -> Verification:
    """Recompute every final rating."""
    differences: list[Difference] = []
    for division in divisions:
        changes = {change.player: change for change in rate(division.event, division.before, division.params)}
        for player, published in division.after.items():
            change = changes.get(player)
            computed = (change.after if change else division.before[player]).value
            if computed != published:
                differences.append(Difference(division.name, player, published, computed, change))
    return Verification(sum(len(division.after) for division in divisions), tuple(differences))


def with_rounds(divisions: Sequence[Published], rounds: Mapping[str, int]) -> tuple[Published, ...]:
    """The divisions with the configured `rounds` of those that are named replaced.

    Raises FileError for a name that no division has.
    """
    unknown = sorted(rounds.keys() - {division.name for division in divisions})
    if unknown:
        raise FileError(f"there is no division called {', '.join(unknown)}")
    return tuple(
        replace(division, event=replace(division.event, rounds=rounds.get(division.name, division.event.rounds)))
        for division in divisions
    )


def explaining_rounds(division: Published) -> tuple[int, ...]:
    """Configured round counts, other than the stated one, under which every final rating would be as published.

    Files often state the rounds played.  This is a hint for a person: a count found from the answers proves nothing.
    """
    played = max((game.round for game in division.event.games), default=1)
    candidates = range(played, 2 * played + _MOST_UNPLAYED + 1)
    return tuple(
        rounds
        for rounds in candidates
        if rounds != division.event.rounds
        and not verify([replace(division, event=replace(division.event, rounds=rounds))]).differences
    )


def working(change: PlayerChange | None) -> Iterator[str]:
    """The working of a change as text, one line per game and one per named adjustment."""
    if change is None:
        yield "no rated game"
        return
    for segment in change.segments:
        start = "unrated" if segment.start is None else segment.start
        yield (
            f"rounds {segment.first_round}-{segment.last_round}: {start} → {segment.end}; "
            f"earned {segment.earned:g}, expected {segment.expected:.4f}"
        )
        for line in segment.games:
            yield (
                f"  round {line.round}: {line.score}-{line.opponent_score} against {line.opponent} "
                f"({line.opponent_rating}): expected {line.expected:.4f}, earned {line.earned:g}, "
                f"K {line.k:g} → {line.points:+.4f}, feedback {line.feedback:+.4f}"
            )
        first = segment.newcomer
        if first is not None:
            cap = "" if first.cap is None else f" cap {first.cap:.4f},"
            yield f"  performance {first.performance:.4f},{cap} rounding {segment.rounding:+.4f}"
        else:
            yield "  " + ", ".join(f"{name} {getattr(segment, name):+.4f}" for name in ADJUSTMENTS)
