"""Contention: proofs against every possible outcome, simulations against themselves, prizes against the prize engine."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.contention import Case, Contender, Goal, State, award_all, bounds, prize_chances
from tournaments.engine.contention.proofs import proofs_of
from tournaments.engine.model import EntrySnapshot, GameFact, StandingsRules
from tournaments.engine.prizes import Facts, Prize, award


def field(*standing: tuple[int, int]) -> tuple[Contender, ...]:
    """Players 1, 2 … with these points (half wins) and spreads."""
    return tuple(Contender(k, points, spread) for k, (points, spread) in enumerate(standing, start=1))


def states(case: Case, seed: int = 1) -> list[list[State]]:
    return [[one.state for one in goal] for goal in prize_chances(case, seed)]


def test_gibsons_rule_of_a_thousand_points_a_round() -> None:
    """Two left, 9-1 +2500 and 7-3 +500: sure of first. One point less and it is open (directing, Gibson rule)."""
    sure = Case(field((18, 2500), (14, 499), (12, 0), (12, 0)), (Goal(1),), rounds=2)
    assert states(sure)[0][:2] == [State.WON, State.OUT]
    open_ = replace(sure, field=field((18, 2500), (14, 500), (12, 0), (12, 0)))
    assert State.WON not in states(open_)[0]
    assert bounds(sure)[0] == (1, 1)
    assert bounds(open_)[0] == (1, 2)


def test_a_class_prize_is_among_the_class() -> None:
    case = Case(field((18, 0), (16, 0), (8, 0), (2, 0)), (Goal(1, frozenset({2, 3})),), rounds=1)
    assert [(one.player, one.state) for one in prize_chances(case, 1)[0]] == [(3, State.WON), (4, State.OUT)]


def test_in_the_last_round_the_leaders_know_what_they_need() -> None:
    """1 is a win ahead of 2 and plays 2: a win or tie is enough, and 2 must win (and by enough)."""
    case = Case(field((10, 400), (8, 100), (2, 0), (2, 0)), (Goal(1),), rounds=0, paired=(((0, 1), (2, 3)),))
    first, second, third, fourth = prize_chances(case, 3)[0]
    assert (first.state, first.enough, first.games) == (State.OPEN, 0.5, 1)
    assert second.chance is None or second.chance == 1.0
    assert third.state is fourth.state is State.OUT
    assert abs(first.share + second.share - 1) < 1e-9


def test_games_are_enough_only_where_that_is_proved() -> None:
    """A tie does not prove it where the other could be given two games' worth of wins; nor does a place without a prize."""
    last = Case(field((10, 400), (8, 100), (8, 90), (0, 0)), (Goal(1),), rounds=0, paired=(((0, 1), (2, 3)),))
    leader, second, third, _fourth = prize_chances(last, 3)[0]
    assert (leader.surely, second.surely, third.surely) == (1, None, None)
    apart = replace(last, paired=(((0, 3), (1, 2)),), field=field((10, 0), (10, -10), (8, 0), (0, 0)))
    assert [one.surely for one in prize_chances(apart, 3)[0]] == [None, None, None, None]  # both may win, by any spread
    assert [one.surely for one in prize_chances(replace(apart, goals=(Goal(1), Goal(2))), 3)[1]][:2] == [1, 1]
    assert [one.surely for one in prize_chances(replace(apart, goals=(Goal(2),)), 3)[0]][:2] == [None, None]


def test_more_wins_never_take_a_place_away() -> None:
    """What is needed for second place is needed for second or first: a win too many is no harm."""
    case = Case(field((10, 0), (10, 0), (8, 0), (2, 0)), (Goal(1), Goal(2)), rounds=2)
    leader = prize_chances(case, 3)[1][0]
    assert leader.enough is not None
    assert leader.share < 0.6  # as often first


def test_when_nothing_is_left_the_prizes_are_won() -> None:
    case = Case(field((4, 9), (4, 8), (2, 7)), (Goal(1, exclusive="s"), Goal(1, frozenset({0, 2}), "s")), rounds=0)
    assert [[one.state for one in goal] for goal in prize_chances(case, 1)] == [
        [State.WON, State.OUT, State.OUT],
        [State.OUT, State.WON],
    ]


