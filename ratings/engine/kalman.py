"""The spread-aware system: a Kalman filter on the spread and the total of each game, one whole event at a time.

A player is a pair of unknowns: `a`, strength in points of spread, and `c`, what the player adds to the total of a game.
Both are estimated with their 2 x 2 covariance.  The shown rating is `centre + scale * a`.  An event's games are solved
together, so that newcomers and their opponents explain each other, and the order of its rounds does not matter.

Arrays hold players by position: the caller maps its own ids to positions in the event and in the book.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.engine.params import ParameterError

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# Columns of a book.
A, C, AA, AC, CC, GAMES, DAY = range(7)

_POSITIVE = (
    *("scale", "sig_d", "sig_s", "vs", "n_new", "n_drift", "v_new", "v_max", "v_first", "v_total_event", "cap"),
    "damping",
)
_MOST_SWEEPS = 1000

# Up to that many players the meetings are a square matrix, which numpy multiplies fastest; above that a list.
_DENSE = 256


@dataclass(frozen=True, slots=True)
class Constants:
    """The numbers of the filter.  Spreads, totals and their errors are points of the game; variances their squares.

    scale, centre: shown rating = centre + scale * a.
    sig_d, sig_s: standard error of one game's spread and total.
    kap: how much a strength of one point of spread adds to the player's part of the total; vs: variance around that.
    q_day, q_event: variance of strength that a day and an event add; q_new, n_new: how much faster newcomers move, and
    for how many games.  qs_day, qs_event: the same for the part of the total that strength does not explain.
    gamma, off: a newcomer's mean from the mean of the field; v_new, v_first: its variance with and without a field;
    field: known players that make a field.  v_max: the largest variance of somebody seen before.
    total0, v_total_event: the usual total, and the variance of an event's own mean around it.
    first: points that moving first is worth; cap: largest spread that counts.
    drift, n_drift: strength gained between a newcomer's events, and for how many games.
    sweeps, damping: passes of the joint solution, and the part of each step that is taken after the first.
    slope, first_logit: the chance of winning = logistic(slope * z + first_logit * first).
    """

    scale: float = 5.0
    centre: float = 1500.0
    sig_d: float = 97.0
    sig_s: float = 87.5
    kap: float = 0.364
    vs: float = 63.4
    q_day: float = 0.128
    q_event: float = 3.47
    q_new: float = 328.0
    n_new: float = 13.25
    qs_day: float = 0.0015
    qs_event: float = 5.36
    gamma: float = 0.862
    off: float = -93.0
    field: int = 3
    v_new: float = 146000.0
    v_max: float = 26200.0
    v_first: float = 815000.0
    total0: float = 817.0
    v_total_event: float = 1030000.0
    first: float = 12.3
    cap: float = 325.0
    drift: float = 6.9
    n_drift: float = 55.6
    sweeps: int = 12
    damping: float = 0.6
    slope: float = 1.468
    first_logit: float = 0.218

    def __post_init__(self) -> None:
        for name in _POSITIVE:
            if not getattr(self, name) > 0:
                raise ParameterError(f"parameter “{name}” must be positive, not {getattr(self, name)!r}")
        if not 1 <= self.sweeps <= _MOST_SWEEPS or self.damping > 1:
            raise ParameterError(f"“sweeps” must be from 1 to {_MOST_SWEEPS}, and “damping” at most 1")


@dataclass(frozen=True, slots=True)
class EventGames:
    """The games of one event as arrays.

    players: the row in the book of each player (n, no repeats); division: a number for each player's division (n).
    one, two: positions in `players` (g); margin: score of one minus score of two; total: their sum; first: +1 when one
    moved first, -1 when two did, 0 if unknown.  day: ordinal of the event's date.
    """

    day: int
    players: IntArray
    division: IntArray
    one: IntArray
    two: IntArray
    margin: FloatArray
    total: FloatArray
    first: FloatArray


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Means and covariances of an event's players (arrays of length n)."""

    a: FloatArray
    c: FloatArray
    aa: FloatArray
    ac: FloatArray
    cc: FloatArray


@dataclass(frozen=True, slots=True)
class Solution:
    """What an event taught: beliefs before (at the day of the event) and after it.

    event_total: how far the event's own mean total is from the usual one.
    """

    prior: Beliefs
    posterior: Beliefs
    event_total: float


def new_book(players: int) -> FloatArray:
    """The book of `players` people nobody has seen play: one row each, columns A to DAY."""
    return np.zeros((players, 7))


