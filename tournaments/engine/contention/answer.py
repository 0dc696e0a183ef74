"""The answer: each player's chance of a prize, and what is proved of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.contention.last_round import Need


class State(StrEnum):
    """Whether a player can still win a prize."""

    WON = "won"  # nobody can take it away
    LIKELY = "likely"  # in every simulated event
    OPEN = "open"
    UNLIKELY = "unlikely"  # in no simulated event
    OUT = "out"  # not by any results


@dataclass(frozen=True, slots=True)
class PrizeChance:
    """One player and one prize. `share`: of simulated events in which the player won it.

    `chance`, `enough`: the fewest wins in the games left with which the prize, or one of its kind for a better place,
    is won in 5 %, in 95 % of those events (None: no number of wins does); `games`: the player's games left. `surely`:
    the fewest wins that prove it. `proved`: the state is a fact: won, out, or both outcomes are possible; otherwise it
    is what the simulation says. `needs`: in the last round what exactly it takes, by own result.
    """

    player: int
    state: State
    share: float
    chance: float | None
    enough: float | None
    games: int
    surely: int | None = None
    proved: bool = True
    needs: tuple[Need, ...] = ()
