"""The worked examples and check points of the NASPA system as published and as worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ratings.engine.common import round_half_up
from ratings.engine.curves import expectation
from ratings.engine.naspa import k_factor, rate, segment_ends, spend
from ratings.engine.params import PRESETS
from ratings.engine.types import PlayerChange, Rating, Segment
from tests.ratings.engine.builders import event, one_against

NASPA = PRESETS["naspa"]
CLUB = PRESETS["naspa-club"]


def change_of(player: int, changes: tuple[PlayerChange, ...]) -> PlayerChange:
    return next(change for change in changes if change.player == player)


def only_segment(player: int, changes: tuple[PlayerChange, ...]) -> Segment:
    (segment,) = change_of(player, changes).segments
    return segment


@pytest.mark.parametrize(
    ("difference", "expected"), [(100, 0.57903), (127, 0.60), (266, 0.70), (435, 0.80), (689, 0.90), (0, 0.5)]
)
def test_curve_check_points(difference: int, expected: float) -> None:
    places = 5 if expected == 0.57903 else 2
    assert round(expectation(difference, NASPA), places) == expected
    assert expectation(difference, NASPA) + expectation(-difference, NASPA) == pytest.approx(1)


@pytest.mark.parametrize(
    ("career", "rating", "k"),
    [
        (0, 1799, 30),
        (49, 1800, 24),
        (49, 1999, 24),
        (49, 2000, 15),
        (50, 1799, 20),
        (50, 1800, 16),
        (50, 1999, 16),
        (50, 2000, 10),
        (None, 1500, 20),
    ],
)
def test_k_table(career: int | None, rating: int, k: float) -> None:
    assert k_factor(rating, career, NASPA) == k


@pytest.mark.parametrize(
    ("rounds", "lengths"),
    [
        (1, [1]),
        (16, [16]),
        (17, [9, 8]),
        (18, [9, 9]),
        (27, [14, 13]),
        (31, [16, 15]),
        (35, [18, 17]),
        (36, [12, 12, 12]),
        (40, [14, 13, 13]),
        (48, [16, 16, 16]),
    ],
)
def test_splits_by_configured_rounds(rounds: int, lengths: list[int]) -> None:
    ends = segment_ends(rounds, NASPA)
    assert [end - start for start, end in zip((0, *ends), ends, strict=False)] == lengths


def test_worked_example_1975_wins_all_eight() -> None:
    """ΣE 5.1156, excess 2.8844: 1.5625 wins at K 16 reach 2000, the rest at K 10 gives 2013.219; no acceleration."""
    opponents = [1586, 2043, 1849, 1858, 1855, 1855, 1637, 1600]
    changes = rate(*one_against(1975, [(rating, 1.0) for rating in opponents]), NASPA)
    segment = only_segment(0, changes)
    assert [round(game.expected, 4) for game in segment.games] == [
        0.7756, 0.4460, 0.5991, 0.5922, 0.5945, 0.5945, 0.7460, 0.7677,
    ]  # fmt: skip
    assert round(segment.expected, 4) == 5.1156
    first, second = segment.steps
    assert (first.k, first.start, first.end, first.excess) == (16, 1975, 2000, 1.5625)
    assert (second.k, second.start) == (10, 2000)
    # the example was printed from expectations rounded to four places
    assert second.excess == pytest.approx(1.3219, abs=2e-4)
    assert second.end == pytest.approx(2013.219, abs=2e-3)
    assert segment.acceleration == 0
    assert segment.end == 2013  # without feedback: the next example has it


def test_worked_example_1975_with_the_feedback_of_an_accelerated_opponent_is_2014() -> None:
    """The 1600 lost to him, and beat 1954 and 1955: a = 10.59, of which 1/20, 0.5295, comes back: 2013.75."""
    opponents = [1586, 2043, 1849, 1858, 1855, 1855, 1637, 1600]
    played, before = one_against(1975, [(rating, 1.0) for rating in opponents])
    strong = event([(1, 8, 9, 400, 300), (2, 8, 10, 400, 300)], rounds=8).games
    others = tuple(replace(game, key=f"other {game.key}") for game in strong)
    before |= {9: Rating(1954, None), 10: Rating(1955, None)}
    changes = rate(replace(played, games=played.games + others), before, NASPA)
    assert only_segment(8, changes).acceleration == pytest.approx(10.59, abs=2e-3)
    segment = only_segment(0, changes)
    assert segment.feedback == pytest.approx(0.5295, abs=2e-4)
    assert segment.end == 2014


def test_worked_example_1000_loses_all_eight() -> None:
    opponents = [1849, 1354, 1378, 1426, 1426, 1378, 1586, 1568]
    segment = only_segment(0, rate(*one_against(1000, [(rating, 0.0) for rating in opponents]), NASPA))
    assert round(segment.expected, 4) == 1.4516
    assert round(segment.steps[-1].end, 3) == 970.968
    assert (segment.acceleration, segment.feedback, segment.end) == (0, 0, 971)


def test_worked_example_1378_wins_three_of_eight() -> None:
    won = [(1000, 1.0), (1000, 1.0), (1586, 1.0)]
    lost = [(1858, 0.0), (2005, 0.0), (1586, 0.0), (1924, 0.0), (1858, 0.0)]
    segment = only_segment(0, rate(*one_against(1378, won + lost), NASPA))
    assert round(segment.expected, 4) == 2.8434
    assert round(segment.steps[-1].end, 2) == 1381.13
    assert segment.end == 1381


def test_acceleration_doubles_the_gain_above_five_points_a_game() -> None:
    """1500 beats 1500 twice: +10 +10 = 20, 10 above 2 x 5, so +30; each opponent gets 10/20 back: 1490.5 -> 1491."""
    changes = rate(
        event([(1, 1, 2, 400, 300), (2, 1, 3, 400, 300)], rounds=2), {p: Rating(1500, 100) for p in (1, 2, 3)}, NASPA
    )
    winner, loser = only_segment(1, changes), only_segment(2, changes)
    assert (winner.game_points, winner.acceleration, winner.end) == (20, 10, 1530)
    assert (loser.game_points, loser.feedback, loser.end) == (-10, 0.5, 1491)
    assert [game.feedback for game in loser.games] == [0.5]


def test_feedback_is_given_for_each_game_and_not_fed_back() -> None:
    """The same opponent met twice receives twice; feedback itself accelerates nobody."""
    changes = rate(
        event([(1, 1, 2, 400, 300), (2, 1, 2, 400, 300)], rounds=2), {1: Rating(1500, 60), 2: Rating(1500, 60)}, NASPA
    )
    assert only_segment(1, changes).acceleration == 10
    assert only_segment(2, changes).feedback == 1.0
    assert only_segment(2, changes).end == 1481
    assert only_segment(1, changes).feedback == 0


def test_crossing_downwards_goes_on_from_the_last_rating_below() -> None:
    """From 1805 with two wins too few: 6 points at K 16 to 1799, the other 1.625 wins at K 20."""
    steps = spend(1805, -2.0, None, NASPA)
    assert [(step.k, step.start, step.end) for step in steps] == [(16, 1805, 1799), (20, 1799, 1766.5)]


def test_crossing_a_hair_below_a_boundary_turns_back() -> None:
    """1800 - 0.48 lies below the band but above its last whole rating: the way back is walked at the lower K."""
    steps = spend(1800, -0.03, None, NASPA)
    assert steps[0].end == 1799
    assert steps[-1].end == pytest.approx(1799 + 20 * (1 / 16 - 0.03))


def test_crossing_two_boundaries() -> None:
    """1790, established, six wins too many: 0.5 at K 20, 12.5 would reach 2000, so 5.5 at K 16 ends at 1888."""
    assert spend(1790, 6.0, 50, NASPA)[-1].end == pytest.approx(1888)
    assert spend(1790, 14.0, 50, NASPA)[-1].end == pytest.approx(2010)


def test_tie_is_half_a_win() -> None:
    changes = rate(event([(1, 1, 2, 350, 350)], rounds=1), {1: Rating(1500), 2: Rating(1500)}, NASPA)
    assert [(change.after.value, change.earned) for change in changes] == [(1500, 0.5), (1500, 0.5)]


def test_rounding_is_half_up() -> None:
    assert [round_half_up(value) for value in (1500.5, 1501.5, 1499.49, -0.5)] == [1501, 1502, 1499, 0]


def test_floor_is_one() -> None:
    """A rating of 1 that loses to another 1 would fall to -9."""
    segment = only_segment(2, rate(event([(1, 1, 2, 400, 300)], rounds=1), {1: Rating(1, 60), 2: Rating(1, 60)}, NASPA))
    assert segment.end == 1
    assert segment.floor == 10
    assert segment.accounted == pytest.approx(1)


def test_second_segment_starts_from_the_rounded_first_for_everybody() -> None:
    """17 configured rounds are 9 + 8: a win in round 9 and one in round 10 are rated one after the other."""
    games = [(9, 1, 2, 400, 300), (10, 2, 1, 300, 400)]
    changes = rate(event(games, rounds=17), {1: Rating(1600, 60), 2: Rating(1500, 60)}, NASPA)
    first, second = change_of(1, changes).segments
    assert (first.start, first.end) == (1600, 1612)  # 20 x .42097 = 8.42, accelerated by 3.42: 1611.84
    assert second.start == 1612
    opponent_after_first = change_of(2, changes).segments[0].end
    assert second.games[0].opponent_rating == opponent_after_first == 1492  # 1491.58 + 0.17 feedback


def test_rounds_beyond_the_configured_ones_belong_to_the_last_segment() -> None:
    games = [(1, 1, 2, 400, 300), (3, 1, 2, 400, 300)]
    (segment,) = change_of(1, rate(event(games, rounds=2), {1: Rating(1500), 2: Rating(1500)}, NASPA)).segments
    assert len(segment.games) == 2


def test_naspa2024_counts_career_games_at_each_split() -> None:
    """49 career games before: K 30 in both segments of the classic system, K 20 in the second of the newer one."""
    games = [(9, 1, 2, 400, 300), (10, 1, 2, 400, 300)]
    before = {1: Rating(1500, 49), 2: Rating(1500, 200)}
    ks = {
        system: [segment.games[0].k for segment in change_of(1, rate(event(games, rounds=17), before, params)).segments]
        for system, params in PRESETS.items()
        if system.startswith("naspa")
    }
    assert ks == {"naspa": [30, 30], "naspa2024": [30, 20], "naspa-club": [30, 30]}
    assert change_of(1, rate(event(games, rounds=17), before, PRESETS["naspa2024"])).after.games == 51


def test_local_club_event_divides_by_three_and_does_not_accelerate() -> None:
    """1500 beats 1500 twice: 20 points, no acceleration, 6.67 of them count."""
    games = [(1, 1, 2, 400, 300), (2, 1, 3, 400, 300)]
    changes = rate(event(games, rounds=2), {p: Rating(1500, 100) for p in (1, 2, 3)}, CLUB)
    assert [change.after.value for change in changes] == [1507, 1497, 1497]
    assert only_segment(1, changes).acceleration == 0


def test_local_club_event_changes_by_fifty_at_most() -> None:
    """Fourteen wins of 15.88 each (K 30, opponent 36 above) are 222 points, 74 after division."""
    others = [(1536, 1.0)] * 14
    changes = rate(*one_against(1500, others, career=0), CLUB)
    assert change_of(0, changes).after.value == 1550


def test_newcomer_who_wins_half_against_equals_is_their_equal() -> None:
    """Halving ends one below: of 1500 itself, the first rating tried, it is only known that it is not too low."""
    games = [(1, 9, 1, 400, 300), (2, 9, 2, 300, 400)]
    changes = rate(event(games, rounds=2), {1: Rating(1500, 60), 2: Rating(1500, 60)}, NASPA)
    newcomer = change_of(9, changes)
    assert (newcomer.before, newcomer.after) == (Rating(None, 0), Rating(1499, 2))
    # his result stands in for him: 1 lost to an equal, 2 beat one (10 points, 5 of them accelerated)
    assert [change_of(player, changes).after.value for player in (1, 2)] == [1490, 1515]


def test_newcomer_without_a_win_counts_five_percent() -> None:
    """Against 1500: 1500 - ln(19) / 0.0031879 = 576.4; the last whole number tried is 577."""
    (segment,) = rate(event([(1, 9, 1, 300, 400)], rounds=1), {1: Rating(1500, 60)}, NASPA)[1].segments
    assert segment.newcomer is not None
    assert segment.newcomer.performance == 577 == math.ceil(1500 - math.log(19) / 0.0031879)
    assert segment.end == 577


def test_newcomer_floor_is_500() -> None:
    (segment,) = rate(event([(1, 9, 1, 300, 400)], rounds=1), {1: Rating(1000, 60)}, NASPA)[1].segments
    assert segment.end == 500


def test_newcomer_cap_is_400_above_the_strongest_opponent_by_share_of_wins() -> None:
    """All won: performance 2423.6, cap 1500 + 400."""
    (segment,) = rate(event([(1, 9, 1, 400, 300)], rounds=1), {1: Rating(1500, 60)}, NASPA)[1].segments
    assert segment.newcomer is not None
    assert segment.newcomer.performance == 2424 == math.ceil(1500 + math.log(19) / 0.0031879)
    assert segment.end == 1900


def test_newcomers_among_themselves_start_from_1500() -> None:
    games = [(1, 8, 9, 400, 300), (2, 9, 8, 400, 300)]
    assert [change.after.value for change in rate(event(games, rounds=2), {}, NASPA)] == [1499, 1499]


def test_cap_and_floor_of_newcomers_apply_in_every_pass() -> None:
    """8 beats 9. First pass: 9 is 577, 8 2424, at most 1500 + 400. From then on 9 is below the floor, which 8 meets.

    Among themselves they end at the floor and 400 above it. With a third who is rated, 9's real strength is not known.
    """
    alone = rate(event([(1, 8, 9, 400, 300)], rounds=1), {}, NASPA)
    assert [change.after.value for change in alone] == [900, 500]
    games = [(1, 8, 9, 400, 300), (2, 8, 1, 300, 400)]
    met = {change.player: change.after.value for change in rate(event(games, rounds=2), {1: Rating(600, 60)}, NASPA)}
    assert (met[8], met[9]) == (551, 500)  # half way between 500 and 600, and the last number tried


def test_newcomers_second_segment_counts_them_as_established_unless_their_games_are_known() -> None:
    """17 rounds are 9 + 8. 1499 after a half score, then a win against 1500: K 20 (30 with known games) times 0.5008, doubled above 5."""
    games = [(1, 9, 1, 400, 300), (2, 9, 2, 300, 400), (10, 9, 3, 400, 300)]
    known = {player: Rating(1500, 60) for player in (1, 2, 3)}
    ended = {
        games_known: change_of(9, rate(event(games, rounds=17), known | newcomer, NASPA)).after
        for games_known, newcomer in ((None, {}), (0, {9: Rating(None, 0)}))
    }
    assert ended == {None: Rating(1514, 3), 0: Rating(1524, 3)}


def test_newcomers_are_solved_together() -> None:
    """9 and 8 split against each other; 8 also halves with 1600: both settle where each is the other's equal."""
    games = [(1, 8, 9, 400, 300), (2, 9, 8, 400, 300), (3, 8, 1, 400, 300), (4, 1, 8, 400, 300)]
    changes = rate(event(games, rounds=4), {1: Rating(1600, 60)}, NASPA)
    assert [change_of(player, changes).after.value for player in (8, 9)] == [1600, 1600]


def test_byes_forfeits_and_players_without_a_game_change_nothing() -> None:
    before = {1: Rating(1500, 10), 2: Rating(1400, 3)}
    assert rate(event([], rounds=8), before, NASPA) == ()
