"""The rest of an event played out many times at once: one row an event, one column a player, on live standings.

Standings are what `standings.place` makes, for many events at once and in any order of tie-breaks. All values are whole
numbers or quotients of small ones, so two floating point numbers are equal exactly if the values are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.contention.case import Case
from tournaments.engine.draws import BITS, margins, raw_bits
from tournaments.engine.model import DEFAULT_ORDER
from tournaments.engine.pairing.club_tables import table_sizes
from tournaments.engine.pairing.cop.contention import schedule
from tournaments.engine.standings import TIEBREAKS
from tournaments.engine.standings.records import Ints, Records

Pairs = Sequence[tuple[int, int]]
#: A spread larger than any event's, to pack points and spread into one number.
_WIDE = 1 << 20


class Events:
    """The state of each event of a block (event, player), and what a round does to it."""

    def __init__(self, case: Case, events: int) -> None:
        self.case = case
        self.records = Records.at_start(case.field, events)
        self.halves: Ints = np.zeros_like(self.records.points)  # half wins in the games left
        self.margins = _margins(case)
        self.needs_opponents = any(TIEBREAKS[key].of_opponents for key in case.order)

    def standing(self) -> Ints:
        """Players by place; full ties stay in the order of today."""
        return by_place(self.records, self.case.order)

    def play_games(self, pairs: Ints, bits: NDArray[np.uint16], turn: int) -> None:
        """Games of a round: `pairs` holds (event, game, side) the players, each once. Both sides are as likely to win."""
        drawn = bits[:, : pairs.shape[1]]
        margin = self.margins[drawn >> (16 - BITS)] * np.where(drawn & 1, -1, 1)
        result = np.sign(margin)
        first, second = pairs[:, :, 0], pairs[:, :, 1]
        self._gain(first, margin, result, turn)
        self._gain(second, -margin, -result, turn)
        self._score(first, margin, result)
        self._score(second, -margin, -result)
        if self.needs_opponents:
            self.records.remember(first, second, result + 1)

    def bye(self, who: Ints, turn: int) -> None:
        """A bye is worth what the division says, whatever its spread."""
        result = np.full(who.shape, self.case.bye_half_wins - 1, dtype=np.int64)
        self._gain(who, np.full(who.shape, self.case.bye_spread), result, turn)

    def _gain(self, who: Ints, margin: Ints, result: Ints, turn: int) -> None:
        rows = np.arange(len(who))[:, None]
        cap, records = self.case.cap_of(turn), self.records
        records.spread[rows, who] += margin if cap is None else np.clip(margin, -cap, cap)
        records.full_spread[rows, who] += margin
        records.won[rows, who] += result + 1
        records.lost[rows, who] += 1 - result
        records.points[rows, who] += np.choose(result + 1, (self.case.loss, self.case.tie, self.case.win))
        self.halves[rows, who] += result + 1

    def _score(self, who: Ints, margin: Ints, result: Ints) -> None:
        winner, loser = self.case.scores
        both = winner + loser
        own = np.choose(result + 1, (loser, both // 2, winner)) if self.case.tallied else (both + margin) // 2
        self.records.scores[np.arange(len(who))[:, None], who] += own


def _margins(case: Case) -> Ints:
    if not case.margins:
        return margins(case.most)
    past = np.array(sorted(case.margins), dtype=np.int64)
    return past[np.arange(1 << BITS) * len(past) // (1 << BITS)]


def matchings(games: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The games, taken in order, in turns in which nobody plays twice."""
    turns: list[tuple[set[int], list[tuple[int, int]]]] = []
    for pair in games:
        free = next((turn for turn in turns if turn[0].isdisjoint(pair)), None)
        if free is None:
            free = (set(), [])
            turns.append(free)
        free[0].update(pair)
        free[1].append(pair)
    return [pairs for _players, pairs in turns]


def play(state: Events, seed: int, number: int) -> None:
    """Play a block of events out; `number` tells the blocks of a seed apart."""
    case, size = state.case, len(state.case.field)
    events = len(state.halves)
    active = np.array([index for index, one in enumerate(case.field) if one.active], dtype=np.int64)
    paired = [(turn, pairs) for turn, games in enumerate(case.paired) for pairs in matchings(games)]
    rounds = [matchings(pairs) for pairs in _columns(case, len(active))]
    needed = len(paired) + sum(map(len, rounds))
    width = max(1, size // 2)
    bits = iter(raw_bits(seed, number, (events * needed, width)).reshape(needed, events, width))
    for turn, pairs in paired:
        fixed = np.tile(np.array(pairs, dtype=np.int64).reshape(1, -1, 2), (events, 1, 1))
        state.play_games(fixed, next(bits), turn)
    for turn, parts in enumerate(rounds, start=len(case.paired)):
        standing = state.standing()
        playing = standing[np.isin(standing, active)].reshape(events, len(active))
        if case.table == 2 and len(active) % 2:  # the last in the standings has the bye
            state.bye(playing[:, -1:], turn)
        for pairs in parts:
            state.play_games(playing[:, np.array(pairs, dtype=np.int64)], next(bits), turn)


def _columns(case: Case, active: int) -> list[Pairs]:
    """For each round left who plays whom, by place among those who play: as COP simulates pairs, or at tables."""
    if case.table == 2:
        even = active // 2 * 2
        return list(schedule((tuple(range(even)),), case.rounds, case.rounds)) if even else [()] * case.rounds
    pairs, start = [], 0
    for size in table_sizes(active, case.table):
        pairs += list(combinations(range(start, start + size), 2))
        start += size
    return [pairs * case.games for _round in range(case.rounds)]


def by_place(records: Records, order: Sequence[str]) -> Ints:
    """Players by place; full ties in the order of the field."""
    plain = tuple(order) == DEFAULT_ORDER
    worse = -(records.points * _WIDE + records.spread) if plain else ranks(records, order)
    places: Ints = np.argsort(worse, axis=1, kind="stable")
    return places


def ranks(records: Records, order: Sequence[str]) -> Ints:
    """Each player's rank from 0, without gaps; equals share it."""
    group = np.zeros_like(records.points)
    for key in order:
        value = TIEBREAKS[key].simulated(records, group)
        ordered = np.lexsort((-value, group), axis=1)
        sorted_value, sorted_group = (np.take_along_axis(item, ordered, axis=1) for item in (value, group))
        new = (np.diff(sorted_value, axis=1) != 0) | (np.diff(sorted_group, axis=1) != 0)
        place = np.concatenate((np.zeros((len(group), 1), dtype=np.int64), np.cumsum(new, axis=1)), axis=1)
        group = np.zeros_like(group)
        np.put_along_axis(group, ordered, place, axis=1)
    return group
