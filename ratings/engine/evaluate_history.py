"""A history of rated games as arrays, in the order in which events were rated: what evaluations run over."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ratings.engine.kalman import EventGames, FloatArray, IntArray

BoolArray = NDArray[np.bool_]

# Called with games done and games in all.
Progress = Callable[[int, int], None]


class HistoryError(ValueError):
    """The games cannot be a history; the message says which and why."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a history.

    event: names the event; division: names the division in it.  first: +1 when `one` moved first, -1 when `two` did,
    0 if unknown.  tie_won_by: +1 when equal scores were won by `one` by the rules of the game, -1 by `two`, 0 for a tie.
    official_one, official_two: an official rating before the event, None for none;
    established: whether that list calls both players established.
    """

    event: Hashable
    day: date
    division: Hashable
    round: int
    one: Hashable
    two: Hashable
    score_one: int
    score_two: int
    first: int = 0
    official_one: float | None = None
    official_two: float | None = None
    established: bool = False
    tie_won_by: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """Games in event order.  Arrays have one entry a game; `events[i]` has the games `starts[i]` to `starts[i + 1]`.

    players: what the games call each player, by position; one, two: positions in it; event: position in `events`.
    tie_won_by: +1 where equal scores were won by one, -1 by two.  official_one, official_two: official rating before the
    event, NaN for none.
    """

    players: tuple[Hashable, ...]
    events: tuple[EventGames, ...]
    starts: IntArray
    event: IntArray
    year: IntArray
    round: IntArray
    one: IntArray
    two: IntArray
    margin: FloatArray
    total: FloatArray
    first: FloatArray
    official_one: FloatArray
    official_two: FloatArray
    established: BoolArray
    tie_won_by: IntArray

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.one)

    @property
    def won(self) -> FloatArray:
        """1 where one won, one half for a tie, 0 where two won."""
        return (np.where(self.margin == 0, self.tie_won_by, np.sign(self.margin)) + 1) / 2

    @property
    def lateness(self) -> FloatArray:
        """Where in its event a game stands: from −½, the first round, to +½, the last."""
        last = np.zeros(len(self.events), dtype=np.int64)
        np.maximum.at(last, self.event, self.round)
        return np.asarray((self.round - 0.5) / np.maximum(last, 1)[self.event] - 0.5)

    @property
    def rated(self) -> BoolArray:
        """Where both players had an official rating."""
        return ~(np.isnan(self.official_one) | np.isnan(self.official_two))


def build_history(rows: Iterable[GameRow]) -> History:
    """The history of `rows`, which stand in the order of their events.

    Raises HistoryError when there is no game, an event goes back in time, an event comes in two pieces, or somebody
    plays against themselves.
    """
    games = list(rows)
    if not games:
        raise HistoryError("there is no game to evaluate")
    blocks = [list(block) for _, block in groupby(games, key=lambda row: row.event)]
    _check(blocks)
    numbers: dict[Hashable, int] = {}
    for row in games:
        if row.one == row.two:
            raise HistoryError(f"event {row.event}, round {row.round}: {row.one} plays against themselves")
        numbers.setdefault(row.one, len(numbers))
        numbers.setdefault(row.two, len(numbers))
    sizes = [len(block) for block in blocks]
    events = tuple(_event(block, numbers) for block in blocks)
    return History(
        players=tuple(numbers),
        events=events,
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        event=np.repeat(np.arange(len(blocks)), sizes),
        year=np.array([row.day.year for row in games], dtype=np.int64),
        round=np.array([row.round for row in games], dtype=np.int64),
        one=np.array([numbers[row.one] for row in games], dtype=np.int64),
        two=np.array([numbers[row.two] for row in games], dtype=np.int64),
        margin=np.concatenate([event.margin for event in events]),
        total=np.concatenate([event.total for event in events]),
        first=np.concatenate([event.first for event in events]),
        official_one=_official(row.official_one for row in games),
        official_two=_official(row.official_two for row in games),
        established=np.array([row.established for row in games], dtype=np.bool_),
        tie_won_by=np.array([row.tie_won_by for row in games], dtype=np.int64),
    )


def _official(ratings: Iterable[float | None]) -> FloatArray:
    return np.array([np.nan if rating is None else rating for rating in ratings], dtype=np.float64)


def _check(blocks: Sequence[Sequence[GameRow]]) -> None:
    seen: set[Hashable] = set()
    latest = date.min
    for block in blocks:
        event, days = block[0].event, {row.day for row in block}
        if event in seen:
            raise HistoryError(f"the games of event {event} do not stand together")
        if len(days) > 1:
            raise HistoryError(f"event {event} has games of several dates; an event is rated on one day")
        if block[0].day < latest:
            raise HistoryError(f"event {event} of {block[0].day} stands after an event of {latest}")
        seen.add(event)
        latest = block[0].day


def _event(block: Sequence[GameRow], numbers: dict[Hashable, int]) -> EventGames:
    """The games of one event; a player belongs to the division of their first game."""
    places: dict[Hashable, int] = {}
    divisions: dict[Hashable, int] = {}
    division: list[int] = []
    for row in block:
        for player in (row.one, row.two):
            if player not in places:
                places[player] = len(places)
                division.append(divisions.setdefault(row.division, len(divisions)))
    return EventGames(
        day=block[0].day.toordinal(),
        players=np.array([numbers[player] for player in places], dtype=np.int64),
        division=np.array(division, dtype=np.int64),
        one=np.array([places[row.one] for row in block], dtype=np.int64),
        two=np.array([places[row.two] for row in block], dtype=np.int64),
        margin=np.array([row.score_one - row.score_two for row in block], dtype=np.float64),
        total=np.array([row.score_one + row.score_two for row in block], dtype=np.float64),
        first=np.array([row.first for row in block], dtype=np.float64),
    )
