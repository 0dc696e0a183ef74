"""What every system says before each game of a history: all games of an event from the ratings after the event before."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from ratings.engine import kalman, linked
from ratings.engine.evaluate import Forecast
from ratings.engine.evaluate_history import History, Progress
from ratings.engine.kalman import Constants, FloatArray
from ratings.engine.kalman_system import SpreadAware
from ratings.engine.linked import LinkedConstants
from ratings.engine.params import ALIASES, ParameterError, changeable, replaced
from ratings.engine.registry import SYSTEMS, build_system
from ratings.engine.system import System
from ratings.engine.types import UNRATED, Event, PlayerChange, RatedGame, Rating

OFFICIAL = "official"
SPREAD_ELO = "spread-elo"
EVENT_KALMAN = "event-kalman"
LINKED_KALMAN = "linked-kalman"

Params = Mapping[str, object]

#: The winner of equal scores in a history, as a rated game names them.
_TIE_WON_BY = {1: "player", 0: "", -1: "opponent"}


def silent(_done: int, _all: int) -> None:
    """A progress that nobody sees."""


@dataclass(frozen=True, slots=True)
class SpreadElo:
    """Linear Elo on the spread: rating += k * (spread - expected spread), the simplest thing that uses the margin.

    k falls from `k_new` for newcomers to `k_low`, as k_new / (1 + games / n_half).
    """

    k_new: float = 0.36
    n_half: float = 4.0
    k_low: float = 0.0044

    def __post_init__(self) -> None:
        if self.n_half <= 0:
            raise ParameterError("parameter “n_half” must be positive")


def names(history: History | None = None) -> tuple[str, ...]:
    """Every system that can be evaluated; the official ratings only where the history has some."""
    official = (OFFICIAL,) if history is None or bool(history.rated.any()) else ()
    return (*official, *SYSTEMS, SPREAD_ELO)


def parameters(system: str) -> Mapping[str, object]:
    """The parameters of a system that can be changed, with their values.  Raises ParameterError for an unknown one."""
    return MappingProxyType({} if system == OFFICIAL else changeable(_preset(system)))


def _preset(system: str) -> Constants | SpreadElo | System:
    name = ALIASES.get(system, system)
    if name == EVENT_KALMAN:
        # Sweeping on until the parts of a change add up, as pools do, changes no prediction.
        return SpreadAware(sweeps=Constants().sweeps)
    if name == SPREAD_ELO:
        return SpreadElo()
    if name in SYSTEMS:
        return SYSTEMS[name]
    raise ParameterError(f"unknown rating system “{system}”; known are {', '.join(sorted(names()))}")


def forecast(system: str, history: History, params: Params | None = None, progress: Progress = silent) -> Forecast:
    """What `system` predicts of every game.

    Raises ParameterError for an unknown system or parameter, or a value of the wrong kind.
    """
    if system == OFFICIAL:
        if params:
            raise ParameterError("official ratings have no parameters")
        lead = np.where(history.rated, history.official_one - history.official_two, 0.0)
        return Forecast(lead, lead, 0.0)
    preset = _preset(system)
    if isinstance(preset, SpreadElo):
        return _spread_elo(history, replaced(preset, params), progress)
    if isinstance(preset, LinkedConstants):
        return linked_kalman(history, replaced(preset, params), progress)
    if isinstance(preset, Constants):
        return event_kalman(history, replaced(preset, params), progress)
    return _folded(history, build_system(system, params), progress)


def event_kalman(history: History, constants: Constants, progress: Progress = silent) -> Forecast:
    """The event Kalman filter, on arrays from end to end."""
    start = time.process_time()
    book = kalman.new_book(len(history.players))
    lead, variance = np.empty(history.games), np.empty(history.games)
    done = 0
    for event in history.events:
        solution = kalman.rate_event(book, event, constants)
        kalman.write_down(book, event, solution)
        here = slice(done, done + len(event.one))
        lead[here], variance[here] = kalman.expected_spread(solution.prior, event)
        done = here.stop
        progress(done, history.games)
    strength = lead / np.sqrt(variance + constants.sig_d**2)
    return Forecast(strength, lead, time.process_time() - start)


def linked_kalman(history: History, constants: LinkedConstants, progress: Progress = silent) -> Forecast:
    """The filter with links, on arrays from end to end."""
    start = time.process_time()
    book = linked.Book()
    lead, variance = np.empty(history.games), np.empty(history.games)
    done = 0
    for event in history.events:
        solution = linked.rate_event(book, event, constants)
        here = slice(done, done + len(event.one))
        lead[here], variance[here] = linked.expected_spread(solution.prior, event, constants)
        done = here.stop
        progress(done, history.games)
    strength = linked.standardized(lead, variance, constants)
    return Forecast(strength, lead, time.process_time() - start)


def _spread_elo(history: History, params: SpreadElo, progress: Progress) -> Forecast:
    start = time.process_time()
    ratings, games = [0.0] * len(history.players), [0] * len(history.players)
    lead: FloatArray = np.empty(history.games)
    one, two, margins = history.one.tolist(), history.two.tolist(), history.margin.tolist()
    bounds = history.starts.tolist()
    for first, last in pairwise(bounds):
        for game in range(first, last):
            lead[game] = ratings[one[game]] - ratings[two[game]]
        for game in range(first, last):
            p, q = one[game], two[game]
            surprise = margins[game] - (ratings[p] - ratings[q])
            for player, sign in ((p, 1), (q, -1)):
                k = max(params.k_low, params.k_new / (1 + games[player] / params.n_half))
                ratings[player] += sign * k * surprise
                games[player] += 1
        progress(last, history.games)
    return Forecast(lead, lead, time.process_time() - start)


def _folded(history: History, system: System, progress: Progress) -> Forecast:
    """Any registered system, one division after the other, as a pool would rate them."""
    start = time.process_time()
    ratings: dict[int, Rating] = {}
    strength, lead = np.zeros(history.games), np.zeros(history.games)
    for number, divisions in enumerate(event_divisions(history)):
        first, last = int(history.starts[number]), int(history.starts[number + 1])
        day = date.fromordinal(history.events[number].day)
        pairs = list(zip(history.one[first:last].tolist(), history.two[first:last].tolist(), strict=True))
        on_day = {player: system.on_day(ratings[player], day) for pair in pairs for player in pair if player in ratings}
        for game, (p, q) in enumerate(pairs, first):
            strength[game], lead[game] = _prediction(system, on_day.get(p, UNRATED), on_day.get(q, UNRATED))
        for division in divisions:
            changes: tuple[PlayerChange, ...] = system.rate(division, ratings)
            ratings.update((change.player, replace(change.after, last=day)) for change in changes)
        progress(last, history.games)
    return Forecast(strength, lead, time.process_time() - start)


def _prediction(system: System, one: Rating, other: Rating) -> tuple[float, float]:
    """Strength and lead of `one`; zeros when one of them has no rating."""
    if one.value is None or other.value is None:
        return 0.0, 0.0
    lead = float(one.value - other.value)
    chance = system.win_probability(one, other)
    if chance is None:
        return lead, lead
    chance = min(max(chance, 1e-9), 1 - 1e-9)
    return math.log(chance / (1 - chance)), lead


def event_divisions(history: History) -> Iterator[tuple[Event, ...]]:
    """The divisions of each event as the systems of pools rate them; configured rounds = the last round played.

    A player in two divisions of an event is rated with the division of the first game.
    """
    for number, event in enumerate(history.events):
        first = int(history.starts[number])
        games: dict[int, list[RatedGame]] = {}
        for offset in range(len(event.one)):
            game = first + offset
            games.setdefault(int(event.division[event.one[offset]]), []).append(_rated_game(history, game))
        day = date.fromordinal(event.day)
        yield tuple(
            Event(number * 1000 + division, day, max(game.round for game in played), tuple(played))
            for division, played in sorted(games.items())
        )


def _rated_game(history: History, game: int) -> RatedGame:
    margin, total = int(history.margin[game]), int(history.total[game])
    scores = ((total + margin) // 2, (total - margin) // 2)
    players = (int(history.one[game]), int(history.two[game]))
    tie_won_by = int(history.tie_won_by[game])
    if history.first[game] < 0:
        scores, players, tie_won_by = scores[::-1], players[::-1], -tie_won_by
    known = bool(history.first[game])
    winner = _TIE_WON_BY[tie_won_by]
    return RatedGame(
        str(game), max(1, int(history.round[game])), *players, *scores, first_known=known, tie_won_by=winner
    )
