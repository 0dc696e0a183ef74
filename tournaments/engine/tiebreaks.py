"""Standings in any order of criteria: what divisions may put before, between or after points and spread.

All values are exact (whole numbers or fractions), more is better, and a function of facts only. Opponents are those
really played; a bye or forfeit brings none. Who is equal in all criteria shares a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments.engine.model import Criterion, GameFact, ResultKind

if TYPE_CHECKING:
    from tournaments.engine.standings import Row

Value = Fraction


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's rank and the values that decided it, in the order of the criteria."""

    player: int
    rank: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class _Facts:
    rows: Mapping[int, Row]
    games: Mapping[int, Sequence[tuple[int, int, int]]]  # by player: (opponent, own score, other score)

    def of(self, player: int) -> Sequence[tuple[int, int, int]]:
        return self.games.get(player, ())


def place(
    rows: Mapping[int, Row],
    games: Iterable[GameFact],
    criteria: Sequence[Criterion],
    *,
    among: Iterable[int] | None = None,
) -> tuple[Placed, ...]:
    """The players of the usual standings `rows` by these criteria, the most important first; equals by number.

    `among`: only these are placed (None = all), the others are no more than opponents.
    """
    facts = _Facts(rows, _by_player(games))
    ordered = sorted(rows if among is None else among, key=lambda player: rows[player].player.number)
    values: dict[int, tuple[Value, ...]] = dict.fromkeys(ordered, ())
    for criterion in criteria:
        found: dict[int, Value] = {}
        for _, tied in groupby(ordered, key=lambda player: values[player]):
            found |= _values(criterion, list(tied), facts)
        values = {player: (*values[player], found[player]) for player in ordered}
        ordered.sort(key=lambda player: tuple(-value for value in values[player]))
    return tuple(_ranked(ordered, values))


def _ranked(ordered: Sequence[int], values: Mapping[int, tuple[Value, ...]]) -> Iterable[Placed]:
    rank = 0
    for position, player in enumerate(ordered, start=1):
        if position == 1 or values[player] != values[ordered[position - 2]]:
            rank = position
        yield Placed(player, rank, values[player])


def _by_player(games: Iterable[GameFact]) -> dict[int, list[tuple[int, int, int]]]:
    found: dict[int, list[tuple[int, int, int]]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.first)):
        if game.kind is not ResultKind.PLAYED or game.second is None:
            continue
        if game.first_score is not None and game.second_score is not None:
            found.setdefault(game.first, []).append((game.second, game.first_score, game.second_score))
            found.setdefault(game.second, []).append((game.first, game.second_score, game.first_score))
    return found


def _values(criterion: Criterion, tied: Sequence[int], facts: _Facts) -> dict[int, Value]:
    if criterion is Criterion.HEAD_TO_HEAD:
        among = set(tied)
        return {
            player: Fraction(sum(_half(own, other) for opponent, own, other in facts.of(player) if opponent in among))
            for player in tied
        }
    value = _OWN[criterion]
    return {player: Fraction(value(facts, player)) for player in tied}


def _half(own: int, other: int) -> int:
    """2 for a win, 1 for a tie, 0 for a loss."""
    return 1 + (own > other) - (own < other)


def _percent(facts: _Facts, player: int) -> Fraction:
    row = facts.rows[player]
    counted = row.wins + row.losses
    return Fraction(row.points) / Fraction(counted) if counted else Fraction(0)


def _median(facts: _Facts, player: int) -> int:
    points = sorted(facts.rows[opponent].points for opponent, _, _ in facts.of(player))
    return sum(points[1:-1] if len(points) > 2 else points)


def _sonneborn_berger(facts: _Facts, player: int) -> Fraction:
    beaten = (_half(own, other) * facts.rows[opponent].points for opponent, own, other in facts.of(player))
    return Fraction(sum(beaten), 2)


def _performance(facts: _Facts, player: int) -> Fraction:
    rated = [
        (rating, _half(own, other) - 1)
        for opponent, own, other in facts.of(player)
        if (rating := facts.rows[opponent].player.rating) is not None
    ]
    if not rated:
        return Fraction(0)
    return Fraction(sum(rating for rating, _ in rated) + 400 * sum(result for _, result in rated), len(rated))


_OWN: dict[Criterion, Callable[[_Facts, int], Fraction | int | float]] = {
    Criterion.POINTS: lambda facts, player: facts.rows[player].points,
    Criterion.PERCENT: _percent,
    Criterion.WINS: lambda facts, player: facts.rows[player].wins,
    Criterion.LOSSES: lambda facts, player: -facts.rows[player].losses,
    Criterion.SPREAD: lambda facts, player: facts.rows[player].spread,
    Criterion.FULL_SPREAD: lambda facts, player: facts.rows[player].full_spread,
    Criterion.SUM_OF_SCORES: lambda facts, player: sum(own for _, own, _ in facts.of(player)),
    Criterion.BUCHHOLZ: lambda facts, player: sum(facts.rows[who].points for who, _, _ in facts.of(player)),
    Criterion.MEDIAN: _median,
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
    Criterion.PERFORMANCE: _performance,
}
