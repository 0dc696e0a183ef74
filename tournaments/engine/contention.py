"""Who has won a prize already, who cannot any more, and what the others need: proved where it can be, simulated where not.

A proof is one-sided and exact: somebody who is sure of a place is so whatever happens, as long as no game changes a
spread by more than `most`. Between the two the rest of the event is played out many times, on live standings, and the
share of those events is told. The same field, prizes and seed give the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.pairing.cop.contention import schedule
from tournaments.engine.pairing.cop.simulate import margins, raw_bits

Ints = NDArray[np.int64]

BLOCK = 1024
#: A spread larger than any event's, to pack points and spread into one number.
_WIDE = 1 << 20
#: Of the events that are played out with so many wins, the share from which these wins are "enough", and "a chance".
ENOUGH, CHANCE = 0.95, 0.05


class State(StrEnum):
    """What can be said of a player and a prize."""

    WON = "won"  # nobody can take it away
    LIKELY = "likely"  # in every simulated event, but not proved
    OPEN = "open"
    UNLIKELY = "unlikely"  # in no simulated event, but not proved
    OUT = "out"  # not by any results


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of the field, which is in order of standing. `points`: match points. Who is not active plays no new round."""

    id: int
    points: int
    spread: int
    active: bool = True


@dataclass(frozen=True, slots=True)
class Goal:
    """A prize for a place, in order of priority. `members`: indices of the field who may win it (None = all).

    `exclusive`: the set of which nobody wins two.
    """

    place: int
    members: frozenset[int] | None = None
    exclusive: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be found out. `paired`: for each round that is paired the games still open, as indices of the field.

    `rounds`: rounds left that are not paired. `win`, `tie`, `loss`: match points. `most`: by how much one game can
    change a player's spread. `by_points`, `by_spread`: whether points decide first, and spread among equals; without
    the first nothing is proved, without the second equal points prove nothing. Play is simulated by points and spread.
    """

    field: tuple[Contender, ...]
    goals: tuple[Goal, ...]
    rounds: int
    paired: tuple[tuple[tuple[int, int], ...], ...] = ()
    win: int = 2
    tie: int = 1
    loss: int = 0
    bye_spread: int = 50
    most: int = 500
    by_points: bool = True
    by_spread: bool = True
    simulations: int = 10_000


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player and one prize. `share` of simulated events won.

    `chance`, `enough`: the fewest wins in the games left with which the prize, or one of its kind for a better place, is
    won in 5 %, in 95 % of the events that went so (None: no number of wins does); `games`: the player's games left.
    """

    player: int
    state: State
    share: float
    chance: float | None
    enough: float | None
    games: int


def outlooks(case: Case, seed: int, told: Callable[[int], None] | None = None) -> tuple[tuple[Outlook, ...], ...]:
    """For every goal the outlook of each who may win it, in order of standing.

    `told` hears after each block how many events have been simulated; it cannot change the answer.
    """
    left = _games_left(case)
    if not any(left) or not case.goals:
        won = [_winner_now(case, index) for index in range(len(case.goals))]
        return tuple(_settled(case, goal, won[index]) for index, goal in enumerate(case.goals))
    tally = _Tally(case, left)
    for number, start in enumerate(range(0, case.simulations, BLOCK)):
        size = min(BLOCK, case.simulations - start)
        tally.add(*_play(case, size, seed, number))
        if told is not None:
            told(start + size)
    return tuple(tally.outlooks(index, goal, left) for index, goal in enumerate(case.goals))


def bounds(case: Case) -> tuple[tuple[int, int], ...]:
    """For each of the field the best and the worst place that are still possible, as far as that is proved."""
    behind = _stays_behind(case, _games_left(case))
    size = len(case.field)
    return tuple((1 + int(behind[index].sum()), size - int(behind[:, index].sum())) for index in range(size))


def _games_left(case: Case) -> list[int]:
    """Games (or byes) that each of the field still has."""
    now = [player for games in case.paired for pair in games for player in pair]
    return [now.count(index) + (case.rounds if one.active else 0) for index, one in enumerate(case.field)]


def _winner_now(case: Case, index: int) -> int | None:
    """Who wins a goal if the event ends as it stands; None = nobody."""
    order = np.arange(len(case.field))[None, :]
    return int(award_all(order, case.goals)[0, index]) if case.field else None


