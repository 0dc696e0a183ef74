"""Equal scores that the rules of the game give to one of the two: a win without a margin."""

from dataclasses import replace

import pytest

from ratings.engine.multi import by_score
from ratings.engine.registry import SYSTEMS
from ratings.engine.types import PlayerChange, RatedGame, Rating
from tests.ratings.engine.builders import event

TIE = RatedGame("g", 1, 1, 2, 400, 400, first_known=False)


def rated(slug: str, game: RatedGame) -> dict[int, PlayerChange]:
    known = {1: Rating(1500, 60), 2: Rating(1500, 60)}
    return {change.player: change for change in SYSTEMS[slug].rate(replace(event([], rounds=1), games=(game,)), known)}


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_system_counts_a_win(slug: str) -> None:
    won, tied = rated(slug, replace(TIE, tie_won_by="opponent")), rated(slug, TIE)
    (line,) = won[2].segments[0].games
    if not won[2].segments[0].rates_spread:  # systems that rate the spread alone see none
        assert (line.earned, won[1].segments[0].games[0].earned) == (1, 0)
        assert line.points > tied[2].segments[0].games[0].points
        assert won[1].segments[0].games[0].points < tied[1].segments[0].games[0].points
    assert line.score == line.opponent_score


def test_at_a_table_only_those_with_the_same_points() -> None:
    games = by_score("t", 1, {1: 300, 2: 320, 3: 320}, winner=3)
    assert [(game.player, game.opponent, game.tie_won_by) for game in games] == [
        (1, 2, ""),
        (1, 3, ""),
        (2, 3, "opponent"),
    ]
