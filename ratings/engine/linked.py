"""The spread-aware filter with links: one covariance of strength over everybody on a list, one whole event at a time.

A player is a strength `a` in points of spread, and `e`, what the player adds to the total of a game beyond `kap` * a.  The
errors of those who met are linked, and the links are kept: two pools that meet seldom place each other, a newcomer hangs
on the field that placed them, and an event also moves those whose earlier opponents played in it.  The solution of an
event is exact, with no passes, and additive game by game.

`Book` is all that is believed, and events change it in place.  Covariances are kept in single precision, which predicts as
well; everything of the size of an event is computed in double precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.engine.kalman import EventGames, FloatArray, IntArray
from ratings.engine.params import ParameterError

BoolArray = NDArray[np.bool_]

# Columns of a player's own numbers in a book.
A, E, B, R, GAMES, DAY, PACE = range(7)
COLUMNS = 7

_POSITIVE = ("scale", "sig_d", "sig_s", "vs", "n_new", "n_drift", "v_new", "v_max", "v_first", "v_total_event", "cap")
# The least variance of what a player adds to a total.
_LEAST_R = 0.001
# The pace of a player stays between 1 / 7 and 7; one event counts as at most six times as surprising as expected.
_MOST_PACE = 7.0
_MOST_SURPRISE = 6.0
_DAYS_OF_COMMON_DRIFT = 365.0
# Rows that are updated at once: few enough for the processor's cache.
_BLOCK = 256
_ROOM = 64
# How covariances are stored.
_STORED = np.dtype("<f4")


@dataclass(frozen=True, slots=True)
class LinkedConstants:
    """The numbers of the filter.  Spreads, totals and their errors are points of the game; variances their squares.

    scale, centre: shown rating = centre + scale * a.
    sig_d, sig_s: standard error of one game's spread and total.  v_form: variance of a player's form of the day.
    kap: how much a strength of one point of spread adds to the player's part of the total; vs: variance around that.
    q_day, q_event: variance of strength that a day and an event add; q_new, n_new: how much faster newcomers move, and
    for how many games.  qs_day, qs_event: the same for the part of the total that strength does not explain.
    q_com: variance a year that those who meet have drifted together.  adapt: how fast the pace of a player follows
    surprises.
    gamma, off: a newcomer's mean from the mean of the field, whose errors the newcomer shares; v_new: the variance of
    what is the newcomer's own, v_nc: of what the newcomers of a division have in common; v_first: variance without a
    field; v_level: the same of a player's share of the level of a list's first event, the less the more the list keeps
    that level; field: known players that make a field.  across: whether newcomers of different divisions are linked as their
    fields are; without it an event of several divisions is solved with covariances that cannot quite be.
    v_max: the largest variance of somebody seen before.
    total0, v_total_event: the usual total, and the variance of an event's own mean around it.
    first: points that moving first is worth; cap: largest spread that counts.
    drift, n_drift: strength gained between a newcomer's events, and for how many games.
    forget_days: links of those absent for so long are dropped (0: never), every `forget_every` days, once more than
    `forget_above` people are linked.
    slope, cubic, first_logit, lam: z = lead / sqrt(lam * variance of the lead + sig_d squared), and the chance of
    winning = logistic(slope * z + cubic * z cubed + first_logit * first).
    """

    scale: float = 5.0
    centre: float = 1500.0
    sig_d: float = 97.0
    sig_s: float = 76.1
    kap: float = 0.364
    vs: float = 47.0
    q_day: float = 0.0261
    q_event: float = 14.0
    q_new: float = 51.0
    n_new: float = 22.8
    qs_day: float = 0.0015
    qs_event: float = 8.32
    q_com: float = 23.5
    v_form: float = 41.1
    adapt: float = 0.371
    gamma: float = 0.84
    off: float = -85.0
    field: int = 3
    v_new: float = 9330.0
    v_nc: float = 4210.0
    v_max: float = 36400.0
    v_first: float = 815000.0
    v_level: float = 815000.0
    across: bool = False
    total0: float = 817.0
    v_total_event: float = 1030000.0
    first: float = 12.3
    cap: float = 325.0
    drift: float = 7.0
    n_drift: float = 55.6
    forget_days: int = 1100
    forget_every: int = 90
    forget_above: int = 4000
    slope: float = 1.6248
    cubic: float = 0.1357
    first_logit: float = 0.2179
    lam: float = 5.73

    def __post_init__(self) -> None:
        for name in _POSITIVE:
            if not getattr(self, name) > 0:
                raise ParameterError(f"parameter “{name}” must be positive, not {getattr(self, name)!r}")
        if self.gamma > 1 or self.adapt > 1:
            raise ParameterError("“gamma” and “adapt” must be at most 1")


class BookLine(NamedTuple):
    """What a book says of one player, to be stored.

    place: where the player stands among the linked ones; None for one who rests.  own: own numbers, columns A to PACE.
    links: covariances with those at the places from 0 to the player's own, in single precision (the variance comes last);
    of one who rests, the variance alone.
    """

    player: int
    place: int | None
    own: tuple[float, ...]
    links: bytes


class Book:
    """All that is believed of the players of a list: their own numbers, and the covariance of their strengths.

    Players are the caller's ids and stand in the order in which they were first seen.  Those whose links were dropped
    rest: they keep their numbers and their variance, take no room among the covariances, and come back when they play.

    precise: covariances in double precision, to check the arithmetic.
    """

    def __init__(self, *, precise: bool = False) -> None:
        self._dtype: type[np.float32] | type[np.float64] = np.float64 if precise else np.float32
        self.players: list[int] = []
        self._place: dict[int, int] = {}
        self._own: FloatArray = np.zeros((0, COLUMNS))
        self._cov: NDArray[Any] = np.zeros((0, 0), self._dtype)
        # Own numbers and, behind them, the variance.
        self.resting: dict[int, FloatArray] = {}
        #: Day on which it was last looked who has been absent for long; None before the first event.
        self.swept: int | None = None

    def __len__(self) -> int:
        """Number of linked players."""
        return len(self.players)

    def __contains__(self, player: object) -> bool:
        """Whether the player was seen before."""
        return player in self._place or player in self.resting

    def __eq__(self, other: object) -> bool:
        """Whether another book believes exactly the same of the same players."""
        return isinstance(other, Book) and self.swept == other.swept and list(self.lines()) == list(other.lines())

    __hash__ = None  # type: ignore[assignment]  # it changes

    @classmethod
    def of(cls, lines: Iterable[BookLine], swept: int | None) -> Book:
        """The book of the players of these lines; of a part of a book's lines, it is `only` these players."""
        book = cls()
        linked: list[tuple[int, BookLine]] = []
        for line in lines:
            if line.place is None:
                book.resting[line.player] = np.append(line.own, np.frombuffer(line.links, _STORED))
            else:
                linked.append((line.place, line))
        linked.sort(key=lambda pair: pair[0])
        places = np.array([place for place, _ in linked], dtype=np.int64)
        cov = np.zeros((len(linked), len(linked)), np.float32)
        for row, (_, line) in enumerate(linked):
            cov[row, : row + 1] = np.frombuffer(line.links, _STORED)[places[: row + 1]]
            cov[:row, row] = cov[row, :row]
        own = np.array([line.own for _, line in linked]).reshape(len(linked), COLUMNS)
        book._fill([line.player for _, line in linked], own, cov)
        book.swept = swept
        return book

    def lines(self) -> Iterator[BookLine]:
        """Everything in it, in order; covariances in single precision."""
        for place, player in enumerate(self.players):
            links = self._cov[place, : place + 1].astype(_STORED).tobytes()
            yield BookLine(player, place, tuple(self._own[place].tolist()), links)
        for player, row in sorted(self.resting.items()):
            links = row[COLUMNS:].astype(_STORED).tobytes()
            yield BookLine(player, None, tuple(row[:COLUMNS].tolist()), links)

    def copy(self) -> Book:
        """A book of its own with the same beliefs."""
        return self.only(self.players)

    def only(self, players: Iterable[int]) -> Book:
        """A book of some of the players, who are believed exactly what they are here; others of them are unknown here."""
        some = set(players)
        book = Book()
        book._dtype = self._dtype
        places = np.array([place for place, player in enumerate(self.players) if player in some], dtype=np.int64)
        book._fill([self.players[place] for place in places], self._own[places], self._cov[np.ix_(places, places)])
        everybody = len(places) == len(self.players)
        book.resting = {one: row.copy() for one, row in self.resting.items() if everybody or one in some}
        book.swept = self.swept
        return book

    def places(self, players: Sequence[int]) -> IntArray:
        """Where these linked players stand."""
        return np.array([self._place[player] for player in players], dtype=np.int64)

    def own(self, places: IntArray) -> FloatArray:
        """The own numbers of players, columns A to PACE (a copy)."""
        return self._own[places]

    def write(self, places: IntArray, own: FloatArray) -> None:
        """Replace the own numbers of players."""
        self._own[places] = own

    def strengths(self) -> FloatArray:
        """The strength of every linked player."""
        return self._own[: len(self), A]

    def rows(self, places: IntArray) -> NDArray[Any]:
        """Covariance of these players' strengths with everybody's."""
        return self._cov[places, : len(self)]

    def variances(self, places: IntArray) -> FloatArray:
        """Variance of these players' strengths."""
        return self._cov[places, places].astype(np.float64)

    def between(self, places: IntArray) -> FloatArray:
        """Covariance of these players' strengths with each other."""
        return self._cov[np.ix_(places, places)].astype(np.float64)

    def line(self, player: int) -> tuple[FloatArray, float]:
        """Own numbers and variance of a player.  Raises KeyError for somebody never seen."""
        if player in self.resting:
            row = self.resting[player]
            return row[:COLUMNS], float(row[COLUMNS])
        place = self._place[player]
        return self._own[place].copy(), float(self._cov[place, place])

    def grow(self, places: IntArray, more: FloatArray) -> None:
        """Add to the variances of players."""
        self._cov[places, places] = (self._cov[places, places] + more).astype(self._dtype)

    def shrink(self, places: IntArray, factors: FloatArray) -> None:
        """Multiply rows and columns."""
        shape = factors.astype(self._dtype)
        self._cov[places] *= shape[:, None]
        self._cov[:, places] *= shape

    def move_together(self, places: IntArray, by: FloatArray) -> None:
        """Add a matrix to the covariances of these players."""
        self._cov[np.ix_(places, places)] += by.astype(self._dtype)

    def add(self, players: Sequence[int], own: FloatArray, with_others: FloatArray, within: FloatArray) -> None:
        """Enter players not seen before, with covariances with everybody linked and with each other."""
        before, after = len(self), len(self) + len(players)
        self._reserve(after)
        self._place.update({player: before + number for number, player in enumerate(players)})
        self.players.extend(players)
        self._own[before:after] = own
        self._cov[before:after, :before] = with_others
        self._cov[:before, before:after] = self._cov[before:after, :before].T
        self._cov[before:after, before:after] = within

    def wake(self, players: Iterable[int]) -> None:
        """Let those of these players who rest come back, with no links."""
        back = [player for player in players if player in self.resting]
        rows = np.array([self.resting.pop(player) for player in back]).reshape(len(back), COLUMNS + 1)
        self.add(back, rows[:, :COLUMNS], np.zeros((len(back), len(self))), np.diag(rows[:, COLUMNS]))

    def forget(self, day: int, k: LinkedConstants) -> None:
        """Drop the links of those long absent, when it is time to look."""
        if self.swept is None:
            self.swept = day
        if not k.forget_days or day - self.swept < k.forget_every:
            return
        self.swept = day
        if len(self) <= k.forget_above:
            return
        gone = self._own[: len(self), DAY] < day - k.forget_days
        for place in np.flatnonzero(gone):
            self.resting[self.players[place]] = np.append(self._own[place], self._cov[place, place])
        stay = np.flatnonzero(~gone)
        self._fill([self.players[place] for place in stay], self._own[stay], self._cov[np.ix_(stay, stay)])

    def learn(self, rows: NDArray[Any], weights: FloatArray, x: FloatArray) -> None:
        """Move everybody's strength by rows' * weights and the covariance by rows' * x * rows."""
        size = len(self)
        self._own[:size, A] += (rows.T @ weights.astype(self._dtype)).astype(np.float64)
        said = x.astype(self._dtype) @ rows
        for start in range(0, size, _BLOCK):
            stop = min(start + _BLOCK, size)
            square = self._cov[start:stop, :stop]
            square += rows[:, start:stop].T @ said[:, :stop]
            corner = square[:, start:]
            corner[...] = np.tril(corner) + np.tril(corner, -1).T
            self._cov[:start, start:stop] = square[:, :start].T

    def _fill(self, players: list[int], own: FloatArray, cov: NDArray[Any]) -> None:
        self.players = players
        self._place = {player: place for place, player in enumerate(players)}
        self._own, self._cov = own.copy(), cov.copy()

    def _reserve(self, size: int) -> None:
        if size <= len(self._own):
            return
        room, used = size + size // 4 + _ROOM, len(self)
        own, cov = np.zeros((room, COLUMNS)), np.zeros((room, room), self._dtype)
        own[:used], cov[:used, :used] = self._own[:used], self._cov[:used, :used]
        self._own, self._cov = own, cov


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed of an event's players on its day, before any of its games (n each; `cov`: n x n).

    places: where they stand in the book.  known: who was seen before.  own: their own numbers, columns A to PACE.
    """

    places: IntArray
    known: BoolArray
    own: FloatArray
    cov: FloatArray

    @property
    def a(self) -> FloatArray:
        """Strengths."""
        return np.asarray(self.own[:, A])

    @property
    def variance(self) -> FloatArray:
        """Variances of the strengths."""
        return np.diagonal(self.cov)


@dataclass(frozen=True, slots=True)
class Solution:
    """What an event taught.

    reach: how far a pull on one player moves another (n x n): change of strength = reach @ pull.
    from_totals: the part of the change that the totals made (n).  own: own numbers after the event; variance: of the
    strengths after it.  total_share: what each adds to a total, beyond half of the usual one; event_total: how far the
    event's own mean total is from the usual one.
    """

    prior: Prior
    reach: FloatArray
    from_totals: FloatArray
    own: FloatArray
    variance: FloatArray
    total_share: FloatArray
    event_total: float

    @property
    def a(self) -> FloatArray:
        """Strengths after the event."""
        return np.asarray(self.own[:, A])


def step(book: Book, event: EventGames, k: LinkedConstants) -> Prior:
    """Let time pass for the event's players and place its newcomers, in `book`.

    `event.players` are the players' ids.  Raises ValueError for an event of the past.
    """
    players = event.players.tolist()
    book.wake(players)
    known = np.array([player in book for player in players], dtype=np.bool_)
    pass_time(book, book.places([player for player in players if player in book]), event.day, k)
    _place_newcomers(book, event, known, k)
    places = book.places(players)
    return Prior(places, known, book.own(places), book.between(places))


def pass_time(book: Book, places: IntArray, day: int, k: LinkedConstants) -> None:
    """Bring these players to an event on `day`: less certain, those with few games a little stronger, and drifted together.

    Raises ValueError when one of them has played later.
    """
    own, variance = book.own(places), book.variances(places)
    days = day - own[:, DAY]
    if (days < 0).any():
        raise ValueError("an event cannot be rated after a later one of the same players")
    games, b = own[:, GAMES], own[:, B]
    grown = variance + (k.q_day * days + k.q_event) * (1 + k.q_new * np.exp(games / -k.n_new)) * own[:, PACE]
    weaker = b * variance / grown
    own[:, R] += b**2 * variance - weaker**2 * grown + k.qs_day * days + k.qs_event
    own[:, B] = weaker
    own[:, A] += k.drift * np.exp(games / -k.n_drift)
    book.write(places, own)
    book.grow(places, grown - variance)
    over = grown > k.v_max
    if over.any():
        book.shrink(places[over], np.sqrt(k.v_max / grown[over]))
    if k.q_com:
        root = np.sqrt(k.q_com * days / _DAYS_OF_COMMON_DRIFT)
        book.move_together(places, np.outer(root, root))


def _place_newcomers(book: Book, event: EventGames, known: BoolArray, k: LinkedConstants) -> None:
    new = np.flatnonzero(~known)
    if not len(new):
        return
    own = np.zeros((len(new), COLUMNS))
    own[:, R], own[:, DAY], own[:, PACE] = k.vs, event.day, 1.0
    # Each newcomer is a share of the field that placed them, and something of their own.
    share, within = np.zeros((len(new), len(book))), np.zeros((len(new), len(new)))
    for division in np.unique(event.division[new]):
        here = np.flatnonzero(event.division[new] == division)
        field = event.players[known & (event.division == division)]
        if len(field) < k.field:
            within[here, here] = k.v_first
            continue
        places = book.places(field.tolist())
        own[here, A] = k.gamma * book.own(places)[:, A].mean() + k.off
        share[np.ix_(here, places)] = k.gamma / len(field)
        within[np.ix_(here, here)] = k.v_nc
        within[here, here] += k.v_new
    if not len(book):
        # The first event of all: the level of its field is what the list calls `centre`, more or less.
        within += (k.v_level - k.v_first) / len(new)
    used = np.flatnonzero(share.any(axis=0))
    share = share[:, used]
    with_others = share @ book.rows(used)
    apart = event.division[new][:, None] != event.division[new]
    within += np.where(apart & (not k.across), 0.0, share @ book.between(used) @ share.T)
    book.add(event.players[new].tolist(), own, with_others, within)


def expected_spread(prior: Prior, event: EventGames, k: LinkedConstants) -> tuple[FloatArray, FloatArray]:
    """Lead in strength of one over two before each game, and the variance of that lead on the day (g each)."""
    p, q = event.one, event.two
    return prior.a[p] - prior.a[q], variance_of_lead(prior.cov, p, q, k)


def variance_of_lead(cov: FloatArray, one: IntArray, two: IntArray, k: LinkedConstants) -> FloatArray:
    """Variance of the difference in strength on one day, the form of both included."""
    variance = np.diagonal(cov)
    return np.asarray(variance[one] + variance[two] - 2 * cov[one, two] + 2 * k.v_form)


def standardized(lead: FloatArray, variance: FloatArray, k: LinkedConstants) -> FloatArray:
    """The lead in standard errors of a game's spread."""
    return np.asarray(lead / np.sqrt(k.lam * np.maximum(variance, 0.0) + k.sig_d**2))


