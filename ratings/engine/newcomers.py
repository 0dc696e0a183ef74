"""First ratings: all newcomers of a segment solved together by their performance ratings.

NASPA, "Initial rating" (https://www2.scrabbleplayers.org/wiki/index.php?title=Initial_rating).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from ratings.engine.curves import expectation, steepness
from ratings.engine.params import Params
from ratings.engine.types import Newcomer

# Opponent and earned win (1, ½, 0) of each game.
Outcomes = Sequence[tuple[int, float]]

_SETTLED = 1e-6  # rating points; results are rounded to whole points afterwards
_PRECISE = 1e-9  # rating points: well below _SETTLED
_TINY = 1e-300  # no division by zero where the curve is flat
_STEEPEST = 0.02  # curve up to which no difference of two ratings is too much for exp()


def _expected(rating: float, opponents: Sequence[float], params: Params) -> tuple[float, float]:
    """Expected wins of somebody with this rating, and how fast they grow with it.

    Replays of long histories spend most of their time here, so the usual curve is written out.
    """
    if params.shape != "logistic" or params.curve > _STEEPEST:
        wins = sum([expectation(rating - opponent, params) for opponent in opponents])
        return wins, sum([steepness(rating - opponent, params) for opponent in opponents])
    curve, wins, growth = params.curve, 0.0, 0.0
    for opponent in opponents:
        one = 1 / (1 + exp(curve * (opponent - rating)))
        wins += one
        growth += one * (1 - one)
    return wins, curve * growth


def performance_rating(
    opponents: Sequence[float], earned: float, params: Params, *, near: float | None = None
) -> float:
    """The rating whose expected wins against `opponents` equal `earned`, between 0 and the newcomer ceiling.

    A clean sheet has no such rating: no wins count as 5 % of the games, all wins as 95 %.  `near`: where to look first.
    """
    games = len(opponents)
    share = params.newcomer_share
    target = share * games if earned == 0 else (1 - share) * games if earned == games else earned
    if params.shape == "linear":
        # The line without its ends, which would leave the rating of a clean sheet open.
        return sum(opponents) / games + (target / games - 0.5) / params.curve
    low, high = 0.0, params.newcomer_ceiling
    guess = sum(opponents) / games if near is None else near
    # Newton's method, kept between bounds that close in as bisection would: the sum only ever grows with the rating.
    while high - low > _PRECISE:
        wins, growth = _expected(guess, opponents, params)
        missing = target - wins
        low, high = (guess, high) if missing > 0 else (low, guess)
        step = missing / (growth + _TINY)
        if abs(step) < _PRECISE and low <= guess + step <= high:
            return guess + step
        guess = guess + step if low < guess + step < high else (low + high) / 2
    return guess


def _initial(outcomes: Outcomes, rated: Mapping[int, float], params: Params) -> float:
    known = [rated[opponent] for opponent, _ in outcomes if opponent in rated]
    return sum(known) / len(known) if known else params.newcomer_start


def _sweep(
    newcomers: Mapping[int, Outcomes], rated: Mapping[int, float], current: Mapping[int, float], params: Params
) -> dict[int, float]:
    """One pass over all newcomers at once, everybody seeing the others' values of the pass before."""
    strength = {**rated, **current}
    return {
        player: performance_rating(
            [strength[opponent] for opponent, _ in outcomes],
            sum(won for _, won in outcomes),
            params,
            near=min(max(current[player], 0.0), params.newcomer_ceiling),
        )
        for player, outcomes in newcomers.items()
    }


def _solve(
    newcomers: Mapping[int, Outcomes], rated: Mapping[int, float], params: Params
) -> tuple[dict[int, float], bool]:
    current = {player: _initial(outcomes, rated, params) for player, outcomes in newcomers.items()}
    for _ in range(params.newcomer_rounds):
        following = _sweep(newcomers, rated, current, params)
        if all(abs(following[player] - current[player]) < _SETTLED for player in current):
            return following, True
        current = following
    total = dict.fromkeys(current, 0.0)
    for _ in range(params.newcomer_rounds):
        current = _sweep(newcomers, rated, current, params)
        for player, value in current.items():
            total[player] += value
    return {player: value / params.newcomer_rounds for player, value in total.items()}, False


def first_ratings(newcomers: Mapping[int, Outcomes], rated: Mapping[int, float], params: Params) -> dict[int, Newcomer]:
    """First ratings of all `newcomers`, given the ratings of the `rated` players.

    Passes repeat until nothing changes; if that does not happen, the mean of as many further passes is taken.
    The cap is 400 points times the score above the strongest rated (else strongest unrated) opponent; the floor 500.
    """
    ordered = {player: newcomers[player] for player in sorted(newcomers)}
    solved, settled = _solve(ordered, rated, params)
    results: dict[int, Newcomer] = {}
    for player, outcomes in ordered.items():
        known = [rated[opponent] for opponent, _ in outcomes if opponent in rated]
        strongest = max(known) if known else max(solved[opponent] for opponent, _ in outcomes)
        cap = strongest + params.newcomer_cap * sum(won for _, won in outcomes) / len(outcomes)
        result = max(params.newcomer_floor, min(solved[player], cap))
        results[player] = Newcomer(_initial(outcomes, rated, params), solved[player], cap, result, settled)
    return results
