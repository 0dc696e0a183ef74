"""The question: a field, what is left to play, the places that win a prize."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.engine.model import DEFAULT_ORDER, GameFact
from tournaments.engine.standings import StandingsRow
from tournaments.engine.standings.records import Contender


@dataclass(frozen=True, slots=True)
class Goal:
    """A prize for a place, in order of priority. `members`: indices of the field who may win it (None = all).

    `exclusive`: the group of which nobody wins two.
    """

    place: int
    members: frozenset[int] | None = None
    exclusive: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What is left of an event. `paired`: for each round that is paired the games still open, as indices of the field.

    `rounds`: rounds left that are not paired. `win`, `tie`, `loss`: match points; `bye_half_wins`: which of them a bye
    brings. `most`: how much one game or bye can change a player's full spread; `caps`: how much of that counts for the
    spread, for each round of `paired` and then of `rounds` (None = all; empty = all in every round). `order`: the
    tie-breaks. `table`, `games`: how many sit at a table, and how often every two at a table of more than two play in
    a round. `scores`: typical ones of a winner and a loser; `tallied`: they are games won, so a margin does not change
    them. `margins`: of the games so far, each as likely (empty: those of crossword games). `least`: the smallest margin
    of a win; 0 where equal scores can be won, None where the margin does not say who won.
    """

    field: tuple[Contender, ...]
    goals: tuple[Goal, ...]
    rounds: int
    paired: tuple[tuple[tuple[int, int], ...], ...] = ()
    win: int = 2
    tie: int = 1
    loss: int = 0
    bye_spread: int = 50
    bye_half_wins: int = 2
    most: int = 500
    caps: tuple[int | None, ...] = ()
    order: tuple[str, ...] = DEFAULT_ORDER
    table: int = 2
    games: int = 1
    scores: tuple[int, int] = (440, 360)
    tallied: bool = False
    margins: tuple[int, ...] = ()
    least: int | None = 1
    simulations: int = 10_000

    @property
    def a_round(self) -> int:
        """The most games of a player in a round; every two at a table are one."""
        return 1 if self.table == 2 else self.games * (self.table - 1)

    def cap_of(self, turn: int) -> int | None:
        """How much of a margin counts in a round, those of `paired` first; None = all of it."""
        return self.caps[turn] if self.caps else None


def contenders(rows: Sequence[StandingsRow], games: Iterable[GameFact]) -> tuple[Contender, ...]:
    """The field of these standings, which are those after these games."""
    place = {row.player.id: index for index, row in enumerate(rows)}
    played: dict[int, list[tuple[int, int]]] = {player: [] for player in place}
    scores = dict.fromkeys(place, 0)
    for game in games:
        for side in game.scores():
            played[side.player].append((place[side.opponent], side.half))
            scores[side.player] += side.own
    return tuple(
        Contender(
            id=row.player.id,
            points=row.points,
            spread=row.spread,
            active=not row.withdrawn,
            won=round(2 * row.wins),
            lost=round(2 * row.losses),
            full_spread=row.full_spread,
            scores=scores[row.player.id],
            rating=row.player.rating,
            met=tuple(played[row.player.id]),
        )
        for row in rows
    )


def games_left(case: Case) -> tuple[int, ...]:
    """The most games (or byes) that each of the field still has; every two at a table count as one."""
    paired = Counter(player for games in case.paired for pair in games for player in pair)
    return tuple(paired[index] + case.rounds * case.a_round * one.active for index, one in enumerate(case.field))
