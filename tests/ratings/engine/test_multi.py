"""Tables of three to eight: pairs that weigh 2 / seats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.engine.multi import by_place, by_score
from ratings.engine.registry import SYSTEMS, rates_places, rates_tables
from ratings.engine.types import Event, PlayerChange, RatedGame, Rating
from tests.ratings.engine.builders import event

TABLES = [slug for slug in SYSTEMS if rates_tables(slug)]
KNOWN = {player: Rating(1500, 60) for player in range(1, 9)}


def table(games: tuple[RatedGame, ...]) -> Event:
    return replace(event([], rounds=1), games=games)


def moved(slug: str, games: tuple[RatedGame, ...]) -> dict[int, PlayerChange]:
    return {change.player: change for change in SYSTEMS[slug].rate(table(games), KNOWN)}


@pytest.mark.parametrize("slug", TABLES)
def test_a_table_of_two_is_a_game(slug: str) -> None:
    game = RatedGame("t:1-2", 1, 1, 2, 400, 350, first_known=False)
    assert by_score("t", 1, {2: 350, 1: 400}) == (game,)
    assert game.weight == 1


@pytest.mark.parametrize("slug", TABLES)
def test_pairs_of_a_table_count_less_than_games_of_two(slug: str) -> None:
    games = by_score("t", 1, {1: 400, 2: 350, 3: 300, 4: 250})
    whole = moved(slug, tuple(replace(game, seats=2) for game in games))
    half = moved(slug, games)
    gain, full = (sum(line.points for line in changes[1].segments[0].games) for changes in (half, whole))
    assert 0 < gain < full
    deviations = half[1].after.deviation, whole[1].after.deviation
    assert deviations == (None, None) or (deviations[0] or 0) > (deviations[1] or 0)


@pytest.mark.parametrize("slug", TABLES)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_part_of_a_tables_change_is_named(slug: str, seats: int) -> None:
    games = by_score("t", 1, {player: 500 - 30 * player for player in range(1, seats + 1)})
    for change in SYSTEMS[slug].rate(table(games), KNOWN):
        (segment,) = change.segments
        assert segment.accounted == pytest.approx(segment.end)
        assert change.games == seats - 1


def test_a_win_at_a_table_of_four_is_worth_half_of_three_wins_at_k_20() -> None:
    """Expected 1.5 of 3 wins: 1.5 · 20 · 2/4 = 15 points, where three separate games would have given 30."""
    games = by_place("t", 1, [[1], [2], [3], [4]])
    assert moved("elo", games)[1].after.value == 1515
    assert moved("elo", tuple(replace(game, seats=2) for game in games))[1].after.value == 1530


def test_naspa_threshold_of_a_table_follows_its_weight() -> None:
    """3.5 wins above expectation: 7 pairs at 2/8 give 17.5 points, above the threshold of 5 · 7/4 = 8.75 by 8.75 again."""
    games = by_place("t", 1, [[player] for player in range(1, 9)])
    segment = moved("naspa", games)[1].segments[0]
    assert segment.game_points == pytest.approx(20 * 3.5 * 2 / 8)
    assert segment.acceleration == pytest.approx(17.5 - 8.75)


def test_a_table_has_two_to_eight_players() -> None:
    for players in (1, 9):
        with pytest.raises(ValueError, match="from 2 to 8 players"):
            by_score("t", 1, dict.fromkeys(range(players), 0))


def test_what_systems_can_rate() -> None:
    assert rates_places("elo")
    assert not rates_places("norwegian")
    assert rates_tables("norwegian")
    assert not rates_tables("event-kalman")
