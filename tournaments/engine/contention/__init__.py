"""Who has won a prize already, who cannot any more, and what the others need: proved where possible, else simulated.

Proofs hold whatever happens, as long as everybody plays on and no game changes a spread by more than `most`: the limits
of `proofs` in every order, and where it covers the case the exact search of `exact`. Between certain and impossible the
rest of the event is played out many times, on live standings in the division's own order, and the answer is the share of
those events. The same field, prizes and seed give the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.contention.answer import PrizeChance, State
from tournaments.engine.contention.case import Case, Goal, contenders, games_left
from tournaments.engine.contention.exact import Exact, Verdict
from tournaments.engine.contention.last_round import Need, Threat, ThreatKind
from tournaments.engine.contention.play import Events, play
from tournaments.engine.contention.proofs import bounds, proofs_of
from tournaments.engine.draws import blocks
from tournaments.engine.standings.records import Contender, Ints

__all__ = [
    "Case",
    "Contender",
    "Goal",
    "Need",
    "PrizeChance",
    "State",
    "Threat",
    "ThreatKind",
    "award_all",
    "bounds",
    "contenders",
    "prize_chances",
]

BLOCK = 1024
#: The shares of events from which a number of wins counts as "enough", and as "a chance".
ENOUGH, CHANCE = 0.95, 0.05


def prize_chances(
    case: Case, seed: int, progress: Callable[[int], None] | None = None
) -> tuple[tuple[PrizeChance, ...], ...]:
    """For every goal the chance of each player who may win it, in order of standing.

    `progress` is called after each block with the number of events simulated so far.
    """
    left = games_left(case)
    if not any(left) or not case.goals:
        won = [_winner_now(case, index) for index in range(len(case.goals))]
        return tuple(_settled(case, goal, won[index]) for index, goal in enumerate(case.goals))
    counts = _Counts(case, left)
    played = 0
    for number, size in blocks(case.simulations, BLOCK):
        events = Events(case, size)
        play(events, seed, number)
        counts.add(events.standing(), events.halves)
        played += size
        if progress is not None:
            progress(played)
    return tuple(counts.chances(index, goal, left) for index, goal in enumerate(case.goals))


def _winner_now(case: Case, index: int) -> int | None:
    """Who wins a goal if the event ends as it stands; None = nobody."""
    order = np.arange(len(case.field))[None, :]
    return int(award_all(order, case.goals)[0, index]) if case.field else None


def _settled(case: Case, goal: Goal, winner: int | None) -> tuple[PrizeChance, ...]:
    return tuple(
        PrizeChance(one.id, State.WON if index == winner else State.OUT, float(index == winner), None, None, 0)
        for index, one in enumerate(case.field)
        if goal.members is None or index in goal.members
    )


def award_all(order: Ints, goals: Sequence[Goal]) -> Ints:
    """For final standings (one event a row, players by place) the winner of each goal, -1 = nobody.

    The same rule as in `tournaments.engine.prizes` for places: winners of a prize of the group are passed over, and the
    group's places before this one count as used.
    """
    events, size = order.shape
    winners = np.full((events, len(goals)), -1, dtype=np.int64)
    has_prize: dict[str, NDArray[np.bool_]] = {}
    rows = np.arange(events)
    for index, goal in enumerate(goals):
        may = np.ones(size, dtype=bool)
        if goal.members is not None:
            may = np.isin(np.arange(size), sorted(goal.members))
        in_running = may[order]
        has_won = np.zeros_like(in_running)
        if goal.exclusive is not None:
            by_player = has_prize.setdefault(goal.exclusive, np.zeros((events, size), dtype=bool))
            has_won = np.take_along_axis(by_player, order, axis=1) & in_running
        before = np.cumsum(in_running, axis=1) <= goal.place - 1
        rank = goal.place - 1 - (has_won & before).sum(axis=1)
        free = in_running & ~has_won
        at_rank = free & (np.cumsum(free, axis=1) == (rank + 1)[:, None])
        won = at_rank.any(axis=1)
        winner = order[rows, at_rank.argmax(axis=1)]
        winners[won, index] = winner[won]
        if goal.exclusive is not None:
            has_prize[goal.exclusive][rows[won], winner[won]] = True
    return winners


class _Counts:
    """Counts over all simulated events: prizes won, by the half wins that winners and losers got."""

    def __init__(self, case: Case, left: Sequence[int]) -> None:
        self.case = case
        self.proofs = proofs_of(case)
        self.exact = Exact(case)
        self.behind = self.proofs.stays_behind()
        self.most = 2 * max(left) + 1
        size = len(case.field)
        self.events = np.zeros((size, self.most), dtype=np.int64)  # by half wins
        self.won = np.zeros((len(case.goals), size, self.most), dtype=np.int64)

    def add(self, order: Ints, halves: Ints) -> None:
        """Count a block."""
        size = len(self.case.field)
        np.add.at(self.events, (np.arange(size)[None, :], halves), 1)
        winners = award_all(order, self.case.goals)
        for index in range(len(self.case.goals)):
            rows = np.flatnonzero(winners[:, index] >= 0)
            who = winners[rows, index]
            np.add.at(self.won[index], (who, halves[rows, who]), 1)

    def chances(self, index: int, goal: Goal, left: Sequence[int]) -> tuple[PrizeChance, ...]:
        """What the counts and the proofs say of one goal."""
        members = [m for m in range(len(self.case.field)) if goal.members is None or m in goal.members]
        alike = [
            other
            for other, one in enumerate(self.case.goals)
            if (one.members, one.exclusive) == (goal.members, goal.exclusive) and one.place <= goal.place
        ]
        reached: Ints = self.won[alike].sum(axis=0)
        return tuple(self._chance(index, goal, members, player, left, reached[player]) for player in members)

    def _chance(
        self, index: int, goal: Goal, members: Sequence[int], player: int, left: Sequence[int], reached: Ints
    ) -> PrizeChance:
        won, total = int(self.won[index, player].sum()), self.case.simulations
        state = self._proved(goal, members, player)
        verdict = Verdict()
        if state is State.OPEN:
            verdict = self.exact.verdict(goal, player)
            state = State.OUT if verdict.can is False else State.WON if verdict.sure else State.OPEN
        if state is not State.OPEN:
            share = float(state is State.WON)
            return PrizeChance(self.case.field[player].id, state, share, *self._wins(player, reached), left[player])
        state = State.LIKELY if won == total else State.UNLIKELY if won == 0 else State.OPEN
        # a simulated event is an example: it proves that the prize can be won, or lost
        proved = (verdict.can is True or won > 0) and (verdict.sure is False or won < total)
        surely = min(
            (one for one in (self._surely(goal, members, player), verdict.enough) if one is not None), default=None
        )
        return PrizeChance(
            self.case.field[player].id,
            state,
            won / total,
            *self._wins(player, reached),
            left[player],
            surely,
            proved,
            verdict.needs,
        )

    def _wins(self, player: int, reached: Ints) -> tuple[float | None, float | None]:
        """The fewest wins with which the prize or a better one was won in a few, in nearly all simulated events."""
        return self._fewest(self.events[player], reached, CHANCE), self._fewest(self.events[player], reached, ENOUGH)

    def _surely(self, goal: Goal, members: Sequence[int], player: int) -> int | None:
        """The fewest wins that prove this prize or one of its kind for a better place; None = no number does.

        Only where every place down to this one has a prize of its kind, and no other prize can take the player out of it.
        """
        same = [one for one in self.case.goals if one.members == goal.members and one.exclusive == goal.exclusive]
        if not set(range(1, goal.place + 1)) <= {one.place for one in same}:
            return None
        if any(one.exclusive == goal.exclusive and one not in same for one in self.case.goals if goal.exclusive):
            return None
        return self.proofs.enough_wins(player, [other for other in members if other != player], goal.place)

    def _fewest(self, events: Ints, won: Ints, level: float) -> float | None:
        """The fewest wins from which on the prize or a better one was won in this share of events; None = never."""
        fewest = None
        for half in range(self.most - 1, -1, -1):
            if not events[half]:
                continue
            if won[half] < level * events[half]:
                break
            fewest = half / 2
        return fewest

    def _proved(self, goal: Goal, members: Sequence[int], player: int) -> State:
        """WON or OUT where the results left cannot change it, else OPEN.

        In an exclusive group a place moves when somebody above wins another prize of the group; then only the group's
        first prize can be proved, and that too many stay above even so.
        """
        others = [other for other in members if other != player]
        ahead = int(self.behind[player, others].sum())
        behind = int(self.behind[others, player].sum())
        in_group = [other for other in self.case.goals if goal.exclusive and other.exclusive == goal.exclusive]
        if ahead >= goal.place + max(0, len(in_group) - 1):
            return State.OUT
        if in_group and in_group[0] is not goal:
            return State.OPEN
        if behind > len(others) + 1 - goal.place:
            return State.OUT
        return State.WON if ahead == goal.place - 1 and behind == len(others) + 1 - goal.place else State.OPEN
