"""Expected shares of a game by rating difference: the curves of the systems that compare wins with expected wins."""

from __future__ import annotations

import math

from ratings.engine.params import Params

_STEEPEST = 700.0  # beyond that exp overflows; the share is 0 or 1 long before


def logistic(x: float) -> float:
    """1 / (1 + e^−x) for any x."""
    return 1 / (1 + math.exp(-max(-_STEEPEST, min(_STEEPEST, x))))


def normal(x: float) -> float:
    """The standard normal distribution function."""
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


def expectation(difference: float, params: Params) -> float:
    """Expected wins in one game against somebody `difference` points weaker, by the shape of `params`.

    logistic: 1 / (1 + e^(−curve·d)); erf: ½ (1 + erf(curve·d)); linear: ½ + curve·d, kept from `least_share` to 1 less
    that.
    """
    x = params.curve * difference
    if params.shape == "logistic":
        return logistic(x)
    if params.shape == "erf":
        return 0.5 * (1 + math.erf(x))
    # In per cent, as the formula is published (1 % for 12 points): first ratings depend on how its fractions are rounded.
    share = (50 + difference / round(0.01 / params.curve, 9)) / 100
    return max(params.least_share, min(1 - params.least_share, share))
