"""Standings in any order of criteria: points and spread as usual, and what divisions may add or put in between.

All values are exact (whole numbers or fractions), more is better, and a function of facts only. Opponents are those
really played; a bye or forfeit brings none. Who is equal in all criteria shares a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from tournaments.engine.model import DivisionSettings, GameFact, PlayerSnapshot, ResultKind
from tournaments.engine.standings import Row, standings


class Criterion(StrEnum):
    """What standings may be ordered by."""

    POINTS = "points"  # match points
    PERCENT = "percent"  # match points for each game that counted, for unequal numbers of games
    LOSSES = "losses"  # fewer losses first
    SPREAD = "spread"
    SUM_OF_SCORES = "sum_of_scores"  # own points in played games
    BUCHHOLZ = "buchholz"  # the opponents' match points
    MEDIAN = "median"  # Buchholz without the best and the worst opponent (of three or more)
    SONNEBORN_BERGER = "sonneborn_berger"  # match points of those beaten, half of those tied with
    HEAD_TO_HEAD = "head_to_head"  # points in the games among those still equal
    PERFORMANCE = "performance"  # mean rating of rated opponents + 400 × (wins − losses) / games with them


Value = Fraction
USUAL = (Criterion.POINTS, Criterion.SPREAD)


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's rank and the values that decided it, in the order of the criteria; `row` is the usual line."""

    rank: int
    row: Row
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class _Facts:
    rows: dict[int, Row]
    games: tuple[tuple[int, int, int, int], ...]  # (player, opponent, own score, other score), both ways

    def of(self, player: int) -> list[tuple[int, int, int]]:
        return [(opponent, own, other) for who, opponent, own, other in self.games if who == player]


def place(
    players: Iterable[PlayerSnapshot],
    games: Iterable[GameFact],
    settings: DivisionSettings,
    criteria: Sequence[Criterion] = USUAL,
    after_round: int | None = None,
) -> tuple[Placed, ...]:
    """The standings by these criteria, the first being the most important; equals are listed by number.

    Raises SnapshotError when a game names a player who is not among `players`.
    """
    entries, played = tuple(players), tuple(games)
    rows = {row.player.id: row for row in standings(entries, played, settings, after_round)}
    facts = _Facts(rows, tuple(_both_ways(played, after_round)))
    ordered = sorted(rows, key=lambda player: rows[player].player.number)
    values: dict[int, tuple[Value, ...]] = dict.fromkeys(ordered, ())
    for criterion in criteria:
        found: dict[int, Value] = {}
        for _, tied in groupby(ordered, key=lambda player: values[player]):
            found |= _values(criterion, list(tied), facts)
        values = {player: (*values[player], found[player]) for player in ordered}
        ordered.sort(key=lambda player: tuple(-value for value in values[player]))
    return tuple(_ranked(ordered, values, rows))


def _ranked(ordered: Sequence[int], values: dict[int, tuple[Value, ...]], rows: dict[int, Row]) -> Iterable[Placed]:
    rank = 0
    for position, player in enumerate(ordered, start=1):
        if position == 1 or values[player] != values[ordered[position - 2]]:
            rank = position
        yield Placed(rank, rows[player], values[player])


def _both_ways(games: Sequence[GameFact], after_round: int | None) -> Iterable[tuple[int, int, int, int]]:
    for game in sorted(games, key=lambda game: (game.round, game.first)):
        if game.kind is not ResultKind.PLAYED or (after_round is not None and game.round > after_round):
            continue
        if game.second is not None and game.first_score is not None and game.second_score is not None:
            yield game.first, game.second, game.first_score, game.second_score
            yield game.second, game.first, game.second_score, game.first_score


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
    Criterion.LOSSES: lambda facts, player: -facts.rows[player].losses,
    Criterion.SPREAD: lambda facts, player: facts.rows[player].spread,
    Criterion.SUM_OF_SCORES: lambda facts, player: sum(own for _, own, _ in facts.of(player)),
    Criterion.BUCHHOLZ: lambda facts, player: sum(facts.rows[who].points for who, _, _ in facts.of(player)),
    Criterion.MEDIAN: _median,
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
    Criterion.PERFORMANCE: _performance,
}
