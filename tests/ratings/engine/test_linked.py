"""The filter with links: its worked example, joint conditioning as an oracle, and what a book of a whole list must hold."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine import linked
from ratings.engine.evaluate_history import GameRow, History, build_history
from ratings.engine.evaluate_predictors import linked_kalman
from ratings.engine.kalman import EventGames, FloatArray
from ratings.engine.linked import Book, LinkedConstants
from ratings.engine.params import ParameterError
from tests.harness.deep import examples
from tests.ratings.engine.plain_kalman import Divisions, invented_events

K = LinkedConstants()
#: A game as (player, opponent, margin, total, +1 / -1 / 0 for who moved first).
Line = tuple[int, int, float, float, int]


def an_event(day: int, *divisions: list[Line]) -> EventGames:
    lines = [line for games in divisions for line in games]
    players = sorted({player for line in lines for player in line[:2]})
    place = {player: index for index, player in enumerate(players)}
    number = {player: n for n, games in enumerate(divisions) for line in games for player in line[:2]}
    one, two, margin, total, first = (np.array(column) for column in zip(*lines, strict=True))
    return EventGames(
        day,
        np.array(players),
        np.array([number[player] for player in players]),
        np.array([place[player] for player in one.tolist()]),
        np.array([place[player] for player in two.tolist()]),
        margin.astype(float),
        total.astype(float),
        first.astype(float),
    )


_FIRST_GAMES: list[Line] = [
    (1, 2, 60, 820, 1),
    (3, 4, -30, 800, -1),
    (1, 3, 100, 850, 0),
    (2, 4, 10, 760, 1),
    (1, 4, 40, 790, -1),
    (2, 3, -20, 810, 0),
]
FIRST = an_event(100, _FIRST_GAMES)
SECOND = an_event(130, [(1, 5, 90, 900, 1), (2, 3, 15, 780, -1), (1, 2, -45, 815, 1), (5, 3, 35, 770, 0)])


def covariances(book: Book) -> FloatArray:
    return book.between(book.places(book.players))


def test_the_worked_example_to_four_decimals() -> None:
    book = Book(precise=True)
    solution = linked.rate_event(book, FIRST, K)
    assert book.strengths() == pytest.approx([49.4330, -20.6249, -17.6858, -17.3733], abs=0.00005)
    cov = covariances(book)
    assert np.diagonal(cov) == pytest.approx(186055.01, abs=0.005)
    assert cov[~np.eye(4, dtype=bool)] == pytest.approx(183892.69, abs=0.005)
    assert solution.own[:, linked.R] == pytest.approx(46.4905, abs=0.00005)

    solution = linked.rate_event(book, SECOND, K)
    lead, variance = linked.expected_spread(solution.prior, SECOND, K)
    assert lead[:2] == pytest.approx([132.3799, -2.9391], abs=0.00005)
    assert variance[:2] == pytest.approx([14913.47, 1188.67], abs=0.005)
    assert book.players == [1, 2, 3, 4, 5]
    # The fourth did not play, and moved.
    assert book.strengths() == pytest.approx([27.6572, -31.8080, -40.2932, -74.0521, -37.4957], abs=0.00005)
    cov = covariances(book)
    shown = [cov[0, 0], cov[0, 1], cov[0, 3], cov[0, 4], cov[3, 3], cov[4, 4]]
    assert shown == pytest.approx([33971.92, 33547.42, 75863.52, 32385.32, 174135.58, 34379.39], abs=0.005)
    own = book.own(book.places([1, 2, 3, 4, 5]))
    assert own[:, linked.PACE] == pytest.approx([0.7798, 0.7254, 0.7855, 1, 1], abs=0.00005)
    assert own[:, linked.E] == pytest.approx([0.6053, -0.4561, -0.0852, -0.4274, 0.3161], abs=0.00005)


def as_events(events: list[Divisions]) -> list[EventGames]:
    return [
        an_event(
            day,
            *(
                [(int(p[1:]), int(q[1:]), float(s - t), float(s + t), first) for p, q, s, t, first in games]
                for games in divisions
            ),
        )
        for day, divisions in events
    ]


@examples(8, deep=100)
@given(st.integers(min_value=0, max_value=10**6), st.sampled_from([0.0, 41.1, 400.0]))
def test_an_event_is_conditioning_on_all_its_games_at_once(seed: int, v_form: float) -> None:
    """Strengths of everybody, form of the day, what players add to totals and the event's mean as one normal vector."""
    k = LinkedConstants(v_form=v_form, v_max=1e9, v_first=4000.0)
    *earlier, last = as_events(invented_events(seed))
    book = Book(precise=True)
    for event in earlier:
        linked.rate_event(book, event, k)
    prior = linked.step(book, last, k)
    everybody, n = len(book), len(prior.places)
    before, cov = book.strengths().copy(), covariances(book)
    solution, weights, x = linked.solve(prior, last, k)
    book.learn(book.rows(prior.places), weights, x)

    # Unknowns: deviations of the strengths (everybody), forms (n), parts of totals (n), and the event's mean total.
    size = everybody + 2 * n + 1
    belief = np.zeros((size, size))
    belief[:everybody, :everybody] = cov
    for start, variances in ((everybody, np.full(n, k.v_form)), (everybody + n, prior.own[:, linked.R])):
        belief[start : start + n, start : start + n] = np.diag(variances)
    belief[-1, -1] = k.v_total_event
    rows, says, noise = [], [], []
    a, e, c = prior.a, prior.own[:, linked.E], k.kap + prior.own[:, linked.B]
    for p, q, margin, total, first in zip(last.one, last.two, last.margin, last.total, last.first, strict=True):
        spread, sums = np.zeros(size), np.zeros(size)
        for place, sign in ((p, 1), (q, -1)):
            for column in (prior.places[place], everybody + place):
                spread[column] += sign
                sums[column] += c[place]
            sums[everybody + n + place] = 1
        sums[-1] = 1
        rows += [spread, sums]
        says += [np.clip(margin, -k.cap, k.cap) - k.first * first - (a[p] - a[q])]
        says += [total - k.total0 - sum(k.kap * a[one] + e[one] for one in (p, q))]
        noise += [k.sig_d**2, k.sig_s**2]
    seen = np.array(rows)
    gain = belief @ seen.T @ np.linalg.inv(seen @ belief @ seen.T + np.diag(noise))
    mean, after = gain @ np.array(says), belief - gain @ seen @ belief

    assert book.strengths() - before == pytest.approx(mean[:everybody], abs=1e-6)
    assert covariances(book) == pytest.approx(after[:everybody, :everybody], abs=1e-5)
    parts = slice(everybody + n, everybody + 2 * n)
    form = mean[prior.places] + mean[everybody : everybody + n]
    assert solution.own[:, linked.E] - e == pytest.approx(prior.own[:, linked.B] * form + mean[parts], abs=1e-6)
    assert solution.event_total == pytest.approx(mean[-1], abs=1e-6)
    if not v_form:  # else the form of the day, which is over, is left out of the regression on strength
        cross, v = np.diagonal(after[parts][:, prior.places]), np.diagonal(after)[prior.places]
        assert solution.own[:, linked.B] == pytest.approx(prior.own[:, linked.B] + cross / v, abs=1e-8)
        left = np.diagonal(after)[parts] - cross**2 / v
        assert solution.own[:, linked.R] == pytest.approx(np.maximum(left, 0.001), abs=1e-6)


