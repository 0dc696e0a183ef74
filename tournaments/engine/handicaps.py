"""Handicaps: games counted once more with a head start for the weaker player, for standings of their own.

The games themselves, the plain standings and the ratings stay as played.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind


@dataclass(frozen=True, slots=True)
class Handicaps:
    """How games are counted: the lower rated player starts with a share of the difference.

    `percent` of the rating difference, fractions dropped, at most `cap` points (None: all). `points`: instead, each
    player's own number, by id (0 for all others), added to the score of every game.
    """

    percent: int = 10
    cap: int | None = None
    points: Mapping[int, int] | None = None

    def head_start(self, a: EntrySnapshot, b: EntrySnapshot) -> tuple[int, int]:
        """What is added to the scores of the two in their game. Nobody has a head start on an unrated player, or as one.

        >>> rule = Handicaps(percent=15, cap=60)
        >>> strong, weak, weakest = (EntrySnapshot(id=k, number=k, rating=r) for k, r in enumerate((1650, 1503, 900), 1))
        >>> rule.head_start(strong, weak), rule.head_start(weakest, strong)
        ((0, 22), (60, 0))
        """
        if self.points is not None:
            return self.points.get(a.id, 0), self.points.get(b.id, 0)
        if a.rating is None or b.rating is None:
            return 0, 0
        start = abs(a.rating - b.rating) * self.percent // 100
        if self.cap is not None:
            start = min(start, self.cap)
        return (start, 0) if a.rating < b.rating else (0, start)


def with_handicaps(
    players: Iterable[EntrySnapshot],
    games: Iterable[GameFact],
    rule: Handicaps,
    untouched: Container[tuple[int, int]] = frozenset(),
) -> tuple[GameFact, ...]:
    """The games with their head starts; byes and forfeits as they are.

    `untouched`: games by (round, first player) that keep their scores: a loss on time stays a loss.
    """
    by_id = {player.id: player for player in players}

    def with_head_start(game: GameFact) -> GameFact:
        if game.kind is not ResultKind.PLAYED or (game.round, game.first) in untouched:
            return game
        if game.second is None or game.first_score is None or game.second_score is None:
            return game
        first, second = rule.head_start(by_id[game.first], by_id[game.second])
        if game.margin is None:
            winner = game.winner if first == second else None
            scores = game.first_score + first, game.second_score + second
            return replace(game, first_score=scores[0], second_score=scores[1], winner=winner)
        if first == second:
            return game
        ahead = game.margin + first - second  # two players of a larger table, compared
        return replace(game, first_score=int(ahead > 0), second_score=int(ahead < 0), margin=ahead)

    return tuple(map(with_head_start, games))