def test_sums_of_scores_have_no_bound_while_there_are_games_left() -> None:
    standing = (Contender(1, 20, 900, scores=9000), Contender(2, 0, -900, scores=2000))
    case = Case(standing, (Goal(1),), rounds=1, order=("sum_of_scores",))
    assert states(case)[0] == [State.LIKELY, State.UNLIKELY]
    assert states(replace(case, rounds=0)) == [[State.WON, State.OUT]]


def test_a_bye_without_spread_is_a_win() -> None:
    case = Case(field((2, 0), (2, 0), (1, 0)), (Goal(3),), rounds=1, bye_spread=0)
    assert prize_chances(case, 1)[0][2].share < 1


def test_the_answer_depends_on_the_seed_alone() -> None:
    case = Case(field(*((2 * (9 - k), 50 - k) for k in range(9))), (Goal(1), Goal(2)), rounds=3, simulations=3000)
    progress: list[int] = []
    assert prize_chances(case, 5, progress.append) == prize_chances(case, 5)
    assert progress == [1024, 2048, 3000]
    assert prize_chances(case, 6) != prize_chances(case, 5)


def test_shares_of_a_place_add_up() -> None:
    case = Case(field(*((2 * (8 - k), 0) for k in range(8))), tuple(Goal(k) for k in range(1, 9)), rounds=3)
    table = np.array([[one.share for one in goal] for goal in prize_chances(case, 2)])
    assert np.allclose(table.sum(axis=0), 1, atol=0.02)
    assert np.allclose(table.sum(axis=1), 1, atol=0.02)


POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(-60, 60)), min_size=2, max_size=5)


@given(standing=POINTS, rounds=st.integers(1, 2), place=st.integers(1, 3))
@examples(15, deep=200)
def test_the_limits_hold_for_every_outcome(standing: list[tuple[int, int]], rounds: int, place: int) -> None:
    """Every player's own results in every combination, with the extreme margins: more than can really happen."""
    most = 20
    standing.sort(reverse=True)
    case = Case(field(*standing), (Goal(place),), rounds, most=most)
    everybody = range(len(standing))
    proofs = proofs_of(case)
    enough = [proofs.enough_wins(one, [other for other in everybody if other != one], place) for one in everybody]
    limits = bounds(case)
    results = [(2, most), (2, 1), (1, 0), (0, -1), (0, -most)]
    for outcome in product(results, repeat=len(standing)):
        final = [
            (points + rounds * halves, spread + rounds * margin)
            for (points, spread), (halves, margin) in zip(standing, outcome, strict=True)
        ]
        for player, own in enumerate(final):
            above = sum(other > own for other in final)
            level = sum(other == own for other in final)
            assert limits[player][0] <= above + level
            assert limits[player][1] >= above + 1
            if (wins := enough[player]) is not None and outcome[player][0] == 2 and wins <= rounds:
                assert above + level <= place


@given(
    order=st.permutations(range(6)),
    places=st.lists(
        st.tuples(
            st.integers(1, 4), st.none() | st.frozensets(st.integers(0, 5), min_size=1), st.sampled_from([None, "x"])
        ),
        max_size=6,
    ),
)
@examples(40, deep=300)
def test_simulated_prizes_are_awarded_by_the_rule_of_real_ones(
    order: list[int], places: list[tuple[int, frozenset[int] | None, str | None]]
) -> None:
    goals = tuple(Goal(place, members, exclusive) for place, members, exclusive in places)
    winners = award_all(np.array([order], dtype=np.int64), goals)[0]
    games = tuple(GameFact(1, player, player + 6, 500 - 10 * place, 300) for place, player in enumerate(order))
    players = tuple(EntrySnapshot(k, k + 1) for k in range(12))
    prizes = [
        Prize("p", "rank", place, members=members or frozenset(range(6)), exclusive=exclusive, shown=index)
        for index, (place, members, exclusive) in enumerate(places)
    ]
    real = award(Facts(players, games, StandingsRules()), prizes)
    assert [one.winners[0].player if one.winners else -1 for one in real] == list(winners)