@examples(8, deep=100)
@given(st.integers(min_value=0, max_value=10**6))
def test_the_parts_of_a_change_add_up(seed: int) -> None:
    """Own games, games of others and totals, for everybody; gain x (spread - expected) for each game."""
    book = Book()
    for event in as_events(invented_events(seed)):
        solution = linked.rate_event(book, event, K)
        parts = linked.contributions(event, solution, K)
        sides, n = (event.one, event.two), len(event.players)
        own = sum(np.bincount(side, parts.points[:, number], n) for number, side in enumerate(sides))
        assert solution.prior.a + own + parts.others + solution.from_totals == pytest.approx(solution.a, abs=1e-8)
        assert np.array_equal(book.own(solution.prior.places), solution.own)


@examples(5, deep=50)
@given(st.integers(min_value=0, max_value=10**6))
def test_covariances_stay_symmetric_and_single_precision_is_enough(seed: int) -> None:
    single, double = Book(), Book(precise=True)
    for event in as_events(invented_events(seed, events=5)):
        for book in (single, double):
            linked.rate_event(book, event, K)
        cov = covariances(single)
        assert np.array_equal(cov, cov.T)
        assert np.linalg.eigvalsh(covariances(double)).min() > 0
    assert single.strengths() == pytest.approx(double.strengths(), abs=0.02)
    leads = [cov[0, 0] + cov[1, 1] - 2 * cov[0, 1] for cov in (covariances(single), covariances(double))]
    assert leads[0] == pytest.approx(leads[1], rel=0.001)


def test_somebody_who_did_not_play_moves_with_those_who_met_them() -> None:
    """1 and 2 meet, then 1 does far better than expected: 2 is believed to be stronger too, and 9 is not."""
    book = Book(precise=True)
    for games in ([(1, 2, 0.0, 817.0, 0)], [(8, 9, 0.0, 817.0, 0)]):
        linked.rate_event(book, an_event(1, games), K)
    linked.rate_event(book, an_event(2, [(1, 3, 250, 817, 0)]), K)
    strength = dict(zip(book.players, book.strengths(), strict=True))
    assert strength[2] > 20
    assert (strength[8], strength[9]) == (0, 0)


