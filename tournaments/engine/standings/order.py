"""Standings in any order of tie-breaks: what divisions may put before, between or after points and spread.

All values are exact (whole numbers or fractions), more is better, and a function of facts only. Players who are level in
all of them share a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from tournaments.engine.model import GameFact, Scored
from tournaments.engine.standings.row import StandingsRow
from tournaments.engine.standings.tiebreak import TIEBREAKS, Facts


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's rank and the values that decided it, in the order of the tie-breaks."""

    player: int
    rank: int
    values: tuple[Fraction, ...]


def place(
    rows: Mapping[int, StandingsRow],
    games: Iterable[GameFact],
    order: Sequence[str],
    *,
    among: Iterable[int] | None = None,
) -> tuple[Placed, ...]:
    """The players of `rows` by these tie-breaks, the most important first; equals by number.

    `among`: only these are placed (None = all), the others are opponents only.
    """
    facts = Facts(rows, _by_player(games))
    ordered = sorted(rows if among is None else among, key=lambda player: rows[player].player.number)
    values: dict[int, tuple[Fraction, ...]] = dict.fromkeys(ordered, ())
    for key in order:
        own: dict[int, Fraction] = {}
        for _, group in groupby(ordered, key=lambda player: values[player]):
            level = set(group)
            own |= {player: Fraction(TIEBREAKS[key].value(facts, player, level)) for player in level}
        values = {player: (*values[player], own[player]) for player in ordered}
        ordered.sort(key=lambda player: tuple(-value for value in values[player]))
    return tuple(_ranked(ordered, values))


def _ranked(ordered: Sequence[int], values: Mapping[int, tuple[Fraction, ...]]) -> Iterable[Placed]:
    rank = 0
    for position, player in enumerate(ordered, start=1):
        if position == 1 or values[player] != values[ordered[position - 2]]:
            rank = position
        yield Placed(player, rank, values[player])


def _by_player(games: Iterable[GameFact]) -> dict[int, list[Scored]]:
    played: dict[int, list[Scored]] = {}
    for game in sorted(games, key=attrgetter("round", "first")):
        for side in game.scores():
            played.setdefault(side.player, []).append(side)
    return played


def unknown(order: Iterable[str]) -> list[str]:
    """The keys of an order that are not tie-breaks."""
    return [key for key in order if key not in TIEBREAKS]


def extra_columns(order: Iterable[str], points: tuple[int, int, int]) -> list[str]:
    """The tie-breaks that need a column of their own; match points only where win, tie and loss are not worth 2, 1, 0."""
    return [key for key in order if not TIEBREAKS[key].always_shown and (key != "points" or points != (2, 1, 0))]