def win_chance(lead: FloatArray, variance: FloatArray, first: FloatArray, k: LinkedConstants) -> FloatArray:
    """Chance that one wins, from the lead in strength, its variance and who moves first (arrays of one shape)."""
    z = standardized(lead, variance, k)
    return np.asarray(0.5 * (1 + np.tanh(0.5 * (k.slope * z + k.cubic * z**3 + k.first_logit * first))))


def observed(event: EventGames, k: LinkedConstants) -> FloatArray:
    """What each game says of the difference in strength (g)."""
    return np.asarray(np.clip(event.margin, -k.cap, k.cap) - k.first * event.first)


def solve(prior: Prior, event: EventGames, k: LinkedConstants) -> tuple[Solution, FloatArray, FloatArray]:
    """The joint solution of all games of an event, exact; and what `Book.learn` needs of it: weights and x."""
    n, p, q = len(prior.places), event.one, event.two
    sigma = prior.cov + k.v_form * np.eye(n)
    a, e, b, r = (prior.own[:, column] for column in (A, E, B, R))
    met = np.zeros((n, n))
    np.add.at(met, (p, q), 1.0)
    met += met.T
    played = met.sum(axis=1)

    def summed(values: FloatArray, sign: float) -> FloatArray:
        return np.bincount(p, values, n) + sign * np.bincount(q, values, n)

    spreads = (np.diag(played) - met) / k.sig_d**2
    pull = summed(observed(event, k), -1.0) / k.sig_d**2 - spreads @ a
    # Totals, with the event's own mean and everybody's `e` eliminated.
    c, d = k.kap + b, played / k.sig_s**2
    unusual = event.total - k.total0 - (k.kap * a + e)[p] - (k.kap * a + e)[q]
    known_total = 1 / k.v_total_event + len(p) / k.sig_s**2
    t = (np.diag(played) + met) / k.sig_s**2 - np.outer(d, d) / known_total
    tau = (summed(unusual, 1.0) - d * (unusual.sum() / known_total)) / k.sig_s**2
    z = np.linalg.inv(t + np.diag(1 / r))
    t_left, tau_left = t - t @ z @ t, tau - t @ (z @ tau)

    info = spreads + c[:, None] * t_left * c
    gain = np.linalg.inv(np.eye(n) + info @ sigma)
    said = pull + c * tau_left
    weights = gain @ said
    x = -gain @ info
    x = (x + x.T) / 2

    moved = sigma @ weights
    own = prior.own.copy()
    change = prior.cov @ weights
    own[:, A] += change
    shift = b * moved + z @ (tau - t @ (c * moved))
    own[:, E] += shift
    after = prior.cov + prior.cov @ x @ prior.cov
    tied = -z @ t * c
    k_ea, v = np.einsum("ij,ji->i", tied, after), np.diagonal(after)
    slope = k_ea / v
    own[:, B] += slope
    own[:, R] = np.maximum(
        np.diagonal(z) + np.einsum("ij,jk,ik->i", tied, after, tied, optimize=True) - slope**2 * v, _LEAST_R
    )
    foreseen = -np.einsum("ij,jk,ki->i", sigma, x, sigma, optimize=True)
    surprise = np.minimum(change**2 / np.maximum(foreseen, 1e-12), _MOST_SURPRISE)
    pace = np.clip(own[:, PACE] * np.exp(k.adapt * (surprise - 1)), 1 / _MOST_PACE, _MOST_PACE)
    own[:, PACE] = np.where(prior.known, pace, own[:, PACE])
    own[:, GAMES] += played
    own[:, DAY] = event.day

    reach = prior.cov @ gain
    event_total = (unusual.sum() - played @ (k.kap * moved + shift)) / k.sig_s**2 / known_total
    share = k.kap * own[:, A] + own[:, E]
    solution = Solution(prior, reach, reach @ (c * tau_left), own, v, share, float(event_total))
    return solution, weights, x