def test_a_book_of_some_players_believes_of_them_what_the_whole_one_does() -> None:
    book = Book(precise=True)
    for event in as_events(invented_events(5)):
        linked.rate_event(book, event, K)
    one, two, three, four = book.players[::6]
    event = an_event(1000, [(one, two, 30, 800, 1), (three, four, -60, 850, 0), (one, 77, 100, 900, -1)])
    part = book.only(event.players.tolist())
    assert len(part) == 4 < len(book) == 24
    whole, some = (linked.rate_event(either, event, K) for either in (book, part))
    assert some.own == pytest.approx(whole.own)
    assert covariances(part) == pytest.approx(book.between(book.places(part.players)))


def test_links_of_the_long_absent_are_dropped_and_their_variance_stays() -> None:
    k = LinkedConstants(forget_days=1100, forget_above=0)
    book = Book(precise=True)
    linked.rate_event(book, an_event(0, [(1, 2, 30, 800, 0), (2, 3, 30, 800, 0), (1, 3, 30, 800, 0)]), k)
    linked.rate_event(book, an_event(600, [(1, 2, 30, 800, 0)]), k)
    own, variance = book.line(3)
    late = an_event(1120, [(1, 2, 30, 800, 0)])
    assert 3 in book.players
    linked.rate_event(book, late, k)
    assert book.players == [1, 2]
    assert 3 in book
    assert book.line(3)[1] == variance
    assert np.array_equal(book.line(3)[0], own)
    linked.rate_event(book, an_event(1130, [(3, 1, 0, 800, 0), (2, 1, 0, 800, 0)]), k)
    assert book.players == [1, 2, 3]
    assert not book.resting
    never, large = LinkedConstants(forget_days=0), LinkedConstants(forget_above=3)
    for kept in (never, large):
        book = Book()
        for event in (FIRST, an_event(4000, [(1, 2, 30, 800, 0)])):
            linked.rate_event(book, event, kept)
        assert (len(book), len(book.resting)) == ((4, 0) if kept is never else (2, 2))


def test_newcomers_hang_on_the_field_that_placed_them() -> None:
    """Of two divisions of four known players each: linked with their own field and each other, across as the fields are, or not at all."""
    k, apart, book = LinkedConstants(across=True), Book(precise=True), Book(precise=True)
    fields: list[list[Line]] = [[(p, p + 1, 10, 800, 0) for p in (start, start + 1, start + 2)] for start in (1, 11)]
    for one in (book, apart):
        linked.rate_event(one, an_event(0, *fields), LinkedConstants(v_first=500.0))
    event = an_event(10, [*fields[0], (5, 1, 0, 800, 0), (6, 2, 0, 800, 0)], [*fields[1], (15, 11, 0, 800, 0)])
    linked.step(book, event, k)
    linked.step(apart, event, K)
    cov, place = covariances(book), {player: index for index, player in enumerate(book.players)}

    def of(one: int, other: int) -> float:
        return float(cov[place[one], place[other]])

    field = [1, 2, 3, 4]
    mean = sum(of(p, q) for p in field for q in field) / 16
    assert of(5, 6) == pytest.approx(K.gamma**2 * mean + K.v_nc)
    assert of(5, 5) == pytest.approx(K.gamma**2 * mean + K.v_nc + K.v_new)
    assert of(5, 2) == pytest.approx(K.gamma * sum(of(2, p) for p in field) / 4)
    other = [11, 12, 13, 14]
    assert of(5, 15) == pytest.approx(K.gamma**2 * sum(of(p, q) for p in field for q in other) / 16)
    assert covariances(apart)[place[5], place[15]] == 0
    assert np.linalg.eigvalsh(cov).min() > 0


def a_history(seed: int) -> History:
    return build_history(
        GameRow(number, date.fromordinal(700_000 + day), division, 1, *game)
        for number, (day, divisions) in enumerate(invented_events(seed, events=6))
        for division, games in enumerate(divisions)
        for game in games
    )


def test_evaluating_uses_nothing_of_an_event_or_after_it() -> None:
    history = a_history(3)
    plain = linked_kalman(history, K)
    last = history.starts[-2]
    *earlier, event = history.events
    turned = EventGames(
        *(event.day, event.players, event.division, event.one, event.two, -event.margin, event.total + 50, event.first)
    )
    other = linked_kalman(
        History(
            **{name: getattr(history, name) for name in History.__dataclass_fields__ if name != "events"},
            events=(*earlier, turned),
        ),
        K,
    )
    assert np.array_equal(plain.strength, other.strength)
    assert plain.strength[last:].any()


def test_an_event_of_the_past_is_refused() -> None:
    book = Book()
    linked.rate_event(book, SECOND, K)
    with pytest.raises(ValueError, match="after a later one"):
        linked.rate_event(book, FIRST, K)


@pytest.mark.parametrize("wrong", [{"sig_d": 0}, {"v_max": -1}, {"gamma": 2}, {"adapt": 5}])
def test_impossible_constants_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ParameterError):
        LinkedConstants(**wrong)  # type: ignore[arg-type]  # floats in a dict of floats
