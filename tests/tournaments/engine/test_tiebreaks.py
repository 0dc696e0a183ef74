"""Optional criteria of standings: worked by hand, and against the usual standings."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.events import played_event
from tests.tournaments.engine.test_systems_by_place import numbers
from tournaments.engine.model import DivisionSettings, GameFact, PlayerSnapshot, ResultKind
from tournaments.engine.standings import standings
from tournaments.engine.tiebreaks import Criterion, place

# Four players, all against all: 1 beats 2 and 3 and loses to 4; 2 beats 3 and 4; 3 beats 4.
GAMES = (
    GameFact(1, 1, 2, 400, 380),
    GameFact(1, 3, 4, 500, 300),
    GameFact(2, 1, 3, 450, 440),
    GameFact(2, 2, 4, 390, 350),
    GameFact(3, 4, 1, 420, 360),
    GameFact(3, 2, 3, 410, 400),
)
PLAYERS = tuple(PlayerSnapshot(k, k, rating=1000 + 100 * k) for k in range(1, 5))
SETTINGS = DivisionSettings()


def values(criterion: Criterion) -> dict[int, Fraction]:
    placed = place(PLAYERS, GAMES, SETTINGS, (criterion,))
    return {item.row.player.id: item.values[0] for item in placed}


def test_by_hand() -> None:
    """Points in half wins: 4, 4, 2, 2."""
    assert values(Criterion.POINTS) == {1: 4, 2: 4, 3: 2, 4: 2}
    assert values(Criterion.BUCHHOLZ) == {1: 8, 2: 8, 3: 10, 4: 10}
    assert values(Criterion.MEDIAN) == {1: 2, 2: 2, 3: 4, 4: 4}
    assert values(Criterion.SONNEBORN_BERGER) == {1: 4 + 2, 2: 2 + 2, 3: 2, 4: 4}
    assert values(Criterion.SUM_OF_SCORES) == {1: 1210, 2: 1180, 3: 1340, 4: 1070}
    assert values(Criterion.LOSSES) == {1: -1, 2: -1, 3: -2, 4: -2}
    assert values(Criterion.PERFORMANCE)[1] == Fraction(1200 + 1300 + 1400 + 400, 3)


def test_head_to_head_looks_only_at_those_still_equal() -> None:
    placed = place(PLAYERS, GAMES, SETTINGS, (Criterion.POINTS, Criterion.HEAD_TO_HEAD))
    assert [(item.rank, item.row.player.id, int(item.values[1])) for item in placed] == [
        (1, 1, 2),
        (2, 2, 0),
        (3, 3, 2),
        (4, 4, 0),
    ]


def test_percent_is_fair_to_who_played_less() -> None:
    games = (*GAMES, GameFact(4, 3, 4, 400, 300), GameFact(4, 2, kind=ResultKind.BYE))
    placed = place(PLAYERS, games, SETTINGS, (Criterion.PERCENT,))
    assert {item.row.player.id: item.values[0] for item in placed} == {
        1: Fraction(4, 3),
        2: Fraction(6, 4),
        3: Fraction(4, 4),
        4: Fraction(2, 4),
    }


def test_who_is_equal_in_everything_shares_a_rank() -> None:
    assert [item.rank for item in place(numbers(3), (), SETTINGS, tuple(Criterion))] == [1, 1, 1]


def test_ties_count_half() -> None:
    placed = place(numbers(2), (GameFact(1, 1, 2, 400, 400),), SETTINGS, (Criterion.SONNEBORN_BERGER,))
    assert [item.values[0] for item in placed] == [Fraction(1, 2), Fraction(1, 2)]


@given(size=st.integers(2, 20), rounds=st.integers(0, 6), seed=st.integers(0, 999), after=st.none() | st.integers(0, 6))
def test_points_and_spread_are_the_usual_standings(size: int, rounds: int, seed: int, after: int | None) -> None:
    event = played_event(size, rounds, seed)
    usual = standings(event.players, event.games, SETTINGS, after)
    placed = place(event.players[::-1], event.games[::-1], SETTINGS, after_round=after)
    assert [(item.rank, item.row) for item in placed] == [(row.rank, row) for row in usual]
