"""Performance ratings, and what a next game would do: questions asked of any system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ratings.engine.fold import fold
from ratings.engine.linked import Book
from ratings.engine.system import System
from ratings.engine.types import Event, RatedGame, Rating, Segment

_REACH = 1000  # rating points beyond the field that a clean sheet may reach
_SHARE = 0.05  # of the games: what no wins count as, and what all wins fall short of
_BASE_SCORE = 400


def performance(system: System, opponents: Sequence[int], earned: float) -> int | None:
    """The rating (whole points) with which `earned` wins against these opponents were to be expected.

    This is what “performance” means everywhere.  A clean sheet has no such rating: no wins count as 5 % of the games, all
    wins as 95 %.  None without games or where the system predicts nothing.
    """
    games = len(opponents)
    if not games:
        return None
    target = min(max(earned, _SHARE * games), (1 - _SHARE) * games)
    others = [Rating(opponent, None) for opponent in opponents]
    low, high = min(opponents) - _REACH, max(opponents) + _REACH
    while high - low > 1:
        middle = (low + high) // 2
        own = Rating(middle, None)
        expected = 0.0
        for other in others:
            chance = system.win_probability(own, other)
            if chance is None:
                return None
            expected += chance
        low, high = (middle, high) if expected < target else (low, middle)
    return high


def performance_of(system: System, segments: Sequence[Segment]) -> int | None:
    """The performance at an event.  A newcomer's is the one that the first rating was made from, where that saw all games."""
    if len(segments) == 1 and segments[0].newcomer is not None:
        return round(segments[0].newcomer.performance)
    opponents = [game.opponent_rating for segment in segments for game in segment.games]
    return performance(system, opponents, sum(segment.earned for segment in segments))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one game would do: own spread, and both ratings after it."""

    spread: int
    one: Rating
    other: Rating


def next_game(
    system: System, ratings: Mapping[int, Rating], day: date, spreads: Sequence[int], book: Book | None = None
) -> tuple[Outcome, ...]:
    """The ratings of two players after an event of a single game on `day` that ends with each of `spreads` for the first.

    book: how their errors are linked, for systems that know.
    """
    one, other = ratings
    outcomes = []
    for spread in spreads:
        game = RatedGame("next", 1, one, other, _BASE_SCORE + spread, _BASE_SCORE, first_known=False)
        after = fold([Event(1, day, 1, (game,))], ratings, system, book=book).ratings
        outcomes.append(Outcome(spread, after[one], after[other]))
    return tuple(outcomes)
