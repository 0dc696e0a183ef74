"""The exact search: whether a player can still win a prize for a place, has it already, and what is needed for it.

It covers events with tables of two and an order of points, wins or losses and then spread: the last round exactly, rounds
that are not paired by counting wins. Where it does not cover a case or a prize, it says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.contention.case import Case, Goal
from tournaments.engine.contention.free_rounds import FreeRounds
from tournaments.engine.contention.last_round import LastRound, Need
from tournaments.engine.contention.lines import scale_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is proved of a player and a place. `can`: that it can still be reached; `sure`: that nobody can take it away.

    None: not known. `enough`: the fewest wins that prove the place or a better one; `needs`: what it takes, by own result.
    """

    can: bool | None = None
    sure: bool | None = None
    enough: int | None = None
    needs: tuple[Need, ...] = ()


UNKNOWN = Verdict()


class Exact:
    """The search for one case; verdicts are computed when they are asked for."""

    def __init__(self, case: Case) -> None:
        self.case = case
        scale = scale_of(case)
        once = all(len({one for pair in games for one in pair}) == 2 * len(games) for games in case.paired)
        limit = max((goal.place for goal in case.goals), default=0) + 1
        covered = scale if len(case.paired) <= 1 and once else None
        #: One of them at most, by what is left to play.
        self.last = LastRound(covered) if covered is not None and not case.rounds else None
        self.free = FreeRounds(covered, limit) if covered is not None and case.rounds and covered.even else None

    def verdict(self, goal: Goal, player: int) -> Verdict:
        """What is proved of this player and goal."""
        members = goal.members if goal.members is not None else frozenset(range(len(self.case.field)))
        if not self._plain(goal):
            return UNKNOWN
        if self.last is not None:
            return _in_last_round(self.last, members, player, goal.place, counted=self._counted(goal))
        if self.free is not None:
            return _in_free_rounds(self.free, members, player, goal.place, counted=self._counted(goal))
        return UNKNOWN

    def _plain(self, goal: Goal) -> bool:
        """Whether the prize goes to whoever has the place: no other prize of its group can move it."""
        if goal.exclusive is None:
            return True
        group = [one for one in self.case.goals if one.exclusive == goal.exclusive]
        return all(one.members == goal.members for one in group) and len({one.place for one in group}) == len(group)

    def _counted(self, goal: Goal) -> bool:
        """Whether every place down to this one has a prize of its kind, so that "or better" is a prize too."""
        same = {one.place for one in self.case.goals if (one.members, one.exclusive) == (goal.members, goal.exclusive)}
        return set(range(1, goal.place + 1)) <= same


def _in_last_round(last: LastRound, members: frozenset[int], player: int, place: int, *, counted: bool) -> Verdict:
    """With each own result all numbers of others ahead are possible, from the fewest to the most, those level included.

    For moving a margin by one changes each number by one at most. Where a later tie-break separates who is level, only
    outcomes without them are claimed.
    """
    before, final = place - 1, last.scale.final
    reaches = [last.reach(player, members, result) for result in last.results(player)]
    possible = any(one.fewest <= before <= one.most_level for one in reaches)
    sure = all(one.fewest == one.most_level == before for one in reaches)
    if not possible or sure:
        return Verdict(can=possible, sure=sure)
    can = final or any(one.fewest == one.fewest_level == before for one in reaches)
    not_sure = final or any(one.fewest_level < before or one.most > before for one in reaches)
    needs = last.needs(player, members, place) if counted else ()
    return Verdict(can or None, False if not_sure else None, None, needs)


def _in_free_rounds(free: FreeRounds, members: frozenset[int], player: int, place: int, *, counted: bool) -> Verdict:
    before = place - 1
    fewest = free.fewest(player, members, certain=False)
    most = free.passing(player, members, 0)
    if not fewest <= before <= most:
        return Verdict(can=False, sure=False)
    if fewest == most:
        return Verdict(can=True, sure=True)
    can = sure = None
    if free.can_give:
        can = fewest == free.fewest(player, members, certain=True) == before or None
        sure = False if free.passing(player, members, 0, certain=True) > before else None
    return Verdict(can, sure, free.enough(player, members, place) if counted else None)