def _settled(case: Case, goal: Goal, winner: int | None) -> tuple[Outlook, ...]:
    return tuple(
        Outlook(one.id, State.WON if index == winner else State.OUT, float(index == winner), None, None, 0)
        for index, one in enumerate(case.field)
        if goal.members is None or index in goal.members
    )


def award_all(order: Ints, goals: Sequence[Goal]) -> Ints:
    """For final standings (one event a row, players by place) the winner of each goal, -1 = nobody.

    The same rule as `tournaments.engine.prizes` has for places: who has won one of a set is passed over, and places of
    the set that went before count.
    """
    events, size = order.shape
    winners = np.full((events, len(goals)), -1, dtype=np.int64)
    taken: dict[str, NDArray[np.bool_]] = {}
    rows = np.arange(events)
    for index, goal in enumerate(goals):
        may = np.ones(size, dtype=bool)
        if goal.members is not None:
            may = np.isin(np.arange(size), sorted(goal.members))
        in_running = may[order]
        held = np.zeros_like(in_running)
        if goal.exclusive is not None:
            by_player = taken.setdefault(goal.exclusive, np.zeros((events, size), dtype=bool))
            held = np.take_along_axis(by_player, order, axis=1) & in_running
        before = np.cumsum(in_running, axis=1) <= goal.place - 1
        wanted = goal.place - 1 - (held & before).sum(axis=1)
        free = in_running & ~held
        found = free & (np.cumsum(free, axis=1) == (wanted + 1)[:, None])
        won = found.any(axis=1)
        winner = order[rows, found.argmax(axis=1)]
        winners[won, index] = winner[won]
        if goal.exclusive is not None:
            taken[goal.exclusive][rows[won], winner[won]] = True
    return winners


