"""What the exact search compares: a player's line in the final standings, and what a game can add to it.

The search covers orders that begin with points, wins or losses and then have the spread, or nothing: there a better
result of one's own never harms. Tie-breaks after the spread may separate players who are level on it either way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from operator import add

from tournaments.engine.contention.case import Case
from tournaments.engine.standings.records import Contender

#: A place in the standings, more is better: what comes before the spread, then the spread.
Line = tuple[int, ...]
_OWN: dict[str, Callable[[Contender], int]] = {
    "points": lambda one: one.points,
    "wins": lambda one: one.won,
    "losses": lambda one: -one.lost,
}
_SPREADS: dict[str, Callable[[Contender], int]] = {
    "spread": lambda one: one.spread,
    "full_spread": lambda one: one.full_spread,
}


class Half(IntEnum):
    """A result, in half wins."""

    LOSS = 0
    TIE = 1
    WIN = 2


@dataclass(frozen=True, slots=True)
class Scale:
    """How a case's players are compared. `now`: everybody's line; `gains`: what a result adds before the spread;
    `least`: the smallest margin of a win.

    `final`: nothing comes after the spread, so that players who are level there share a place.
    """

    case: Case
    now: tuple[Line, ...]
    gains: tuple[Line, Line, Line]
    least: int
    by_spread: bool
    final: bool

    def most(self, turn: int) -> int:
        """By how much a game of this turn can change the spread."""
        cap = self.case.cap_of(turn)
        capped = self.by_spread and self._spread == "spread" and cap is not None
        return min(self.case.most, cap) if capped and cap is not None else self.case.most

    @property
    def _spread(self) -> str:
        return next((key for key in self.case.order if key in _SPREADS), "")

    @property
    def even(self) -> bool:
        """Whether two ties are worth a win and a loss."""
        loss, tie, win = self.gains
        return tuple(map(add, loss, win)) == tuple(map(add, tie, tie))

    def after(self, player: int, half: Half, margin: int) -> Line:
        """The player's line after one more game. `margin`: points for the player less points against."""
        return self.shifted(self.now[player], self.gains[half], margin)

    def shifted(self, line: Line, gain: Sequence[int], margin: int) -> Line:
        """A line with a gain before the spread and a margin."""
        return (*map(add, line[: len(gain)], gain), line[-1] + margin if self.by_spread else 0)


def scale_of(case: Case) -> Scale | None:
    """How to compare the players of a case; None where the search does not cover its order, tables or points."""
    lead: list[str] = []
    for key in case.order:
        if key not in _OWN:
            break
        lead.append(key)
    rest = case.order[len(lead) :]
    by_spread = bool(rest) and rest[0] in _SPREADS
    if case.table != 2 or case.least is None or not lead or (rest and not by_spread):
        return None
    worth = {"points": (case.loss, case.tie, case.win), "wins": (0, 1, 2), "losses": (-2, -1, 0)}
    loss, tie, win = zip(*(worth[key] for key in lead), strict=True)
    if not loss < tie < win:
        return None
    spread = _SPREADS[rest[0]] if by_spread else lambda _one: 0
    now = tuple((*(_OWN[key](one) for key in lead), spread(one)) for one in case.field)
    return Scale(case, now, (loss, tie, win), case.least, by_spread, final=len(rest) <= 1)
