"""Optional criteria of standings: worked by hand, and against the usual standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import played_event
from tests.tournaments.engine.test_systems_by_place import numbers
from tournaments.engine.model import DEFAULT_ORDER, EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import TIEBREAKS, StandingsRow, standings
from tournaments.engine.standings import place as place_in_order

# Four players, all against all: 1 beats 2 and 3 and loses to 4; 2 beats 3 and 4; 3 beats 4.
GAMES = (
    GameFact(1, 1, 2, 400, 380),
    GameFact(1, 3, 4, 500, 300),
    GameFact(2, 1, 3, 450, 440),
    GameFact(2, 2, 4, 390, 350),
    GameFact(3, 4, 1, 420, 360),
    GameFact(3, 2, 3, 410, 400),
)
PLAYERS = tuple(EntrySnapshot(k, k, rating=1000 + 100 * k) for k in range(1, 5))
SETTINGS = StandingsRules()


def place(
    players: Sequence[EntrySnapshot], games: Sequence[GameFact], settings: StandingsRules, order: Sequence[str]
) -> tuple[StandingsRow, ...]:
    """The standings in this order."""
    return standings(players, games, replace(settings, order=tuple(order)))


def values(tiebreak: str) -> dict[int, Fraction]:
    placed = place(PLAYERS, GAMES, SETTINGS, (tiebreak,))
    return {item.player.id: item.values[0] for item in placed}


def test_by_hand() -> None:
    """Points in half wins: 4, 4, 2, 2."""
    assert values("points") == {1: 4, 2: 4, 3: 2, 4: 2}
    assert values("buchholz") == {1: 8, 2: 8, 3: 10, 4: 10}
    assert values("median") == {1: 2, 2: 2, 3: 4, 4: 4}
    assert values("sonneborn_berger") == {1: 4 + 2, 2: 2 + 2, 3: 2, 4: 4}
    assert values("sum_of_scores") == {1: 1210, 2: 1180, 3: 1340, 4: 1070}
    assert values("losses") == {1: -1, 2: -1, 3: -2, 4: -2}
    assert values("performance")[1] == Fraction(1200 + 1300 + 1400 + 400, 3)


def test_head_to_head_looks_only_at_those_still_equal() -> None:
    placed = place(PLAYERS, GAMES, SETTINGS, ("points", "head_to_head"))
    assert [(item.rank, item.player.id, int(item.values[1])) for item in placed] == [
        (1, 1, 2),
        (2, 2, 0),
        (3, 3, 2),
        (4, 4, 0),
    ]


def test_percent_is_fair_to_who_played_less() -> None:
    games = (*GAMES, GameFact(4, 3, 4, 400, 300), GameFact(4, 2, kind=ResultKind.BYE))
    placed = place(PLAYERS, games, SETTINGS, ("percent",))
    assert {item.player.id: item.values[0] for item in placed} == {
        1: Fraction(4, 3),
        2: Fraction(6, 4),
        3: Fraction(4, 4),
        4: Fraction(2, 4),
    }


def test_who_has_played_none_is_last_however_the_others_lost() -> None:
    games = (GameFact(1, 1, 2, 500, 200),)
    placed = place(PLAYERS[:3], games, SETTINGS, ("points", "played", "spread"))
    assert [(item.rank, item.player.id) for item in placed] == [(1, 1), (2, 2), (3, 3)]
    usual = place(PLAYERS[:3], games, SETTINGS, ("points", "spread"))
    assert [item.player.id for item in usual] == [1, 3, 2]


def test_who_is_equal_in_everything_shares_a_rank() -> None:
    assert [item.rank for item in place(numbers(3), (), SETTINGS, tuple(TIEBREAKS))] == [1, 1, 1]


def test_ties_count_half() -> None:
    placed = place(numbers(2), (GameFact(1, 1, 2, 400, 400),), SETTINGS, ("sonneborn_berger",))
    assert [item.values[0] for item in placed] == [Fraction(1, 2), Fraction(1, 2)]


@given(size=st.integers(2, 20), rounds=st.integers(0, 6), seed=st.integers(0, 999), after=st.none() | st.integers(0, 6))
@examples(40, deep=300)
def test_points_and_spread_are_the_usual_standings(size: int, rounds: int, seed: int, after: int | None) -> None:
    event = played_event(size, rounds, seed)
    usual = standings(event.players, event.games, SETTINGS, after)
    counted = [game for game in event.games if after is None or game.round <= after]
    placed = place_in_order({row.player.id: row for row in usual}, counted, DEFAULT_ORDER)
    assert [(item.rank, item.player) for item in placed] == [(row.rank, row.player.id) for row in usual]


@given(
    size=st.integers(2, 12), rounds=st.integers(0, 5), seed=st.integers(0, 999), order=st.permutations(list(TIEBREAKS))
)
@examples(40, deep=300)
def test_any_order_is_a_total_order_whatever_order_the_facts_come_in(
    size: int, rounds: int, seed: int, order: list[str]
) -> None:
    event = played_event(size, rounds, seed)
    table = place(event.players, event.games, SETTINGS, order)
    assert table == place(event.players[::-1], event.games[::-1], SETTINGS, order)
    assert sorted(row.player.id for row in table) == sorted(player.id for player in event.players)
    assert [row.values for row in table] == sorted((row.values for row in table), reverse=True)
    for place_, (one, other) in enumerate(pairwise(table), start=2):
        assert other.rank == (one.rank if one.values == other.values else place_)


def test_capped_and_full_spread_are_two_things() -> None:
    games = (GameFact(1, 1, 2, 700, 300), GameFact(2, 2, 1, 450, 400), GameFact(1, 3, 4, 500, 300))
    settings = StandingsRules(spread_cap=100)
    by_cap = place(numbers(4), games, settings, ("spread",))
    assert {row.player.id: list(row.values) for row in by_cap} == {1: [50], 2: [-50], 3: [100], 4: [-100]}
    by_all = place(numbers(4), games, settings, ("full_spread",))
    assert {row.player.id: list(row.values) for row in by_all} == {1: [350], 2: [-350], 3: [200], 4: [-200]}


def test_a_cap_for_each_round_the_last_for_all_that_follow() -> None:
    games = tuple(GameFact(number, 1, 2, 900, 0) for number in (1, 2, 3))
    rows = standings(numbers(2), games, StandingsRules(spread_caps=(200, 700), spread_cap=50))
    assert [row.spread for row in rows] == [200 + 700 + 700, -1600]
    rows = standings(numbers(2), games, StandingsRules(spread_caps=(0, 100)))
    assert [row.spread for row in rows] == [900 + 100 + 100, -1100]


def test_what_a_bye_is_worth_is_a_setting() -> None:
    bye = (GameFact(1, 1, kind=ResultKind.BYE),)
    for halves, points, wins in ((2, 2, 1.0), (1, 1, 0.5), (0, 0, 0.0)):
        row = standings(numbers(1), bye, StandingsRules(bye_half_wins=halves))[0]
        assert (row.points, row.wins, row.byes, row.spread) == (points, wins, 1, 50)


def test_wins_count_ties_as_half_whatever_their_points() -> None:
    settings = StandingsRules(win_points=3, tie_points=1)
    rows = place(numbers(2), (GameFact(1, 1, 2, 400, 400),), settings, ("wins",))
    assert [row.values for row in rows] == [(Fraction(1, 2),), (Fraction(1, 2),)]
