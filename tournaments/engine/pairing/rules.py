"""Pairing systems and their options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class System(StrEnum):
    """How a round is paired."""

    SWISS = "swiss"  # inside win groups, top half against bottom half
    KOTH = "koth"  # king of the hill: 1v2, 3v4 …
    QOTH = "qoth"  # queen of the hill: 1v3, 2v4 …
    ROUND_ROBIN = "round_robin"  # everybody meets everybody, by the Berger table


class RulesError(ValueError):
    """The director asked for something the system cannot do; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the director chose for a round.

    `max_repeats`: how often two players may meet *again* at most; None = no limit. In Swiss, repeats are avoided in
    any case as long as they can be; the limit makes the round impossible (`Infeasible`) rather than exceed it. King
    and queen of the hill pair by rank alone inside the limit.
    `balance_starts`: whether who has had too many firsts influences who meets whom.
    """

    system: System = System.SWISS
    max_repeats: int | None = None
    balance_starts: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """How a system that pairs by place is set up.

    `win_groups`: prefer opponents with equal points. `distance`: places between partners, None = half the group.
    `avoid_repeats`: repeats count before everything except byes.
    """

    win_groups: bool
    distance: int | None
    avoid_repeats: bool


SHAPES = {
    System.SWISS: Shape(win_groups=True, distance=None, avoid_repeats=True),
    System.KOTH: Shape(win_groups=False, distance=1, avoid_repeats=False),
    System.QOTH: Shape(win_groups=False, distance=2, avoid_repeats=False),
}
