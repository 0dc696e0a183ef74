"""Handicaps: the head start of a game, and standings that count it."""

from __future__ import annotations

import doctest
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine import handicaps
from tournaments.engine.handicaps import Handicaps, with_handicaps
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import standings

SETTINGS = StandingsRules()
PLAYERS = tuple(EntrySnapshot(id=k, number=k, rating=2000 - 200 * k) for k in range(1, 5))
UNRATED = EntrySnapshot(id=5, number=5)
BY_RATING = Handicaps(percent=10)


def test_the_example_runs() -> None:
    outcome = doctest.testmod(handicaps)
    assert (outcome.attempted > 2, outcome.failed) == (True, 0)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(BY_RATING, (0, 20), id="ten percent of 200"),
        pytest.param(Handicaps(percent=33), (0, 66), id="a third"),
        pytest.param(Handicaps(percent=10, cap=15), (0, 15), id="capped"),
        pytest.param(Handicaps(percent=1, cap=15), (0, 2), id="below the cap"),
        pytest.param(Handicaps(points={2: 30}), (0, 30), id="points of one"),
        pytest.param(Handicaps(points={1: 5, 2: 30}, cap=10), (5, 30), id="points of both, no cap"),
    ],
)
def test_the_head_start(rule: Handicaps, expected: tuple[int, int]) -> None:
    one, two = PLAYERS[:2]
    assert rule.head_start(one, two) == expected
    assert rule.head_start(two, one) == expected[::-1]


def test_unrated_players_have_none_by_rating() -> None:
    assert BY_RATING.head_start(PLAYERS[0], UNRATED) == (0, 0)
    assert BY_RATING.head_start(UNRATED, PLAYERS[3]) == (0, 0)
    assert Handicaps(points={5: 40}).head_start(PLAYERS[0], UNRATED) == (0, 40)


def test_fractions_are_dropped() -> None:
    one, two = EntrySnapshot(1, 1, 1509), EntrySnapshot(2, 2, 1500)
    assert BY_RATING.head_start(one, two) == (0, 0)
    assert BY_RATING.head_start(replace(one, rating=1510), two) == (0, 1)


def test_a_close_loss_becomes_a_win_and_the_facts_stay() -> None:
    game = GameFact(1, 1, 3, 400, 370)
    (counted,) = with_handicaps(PLAYERS, (game,), BY_RATING)
    assert (counted.first_score, counted.second_score) == (400, 410)
    assert (game.first_score, game.second_score) == (400, 370)
    plain = standings(PLAYERS, (game,), SETTINGS)
    handicapped = standings(PLAYERS, (counted,), SETTINGS)
    assert [row.player.id for row in plain][:1] == [1]
    assert [(row.player.id, row.wins, row.spread) for row in handicapped][:1] == [(3, 1, 10)]


@pytest.mark.parametrize(
    "game",
    [
        GameFact(1, 1, kind=ResultKind.BYE),
        GameFact(1, 1, 4, kind=ResultKind.FORFEIT_WIN),
        GameFact(1, 1, 4, kind=ResultKind.DOUBLE_FORFEIT),
        GameFact(1, 1, 4, kind=ResultKind.VOID),
        GameFact(1, 1, 4, kind=ResultKind.PENDING),
    ],
    ids=lambda game: str(game.kind),
)
def test_what_was_not_played_has_no_head_start(game: GameFact) -> None:
    assert with_handicaps(PLAYERS, (game,), BY_RATING) == (game,)


def test_a_loss_on_time_stays_one() -> None:
    games = (GameFact(1, 1, 4, 400, 350), GameFact(2, 1, 4, 400, 350))
    counted = with_handicaps(PLAYERS, games, BY_RATING, untouched={(1, 1)})
    assert counted[0] == games[0]
    assert counted[1].second_score == 410


def test_two_of_a_larger_table_are_compared_by_their_margin() -> None:
    game = GameFact(1, 1, 2, 1, 0, margin=15)
    (counted,) = with_handicaps(PLAYERS, (game,), BY_RATING)
    assert (counted.first_score, counted.second_score, counted.margin) == (0, 1, -5)
    (level,) = with_handicaps(PLAYERS, (replace(game, margin=20),), BY_RATING)
    assert (level.first_score, level.second_score, level.margin) == (0, 0, 0)


@st.composite
def events(draw: st.DrawFn) -> tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...]]:
    ratings = draw(st.lists(st.none() | st.integers(0, 3000), min_size=2, max_size=6))
    players = tuple(EntrySnapshot(k, k, rating) for k, rating in enumerate(ratings, start=1))
    pairs = st.tuples(st.integers(1, len(players)), st.integers(1, len(players))).filter(
        lambda pair: pair[0] != pair[1]
    )
    drawn = draw(st.lists(st.tuples(pairs, st.integers(0, 600), st.integers(0, 600)), max_size=12))
    return players, tuple(
        GameFact(round_, a, b, own, other) for round_, ((a, b), own, other) in enumerate(drawn, start=1)
    )


@given(events(), st.integers(1, 100), st.none() | st.integers(1, 500))
@examples(40, deep=300)
def test_only_the_lower_rated_gains_and_never_more_than_the_cap(
    event: tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...]], percent: int, cap: int | None
) -> None:
    players, games = event
    rating = {player.id: player.rating for player in players}
    rule = Handicaps(percent, cap)
    for before, after in zip(games, with_handicaps(players, games, rule), strict=True):
        assert (before.round, before.first, before.second) == (after.round, after.first, after.second)
        gains = [
            (player, new - old)
            for player, old, new in (
                (before.first, before.first_score or 0, after.first_score or 0),
                (before.second or 0, before.second_score or 0, after.second_score or 0),
            )
            if new != old
        ]
        assert len(gains) <= 1
        for player, gain in gains:
            own = rating[player]
            (other,) = (rating[x] for x in (before.first, before.second) if x is not None and x != player)
            assert own is not None
            assert other is not None
            assert own < other
            assert 0 < gain <= (other - own) * percent / 100
            assert cap is None or gain <= cap


@given(events())
@examples(25, deep=300)
def test_spread_stays_zero_in_sum_and_no_handicap_changes_nothing(
    event: tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...]],
) -> None:
    players, games = event
    assert with_handicaps(players, games, Handicaps(points={})) == games
    rows = standings(players, with_handicaps(players, games, BY_RATING), SETTINGS)
    assert sum(row.spread for row in rows) == 0
    assert sum(row.wins + row.losses for row in rows) == 2 * len(games)