def _play(case: Case, events: int, seed: int, number: int) -> tuple[Ints, Ints]:
    """Play a block of events out: the players by final place, and each player's half wins in the games left."""
    size = len(case.field)
    state = _Events(case, events)
    active = np.array([index for index, one in enumerate(case.field) if one.active], dtype=np.int64)
    paired = len(case.paired)
    bits = raw_bits(seed, number, (events * (paired + case.rounds), max(1, size // 2)))
    for turn, games in enumerate(case.paired):
        fixed = np.tile(np.array(games, dtype=np.int64).reshape(1, -1, 2), (events, 1, 1))
        state.meet(fixed, bits[turn * events : (turn + 1) * events])
    even = len(active) // 2 * 2
    rounds = schedule((tuple(range(even)),), case.rounds, case.rounds) if even else ()
    for turn, columns in enumerate(rounds, start=paired):
        standing = state.standing()
        playing = standing[np.isin(standing, active)].reshape(events, len(active))
        if len(active) % 2:  # the last in the standings has the bye
            state.bye(playing[:, -1:])
        state.meet(playing[:, np.array(columns, dtype=np.int64)], bits[turn * events : (turn + 1) * events])
    return state.standing(), state.halves


class _Events:
    """Where everybody stands in each event of a block (event, player), and what a round does to that."""

    def __init__(self, case: Case, events: int) -> None:
        self.case = case
        self.points: Ints = np.tile(np.array([one.points for one in case.field], dtype=np.int64), (events, 1))
        self.spread: Ints = np.tile(np.array([one.spread for one in case.field], dtype=np.int64), (events, 1))
        self.halves: Ints = np.zeros_like(self.points)
        self.margins = margins(case.most)

    def standing(self) -> Ints:
        """Players by place; full ties stay in the order of today."""
        order: Ints = np.argsort(-(self.points * _WIDE + self.spread), axis=1, kind="stable")
        return order

    def meet(self, meeting: Ints, bits: NDArray[np.uint16]) -> None:
        """One round: `meeting` holds (event, game, side) the players. Each side is as likely to win."""
        drawn = bits[:, : meeting.shape[1]]
        margin = self.margins[drawn >> 4] * np.where(drawn & 1, -1, 1)
        self._gain(meeting[:, :, 0], margin, np.sign(margin))
        self._gain(meeting[:, :, 1], -margin, -np.sign(margin))

    def bye(self, who: Ints) -> None:
        """A bye is a win, whatever its spread."""
        self._gain(who, np.full(who.shape, self.case.bye_spread), np.ones(who.shape, dtype=np.int64))

    def _gain(self, who: Ints, margin: Ints, result: Ints) -> None:
        rows = np.arange(len(who))[:, None]
        self.spread[rows, who] += margin
        self.halves[rows, who] += result + 1
        self.points[rows, who] += np.choose(result + 1, (self.case.loss, self.case.tie, self.case.win))


class _Tally:
    """Counts over all simulated events: prizes won, by the half wins that their winners and losers made."""

    def __init__(self, case: Case, left: Sequence[int]) -> None:
        self.case = case
        self.behind = _stays_behind(case, left)
        self.most = 2 * max(left) + 1
        size = len(case.field)
        self.made = np.zeros((size, self.most), dtype=np.int64)  # events by half wins made
        self.reached: Ints = np.zeros((size, self.most), dtype=np.int64)  # of the goal being told: it or a better place
        self.won = np.zeros((len(case.goals), size, self.most), dtype=np.int64)

    def add(self, order: Ints, halves: Ints) -> None:
        """Count a block."""
        size = len(self.case.field)
        np.add.at(self.made, (np.arange(size)[None, :], halves), 1)
        winners = award_all(order, self.case.goals)
        for index in range(len(self.case.goals)):
            rows = np.flatnonzero(winners[:, index] >= 0)
            who = winners[rows, index]
            np.add.at(self.won[index], (who, halves[rows, who]), 1)

    def outlooks(self, index: int, goal: Goal, left: Sequence[int]) -> tuple[Outlook, ...]:
        """What the counts and the proofs say of one goal."""
        members = [m for m in range(len(self.case.field)) if goal.members is None or m in goal.members]
        alike = [
            other
            for other, one in enumerate(self.case.goals)
            if (one.members, one.exclusive) == (goal.members, goal.exclusive) and one.place <= goal.place
        ]
        self.reached = self.won[alike].sum(axis=0)
        return tuple(self._outlook(index, goal, members, player, left) for player in members)

    def _outlook(self, index: int, goal: Goal, members: Sequence[int], player: int, left: Sequence[int]) -> Outlook:
        won, total = int(self.won[index, player].sum()), self.case.simulations
        state = self._proved(goal, members, player)
        if state is State.OPEN:
            state = State.LIKELY if won == total else State.UNLIKELY if won == 0 else State.OPEN
        share = {State.WON: 1.0, State.OUT: 0.0}.get(state, won / total)
        chance, enough = (self._fewest(player, level) for level in (CHANCE, ENOUGH))
        return Outlook(self.case.field[player].id, state, share, chance, enough, left[player])

    def _fewest(self, player: int, level: float) -> float | None:
        """The fewest wins with which, as with any more, the prize or a better one was won in this share of events; None = never."""
        made, won = self.made[player], self.reached[player]
        fewest = None
        for half in range(self.most - 1, -1, -1):
            if not made[half]:
                continue
            if won[half] < level * made[half]:
                break
            fewest = half / 2
        return fewest

    def _proved(self, goal: Goal, members: Sequence[int], player: int) -> State:
        """WON or OUT where the results left cannot change it, else OPEN.

        In an exclusive set a place moves when somebody above wins another prize of the set; proved are then only that
        too many stay above even so, and the first prize of the set.
        """
        others = [other for other in members if other != player]
        ahead = int(self.behind[player, others].sum())
        behind = int(self.behind[others, player].sum())
        of_set = [other for other in self.case.goals if goal.exclusive and other.exclusive == goal.exclusive]
        if ahead >= goal.place + max(0, len(of_set) - 1):
            return State.OUT
        if of_set and of_set[0] is not goal:
            return State.OPEN
        if behind > len(others) + 1 - goal.place:
            return State.OUT
        return State.WON if ahead == goal.place - 1 and behind == len(others) + 1 - goal.place else State.OPEN


def _stays_behind(case: Case, left: Sequence[int]) -> NDArray[np.bool_]:
    """[one, other]: `one` stays behind `other` even if `one` wins all that is left and `other` loses all."""
    if not case.by_points:
        return np.zeros((len(case.field), len(case.field)), dtype=bool)
    games = np.array(left, dtype=np.int64)
    points = np.array([one.points for one in case.field], dtype=np.int64)
    spread = np.array([one.spread for one in case.field], dtype=np.int64)
    best, worst = points + games * case.win, points + games * case.loss
    found: NDArray[np.bool_] = best[:, None] < worst[None, :]
    if case.by_spread:
        level = best[:, None] == worst[None, :]
        found |= level & ((spread + games * case.most)[:, None] < (spread - games * case.most)[None, :])
    return found
