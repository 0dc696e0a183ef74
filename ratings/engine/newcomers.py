"""First ratings: all newcomers of a segment solved together by their performance ratings, step by step as tsh does.

NASPA, "Initial rating" (https://www2.scrabbleplayers.org/wiki/index.php?title=Initial_rating).  What that page leaves
open (whole numbers, where cap and floor apply) is as published ratings of tsh events show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from ratings.engine.curves import expectation
from ratings.engine.params import Params
from ratings.engine.types import Newcomer

# Opponent and earned win (1, ½, 0) of each game.
Outcomes = Sequence[tuple[int, float]]

_STEEPEST = 0.02  # curve up to which no difference of two ratings is too much for exp()
_SURE = 0.01  # rating points: further than this from a solution it is clear on which side of it a rating is
_LAST_STEP = 0.5  # rating points: after a step shorter than this the solution is nearer than `_SURE`
_LONGEST = 2000.0  # rating points: a longer step leads nowhere
_STEPS = 8
_FLAT = 1e-9  # expected wins a point, below which the curve is flat


def _expected(rating: float, opponents: Sequence[float], params: Params) -> float:
    """Expected wins of somebody with this rating.

    The usual curve is written out: in another form it differs in the last digits, and so would some ratings.
    """
    if params.shape != "logistic" or params.curve > _STEEPEST:
        return sum([expectation(rating - opponent, params) for opponent in opponents])
    curve = params.curve
    return sum([1 - 1 / (1 + exp(curve * (rating - opponent))) for opponent in opponents])


def _near_solution(opponents: Sequence[float], target: float, params: Params, start: float) -> float | None:
    """The rating whose expected wins are `target`, less than `_SURE` off; None where a few of Newton's steps do not reach it.

    The usual curve is written out, since long histories spend most of their time here. After a step of s points the rating is at
    most curve × s² / 2 off, which is 0.0025 for the last one.
    """
    if params.shape != "logistic" or params.curve > _STEEPEST:
        return None
    curve, rating = params.curve, start
    for _step in range(_STEPS):
        shares = [1 / (1 + exp(curve * (opponent - rating))) for opponent in opponents]
        growth = curve * sum([one * (1 - one) for one in shares])
        step = (target - sum(shares)) / growth if growth > _FLAT else _LONGEST
        if not abs(step) < _LONGEST:
            return None
        rating += step
        if abs(step) < _LAST_STEP:
            return rating
    return None


def performance_rating(opponents: Sequence[float], earned: float, params: Params, *, start: float | None = None) -> int:
    """The rating whose expected wins against `opponents` equal `earned`, between 0 and the newcomer ceiling.

    A clean sheet has no such rating: no wins count as 5 % of the games, all wins as 95 %.  Bounds close in by halves in
    whole numbers, and the last rating tried counts, so the result is the rating itself or up to a point beside it.
    `start`: where it probably is; it changes how long the answer takes, not the answer.
    """
    games = len(opponents)
    share = params.newcomer_share
    target = share * games if earned == 0 else (1 - share) * games if earned == games else earned
    near = _near_solution(opponents, target, params, sum(opponents) / games if start is None else start)
    low, high = 0, int(params.newcomer_ceiling)
    tried = low
    while high - low > 1:
        tried = (low + high) // 2
        # expected wins grow with the rating, so that away from the solution there is no need to work them out
        if (
            tried < near
            if near is not None and abs(tried - near) > _SURE
            else _expected(tried, opponents, params) < target
        ):
            low = tried
        else:
            high = tried
    return tried


@dataclass(frozen=True, slots=True)
class _Value:
    """A newcomer's value after one pass: as the performance gives it, the cap (None: none), and what counts."""

    performance: float
    cap: float | None
    counts: float


def _initial(outcomes: Outcomes, rated: Mapping[int, float], params: Params) -> float:
    opponents = [rated[opponent] for opponent, _ in outcomes if opponent in rated]
    return sum(opponents) / len(opponents) if opponents else params.newcomer_start


def _cap(
    outcomes: Outcomes, rated: Mapping[int, float], strength: Mapping[int, float], params: Params, *, averaging: bool
) -> float | None:
    """The highest value that counts: 400 points times the score above the strongest rated opponent.

    Without one it is the strongest newcomer played, at the value of the pass before; none while the mean is taken.
    """
    opponents = [rated[opponent] for opponent, _ in outcomes if opponent in rated]
    if not opponents and averaging:
        return None
    strongest = max(opponents) if opponents else max(strength[opponent] for opponent, _ in outcomes)
    return strongest + params.newcomer_cap * sum(won for _, won in outcomes) / len(outcomes)


def _sweep(
    newcomers: Mapping[int, Outcomes],
    rated: Mapping[int, float],
    current: Mapping[int, float],
    params: Params,
    *,
    averaging: bool = False,
) -> dict[int, _Value]:
    """One pass over all newcomers at once, everybody playing the others' values of the pass before."""
    strength = {**rated, **current}
    values: dict[int, _Value] = {}
    for player, outcomes in newcomers.items():
        performance = performance_rating(
            [strength[opponent] for opponent, _ in outcomes],
            sum(won for _, won in outcomes),
            params,
            start=current[player],
        )
        cap = _cap(outcomes, rated, strength, params, averaging=averaging)
        capped = performance if cap is None else min(performance, cap)
        values[player] = _Value(performance, cap, max(params.newcomer_floor, capped))
    return values


def _mean(passes: Sequence[Mapping[int, _Value]], player: int) -> _Value:
    values = [one[player] for one in passes]
    return _Value(
        sum(value.performance for value in values) / len(values),
        values[-1].cap,
        sum(value.counts for value in values) / len(values),
    )


def _solve(
    newcomers: Mapping[int, Outcomes], rated: Mapping[int, float], params: Params
) -> tuple[dict[int, _Value], bool]:
    current = {player: _initial(outcomes, rated, params) for player, outcomes in newcomers.items()}
    for _ in range(params.newcomer_rounds):
        values = _sweep(newcomers, rated, current, params)
        following = {player: value.counts for player, value in values.items()}
        if following == current:
            return values, True
        current = following
    passes: list[dict[int, _Value]] = []
    for _ in range(params.newcomer_rounds):
        passes.append(_sweep(newcomers, rated, current, params, averaging=True))
        current = {player: value.counts for player, value in passes[-1].items()}
    return {player: _mean(passes, player) for player in current}, False


def first_ratings(newcomers: Mapping[int, Outcomes], rated: Mapping[int, float], params: Params) -> dict[int, Newcomer]:
    """First ratings of all `newcomers`, given the ratings of the `rated` players.

    Passes repeat until nothing changes; if that does not happen, the mean of as many further passes is taken.
    Cap and floor apply within every pass, so that other newcomers are compared with the capped value.
    """
    ordered = {player: newcomers[player] for player in sorted(newcomers)}
    solved, settled = _solve(ordered, rated, params)
    return {
        player: Newcomer(
            _initial(outcomes, rated, params),
            solved[player].performance,
            solved[player].cap,
            solved[player].counts,
            settled,
        )
        for player, outcomes in ordered.items()
    }