def beliefs_before(book: FloatArray, event: EventGames, k: Constants) -> Beliefs:
    """What is believed of the event's players on its day, before any of its games.

    Somebody seen before has grown uncertain with time; a newcomer is placed by the field, if there is one.
    """
    rows = book[event.players]
    a, c, aa, ac, cc, games, day = np.ascontiguousarray(rows.T)
    known = games > 0
    new = ~known
    days = event.day - day
    grown = (k.q_day * days + k.q_event) * (1 + k.q_new * np.exp(games / -k.n_new))
    drift = k.drift * np.exp(games / -k.n_drift)
    a += drift
    c += k.kap * drift
    aa += grown
    ac += k.kap * grown
    cc += k.kap**2 * grown + k.qs_day * days + k.qs_event
    shrink = np.minimum(1.0, k.v_max / aa)
    aa *= shrink
    ac *= shrink
    cc *= shrink
    if new.any():
        mean, variance = _newcomers(a, known, event.division, k)
        a[new], c[new] = mean[new], k.kap * mean[new]
        aa[new], ac[new] = variance[new], k.kap * variance[new]
        cc[new] = k.kap**2 * variance[new] + k.vs
    return Beliefs(a, c, aa, ac, cc)


def _newcomers(
    a: FloatArray, known: NDArray[np.bool_], division: IntArray, k: Constants
) -> tuple[FloatArray, FloatArray]:
    """Mean and variance that a newcomer in each player's place would start with (n each)."""
    count = np.bincount(division, weights=known)
    total = np.bincount(division, weights=np.where(known, a, 0.0))
    fielded = count >= k.field
    mean = np.where(fielded, k.gamma * total / np.maximum(count, 1.0) + k.off, 0.0)
    return mean[division], np.where(fielded, k.v_new, k.v_first)[division]


def observed(event: EventGames, k: Constants) -> tuple[FloatArray, FloatArray]:
    """What each game says of the difference in strength, and by how much its total is unusual (g each)."""
    margin = np.minimum(np.maximum(event.margin, -k.cap), k.cap) - k.first * event.first
    return margin, event.total - k.total0


@dataclass(frozen=True, slots=True)
class _Meetings:
    """Who played whom: `over` sums a column of something over each player's opponents, once for each game.

    margins: the same sum, each term weighted with the margin over that opponent.
    """

    played: FloatArray
    over: Callable[[FloatArray], FloatArray]
    margins: Callable[[FloatArray], FloatArray]


def _meetings(event: EventGames, margin: FloatArray) -> _Meetings:
    n = len(event.players)
    me = np.concatenate((event.one, event.two))
    other = np.concatenate((event.two, event.one))
    mine = np.concatenate((margin, -margin))
    played = np.bincount(me, minlength=n).astype(float)
    if n <= _DENSE:
        cell = me * n + other
        counts = np.bincount(cell, minlength=n * n).reshape(n, n).astype(float)
        sums = np.bincount(cell, weights=mine, minlength=n * n).reshape(n, n)
        return _Meetings(played, counts.__matmul__, sums.__matmul__)
    order = np.argsort(me, kind="stable")
    other, mine = other[order], mine[order, None]
    # Everybody in an event has a game, so no stretch is empty.
    starts = np.concatenate(([0], np.cumsum(played)[:-1])).astype(np.int64)
    return _Meetings(
        played,
        lambda columns: np.add.reduceat(columns[other], starts, axis=0),
        lambda columns: np.add.reduceat(mine * columns[other], starts, axis=0),
    )