def rate_event(book: Book, event: EventGames, k: LinkedConstants) -> Solution:
    """Rate one event in `book`; `event.players` are ids.  Raises ValueError for an event of the past."""
    book.forget(event.day, k)
    prior = step(book, event, k)
    solution, weights, x = solve(prior, event, k)
    book.learn(book.rows(prior.places), weights, x)
    book.write(prior.places, solution.own)
    return solution


@dataclass(frozen=True, slots=True)
class Contributions:
    """What each game moved each of its two players, in points of strength (g x 2: one, two), and `gain` for a point.

    others: what the games of others moved each player (n).
    """

    gain: FloatArray
    points: FloatArray
    others: FloatArray


def contributions(event: EventGames, solution: Solution, k: LinkedConstants) -> Contributions:
    """The additive parts of the change besides that of the totals: gain x (observed - expected spread), per game."""
    prior, reach = solution.prior, solution.reach
    me = np.stack((event.one, event.two), axis=1)
    other = me[:, ::-1]
    surprise = observed(event, k) - (prior.a[event.one] - prior.a[event.two])
    gain = (reach[me, me] - reach[me, other]) / k.sig_d**2
    points = gain * np.stack((surprise, -surprise), axis=1)
    n = len(prior.places)
    pull = np.bincount(event.one, surprise, n) - np.bincount(event.two, surprise, n)
    own = np.bincount(me.ravel(), points.ravel(), n)
    return Contributions(gain, points, reach @ pull / k.sig_d**2 - own)


def deviation(variance: float) -> float:
    """One standard error; 0 where rounding left nothing."""
    return math.sqrt(max(variance, 0.0))
