"""The made-up history of many clubs, by which the growth of costs is measured, fits the tables of today."""

import pytest

from benchmarks.history import GAMES_OF_A_CLUB, add_clubs
from ratings.models import RatedResult
from tournaments.models import Event, Result

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_history_of_two_clubs_is_written() -> None:
    add_clubs(1, 2)
    games = 2 * GAMES_OF_A_CLUB
    assert (Event.objects.count(), Result.objects.count(), RatedResult.objects.count()) == (48, games, games)