def solve(prior: Beliefs, event: EventGames, k: Constants) -> Solution:
    """The joint solution: everybody's beliefs after all games, each given the opponents' (Jacobi sweeps).

    The opponents' uncertainty blurs a spread and is counted; the event's mean total is estimated along.  What a sweep
    does to the variances does not depend on the scores, so the variances come first and the means follow.
    """
    margin, unusual = observed(event, k)
    meet = _meetings(event, margin)
    precise_s = 1 / k.sig_s**2
    determinant = prior.aa * prior.cc - prior.ac**2
    # The prior as precisions; c is eliminated (its own precision never changes), which leaves one unknown a player.
    i_aa, i_ac, i_cc = prior.cc / determinant, -prior.ac / determinant, prior.aa / determinant
    var_c = 1 / (i_cc + meet.played * precise_s)
    tilt = i_ac * var_c
    variances, weights = _variances(prior.aa, i_aa - i_ac * tilt, meet, k)
    from_margins = meet.margins(weights)
    start_a = i_aa * prior.a + i_ac * prior.c
    sum_total = np.bincount(event.one, unusual, len(prior.a)) + np.bincount(event.two, unusual, len(prior.a))
    start_c = i_ac * prior.a + i_cc * prior.c + precise_s * sum_total

    a, c = prior.a, prior.c
    columns = np.empty((len(a), 2))
    every_total, games_and_prior = unusual.sum(), len(unusual) + k.sig_s**2 / k.v_total_event
    event_total = 0.0
    for sweep in range(k.sweeps):
        event_total = float(every_total - meet.played @ c) / games_and_prior
        np.multiply(weights[:, sweep], a, out=columns[:, 0])
        columns[:, 1] = c
        theirs = meet.over(columns)
        says_c = start_c - precise_s * (event_total * meet.played + theirs[:, 1])
        to_a = variances[:, sweep] * (start_a + from_margins[:, sweep] + theirs[:, 0] - tilt * says_c)
        to_c = var_c * says_c - tilt * to_a
        step = k.damping if sweep else 1.0
        a = a + step * (to_a - a)
        c = c + step * (to_c - c)
    aa = variances[:, -1].copy()
    return Solution(prior, Beliefs(a, c, aa, -tilt * aa, var_c + tilt**2 * aa), event_total)


def _variances(before: FloatArray, own: FloatArray, meet: _Meetings, k: Constants) -> tuple[FloatArray, FloatArray]:
    """Variance of strength after each sweep, and the weight of a spread against each player in it (n x sweeps each).

    own: precision of strength from the prior and the totals alone.
    """
    variances = np.empty((len(before), k.sweeps))
    weights = np.empty((len(before), k.sweeps))
    noise = k.sig_d**2
    current = before
    for sweep in range(k.sweeps):
        weights[:, sweep] = 1 / (noise + current)
        current = 1 / (own + meet.over(weights[:, sweep : sweep + 1])[:, 0])
        variances[:, sweep] = current
    return variances, weights


def rate_event(book: FloatArray, event: EventGames, k: Constants) -> Solution:
    """Rate one event; `book` is not changed.  Raises ValueError for an event of the past."""
    if len(event.players) and event.day < book[event.players, DAY].max():
        raise ValueError("an event cannot be rated after a later one of the same players")
    return solve(beliefs_before(book, event, k), event, k)


def write_down(book: FloatArray, event: EventGames, solution: Solution) -> None:
    """Enter the beliefs after the event into `book`, in place."""
    after = solution.posterior
    played = np.bincount(np.concatenate((event.one, event.two)), minlength=len(event.players))
    games = book[event.players, GAMES] + played
    day = np.full(len(games), float(event.day))
    book[event.players] = np.column_stack((after.a, after.c, after.aa, after.ac, after.cc, games, day))


def expected_spread(prior: Beliefs, event: EventGames) -> tuple[FloatArray, FloatArray]:
    """Lead in strength of one over two before each game, and the variance of that lead (g each)."""
    lead = prior.a[event.one] - prior.a[event.two]
    return lead, prior.aa[event.one] + prior.aa[event.two]


def win_chance(lead: FloatArray, variance: FloatArray, first: FloatArray, k: Constants) -> FloatArray:
    """Chance that one wins, from the lead in strength, its variance and who moves first (arrays of one shape)."""
    z = lead / np.sqrt(variance + k.sig_d**2)
    return np.asarray(1 / (1 + np.exp(-(k.slope * z + k.first_logit * first))))


@dataclass(frozen=True, slots=True)
class Contributions:
    """What each game moved each of its two players, in points of strength (g x 2: one, two).

    With enough sweeps the sum over a player's games is the change of strength during the event.
    """

    spread: FloatArray
    total: FloatArray


def contributions(event: EventGames, solution: Solution, k: Constants) -> Contributions:
    """The additive parts of the change: gain x (observed - expected), from the spread and from the total."""
    before, after = solution.prior, solution.posterior
    margin, unusual = observed(event, k)
    me = np.stack((event.one, event.two), axis=1)
    other = me[:, ::-1]
    mine = np.stack((margin, -margin), axis=1)
    gain = after.aa[me] / (k.sig_d**2 + after.aa[other])
    spread = gain * (mine + after.a[other] - before.a[me])
    surprise = (unusual - solution.event_total)[:, None] - after.c[other] - before.c[me]
    return Contributions(spread, after.ac[me] / k.sig_s**2 * surprise)
